// What the tests of the recorder share: the recorder's program, a store of each kind, and the files that it writes.
import { execFileSync, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text as textOf } from 'node:stream/consumers';
import { freePort } from './free-port.mjs';
import { folderFor } from './gateway-harness.mjs';
import { root, startGateway, startService } from './harness.mjs';
import { operationOf } from './operations.mjs';
import { serve } from './server.mjs';

const RECORDER = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug/recorder');

/** The programs of Debian's package postgresql, newest version. */
const POSTGRES = (() => {
  const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => b - a);
  return `/usr/lib/postgresql/${versions[0]}/bin`;
})();

/** A PostgreSQL server of its own. `database()` creates an empty database and returns its address. */
async function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'gorlif-postgres-'));
  const as = {};
  // PostgreSQL refuses to run as root.
  if (process.getuid() === 0) {
    const id = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }));
    Object.assign(as, { uid: id, gid: id });
    chownSync(folder, id, id);
  }
  const port = String(await freePort());
  const data = join(folder, 'data');
  const more = ['-U', 'recorder', '-A', 'trust', '-E', 'UTF8'];
  execFileSync(`${POSTGRES}/initdb`, ['-D', data, ...more], { ...as, stdio: 'pipe' });
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'];
  const server = spawn(`${POSTGRES}/postgres`, ['-D', data, '-p', port, '-k', folder, ...settings], {
    ...as,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for await (const line of createInterface({ input: server.stderr }))
    if (line.includes('ready to accept connections')) break;
  server.stderr.resume();
  const connection = ['-h', '127.0.0.1', '-p', port, '-U', 'recorder'];
  const call = (program, ...words) =>
    execFileSync(`${POSTGRES}/${program}`, [...connection, ...words], { stdio: 'pipe' });
  let databases = 0;
  return {
    database() {
      const name = `recorder${databases++}`;
      call('createdb', name);
      return `postgres://recorder@127.0.0.1:${port}/${name}`;
    },
    /** Drops a database, with the connections to it. */
    drop: (address) => call('dropdb', '--force', address.split('/').at(-1)),
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const inSqlite = (folder) => `sqlite:${join(folder, 'store.db')}`;

/** The files of a recorder in a folder of one test: `store` gives the address of the store. */
export function filesFor(store = inSqlite) {
  const folder = folderFor();
  return { folder, store: store(folder), history: join(folder, 'history') };
}

/**
 * A service with these flags, a gateway and a recorder for one test. The recorder's requests go past nginx, which would hold most faults
 * back. `options` are those of the recorder, with the folder of its files.
 */
export async function startSite(t, { store, flags = [], ...more } = {}) {
  const files = filesFor(store);
  const service = await startService('--control', ...flags);
  t.after(() => service.stop());
  const gateway = await startGateway(service, { direct: true, ...more });
  t.after(() => gateway.stop());
  const options = { ...files, gateway };
  return { service, gateway, options, recorder: recorder(options) };
}

/**
 * A store of each kind in a folder, for the tests of a file. The PostgreSQL server, `postgres()`, runs from before the first test to after the
 * last; `before` and `after` are those of the test runner.
 */
export function stores({ before, after }) {
  let server;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server?.stop());
  return { STORES: { SQLite: inSqlite, PostgreSQL: () => server.database() }, postgres: () => server };
}

/**
 * The lines of a log about cycles, collected from now on. Waiting for one of a recorder that has ended is an error, with what it said last.
 */
function cycles(log) {
  // Events are read whether or not a line is waited for: a recorder whose log is not read stops.
  const lines = on(createInterface({ input: log }), 'line', { close: ['close'] });
  async function* ofCycles() {
    let last = '';
    for await (const [line] of lines) {
      if (/ cycle new_readings=\d+ /.test(line)) yield line;
      last = line;
    }
    throw new Error(`expected another cycle, found that the recorder has ended: ${last}`);
  }
  return ofCycles();
}

/** Without the settings of the tests and of the gateway, which the recorder refuses. */
const ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GORLIF_')));

/** The recorder for one store, one gateway and one folder of files. */
export function recorder({ store, gateway, history, wrap = [], program = RECORDER }) {
  const command = (...more) => [...wrap, program, '--store', store, ...more];
  const address = ['--page-address', 'https://flood.example'];
  const options = ['--gateway', `${gateway?.address}api`, '--history', history, ...address];
  /** Runs a command to its end. */
  const run = async (input, ...more) => {
    const [program, ...parts] = command(...more);
    const child = spawn(program, parts, { env: ENVIRONMENT });
    child.stdin.on('error', () => {}).end(input);
    const output = [child.stdout, child.stderr].map(textOf);
    const [[status], stdout, stderr] = await Promise.all([once(child, 'close'), ...output]);
    return { status, stdout, stderr };
  };
  const text = (name) => readFileSync(join(history, name), 'utf8');
  const json = (name) => JSON.parse(text(name));
  return {
    /** Runs one cycle to its end; its status. */
    async cycle() {
      const { status, stderr } = await run('', 'run', ...options, '--cycles', '1');
      if (status !== 0) throw new Error(stderr);
      return json('status.json');
    },
    run,
    import: (csv) => run(csv, 'import'),
    /** All stored readings: rows of [station, unit, time, level]. */
    async readings() {
      const { status, stdout, stderr } = await run('', 'export');
      if (status !== 0) throw new Error(stderr);
      return rows(stdout);
    },
    export: async (format) => (await run('', 'export', '--format', format)).stdout,
    /** Starts `run`. `cycles` are the lines that it logs at the end of each cycle, `kill` ends it. */
    start(...more) {
      const [program, ...parts] = command('run', ...options, ...more);
      const child = spawn(program, parts, { env: ENVIRONMENT, stdio: ['ignore', 'ignore', 'pipe'] });
      const ended = once(child, 'exit');
      return {
        child,
        cycles: cycles(child.stderr),
        ended,
        async kill(signal) {
          child.kill(signal);
          return (await ended)[0];
        },
      };
    },
    text,
    json,
    files: () => (existsSync(history) ? readdirSync(history, { recursive: true }).map(String) : []),
  };
}

export function rows(csv) {
  const [, ...lines] = csv.trim().split('\n');
  return lines.map((line) => line.split(','));
}

/** The readings of a series in a file: [seconds since 1970, level]. */
export function readingsOf({ start, intervals, levels }) {
  let at = start;
  return levels.map((level, index) => [(at += index > 0 ? intervals[index - 1] : 0), level]);
}

/** The newer versions of the operations, for a gateway and for the command of a recorder. */
export const NEWER = { levels: 'station-data', warnings: 'v3' };
export const WITH_NEWER = ['--levels', NEWER.levels, '--warnings', NEWER.warnings];

/** The page's settings with the recorder's files switched on. */
export const withHistory = (html) => html.replace('"endpoint":', '"history": true, "endpoint":');

/** Service with these flags, gateway and recorder. */
export async function startRecorded(flags, { settings = {}, program, ...options } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'gorlif-past-'));
  const history = join(folder, 'history');
  mkdirSync(history);
  const service = await startService(...flags);
  const gateway = await startGateway(service, { settings: { GORLIF_HISTORY: history, ...settings }, ...options });
  return {
    service,
    gateway,
    folder,
    history,
    records: recorder({ store: `sqlite:${join(folder, 'store.db')}`, gateway, history, program }),
    async stop() {
      await gateway.stop();
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The gauges that have no file yet, of those whose number is the name of their file. */
const withoutFile = ({ json, files }) => {
  const written = new Set(files());
  const numbers = Object.keys(json('recent.json').stations).filter((number) => /^\w+$/.test(number));
  return numbers.filter((number) => !written.has(`${number}.json`));
};

/**
 * Service, gateway and recorder, which has recorded the sample's past ("7d") and the current readings. A cycle writes files for 1.5 s: on
 * a busy machine the next ones write the rest.
 */
export async function startWithPast(past, { scenario = 'storm' } = {}) {
  // Time stands still: a page that is opened in the next quarter of an hour has no reading that was not recorded.
  const flags = ['--still', '--control', '--past', past, '--scenario', scenario];
  const started = await startRecorded(flags, { change: withHistory });
  const { service, records } = started;
  const imported = await records.import(await (await fetch(`${service.address}/past.csv`)).text());
  if (imported.status !== 0) throw new Error(imported.stderr);
  do await records.cycle();
  while (withoutFile(records).length > 0);
  return started;
}

/** An address that answers each request with what `answer` returns for its operation; a function of the response does it itself. */
export async function startAnswering(t, answer) {
  const site = await serve((request, response) => {
    const { status = 200, headers = {}, body = '', act } = answer(operationOf(request.url), request);
    if (act) return act(response);
    response.writeHead(status, headers).end(body);
  });
  t.after(site.stop);
  return site;
}
