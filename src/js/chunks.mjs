// Loads the chunks of the page. build/split.mjs puts this into the script of the main module, with the file of
// each chunk and the names of those whose functions it uses.
const CHUNKS = {};

/** The longest time that the request of a chunk may take. */
const MOST_MILLISECONDS = 120_000;

/** What is loaded or requested. */
const loads = new Map();

let loaded = 0;

/** Marks that the last chunk has loaded. */
function count() {
  if (++loaded === Object.keys(CHUNKS).length) performance.mark('chunks-loaded');
}

/** Loads a chunk after those whose functions it uses; once, or again if that has failed. */
function load(name, main) {
  if (!loads.has(name)) {
    const loading = fetchChunk(CHUNKS[name], main);
    loads.set(name, loading);
    loading.then(count, () => loads.delete(name));
  }
  return loads.get(name);
}

async function fetchChunk({ file, after }, main) {
  // A request that stalls must not keep the chunks after it from loading.
  const signal = AbortSignal.timeout?.(MOST_MILLISECONDS);
  const response = fetch(new URL(file, import.meta.url), { signal });
  // Handled below, after the others.
  response.catch(() => {});
  await Promise.all(after.map((name) => load(name, main)));
  await WebAssembly.instantiateStreaming(response, { main: main() });
}

/**
 * The function that the main module calls to load a chunk, with the index of a function in its table and an
 * argument of that function.
 *
 * @param main returns what the main module exports for the chunks: the memory, and the table through which all
 *   modules call each other
 */
export const loader = (name, main) => async (callback, data) => {
  let isLoaded = false;
  try {
    await load(name, main);
    isLoaded = true;
  } catch (cause) {
    // The page shows the failure itself, and a visitor who leaves during the load is not an error.
    console.warn(cause);
  }
  main()['__indirect_function_table'].get(callback)(data, isLoaded);
};
