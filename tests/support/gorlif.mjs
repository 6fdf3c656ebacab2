// The page objects of the tests: the parts of Gorlif by their roles and documented hooks, in either language. They are made for a page
// or for a frame.
import { expect } from '@playwright/test';
import { operationOf } from './operations.mjs';
import { later, marked, pixel, still } from './page.mjs';

/** The tabs of a place, and what they are called in both languages. */
const TABS = {
  warnings: /^(?:Warnings|Rhybuddion)/,
  // Named by the kind of the gauges.
  rivers: /^(?:Rivers|Rain|Tides|Afonydd|Glaw|Llanw)/,
  forecast: /^(?:Forecast|Rhagolygon)/,
  watched: /^★?\s*(?:Watch list|Rhestr wylio)/,
};

/** The answer for the place, with what to do. */
class Answer {
  constructor(root) {
    this.element = root.locator('#answer');
    /** The answer when nothing in it is provisional: one condition, so that no answer is read between two. */
    this.final = root.locator('#answer:not(:has(.provisional))');
    this.heading = root.locator('#answer-heading');
    this.sentence = root.locator('.sentence');
    /** Says that the place could not be asked about yet, or cannot be. */
    this.provisional = root.locator('.provisional');
    this.inside = root.locator('.inside');
    /** Its area in words, where the place is not shown above. */
    this.area = root.locator('.answer .area');
    this.calls = root.locator('.answer > .calls');
    this.action = root.locator('.action');
    /** A message near the place that is more severe than that of the headline. */
    this.moreSevere = root.locator('.more-severe');
    /** The gauge that tells most about the place. */
    this.gauge = root.locator('.near-gauge');
    /** The message around the place that the sentence does not name. */
    this.nearestMessage = root.locator('.around');
    /** What is in force besides the message of the headline. */
    this.also = root.locator('.also');
    this.namesakes = root.locator('.namesakes');
    /** Where the circle leaves Wales. */
    this.beyond = root.locator('.beyond');
  }

  /** Expects `none`, `some` or `unknown`. */
  is = (value) => expect(this.element, 'data-answer').toHaveAttribute('data-answer', value);
  /** Expects the answer of the service about the place itself, not the provisional one out of the messages of all Wales. */
  isFinal = (value) => expect(this.final, 'data-answer of the final answer').toHaveAttribute('data-answer', value);
  /**
   * Waits until the answer is final and says something, whatever that is. Of a county it stays provisional. By textContent: the page may
   * be hidden by #waiting.
   */
  settled = () => expect(this.final.locator('.sentence')).toHaveText(/^(?!.*(?:Checking|Yn gwirio))\S/);
}

/** The place, its search field and its radius. */
class PlaceBar {
  constructor(root) {
    this.element = root.locator('.place');
    this.name = root.locator('.here strong');
    this.changeButton = root.locator('.here button[aria-controls]');
    this.field = root.locator('#place');
    this.list = root.locator('#place-list');
    this.suggestions = root.locator('#place-list [role=option]');
    this.problem = root.locator('.place .problem');
    this.remembered = root.locator('.remembered li');
    /** The field for the radius; its values are kilometres. */
    this.radius = root.locator('#radius');
  }

  /** Opens the field, if it is closed. */
  async show() {
    await expect(this.field.or(this.changeButton).filter({ visible: true }).first()).toBeVisible();
    if (!(await this.field.isVisible())) await this.changeButton.click();
  }

  async type(text) {
    await this.show();
    await this.field.fill(text);
  }

  /** Asks for the position of the device. */
  async locate() {
    await this.show();
    await this.element.getByRole('button', { name: /^(?:Use my location|Defnyddio fy lleoliad)/ }).click();
  }

  async chooseWales() {
    await this.show();
    await this.element.getByRole('button', { name: /^(?:All Wales|Cymru gyfan)$/ }).click();
  }

  /** Types a text and takes the first suggestion. */
  async choose(text) {
    await this.type(text);
    await this.suggestions.first().click();
  }
}

/** A gauge or a message in a list: its row. */
class Entry {
  constructor(row) {
    this.row = row;
    this.button = row.locator('.entry');
    this.title = row.locator('.title');
    this.value = row.locator('.value');
    this.line = row.locator('.line');
    this.details = row.locator('.details');
    this.chart = row.locator('[data-chart]');
  }
}

/** The tabs and the lists of a place. */
class Lists {
  constructor(root) {
    this.root = root;
    this.tabs = root.locator('.views');
    this.warnings = root.locator('.panel.warnings');
    this.rivers = root.locator('.panel.rivers');
    this.watched = root.locator('.panel.watched');
    this.open = root.locator('.panel.open');
    /** All rows, of gauges and of messages; a list that another one replaces is hidden. */
    this.gauges = root.locator('.entries:not([hidden]) > [data-station-id]');
    this.messages = root.locator('.entries:not([hidden]) > [data-area-code]');
  }

  /** A tab: `warnings`, `rivers`, `forecast` or `watched`. */
  tab = (name) => this.tabs.getByRole('button', { name: TABS[name] });
  show = (name) => this.tab(name).click();
  /** Waits until each list has all its rows. */
  complete = () => expect(this.root.locator('.entries[aria-busy]'), 'lists without all their rows').toHaveCount(0);
  gauge = (id) => new Entry(this.root.locator(`.entries:not([hidden]) > [data-station-id="${id}"]`));
  message = (code) => new Entry(this.root.locator(`.entries:not([hidden]) > [data-area-code="${code}"]`));
  /** The codes of the listed messages, and the ids of the listed gauges, in their order. */
  codes = () => this.messages.evaluateAll((rows) => rows.map((row) => row.dataset.areaCode));
  ids = () => this.gauges.evaluateAll((rows) => rows.map((row) => row.dataset.stationId));
}

class FloodMap {
  constructor(root) {
    this.root = root;
    this.element = root.locator('#map');
    this.popup = root.locator('.leaflet-popup-content');
    this.key = root.locator('.map-key');
    /** The counties while the forecast is shown. */
    this.risks = root.locator('[data-risk]');
    /** The day that the map shows, and what its colours mean. */
    this.days = root.locator('.map-days');
  }

  /** Expects the number of symbols: `stations` or `warnings`. */
  async has(counts) {
    for (const [name, count] of Object.entries(counts))
      await expect(this.element, `data-${name}`).toHaveAttribute(`data-${name}`, String(count));
  }

  /** Waits until it has drawn its first view. */
  drawn = () => expect(this.element, 'data-zoom').toHaveAttribute('data-zoom', /\d/);
  zoom = async () => Number(await this.element.getAttribute('data-zoom'));
  still = () => still(this.root);
  pixel = (lat, lon) => pixel(this.root, lat, lon);
}

class Forecast {
  constructor(root) {
    this.panel = root.locator('.panel.forecast');
    this.table = this.panel.locator('table');
    this.cells = root.locator('[data-county]');
  }

  cell = (county, day) => this.panel.locator(`td[data-county="${county}"][data-day="${day}"]`);
}

/** The sources of the page with their age: `warnings`, `warnings-here`, `levels`, `forecast`. */
class Sources {
  constructor(root) {
    this.element = root.locator('.sources');
    this.status = root.locator('.sources [role=status]');
    this.problem = root.locator('.sources .problem');
    this.operator = root.locator('.sources .operator');
    /** "Check now", in either language. */
    this.checkButton = root.locator('.sources').getByRole('button', { name: /^(?:Check now|Gwirio nawr)$/ });
    /** What the last press of it has done. */
    this.check = root.locator('.sources .check');
    this.shown = root.locator('[data-source]:not([hidden])');
  }

  /**
   * Presses "Check now", and waits until the responses are there. Where the clock was moved so far that sources were due, the timer may
   * have requested all of them just before.
   */
  async checkNow() {
    await this.checkButton.click();
    await expect(this.check).toHaveText(/^(?:Checked at|Gwiriwyd am|The last check was only|Eiliadau yn ôl)/);
  }

  source = (name) => this.element.locator(`[data-source="${name}"]`);

  /** Expects each source to be in a state: `fresh`, `late`, `stale` or `unknown`. */
  async are(state, ...names) {
    for (const name of names) await expect(this.source(name), `state of ${name}`).toHaveAttribute('data-state', state);
  }

  /** Expects every source that is shown to be fresh. */
  allFresh = () => expect(this.element.locator('[data-source]:not([hidden]):not([data-state="fresh"])')).toHaveCount(0);
}

/** The whole page, in a page or a frame of the browser. */
export class Gorlif {
  constructor(root) {
    this.page = root;
    /** Errors of the page so far, and its requests. */
    this.faults = root.faults;
    this.asked = root.asked;
    this.answer = new Answer(root);
    this.place = new PlaceBar(root);
    this.lists = new Lists(root);
    this.map = new FloodMap(root);
    this.forecast = new Forecast(root);
    this.sources = new Sources(root);
    this.languageButton = root.locator('.language');
    this.failure = root.locator('#failure');
    this.failureCause = root.locator('#failure-cause');
  }

  /** Waits until the marks are set that the page documents; without names until all is there. */
  marked = (...names) => marked(this.page, ...names);
  /** Moves the page's clock ahead. */
  later = (seconds) => later(this.page, seconds);

  /** Waits until the answer is final and the map has its view and its symbols. */
  async settled() {
    await this.answer.settled();
    await this.map.drawn();
    await this.marked('usable');
  }

  /** The next response of an operation. */
  responseOf = (operation) =>
    this.page.waitForResponse((response) => operationOf(new URL(response.url()).pathname) === operation);

  async openTab(init = () => {}) {
    const tab = await this.page.context().newPage();
    await tab.addInitScript(init);
    await tab.goto(this.page.url());
    return new Gorlif(tab);
  }

  /** The errors of the page itself: the browser reports each failed load too. */
  ownErrors = () => this.faults.filter((fault) => !/^console: Failed to load resource/.test(fault));
  excessWidth = () =>
    this.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  async speak(language) {
    await this.languageButton.click();
    await this.speaks(language);
  }

  /** Changes the language, if the page does not speak it yet. */
  async inLanguage(language) {
    if ((await this.page.locator('html').getAttribute('lang')) !== language) await this.speak(language);
  }

  speaks = (language) => expect(this.page.locator('html'), 'language of the page').toHaveAttribute('lang', language);

  /** Expects a parameter of the address; `null`: none. */
  async hasParameter(name, value) {
    const read = () => this.page.evaluate((name) => new URLSearchParams(location.search).get(name), name);
    await expect.poll(read, { message: `parameter ${name} of the address` }).toEqual(value);
  }
}
