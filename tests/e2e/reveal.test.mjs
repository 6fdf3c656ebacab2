// An entry that is opened from elsewhere than its list: from the map, with its keys, and by a shared link.
import { expect, test } from '../support/fixtures.mjs';
import { AROUND_BRECON, PHONE, WIDE, painted } from '../support/page.mjs';

test.use({ flags: '--scenario storm --still' });

/** Expects the entry to begin below the tabs, which stay at the top of the window. */
async function isBelowTabs({ page, lists }, { row }) {
  const top = async () => {
    const [entry, tabs] = [await row.boundingBox(), await lists.tabs.boundingBox()];
    return Math.round(entry.y - (tabs.y + tabs.height));
  };
  // Rows above that were not drawn yet may become higher.
  const where = async () => {
    const pixels = await top();
    return pixels >= 0 && pixels < 120 ? 'below' : `${pixels} pixels`;
  };
  await expect.poll(where, { message: 'where the entry is, from the lower edge of the tabs' }).toBe('below');
  const { y } = await row.boundingBox();
  expect(y, 'in the window').toBeLessThan(page.viewportSize().height - 100);
}

/** A message and a gauge far down their lists, with the tab of each. */
async function farDown({ lists }) {
  await lists.showAll();
  return [
    { parameter: 'area', id: (await lists.codes()).at(30), tab: 'warnings', of: (id) => lists.message(id) },
    { parameter: 'station', id: (await lists.ids()).at(40), tab: 'rivers', of: (id) => lists.gauge(id) },
  ];
}

for (const [device, viewport, linked] of [
  ['phone', PHONE, 'area'],
  ['wide screen', WIDE, 'station'],
]) {
  test(`a link to an entry leads to it, also when it is loaded again (${linked}, ${device})`, async ({ visit }) => {
    const first = await visit('?lang=en', { viewport });
    const { parameter, id, tab } = (await farDown(first)).find(({ parameter }) => parameter === linked);
    const gorlif = await visit(`?lang=en&${parameter}=${encodeURIComponent(id)}`, { viewport });
    const entry = linked === 'area' ? gorlif.lists.message(id) : gorlif.lists.gauge(id);
    await isBelowTabs(gorlif, entry);
    await expect(gorlif.lists.tab(tab)).toHaveAttribute('aria-pressed', 'true');
    await expect(entry.details.first()).toBeVisible();
    await gorlif.page.reload();
    await gorlif.marked();
    await expect(gorlif.lists.tab(tab)).toHaveAttribute('aria-pressed', 'true');
    await expect(entry.button).toHaveAttribute('aria-expanded', 'true');
  });

  test(`a popup leads to the entry (${device})`, async ({ visit }) => {
    const gorlif = await visit('?lang=en', { viewport });
    const { page, map, lists } = gorlif;
    const [, { id, of }] = await farDown(gorlif);
    await lists.show('rivers');
    await of(id).button.click();
    await map.element.scrollIntoViewIfNeeded();
    // Leaflet sets the scroll position back, which would move the button between press and release.
    const scrolled = await map.element.evaluate((element) => {
      element.scrollTop = 20;
      return element.scrollTop;
    });
    expect(scrolled, 'how far the map can be scrolled').toBe(0);
    await page.locator('.leaflet-popup').getByRole('button').first().click();
    await expect(of(id).button).toBeFocused();
    await isBelowTabs(gorlif, of(id));
  });
}

test('N reads the symbols out in the order of the list, and Enter leads to the entry', async ({ visit }) => {
  const gorlif = await visit(`${AROUND_BRECON}&sort=name`, { viewport: PHONE });
  const { page, map } = gorlif;
  const titles = await page.locator('.warnings .entry .title').allTextContents();
  const names = titles.slice(0, 3).map((title) => title.trim());
  expect(new Set(names).size, names.join(' | ')).toBe(3);
  await map.element.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('.map-keys').filter({ hasText: 'N reads out' })).toBeVisible();
  for (const name of names) {
    await page.keyboard.press('n');
    // The popup says the same.
    await expect(page.locator('.map-keys + [role=status]')).toContainText(name);
    await expect(map.popup.locator('strong')).toHaveText(name);
  }
  // The page has not scrolled away from the map.
  await expect(map.element).toBeFocused();
  await page.keyboard.press('Enter');
  const opened = page.locator('.entries:not([hidden]) > li').filter({ has: page.locator('.entry:focus') });
  await expect(opened.locator('.title')).toHaveText(names[2]);
  await isBelowTabs(gorlif, { row: opened });
});

test('a link leads to its entry also if the first frame has the first rows of its list', async ({ visit }) => {
  const [, { id }] = await farDown(await visit('?lang=en'));
  const init = () => {
    const request = window.requestAnimationFrame.bind(window);
    const withRows = (callback) => (time) =>
      document.querySelector('li[data-station-id]') ? callback(time) : request(withRows(callback));
    window.requestAnimationFrame = (callback) => request(withRows(callback));
  };
  const gorlif = await visit(`?lang=en&station=${id}`, { init });
  await isBelowTabs(gorlif, gorlif.lists.gauge(id));
});

test('a visitor who has scrolled is not moved by the link', async ({ visit }) => {
  const viewport = PHONE;
  const [{ id }] = await farDown(await visit('?lang=en', { viewport }));
  // As a visitor who scrolls while the lists are still loading.
  const init = () =>
    addEventListener('DOMContentLoaded', function scroll() {
      document.body.style.minHeight = '300vh';
      scrollTo(0, 100);
      // Until its style sheets have loaded, the page may have no layout to scroll.
      if (scrollY === 0) requestAnimationFrame(scroll);
    });
  const gorlif = await visit(`?lang=en&area=${encodeURIComponent(id)}`, { viewport, init });
  await expect(gorlif.lists.message(id).button).toHaveAttribute('aria-expanded', 'true');
  await painted(gorlif.page);
  expect(await gorlif.page.evaluate(() => scrollY)).toBeLessThan(1_000);
});

test("entries link to the provider's present site in the page's language; words are explained", async ({ visit }) => {
  const gorlif = await visit('?lang=cy');
  const ADDRESSES = {
    area: () => 'https://flood-warning.naturalresources.wales/?culture=cy-GB',
    station: (id) => `https://rivers-and-seas.naturalresources.wales/Station/${id}?lang=cy`,
  };
  for (const { parameter, id, tab, of } of await farDown(gorlif)) {
    await gorlif.lists.show(tab);
    await of(id).button.click();
    const link = of(id).row.locator('a[href*="naturalresources.wales"]');
    const address = ADDRESSES[parameter](id);
    await expect(link).toHaveAttribute('href', address);
    await expect(link).toHaveAttribute('rel', /noopener/);
    await gorlif.speak('en');
    await expect(link).toHaveAttribute('href', address.replace('=cy', '=en'));
    await gorlif.speak('cy');
  }
  // The addresses in `url` of the river levels lead to a host that does not answer.
  expect(await gorlif.page.locator('a[href*=rloi]').count()).toBe(0);
  const signUp = gorlif.page.locator('.contacts .sign-up a');
  const glossary = gorlif.lists.rivers.locator('.glossary');
  await gorlif.lists.show('rivers');
  // By a key, since rows that come or go move what the pointer presses.
  await gorlif.lists.rivers.locator('.list-more > summary').press('Enter');
  await glossary.locator('summary').press('Enter');
  for (const [language, term, address] of [
    ['cy', 'Lefel', 'https://cyfoethnaturiol.cymru/flooding/?lang=cy'],
    ['en', 'Level, stage', 'https://naturalresources.wales/flooding/?lang=en'],
  ]) {
    await gorlif.inLanguage(language);
    await expect(signUp).toHaveAttribute('href', address);
    await expect(glossary.getByRole('term').first()).toHaveText(term);
    await expect(glossary.getByRole('definition').first()).toHaveText(/^\p{Lu}.{20,}[.]$/u);
  }
});
