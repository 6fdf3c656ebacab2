// What the scripts of this folder and build/gazetteer.mjs share.

/** A name to compare: lower case, letters without accents only. */
export const fold = (name) =>
  name
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase();

/** Degrees × 10,000. */
export const rounded = (degrees) => Math.round(degrees * 1e4);
