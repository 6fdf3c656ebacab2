// Lines of points as text, for the files that the page's map reads.

/** The origin of the coordinates, in degrees. */
export const ORIGIN = { lat: 49, lon: -9 };
/** The usual steps in a degree: about 50 m north, 35 m east. */
export const COARSE = 2_000;
/** About 11 m north, 7 m east. */
export const FINE = 10_000;

/** The line `o`, which says the origin and the steps in a degree of the lines after it. */
export const originLine = (perDegree) => `o ${ORIGIN.lat} ${ORIGIN.lon} ${perDegree}`;

/** A line of points, each longitude and latitude, as the steps east and north from one to the next, the first from the origin. */
export function steps(points, perDegree) {
  const flat = [];
  let [lastX, lastY] = [0, 0];
  for (const [lon, lat] of points) {
    const x = Math.round((lon - ORIGIN.lon) * perDegree);
    const y = Math.round((lat - ORIGIN.lat) * perDegree);
    if (flat.length > 0 && x === lastX && y === lastY) continue;
    flat.push(x - lastX, y - lastY);
    [lastX, lastY] = [x, y];
  }
  return flat;
}

/** What follows the letter in the lines of a kind. */
export const rows = (text, kind) =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${kind} `))
    .map((line) => line.slice(2));

/** The reader of lines in steps after a line `o`: the points of a line, each longitude and latitude. */
export function tracer(origin) {
  const [lat, lon, perDegree] = origin.split(' ').map(Number);
  return (steps) => {
    let [x, y] = [0, 0];
    const pairs = [...steps.matchAll(/(\S+) (\S+)/g)];
    return pairs.map(([, dx, dy]) => [lon + (x += Number(dx)) / perDegree, lat + (y += Number(dy)) / perDegree]);
  };
}

/** The reader of rings of arcs ("3,-5;6": a negative index reverses an arc) in the text of public/basemap.txt. */
export function ringReader(text) {
  const arcs = rows(text, 'a').map(tracer(rows(text, 'o')[0]));
  const arc = (index) => (index < 0 ? [...arcs[~index]].reverse() : arcs[index]);
  return (shape) => shape.split(';').map((ring) => ring.split(',').map(Number).flatMap(arc));
}

/** Whether a ring contains a point (even-odd rule). */
export function holds(ring, [x, y]) {
  let inside = false;
  ring.forEach(([ax, ay], i) => {
    const [bx, by] = ring.at(i - 1);
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}

/** How many degrees of latitude are as long as a degree of longitude, at 52.4° north. */
const EAST = 0.61;

/** Douglas–Peucker with a tolerance in degrees of latitude. */
export function simplify(points, tolerance) {
  const keep = new Uint8Array(points.length);
  keep[0] = keep[points.length - 1] = 1;
  const stack = [[0, points.length - 1]];
  while (stack.length > 0) {
    const [from, to] = stack.pop();
    let [worst, at] = [tolerance, -1];
    const [ax, ay] = [points[from][0] * EAST, points[from][1]];
    const [dx, dy] = [points[to][0] * EAST - ax, points[to][1] - ay];
    const length = Math.hypot(dx, dy);
    for (let i = from + 1; i < to; i++) {
      const [px, py] = [points[i][0] * EAST - ax, points[i][1] - ay];
      const off = length ? Math.abs(px * dy - py * dx) / length : Math.hypot(px, py);
      if (off > worst) [worst, at] = [off, i];
    }
    if (at > 0) {
      keep[at] = 1;
      stack.push([from, at], [at, to]);
    }
  }
  return points.filter((_, i) => keep[i]);
}

/** A line with its corners cut, by Chaikin's algorithm. */
export function rounded(points) {
  const between = ([ax, ay], [bx, by], share) => [ax + (bx - ax) * share, ay + (by - ay) * share];
  const inner = points
    .slice(0, -1)
    .flatMap((point, i) => [between(point, points[i + 1], 0.25), between(point, points[i + 1], 0.75)]);
  return [points[0], ...inner, points.at(-1)];
}
