// Makes public/ground.txt, what the map shows of the land besides its outlines, from the open geodata that the README beside
// this file lists.
import { readFileSync } from 'node:fs';
import { builtUp } from './built-up.mjs';
import { COARSE, FINE, originLine, rounded, simplify, steps } from './lines.mjs';

const [riversPath, lakesPath, postcodesPath] = process.argv.slice(2);

/** How far a line may be from its source, in degrees of latitude: about 40 m. */
const TOLERANCE = 4e-4;

const lakes = JSON.parse(readFileSync(lakesPath, 'utf8')).features;
/** The source has the Dee above Bala 2 km beside the lake through which it flows: it begins at the lake, west of which nothing is drawn. */
const WEST_OF_THE_DEE = -3.6;
const course = ({ nameEN }, { coordinates }) =>
  nameEN === 'Dee' ? coordinates.filter(([lon]) => lon > WEST_OF_THE_DEE) : coordinates;
/** The outer outlines of a shape. */
const outlines = ({ type, coordinates }) => (type === 'Polygon' ? [coordinates] : coordinates).map(([outer]) => outer);
/** A line with its names. */
const named = (kind, { nameEN, nameCY }, points) =>
  `${kind} ${nameEN}|${nameCY}|${steps(simplify(points, TOLERANCE), FINE).join(' ')}`;

const rivers = JSON.parse(readFileSync(riversPath, 'utf8')).features.filter(({ properties }) => properties.nameCY);

// Lines of text: a comment; `o`, origin and steps per degree; `r`, a part of a river, and `w`, the outline of a
// lake, both with their names; `b`, the outline of a
// built-up area.
const lines = [
  '# Rivers: WDBII (LGPL v3). Lakes: PyPI global-land-mask-oc (MIT), Mikelsons et al. 2021. Built-up areas: computed from PyPI postcodez; contains OS data © Crown copyright, Royal Mail data © Royal Mail copyright, National Statistics data, Open Government Licence v3.0. Made by core/geodata/ground.mjs.',
  originLine(FINE),
  ...rivers.map(({ properties, geometry }) => named('r', properties, rounded(rounded(course(properties, geometry))))),
  ...lakes.flatMap(({ properties, geometry }) => outlines(geometry).map((outline) => named('w', properties, outline))),
  originLine(COARSE),
  ...builtUp(postcodesPath).map((ring) => `b ${steps(ring, COARSE).join(' ')}`),
];
process.stdout.write(lines.join('\n') + '\n');
