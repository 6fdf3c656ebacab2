// axe-core in a page of the tests.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of axe that depend on colours; all others depend on elements, attributes and sizes. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds in a page: rules with the elements that break them; all rules, or the named ones. Without the preview of the builder,
 * which is a page of its own and is looked at as such.
 */
export async function violations(page, rules) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const { violations } = await page.evaluate(
    (runOnly) => axe.run({ exclude: [['#live']] }, { resultTypes: ['violations'], iframes: false, ...runOnly }),
    rules && { runOnly: { type: 'rule', values: rules } },
  );
  const named = (nodes) => nodes.map(({ target }) => target).join(' | ');
  return violations.map(({ id, nodes }) => `${id}: ${named(nodes).slice(0, 300)}`);
}
