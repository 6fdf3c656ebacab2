// What the tests of the recorder share: the recorder's program, a store of each kind, and the files that it writes.
import { execFileSync, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text as textOf } from 'node:stream/consumers';
import { freePort } from './free-port.mjs';
import { folderFor, until } from './gateway-harness.mjs';
import { root, startGateway, startService } from './harness.mjs';
import { operationOf } from './operations.mjs';
import { serve } from './server.mjs';

const RECORDER = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug/recorder');

/** The programs of Debian's package postgresql, newest version. */
const POSTGRES = `/usr/lib/postgresql/${readdirSync('/usr/lib/postgresql').sort((a, b) => b - a)[0]}/bin`;

/** A PostgreSQL server of its own. `database()` creates an empty database and returns its address. */
async function startPostgres() {
  const folder = folderFor();
  const as = {};
  // PostgreSQL refuses to run as root.
  if (process.getuid() === 0) {
    const id = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }));
    Object.assign(as, { uid: id, gid: id });
    chownSync(folder, id, id);
  }
  const port = String(await freePort());
  const data = join(folder, 'data');
  const words = `-D ${data} -U recorder -A trust -E UTF8`.split(' ');
  execFileSync(`${POSTGRES}/initdb`, words, { ...as, stdio: 'pipe' });
  const settings = ['-D', data, '-p', port, '-k', folder, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'];
  const server = spawn(`${POSTGRES}/postgres`, settings, { ...as, stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const line of createInterface({ input: server.stderr }))
    if (line.includes('ready to accept connections')) break;
  server.stderr.resume();
  const connection = `-h 127.0.0.1 -p ${port} -U recorder`.split(' ');
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
    /** The rows that a statement gives, as text. */
    sql: (address, statement) => String(call('psql', '-At', '-c', statement, address.split('/').at(-1))),
    stop() {
      server.kill('SIGINT');
      return once(server, 'exit');
    },
  };
}

const inSqlite = (folder) => `sqlite:${join(folder, 'store.db')}`;

/** The files of a recorder in a folder of one test: `store` gives the address of the store. */
export function filesFor(store = inSqlite) {
  const folder = folderFor();
  return { folder, store: store(folder), history: join(folder, 'history') };
}

/** A store of each kind in a folder, and the PostgreSQL server, which runs from before the first test of a file to after the last. */
export function stores({ before, after }) {
  let server;
  before(async () => (server = await startPostgres()));
  after(() => server?.stop());
  return { STORES: { SQLite: inSqlite, PostgreSQL: () => server.database() }, postgres: () => server };
}

/** The lines of a log about cycles. Waiting for one of a recorder that has ended is an error, with what it said last. */
async function* cycles(lines) {
  let last = '';
  for await (const [line] of lines) {
    if (/ cycle new_readings=\d+ /.test(line)) yield line;
    last = line;
  }
  throw new Error(`expected another cycle, found that the recorder has ended: ${last}`);
}

/** Without the settings of the tests and of the gateway, which the recorder refuses. */
const ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GORLIF_')));

/** The recorder for one store, one gateway and one folder of files. What it starts ends with the test `t`, if there is one. */
export function recorder({ store, gateway, history, wrap = [], program = RECORDER, t }) {
  const command = (...more) => [...wrap, program, '--store', store, ...more];
  const address = ['--page-address', 'https://flood.example'];
  const options = ['--gateway', `${gateway?.address}api`, '--history', history, ...address];
  const run = async (input, ...more) => {
    const [program, ...parts] = command(...more);
    const child = spawn(program, parts, { env: ENVIRONMENT });
    child.stdin.on('error', () => {}).end(input);
    const output = [child.stdout, child.stderr].map(textOf);
    const [[status], stdout, stderr] = await Promise.all([once(child, 'close'), ...output]);
    return { status, stdout, stderr };
  };
  /** The same of one that must succeed: what it prints. */
  const output = async (...words) => {
    const { status, stdout, stderr } = await run(...words);
    if (status !== 0) throw new Error(stderr);
    return stdout;
  };
  const text = (name) => readFileSync(join(history, name), 'utf8');
  const json = (name) => JSON.parse(text(name));
  return {
    /** Runs one cycle to its end; its status. */
    cycle: () => output('', 'run', ...options, '--cycles', '1').then(() => json('status.json')),
    run,
    import: (csv) => output(csv, 'import'),
    /** All stored readings: rows of [station, unit, time, level]. */
    readings: async () => rows(await output('', 'export')),
    export: (format) => output('', 'export', '--format', format),
    /** Starts `run`. `cycles` are the lines that it logs at the end of each cycle, `kill` ends it. */
    start(...more) {
      const [program, ...parts] = command('run', ...options, ...more);
      const child = spawn(program, parts, { env: ENVIRONMENT, stdio: ['ignore', 'ignore', 'pipe'] });
      const ended = once(child, 'exit');
      t?.after(() => child.kill('SIGKILL'));
      // Read whether or not a line is waited for: a recorder whose log is not read stops.
      const lines = on(createInterface({ input: child.stderr }), 'line', { close: ['close'] });
      let said = '';
      child.stderr.on('data', (part) => (said += part));
      return {
        child,
        cycles: cycles(lines),
        ended,
        /** Waits until it is a standby; the line that says so. */
        standsBy: () => until(() => /.*standby: .*/.exec(said)?.[0]),
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

/** Service with these flags, gateway and recorder, which may have another program or store; the other options are those of the gateway. */
export async function startRecorded(flags, { settings = {}, program, store, t, ...more } = {}) {
  const files = filesFor(store);
  mkdirSync(files.history);
  const service = await startService(...flags);
  const starting = startGateway(service, { settings: { GORLIF_HISTORY: files.history, ...settings }, ...more });
  // A service that runs on would keep the test's process from its end.
  const gateway = await starting.catch(async (error) => {
    await service.stop();
    throw error;
  });
  const options = { ...files, gateway, program, t };
  const stop = async () => {
    await gateway.stop();
    await service.stop();
  };
  return { ...files, service, gateway, options, records: recorder(options), stop };
}

/** The same for one test. The recorder's requests go past nginx, which would hold most faults back. */
export async function startSite(t, { flags = [], ...more } = {}) {
  const { records, ...site } = await startRecorded(['--control', ...flags], { direct: true, t, ...more });
  t.after(site.stop);
  return { ...site, recorder: records };
}

/** Service with these flags, gateway, and a recorder that has imported a file and has run until `isThere` is true of it. */
export async function startWithImport(flags, fileOf, isThere) {
  // Time stands still: a page that is opened in the next quarter of an hour has no reading that was not recorded.
  const started = await startRecorded(['--still', '--control', ...flags], { change: withHistory });
  const { service, records } = started;
  await records.import(await fileOf(service));
  // One process: each start begins anew with the files of all gauges, and on a busy machine would not come to the last ones.
  const running = records.start('--interval', '0.01');
  do await running.cycles.next();
  while (!isThere(records));
  await running.kill('SIGTERM');
  return started;
}

/** Whether each gauge has its file, of those whose number is the name of their file. */
function hasFiles({ json, files }) {
  const written = new Set(files());
  const numbers = Object.keys(json('recent.json').stations).filter((number) => /^\w+$/.test(number));
  return numbers.every((number) => written.has(`${number}.json`));
}

/**
 * Service, gateway and recorder, which has recorded the sample's past ("7d") and the current readings. A cycle writes files for 1.5 s: on
 * a busy machine the next ones write the rest.
 */
export function startWithPast(past, { scenario = 'storm' } = {}) {
  const pastOf = async ({ address }) => (await fetch(`${address}/past.csv`)).text();
  return startWithImport(['--past', past, '--scenario', scenario], pastOf, hasFiles);
}

/** An address that answers each request with what `answer` returns for its operation; a function of the response does it itself. */
export async function startAnswering(t, answer) {
  const site = await serve(async (request, response) => {
    const { status = 200, headers = {}, body = '', act } = await answer(operationOf(request.url), request);
    if (act) return act(response);
    response.writeHead(status, headers).end(body);
  });
  t.after(site.stop);
  return site;
}
