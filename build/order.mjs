// Puts functions of a WebAssembly module that resemble each other side by side: brotli tells what it has just seen in fewer bits.

/** Four bytes, about two instructions, are what functions have in common or not. */
const GRAM = 4;
/** What each function further back still counts, of the one after it. */
const FADES = 0.8;

/** Reads a number at a place; the number, and the place after it. */
function number(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value |= (byte & 127) << shift;
    if (byte < 128) return [value >>> 0, at];
  }
}

const written = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...written(value >>> 7)]);

/** The sections of a module: kind and bytes of each. */
export function sections(wasm) {
  const found = [];
  for (let at = 8; at < wasm.length;) {
    const [size, start] = number(wasm, at + 1);
    found.push({ kind: wasm[at], bytes: wasm.subarray(start, start + size) });
    at = start + size;
  }
  return found;
}

/** The functions of a module that have code, each as its bytes. */
function bodies(wasm) {
  const { bytes } = sections(wasm).find(({ kind }) => kind === 10);
  let [count, at] = number(bytes, 0);
  return Array.from({ length: count }, () => {
    const [size, start] = number(bytes, at);
    at = start + size;
    return bytes.subarray(start, at);
  });
}

/** What stands in a body: every run of so many bytes, once. */
function grams(body) {
  const found = new Set();
  for (let at = 0; at + GRAM <= body.length; at++) found.add(body.readUInt32LE(at));
  return found;
}

/** The numbers of the functions, each after those which it has most in common with; what is rare counts more than what all have. */
export function order(functions) {
  const parts = functions.map(grams), holders = new Map();
  parts.forEach((part, one) => {
    for (const gram of part) holders.has(gram) ? holders.get(gram).push(one) : holders.set(gram, [one]);
  });
  const weight = (gram) => Math.log(functions.length / holders.get(gram).length);
  const whole = parts.map((part) => [...part].reduce((sum, gram) => sum + weight(gram), 1));
  const common = new Float64Array(functions.length);
  const left = new Set(functions.keys());
  const ordered = [];
  const best = (value) => [...left].reduce((best, one) => (value(one) > value(best) ? one : best));
  for (let next = best((one) => whole[one]); ; next = best((one) => common[one] / whole[one])) {
    ordered.push(next);
    left.delete(next);
    if (!left.size) return ordered;
    common.forEach((value, one) => { common[one] = value * FADES; });
    for (const gram of parts[next]) for (const one of holders.get(gram)) common[one] += weight(gram);
  }
}

/** The module with names for its functions after which `wasm-opt --reorder-functions-by-name` puts them into that order. */
export function named(wasm) {
  // All that is imported are functions; were it otherwise, the order would pack less well and nothing else.
  const [imported] = number(sections(wasm).find(({ kind }) => kind === 2).bytes, 0);
  const text = (value) => [value.length, ...Buffer.from(value)];
  const ordered = order(bodies(wasm)).map((one, place) => [imported + one, place]).sort(([a], [b]) => a - b);
  const list = [...written(ordered.length), ...ordered.flatMap(([one, place]) => [...written(one), ...text(String(place).padStart(6, '0'))])];
  const section = [...text('name'), 1, ...written(list.length), ...list];
  return Buffer.concat([wasm, Buffer.from([0, ...written(section.length), ...section])]);
}
