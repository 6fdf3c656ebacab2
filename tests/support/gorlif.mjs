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
  watched: /^(?:Watch list|Gwylio)/,
};

/** A part of the page, in a page, a frame or an element. */
class Part {
  constructor(root) {
    this.root = root;
  }
}

/** The answer for the place, with what to do. */
class Answer extends Part {
  element = this.root.locator('#answer');
  /** The answer when nothing in it is provisional: one condition, so that no answer is read between two. */
  final = this.root.locator('#answer:not(:has(.provisional))');
  heading = this.root.locator('#answer-heading');
  sentence = this.root.locator('.sentence');
  /** Says that the place could not be asked about yet, or cannot be. */
  provisional = this.root.locator('.provisional');
  inside = this.root.locator('.inside');
  /** Its area in words, where the place is not shown above. */
  area = this.root.locator('.answer .area');
  calls = this.root.locator('.answer > .calls');
  action = this.root.locator('.action');
  /** A message near the place that is more severe than that of the headline. */
  moreSevere = this.root.locator('.more-severe');
  /** The gauge that tells most about the place. */
  gauge = this.root.locator('.near-gauge');
  /** The message around the place that the sentence does not name. */
  nearestMessage = this.root.locator('.around');
  /** What is in force besides the message of the headline. */
  also = this.root.locator('.also');
  namesakes = this.root.locator('.namesakes');
  /** Where the circle leaves Wales. */
  beyond = this.root.locator('.beyond');

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
class PlaceBar extends Part {
  element = this.root.locator('.place');
  name = this.root.locator('.here strong');
  changeButton = this.root.locator('.here button[aria-controls]');
  field = this.root.locator('#place');
  list = this.root.locator('#place-list');
  suggestions = this.root.locator('#place-list [role=option]');
  problem = this.root.locator('.place .problem');
  remembered = this.root.locator('.remembered li');
  /** The field for the radius; its values are kilometres. */
  radius = this.root.locator('#radius');

  /** Opens the field, if it is closed. */
  async show() {
    await expect(this.field.or(this.changeButton).filter({ visible: true }).first()).toBeVisible();
    if (!(await this.field.isVisible())) await this.changeButton.click();
  }

  async type(text) {
    await this.show();
    await this.field.fill(text);
  }

  /** Chooses the radius, in kilometres, and closes the form. */
  async chooseRadius(kilometres) {
    await this.show();
    await this.radius.selectOption(kilometres);
    await this.changeButton.click();
  }

  async press(name) {
    await this.show();
    await this.element.getByRole('button', { name }).click();
  }

  /** Asks for the position of the device. */
  locate = () => this.press(/^(?:Use my location|Defnyddio fy lleoliad)/);
  chooseWales = () => this.press(/^(?:All Wales|Cymru gyfan)$/);

  /** Types a text and takes the first suggestion. */
  async choose(text) {
    await this.type(text);
    await this.suggestions.first().click();
  }
}

/** A gauge or a message in a list: its row. */
class Entry extends Part {
  row = this.root;
  button = this.root.locator('.entry');
  title = this.root.locator('.title');
  value = this.root.locator('.value');
  line = this.root.locator('.line');
  details = this.root.locator('.details');
  chart = this.root.locator('[data-chart]');
}

/** The tabs and the lists of a place. */
class Lists extends Part {
  tabs = this.root.locator('.views');
  warnings = this.root.locator('.panel.warnings');
  rivers = this.root.locator('.panel.rivers');
  watched = this.root.locator('.panel.watched');
  open = this.root.locator('.panel.open');
  /** All rows, of gauges and of messages; a list that another one replaces is hidden. */
  gauges = this.root.locator('.entries:not([hidden]) > [data-station-id]');
  messages = this.root.locator('.entries:not([hidden]) > [data-area-code]');

  /** A tab: `warnings`, `rivers`, `forecast` or `watched`. */
  tab = (name) => this.tabs.getByRole('button', { name: TABS[name] });
  show = (name) => this.tab(name).click();
  /** Waits until each list has all its rows. */
  complete = () => expect(this.root.locator('.entries[aria-busy]'), 'lists without all their rows').toHaveCount(0);
  /** Shows all messages: of all Wales the list has the first ones of each severity. */
  async showAll() {
    const more = this.warnings.getByRole('button', { name: /^(?:Show more|Dangos mwy)$/ });
    while ((await more.count()) > 0) await more.first().click();
    await this.complete();
  }
  gauge = (id) => new Entry(this.root.locator(`.entries:not([hidden]) > [data-station-id="${id}"]`));
  message = (code) => new Entry(this.root.locator(`.entries:not([hidden]) > [data-area-code="${code}"]`));
  /** The codes of the listed messages, and the ids of the listed gauges, in their order. */
  codes = () => this.messages.evaluateAll((rows) => rows.map((row) => row.dataset.areaCode));
  ids = () => this.gauges.evaluateAll((rows) => rows.map((row) => row.dataset.stationId));
}

class FloodMap extends Part {
  element = this.root.locator('#map');
  popup = this.root.locator('.leaflet-popup-content');
  key = this.root.locator('.map-key');
  /** The counties while the forecast is shown. */
  risks = this.root.locator('[data-risk]');
  /** The day that the map shows, and what its colours mean. */
  days = this.root.locator('.map-days');

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

class Forecast extends Part {
  panel = this.root.locator('.panel.forecast');
  table = this.panel.locator('table');
  cells = this.root.locator('[data-county]');
}

/** The sources of the page with their age: `warnings`, `warnings-here`, `levels`, `forecast`. */
class Sources extends Part {
  element = this.root.locator('.sources');
  status = this.root.locator('.sources [role=status]');
  problem = this.root.locator('.sources .problem');
  operator = this.root.locator('.sources .operator');
  /** "Check now", in either language. */
  checkButton = this.root.locator('.sources').getByRole('button', { name: /^(?:Check now|Gwirio nawr)$/ });
  /** What the last press of it has done. */
  check = this.root.locator('.sources .check');

  /**
   * Presses "Check now" so many seconds later, and waits until the responses are there. Where the clock was moved so far that sources
   * were due, the timer may have requested all of them just before.
   */
  async checkNow(seconds = 0) {
    await this.pressCheck(seconds);
    await expect(this.check).toHaveText(/^(?:Checked at|Gwiriwyd am|The last check was only|Eiliadau yn ôl)/);
  }

  /** The same without the wait. By the keyboard: the button moves while the lists above it grow, and a click would miss it. */
  async pressCheck(seconds) {
    await later(this.root, seconds);
    await this.checkButton.press('Enter');
  }

  source = (name) => this.element.locator(`[data-source="${name}"]`);

  /** Expects each source to be in a state: `fresh`, `late`, `stale` or `unknown`. */
  async are(state, ...names) {
    for (const name of names) await expect(this.source(name), `state of ${name}`).toHaveAttribute('data-state', state);
  }
}

/** The whole page, in a page or a frame of the browser. */
export class Gorlif extends Part {
  page = this.root;
  /** Errors of the page so far, and its requests. */
  faults = this.root.faults;
  asked = this.root.asked;
  answer = new Answer(this.root);
  place = new PlaceBar(this.root);
  lists = new Lists(this.root);
  map = new FloodMap(this.root);
  forecast = new Forecast(this.root);
  sources = new Sources(this.root);
  languageButton = this.root.locator('.language');
  failure = this.root.locator('#failure');
  failureCause = this.root.locator('#failure-cause');

  /** Waits until the marks are set that the page documents; without names until all is there. */
  marked = (...names) => marked(this.page, ...names);
  /** Moves the page's clock ahead. */
  later = (seconds) => later(this.page, seconds);
  /** Presses "Check now" so many seconds later. */
  check = (seconds) => this.sources.pressCheck(seconds);

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
