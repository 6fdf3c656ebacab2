// The operations of core/operations.json in the versions of this run of the tests.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The versions of the operations in a run of the tests, for example `{"levels":"station-data","warnings":"v3"}`. */
export const OPERATIONS = JSON.parse(process.env.GORLIF_TEST_OPERATIONS ?? 'null');

/** The tag of the tests that the ring `operations` repeats with newer versions: a version can matter in a browser. */
export const ON_ALL_VERSIONS = { tag: '@operations' };

const TABLE = JSON.parse(readFileSync(fileURLToPath(new URL('../../core/operations.json', import.meta.url)), 'utf8'));

/** A path before its parameters. */
const fixed = (path) => path.split(/\?|\/\{/)[0];

/** The path of an operation of core/operations.json in a version, before its parameters. */
export const pathOf = (id, version = 'v1') =>
  fixed(TABLE.find((operation) => operation.id === id).versions.find((known) => known.id === version).path);

/** The path of the levels in this run, and its first part. */
export const LEVELS_PATH = pathOf('levels', OPERATIONS?.levels);
export const LEVELS = LEVELS_PATH.split('/')[1];

/** The paths of the warnings in this run: all of Wales, and within a distance of a point. */
export const [WALES_PATH, DISTANCE_PATH] = ['wales', 'place'].map((id) => pathOf(id, OPERATIONS?.warnings));

export const FORECAST_PATH = pathOf('forecast');

/** All fixed paths with their operations, longer ones first: some begin with others. */
const PATHS = TABLE.flatMap(({ id, versions }) => versions.map(({ path }) => [fixed(path), id])).sort(
  ([a], [b]) => b.length - a.length,
);

/** The id of the operation of a path in any version, with `here` for `place`; null for other files. */
export function operationOf(path) {
  const id = PATHS.find(([known]) => path.includes(known))?.[1] ?? null;
  return id === 'place' ? 'here' : id;
}

/** The messages for all of Wales, as a gateway passes them on: their properties. */
export async function messagesOf({ address }) {
  const response = await fetch(`${address}api${WALES_PATH}`);
  return (await response.json()).features.map(({ properties }) => properties);
}
