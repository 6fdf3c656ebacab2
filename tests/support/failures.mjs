// A reporter for Playwright: repeats the error of each failed test after everything else, because a log is often read from its end.
import { stripVTControlCharacters } from 'node:util';

/** The lines of an error that say what was expected and what was there. */
const LINES = 12;

export default class Failures {
  #failed = [];

  onTestEnd(test, { status, error, duration }) {
    if (status === test.expectedStatus || status === 'skipped') return;
    const message = stripVTControlCharacters(error?.message ?? status);
    const lines = message.split('\n').filter((line) => line.trim());
    const [, , file, ...titles] = test.titlePath();
    this.#failed.push(
      [`${file} › ${titles.join(' › ')} (${status} after ${duration} ms)`, ...lines.slice(0, LINES)].join('\n  '),
    );
  }

  onEnd() {
    if (this.#failed.length) console.log(['', ...this.#failed, ''].join('\n'));
  }
}
