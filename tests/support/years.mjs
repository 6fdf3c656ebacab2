// Made-up readings of a long time, as rows of an import of the recorder.
const QUARTER = 15 * 60_000;
const DAY = 86_400_000;

/** One reading in each quarter of an hour of the last days, from `level` of the number of the quarter: [ms since 1970, level]. */
export function readingsOfDays(days, level, until = Date.now()) {
  const end = Math.floor(until / QUARTER) * QUARTER - QUARTER;
  const count = Math.round((days * DAY) / QUARTER);
  return Array.from({ length: count }, (_, quarter) => [end - (count - 1 - quarter) * QUARTER, level(quarter)]);
}

/** The level of a flashy river: a flood every nine days, of a height of its own; each gauge has others. */
export function flashy(quarter, gauge = 0) {
  const [flood, hours] = [Math.floor(quarter / 864), (quarter % 864) / 4];
  const height = ((flood * 7 + gauge) % 11) / 5;
  const rise = Math.min(hours / 6, 1) * Math.exp(-Math.max(hours - 6, 0) / 30);
  return 0.4 + 0.2 * Math.sin((quarter / 35_040) * 2 * Math.PI) + height * rise;
}

/** A time as in the recorder's files. */
export const timeOf = (at) => new Date(at).toISOString().replace('.000', '');

/** The rows of an import of a station's readings. */
export const importRows = (id, readings) => readings.map(([at, level]) => `${id},m,${timeOf(at)},${level.toFixed(3)}`);

/** The file of an import, from readings by station, in parts that follow each other. */
export function importFile(...parts) {
  const gauges = parts.flatMap(Object.entries);
  return ['station,unit,time,level', ...gauges.flatMap(([id, readings]) => importRows(id, readings))].join('\n');
}
