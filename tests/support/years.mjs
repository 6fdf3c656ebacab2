// Made-up readings of a long time, as rows of an import of the recorder.
const QUARTER = 15 * 60_000;
const DAY = 86_400_000;

/** One reading in each quarter of an hour of the last days, from `level` of the number of the quarter: [ms since 1970, level]. */
export function readingsOfDays(days, level, until = Date.now()) {
  const end = Math.floor(until / QUARTER) * QUARTER - QUARTER;
  const count = Math.round((days * DAY) / QUARTER);
  return Array.from({ length: count }, (_, quarter) => [end - (count - 1 - quarter) * QUARTER, level(quarter)]);
}

const time = (at) => new Date(at).toISOString().replace('.000', '');

/** The file of an import, from the readings by station. */
export const importFile = (gauges) =>
  [
    'station,unit,time,level',
    ...Object.entries(gauges).flatMap(([id, rows]) =>
      rows.map(([at, level]) => `${id},m,${time(at)},${level.toFixed(3)}`),
    ),
  ].join('\n');
