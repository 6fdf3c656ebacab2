// The pages of several engines by one interface: Chromium and Firefox by Playwright, WebKit by WebDriver.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium, firefox } from '@playwright/test';
import { Builder, Capabilities, Key } from 'selenium-webdriver';
import { findFreePort } from 'selenium-webdriver/net/portprober.js';
import { DriverService } from 'selenium-webdriver/remote/index.js';
import { LAUNCH } from '../support/page.mjs';

const PATIENCE = 60_000;
/** How long `until` waits for one look at the page, in milliseconds: a driver may lose a script when the page changes. */
const LOOK = 15_000;
/** No desktop: WebKit would wait for its services, such as the one for proxies. */
const ALONE = {
  ...process.env,
  NO_AT_BRIDGE: '1',
  GIO_USE_PROXY_RESOLVER: 'dummy',
  GSETTINGS_BACKEND: 'memory',
  DBUS_SESSION_BUS_ADDRESS: 'disabled:',
};
const WIDE = { width: 1280, height: 900 };
const FIREFOX = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
/** Firefox's value for a permission that a visitor has refused. */
const BLOCKED = 2;
const FIREFOX_PREFERENCES = {
  dark: { 'ui.systemUsesDarkTheme': 1, 'layout.css.prefers-color-scheme.content-override': 0 },
  forcedColours: { 'browser.display.document_color_use': 2, 'ui.useAccessibilityTheme': 1 },
  reducedMotion: { 'ui.prefersReducedMotion': 1 },
  noScripts: { 'javascript.enabled': false },
};

const inTime = async (look) => {
  const late = { error: `no response of the engine in ${LOOK / 1_000} s` };
  return Promise.race([look, sleep(LOOK, late, { ref: false })]);
};

/** What both kinds of pages share. */
class Page {
  /** Waits until a function of the page returns something true, and returns it. */
  async until(what, test, ...args) {
    const end = Date.now() + PATIENCE;
    let seen;
    do {
      seen = await inTime(this.run(test, ...args)).catch((error) => ({ error }));
      if (seen && !seen.error) return seen;
      await sleep(50);
    } while (Date.now() < end);
    throw new Error(`expected ${what}, found ${seen?.error ?? JSON.stringify(seen)} after ${PATIENCE / 1_000} s`);
  }

  text(selector) {
    return this.run((selector) => document.querySelector(selector)?.innerText ?? '', selector);
  }
}

/** Playwright cannot set the media features of Firefox, nor switch its scripts off: preferences do. */
function preferencesOf(features) {
  const wanted = Object.entries(FIREFOX_PREFERENCES).filter(([name]) => features[name]);
  return Object.assign({ 'permissions.default.geo': BLOCKED }, ...wanted.map(([, preferences]) => preferences));
}

class PlaywrightPage extends Page {
  go = (address) => this.page.goto(address);
  reload = () => this.page.reload();
  run = (body, ...args) => this.page.evaluate(`(${body})(...${JSON.stringify(args)})`);
  click = (selector, text = '') =>
    this.page
      .locator(selector, { hasText: text })
      .filter({ visible: true })
      .first()
      // Without scripts Firefox draws no frames for Playwright, which waits for two of them.
      .click({ force: this.noScripts });
  type = (selector, text) => this.page.locator(selector).pressSequentially(text);
  press = (key) => this.page.keyboard.press(key);
  inFrame = async (body, ...args) => this.page.frames()[1].evaluate(`(${body})(...${JSON.stringify(args)})`);
  picture = () => this.page.screenshot();

  /** On A4, as a PDF. */
  async print() {
    await this.run(() => dispatchEvent(new Event('beforeprint')));
    // Of Firefox, Playwright asks for as many centimetres as these are inches.
    return this.page.pdf(this.isFirefox ? { width: '21in', height: '29.7in' } : { format: 'A4' });
  }

  quit = () => this.context.close();
}

class WebDriverPage extends Page {
  constructor(driver) {
    super();
    this.driver = driver;
  }

  go = (address) => this.driver.get(address);
  reload = () => this.driver.navigate().refresh();

  async run(body, ...args) {
    // Without waiting in the engine where nothing has to be waited for: a page that changes meanwhile never answers.
    const [isPromise, value] = await this.driver.executeScript(
      `const value = (${body})(...arguments[0]);
      globalThis.awaited = value;
      return typeof value?.then === 'function' ? [true, null] : [false, value];`,
      args,
    );
    if (!isPromise) return value;
    const [error, resolved] = await this.driver.executeAsyncScript(
      `const done = arguments[0];
      globalThis.awaited.then((value) => done([null, value]), (error) => done([String(error), null]));`,
    );
    if (error) throw new Error(error);
    return resolved;
  }

  async click(selector, text = '') {
    const find = (selector, text) => {
      const isWanted = (element) => element.textContent.includes(text) && element.getClientRects().length > 0;
      return [...document.querySelectorAll(selector)].find(isWanted);
    };
    const look = () => this.driver.executeScript(find, selector, text);
    const element = await this.driver.wait(look, PATIENCE, `expected ${selector} with "${text}", found none`);
    await element.click();
  }

  type = (selector, text) => this.driver.findElement({ css: selector }).sendKeys(text);

  press = (key) =>
    this.driver
      .actions()
      .sendKeys(Key[key.toUpperCase()] ?? key)
      .perform();

  async inFrame(body, ...args) {
    await this.driver.switchTo().frame(this.driver.findElement({ css: 'iframe' }));
    try {
      return await this.run(body, ...args);
    } finally {
      await this.driver.switchTo().defaultContent();
    }
  }

  picture = async () => Buffer.from(await this.driver.takeScreenshot(), 'base64');

  quit = () =>
    // The window closes before the driver answers.
    this.driver.quit().catch((error) => {
      if (error.name !== 'NoSuchWindowError') throw error;
    });
}

/** A display of its own for the windows of WebKitGTK. */
async function startDisplay() {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(child.stdio[3], 'data');
  return { DISPLAY: `:${String(number).trim()}`, stop: () => child.kill() };
}

/** A driver of WebKit, and what its sessions ask for. A driver has one session at a time. */
async function startDriver(command, options, browser) {
  const port = await findFreePort();
  const service = new DriverService(command, { port, args: [`--port=${port}`], loopback: true, ...options });
  const address = await service.start(PATIENCE);
  const open = async ({ size, ...options }) => {
    const capabilities = new Capabilities(browser(options));
    const driver = await new Builder().usingServer(address).withCapabilities(capabilities).build();
    await driver.manage().setTimeouts({ script: PATIENCE });
    const page = new WebDriverPage(driver);
    if (size) await driver.manage().window().setRect(size);
    return page;
  };
  return { open, stop: () => service.kill() };
}

/** A browser of Playwright for all pages with the same preferences. */
function startPlaywright(type) {
  const isFirefox = type === firefox;
  const browsers = new Map();
  const browserWith = (preferences) => {
    const key = JSON.stringify(preferences);
    const ofFirefox = { channel: 'moz-firefox', executablePath: FIREFOX, firefoxUserPrefs: preferences };
    if (!browsers.has(key)) browsers.set(key, type.launch(isFirefox ? ofFirefox : LAUNCH));
    return browsers.get(key);
  };
  return {
    async open({ size: viewport = WIDE, ...features }) {
      const { dark, forcedColours, reducedMotion, noScripts } = features;
      const media = {
        colorScheme: dark ? 'dark' : 'light',
        forcedColors: forcedColours ? 'active' : 'none',
        reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
      };
      const browser = await browserWith(isFirefox ? preferencesOf(features) : {});
      const options = { viewport, locale: 'en-GB', javaScriptEnabled: !noScripts, ...(isFirefox ? {} : media) };
      const context = await browser.newContext(options);
      return Object.assign(new PlaywrightPage(), { noScripts, isFirefox, context, page: await context.newPage() });
    },
    stop: async () => {
      for (const browser of browsers.values()) await (await browser).close();
    },
  };
}

const STARTS = {
  chromium: () => startPlaywright(chromium),
  firefox: () => startPlaywright(firefox),
  async webkit() {
    const { stop, DISPLAY } = await startDisplay();
    const env = { ...ALONE, DISPLAY, GDK_BACKEND: 'x11' };
    const driver = await startDriver('WebKitWebDriver', { env }, ({ dark, reducedMotion, noScripts }) => ({
      browserName: 'window.py',
      'webkitgtk:browserOptions': {
        binary: fileURLToPath(new URL('window.py', import.meta.url)),
        args: [dark && '--dark', reducedMotion && '--reduced-motion', noScripts && '--no-scripts'].filter(Boolean),
      },
    }));
    return { open: driver.open, stop: () => driver.stop().then(stop) };
  },
  /**
   * The engine of Safari 16.0. Its window has always the same size. It compiles on the main thread: the threads of its compiler make
   * WebAssembly trap in one of 13 loads (`docs/browsers.md`).
   */
  'webkit-2.38': () =>
    startDriver('WPEWebDriver', { env: { ...ALONE, JSC_useConcurrentJIT: '0' } }, ({ noScripts }) => ({
      browserName: 'cog',
      'wpe:browserOptions': {
        binary: '/usr/bin/cog',
        args: ['--platform=headless', '--automation', noScripts && '--enable-javascript=no'].filter(Boolean),
      },
    })),
};

/** Starts an engine: `open` opens a window of it, `stop` ends it. */
export const startEngine = (name) => STARTS[name]();
