// What the scripts of this folder and build/gazetteer.mjs share.

/** A name to compare: lower case, letters without accents only. */
export const fold = (name) =>
  name
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase();

/** Degrees × 10,000. */
export const rounded = (degrees) => Math.round(degrees * 1e4);

/** Places that GeoNames has beside their land, with the right longitude and latitude: that of Glan Conwy is in the estuary. */
export const POSITIONS = { 'Llansantffraid Glan Conwy': [-3.7955, 53.268] };
