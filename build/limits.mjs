// Reads the limits of core/src/domain/limits.rs, for scripts that need one.

/** The value of a limit by its name: a product of whole numbers in the source. */
export function limit(source, name) {
  const [, product] = source.match(new RegExp(`pub const ${name}: \\w+ = ([\\d_ *]+);`)) ?? [];
  if (!product) throw new Error(`limits.rs has no whole number ${name}`);
  return product.split('*').reduce((value, factor) => value * Number(factor.replaceAll('_', '')), 1);
}
