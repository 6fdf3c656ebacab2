// The recorder with the real gateway and sample-service, in SQLite and in PostgreSQL.
import assert from 'node:assert/strict';
import { chownSync, existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import net from 'node:net';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { json } from '../support/bodies.mjs';
import { freePort } from '../support/free-port.mjs';
import { until } from '../support/gateway-harness.mjs';
import { startPaced } from '../support/paced-recorder.mjs';
import { NEWER, WITH_NEWER, filesFor, readingsOf, recorder } from '../support/recorder-harness.mjs';
import { startAnswering, startSite, stores } from '../support/recorder-harness.mjs';
import { timeOf } from '../support/years.mjs';

/** How often the recorder is killed with each store: an even number. */
const KILLS = process.env.GORLIF_LONG ? { SQLite: 50, PostgreSQL: 50 } : { SQLite: 6, PostgreSQL: 2 };
const QUARTER = 15 * 60_000;
const DAY = 86_400_000;
const PROVEN = 20 * 60_000;

const { STORES, postgres } = stores({ before, after });

/** The site of one test, and the readings that its store must have in the end. */
async function setUp(t, options) {
  const site = await startSite(t, options);
  const { service, recorder } = site;
  const expected = new Set();
  /** The usable readings of the service now: rows as the recorder exports them. */
  const published = async () => {
    const { features } = await service.call('/riverlevels/v1/all');
    const row = ({ properties }) => {
      const [, day, month, year, time] = properties.LatestTime.match(/(\d+)\/(\d+)\/(\d+) (.+)/);
      const at = `${year}-${month}-${day}T${time}:00Z`;
      return [properties.Location, properties.Units, at, String(Number(properties.LatestValue))];
    };
    // One gauge has a reading of eight months ago, which is before the retention.
    return features.map(row).filter(([, , at]) => Date.now() - Date.parse(at) < 60 * DAY);
  };
  /** Stops the service's clock at this time. */
  const setTime = (time) => service.fault('time', new Date(time).toISOString());
  /** The same, and what the service has then must be stored. */
  const moveTo = async (time) => {
    await setTime(time);
    for (const row of texts(await published())) expected.add(row);
  };
  /** Expects that the store has each reading once; its rows. */
  const assertStored = async () => {
    const rows = await recorder.readings();
    assert.deepEqual(texts(rows), [...expected].sort());
    return rows;
  };
  return { ...site, expected, setTime, moveTo, assertStored };
}
const texts = (rows) => rows.map((row) => row.join(',')).sort();
/** So many quarters of an hour before the one that has begun. */
const quarters = (count) => Math.floor(Date.now() / QUARTER) * QUARTER - count * QUARTER;
const NOT_CHECKED = /could not be checked/;
/** Ends the connection to PostgreSQL that has the lock of the store, if another one waits for it; a row if it does. */
const END_WRITER = `SELECT pg_terminate_backend(writer.pid)
  FROM pg_locks writer JOIN pg_locks waiting USING (locktype, database, classid, objid)
  WHERE locktype = 'advisory' AND writer.granted AND NOT waiting.granted`;

for (const [kind, store] of Object.entries(STORES)) {
  describe(kind, () => {
    // case 187
    test('a cycle stores each reading once and writes the files; meanwhile no other recorder writes into the store or the folder, and an export reads', async (t) => {
      const site = await setUp(t, { store, flags: ['--scenario', 'storm'] });
      const { folder, options, recorder: records, expected, moveTo } = site;
      const { cycle, kill } = await startPaced(t, options);
      await moveTo(quarters(1));
      const first = await cycle();
      assert.deepEqual(first.errors, []);
      assert.deepEqual([first.healthy, first.new_readings], [true, expected.size]);
      assert.ok(first.new_messages > 100);
      const again = await cycle();
      assert.deepEqual([again.new_readings, again.corrected_readings, again.new_messages], [0, 0, 0]);
      await moveTo(quarters(0));
      let last = await cycle();
      assert.ok(last.new_readings > 100);
      // A cycle writes the files of gauges for 1.5 s only.
      while (last.outdated_files > 0) last = await cycle();
      const stored = await site.assertStored();

      const station = records.json('4001.json');
      assert.deepEqual(
        readingsOf(station.week).map(([at, level]) => [timeOf(at * 1000), level]),
        stored.filter(([id]) => id === '4001').map(([, , at, level]) => [at, Number(level)]),
      );
      const recent = records.json('recent.json');
      assert.deepEqual(readingsOf(recent.stations['4001']), readingsOf(station.week));
      const compressed = brotliDecompressSync(readFileSync(join(options.history, 'recent.json.br')));
      assert.deepEqual(JSON.parse(compressed.toString()), recent);
      const changes = Object.values(records.json('warnings.json').areas).flat();
      assert.ok(changes.length > 100 && changes.every(({ kind }) => kind === 'raised'));
      const feed = records.text('feeds/wales.en.atom');
      assert.match(feed, /<title>Test, not real: Issued: Severe flood warning: /);
      assert.match(feed, /<link href="https:\/\/flood\.example\/\?area=/);
      const unfinished = records.files().filter((name) => name.endsWith('.new'));
      assert.deepEqual(unfinished, []);

      const writes = /another recorder writes into this store/;
      if (kind === 'SQLite') {
        await assert.rejects(records.import('station,unit,time,level\n'), writes);
        symlinkSync(join(folder, 'store.db'), join(folder, 'link.db'));
        const linked = recorder({ ...options, store: `sqlite:${join(folder, 'link.db')}` });
        await assert.rejects(linked.cycle(), writes);
        const other = recorder({ ...options, store: `sqlite:${join(folder, 'other.db')}` });
        await assert.rejects(other.cycle(), /another recorder writes into this folder/);
      } else await assert.rejects(records.cycle(), writes);
      assert.equal(await kill('SIGTERM'), 0);
    });

    const kills = KILLS[kind];
    test(`killed ${kills} times in a week of cycles, it stores and publishes each reading once, and its files are whole`, async (t) => {
      const { recorder, moveTo, assertStored } = await setUp(t, { store });
      // Longer than the 12 hours of recent.json.
      const cycles = process.env.GORLIF_LONG ? 7 * 96 : 56;
      const between = Math.floor(cycles / (kills / 2));
      const begin = quarters(cycles);
      await moveTo(begin);
      const run = () => recorder.start('--interval', '0.01');
      let [running, killed] = [run(), 0];
      for (let cycle = 0; cycle <= cycles; cycle++) {
        await moveTo(begin + cycle * QUARTER);
        if (cycle > 0 && cycle % between === 0 && killed < kills) {
          // While it runs, and after it has started: from before the store is open to a few cycles later.
          for (let turn = 0; turn < 2; turn++, killed++) {
            await new Promise((done) => setTimeout(done, (killed * 300) / kills));
            await running.kill('SIGKILL');
            for (const name of recorder.files().filter((name) => name.endsWith('.json'))) recorder.json(name);
            running = run();
          }
          await running.cycles.next();
          assert.deepEqual(recorder.json('status.json').errors, []);
          continue;
        }
        for (;;) {
          const { value } = await running.cycles.next();
          if (!value.includes('new_readings=0 ')) break;
        }
      }
      assert.equal(killed, kills);
      // A cycle writes the files of gauges for 1.5 s only, so that on a busy machine some wait for the next ones.
      while (recorder.json('status.json').outdated_files) await running.cycles.next();
      assert.equal(await running.kill('SIGTERM'), 0);
      await assertStored();
      const week = readingsOf(recorder.json('4001.json').week);
      assert.ok(week.length >= cycles, `${week.length}`);
      assert.ok(week.every(([at], index) => index === 0 || at > week[index - 1][0]));
      const recent = readingsOf(recorder.json('recent.json').stations['4001']);
      assert.ok(recent.length >= 40 && recent.length <= 49, `${recent.length}`);
    });
  });
}

// case 185, 187
test('a row of an import that cannot be used, an address of the page that others can answer for, or a missing setting stops the program', async () => {
  const noon = new Date(Date.now() - 4 * DAY).toISOString().replace(/T.*/, 'T12:00:00Z');
  const row = `station,unit,time,level\n1,m,${noon},NaN`;
  const files = filesFor();
  const run = ['run', '--history', files.history, '--cycles', '1'];
  for (const [input, words, said] of [
    [row, ['import'], /line 2: the level is not a decimal number/],
    ['', [...run, '--page-address', 'http://flood.example'], /the page's address is no https address/],
    ['', [...run, '--push', '127.0.0.1:1'], /GORLIF_PUSH_KEY_FILE is missing/],
  ]) {
    const { status, stderr } = await recorder({ ...files, gateway: null }).run(input, ...words);
    assert.equal(status, 1, words.join(' '));
    assert.match(stderr, said);
  }
});

// Without those with `Retry-After`, whose sources are not requested for a time.
const FAULTS = [
  'cut reset wrong-length 204 206 redirect 304 400 401 403 404 408 429 500',
  '502-html 503 504 html error-body empty truncated huge gzip-garbage',
].flatMap((names) => names.split(' '));

test('each fault of the service stores nothing, loses nothing, is in the status and leaves a gap, and Retry-After is heeded', async (t) => {
  const { recorder, gateway, service, options, moveTo, assertStored } = await setUp(t);
  const { cycle, release } = await startPaced(t, options);
  await moveTo(quarters(100));
  assert.ok((await cycle()).new_readings > 100);
  const { areas } = recorder.json('warnings.json');
  await moveTo(quarters(0));
  for (const name of FAULTS) {
    await service.fault('all', name);
    const { healthy, errors, new_readings, new_messages } = await cycle();
    // Of the levels, the warnings and the forecast.
    assert.deepEqual([healthy, errors.length, new_readings, new_messages], [false, 3, 0, 0], name);
    assert.deepEqual(recorder.json('warnings.json').areas, areas, name);
    assert.ok(recorder.json('recent.json').stations['4001'].levels.length > 0, name);
  }
  await service.fault('all', 'none');
  let last = await cycle();
  assert.deepEqual([last.healthy, last.new_readings > 100], [true, true]);
  while (last.outdated_files > 0) last = await cycle();
  const { intervals, levels } = recorder.json('4001.json').week;
  assert.deepEqual([levels.length, intervals], [2, [100 * 900]]);
  await service.fault('all', '503-120');
  release();
  await until(() => recorder.json('status.json').errors.length === 3);
  await service.fault('all', 'none');
  const asked = gateway.seen.length;
  const seconds = Math.floor(Date.now() / 1_000);
  await until(() => recorder.json('status.json').at > seconds + 1);
  assert.equal(gateway.seen.length, asked, 'no request before the end of Retry-After');
  await assertStored();
});

/** A gateway whose responses of the service have these headers; the bodies are sample-service's. */
const startClock = (t, service, headers) =>
  startAnswering(t, async (_, { url }) => json(await service.call(url.replace('/api', '')), headers()));

test('a clock that is set back or forward neither stops the recording nor deletes', async (t) => {
  const { service, options, moveTo, assertStored } = await setUp(t);
  let offset = 0;
  const gateway = await startClock(t, service, () => ({ Date: new Date(Date.now() + offset).toUTCString() }));
  const { cycle } = await startPaced(t, { ...options, gateway });
  for (const [turn, hours] of [0, -24, -24, 0, 24 * 365, 24 * 365, 0].entries()) {
    offset = hours * 3_600_000;
    await moveTo(quarters(7 - turn));
    const { errors, new_readings } = await cycle();
    // Nothing but the age of the responses is in doubt.
    const doubts = hours === 0 ? 0 : 3;
    assert.deepEqual([errors.length, new_readings > 0], [doubts, true], `${hours}: ${errors}`);
    for (const error of errors) assert.match(error, /the age of the response is not known/);
  }
  // The last reading of an offline gauge is a quarter of an hour newer in each cycle.
  await assertStored();
  assert.equal((await cycle()).errors.length, 0);
});

test('with a full disk, and while another program locks the store, the readings wait and are stored afterwards', async (t) => {
  const { recorder: records, options, folder, moveTo, assertStored } = await setUp(t);
  await moveTo(quarters(63));
  await records.cycle();
  // A limit of 400 kB for each file is in place of a small disk: the first cycle's log of SQLite has half of it. The signal of the limit is
  // ignored, so that writes fail.
  const limit = `trap '' XFSZ; ulimit -S -f 400; exec "$@"`;
  const running = recorder({ ...options, wrap: ['bash', '-c', limit, 'bash'] }).start('--interval', '0.05');
  let pending = 0;
  for (let count = 62; count > 2; count--) {
    await moveTo(quarters(count));
    for (let lines = 0; lines < 2; lines++) await running.cycles.next();
    pending = records.json('status.json').pending_readings;
  }
  assert.ok(pending > 200, 'the disk is full');
  const freed = spawn('prlimit', ['--pid', String(running.child.pid), '--fsize=unlimited']);
  assert.equal((await once(freed, 'exit'))[0], 0);
  /** The report of a cycle that begins after now: the one that runs may have its response already. */
  const nextCycle = async () => {
    const now = Math.floor(Date.now() / 1_000);
    let report;
    do {
      await running.cycles.next();
      report = records.json('status.json');
    } while (report.at <= now);
    return report;
  };
  assert.equal((await nextCycle()).pending_readings, 0);

  let log = '';
  running.child.stderr.on('data', (part) => (log += part));
  const script = `import sqlite3, sys
db = sqlite3.connect(sys.argv[1], timeout=30)
db.execute('BEGIN EXCLUSIVE')
print('locked', flush=True)
sys.stdin.read()`;
  const other = spawn('python3', ['-c', script, join(folder, 'store.db')]);
  await once(other.stdout, 'data');
  await moveTo(quarters(1));
  const waiting = await nextCycle();
  assert.equal(waiting.new_readings, 0);
  assert.ok(waiting.pending_readings > 0, `pending readings: ${waiting.pending_readings}`);
  await moveTo(quarters(0));
  const closed = once(other, 'exit');
  other.stdin.end();
  await closed;
  assert.equal((await nextCycle()).pending_readings, 0);
  assert.equal(await running.kill('SIGTERM'), 0);
  await assertStored();
  assert.ok(readdirSync(options.history).length > 100);
  const statements = log.split('\n').filter((line) => line.includes('INSERT INTO'));
  assert.deepEqual(statements, [], 'the log says that the store fails, not with which statement');
});

// case 177
test('with StationData readings that were stored under the plain number of a station go on under the id of its gauge, and a refused history is followed by a wait that the next cycles do not shorten', async (t) => {
  const latestTime = new Date(quarters(0)).toISOString();
  const rain = { parameter: 7, paramNameEN: 'Rainfall', units: 'mm', latestValue: 0.2, latestTime };
  const level = { parameter: 10_095, paramNameEN: 'River Level', units: 'm', latestValue: 1.5, latestTime };
  let parameters = [rain, level];
  const body = () => json([{ location: 4_001, statusEN: 'Online', parameters }], { Date: new Date().toUTCString() });
  const { recorder, gateway } = await setUp(t, {
    operations: NEWER,
    answer: (path) => (path.endsWith('/StationData') ? body() : path.endsWith('/historical') ? { status: 429 } : null),
  });
  const at = new Date(Date.now() - DAY).toISOString();
  await recorder.import(`station,unit,time,level\n4001,m,${at},1.25\n4001~7,mm,${at},0.4\n`);
  const run = (cycles) => recorder.start(...WITH_NEWER, '--interval', '0.1', '--cycles', cycles).ended;
  await run('8');
  assert.equal(gateway.seen.filter(({ url }) => url.includes('/historical')).length, 1);
  // A response without the level does not give its readings to the rain.
  parameters = [rain];
  await run('1');
  const stored = (await recorder.readings()).map(([station, , , level]) => `${station} ${level}`);
  assert.deepEqual(stored.sort(), ['4001-10095 1.25', '4001-10095 1.5', '4001-7 0.2', '4001-7 0.4']);
});

// case 187
test('a folder of the files that was removed is made again, with all files; no link in it is followed, and gauges without a file come first', async (t) => {
  const { folder, options, recorder, setTime } = await setUp(t);
  await setTime(quarters(1));
  const running = recorder.start('--interval', '0.01');
  const files = () => recorder.files().filter((name) => !name.endsWith('.new')).length;
  const hasAll = () =>
    recorder.files().includes('status.json') && files() > 100 && recorder.json('status.json').outdated_files === 0;
  await until(hasAll);
  const before = files();
  renameSync(options.history, join(folder, 'removed'));
  await until(hasAll);
  assert.equal(files(), before);
  await running.kill('SIGTERM');
  symlinkSync(join(folder, 'mine'), join(options.history, 'status.json.new'));
  symlinkSync(join(folder, 'mine'), join(options.history, 'feeds/wales.en.atom.new'));
  const all = recorder.files().filter((name) => /^\d+\.json$/.test(name));
  const ages = () => all.map((name) => statSync(join(options.history, name)).mtimeMs);
  for (const name of all.slice(-3)) rmSync(join(options.history, name));
  await recorder.cycle();
  assert.ok(!existsSync(join(folder, 'mine')), 'nothing is written through the links');
  const [missing, others] = [ages().slice(-3), ages().slice(0, -3)];
  const isOutside = (age) => age >= Math.max(...missing) || age < Math.min(...missing);
  assert.ok(others.every(isOutside), 'the missing files are written before all others');
});

// case 187
test('an import by root leaves the files of the store to the owner of their folder', async (t) => {
  if (process.getuid() !== 0) return t.skip('not root');
  const { folder, ...files } = filesFor();
  chownSync(folder, 33, 33);
  const time = new Date(Date.now() - DAY).toISOString();
  await recorder({ ...files, gateway: null }).import(`station,unit,time,level\n1,m,${time},1\n`);
  for (const name of readdirSync(folder)) assert.equal(statSync(join(folder, name)).uid, 33, name);
});

// case 186
test('/healthz and status.json say why the recorder is not healthy', async (t) => {
  const { recorder, service, setTime } = await setUp(t);
  await setTime(quarters(0));
  const port = await freePort();
  const running = recorder.start('--health', `127.0.0.1:${port}`, '--interval', '0.2');
  await running.cycles.next();
  const health = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`);
    return { status: response.status, ...(await response.json()) };
  };
  await until(async () => (await health()).status === 200);
  const good = await health();
  assert.deepEqual([good.healthy, good.reasons], [true, []]);
  assert.ok(good.gauges > 100 && good.newest_reading >= quarters(1) / 1000, JSON.stringify(good));
  await service.fault('floodwarnings', '503');
  await until(async () => (await health()).status === 503);
  const bad = await health();
  assert.match(bad.reasons.join(), /flood warnings: the request failed/);
  assert.equal(bad.warnings_created, good.warnings_created);
  await running.kill('SIGTERM');
  const { healthy, reasons } = recorder.json('status.json');
  assert.deepEqual([healthy, reasons], [false, bad.reasons]);
});

// case 184, 186
test('a connection to PostgreSQL that is lost without a sign is noticed, and the next cycle connects again; where the store fails the feeds say that they are not checked', async (t) => {
  const address = new URL(postgres().database());
  const { port } = address;
  // Forwards bytes until it is told to stop, and then keeps the connections open.
  let isLost = false;
  const sockets = new Set();
  const proxy = net.createServer((client) => {
    const server = net.connect(port, '127.0.0.1');
    sockets.add(client).add(server);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ]) {
      from.on('data', (data) => !isLost && to.write(data));
      from.on('error', () => {});
      from.on('close', () => to.destroy());
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  address.port = proxy.address().port;
  const onProxy = { store: () => address.href, flags: ['--scenario', 'calm'] };
  const { recorder, moveTo, assertStored } = await setUp(t, onProxy);
  await moveTo(quarters(1));
  await recorder.start('--interval', '0.2').cycles.next();
  await moveTo(quarters(0));
  isLost = true;
  const begin = Date.now();
  await until(() => recorder.json('status.json').errors.length > 0);
  assert.ok(Date.now() - begin < 30_000);
  // The server ends the session of the lost connection, and with it the lock.
  for (const socket of sockets) socket.destroy();
  isLost = false;
  await until(() => recorder.json('status.json').healthy);
  await assertStored();
  assert.doesNotMatch(recorder.text('feeds/wales.en.atom'), /<entry>/);
  postgres().drop(address.href);
  await until(() => NOT_CHECKED.test(recorder.text('feeds/wales.en.atom')));
  const isFailure = (reason) => /river levels: the store failed/.test(reason);
  await until(() => recorder.json('status.json').reasons.some(isFailure));
});

// case 184, 196
test('when a response has become 20 minutes old feeds and pages say so before the next cycle, and the gateway serves no page without warnings of a recorder that has stopped', async (t) => {
  const { service, gateway, options } = await setUp(t, { flags: ['--scenario', 'calm'] });
  const created = new Date(Date.now() - PROVEN + 20_000);
  const clock = await startClock(t, service, () => ({ 'X-Origin-Date': created.toUTCString() }));
  const stopped = recorder({ ...options, gateway: clock });
  const running = stopped.start('--interval', '600');
  await running.cycles.next();
  await running.kill('SIGKILL');
  const ageing = recorder({ ...filesFor(), gateway: clock, t });
  await ageing.start('--interval', '600').cycles.next();
  const pages = stopped.files().flatMap((name) => /^plain\/(.*\.html)$/.exec(name)?.[1] ?? []);
  const claims = pages.filter((name) => /class="answer none"/.test(stopped.text(`plain/${name}`)));
  // Wales and the 22 counties, in both languages.
  assert.equal(claims.length, 46, String(pages));
  assert.doesNotMatch(ageing.text('feeds/wales.en.atom'), /<entry>/);
  await until(() => NOT_CHECKED.test(ageing.text('feeds/wales.en.atom')));
  await until(() => ageing.text('plain/cy/index.html').includes('Nid oes modd gwirio'));
  const get = (name) => fetch(`${gateway.address}plain/${name}`);
  await until(async () => (await get('en/index.html')).status === 503);
  for (const name of claims) {
    const response = await get(name);
    assert.equal(response.status, 503, name);
    assert.doesNotMatch(await response.text(), /answer none|No flood warnings/, name);
  }
});

// case 185
test('a store has sample data or real data, never both', async (t) => {
  const { service, options, recorder: sample } = await setUp(t, { flags: ['--scenario', 'storm'] });
  await sample.cycle();
  const before = sample.json('warnings.json').areas;
  const gateway = await startClock(t, service, () => ({}));
  const real = recorder({ ...options, gateway });
  const { healthy, reasons } = await real.cycle();
  assert.equal(healthy, false);
  assert.match(reasons.join(), /the store has sample data and the service serves real data: use another store/);
  assert.deepEqual(real.json('warnings.json').areas, before);
  assert.match(real.text('feeds/wales.en.atom'), NOT_CHECKED);
  const alerts = real.files().filter((name) => name.startsWith('feeds/cap/message-'));
  assert.ok(alerts.length > 0 && alerts.every((name) => /<status>Test</.test(real.text(name))));
});

// case 260
test('a standby takes over when the recorder is killed, in the same folder, or loses the store, which ends it', async (t) => {
  const { recorder: records, options, folder } = await startSite(t, { store: STORES.PostgreSQL });
  const first = records.start('--interval', '1');
  await first.cycles.next();
  const second = records.start('--interval', '600', '--standby', 'on');
  assert.match(await second.standsBy(), /standby: the store cannot be opened: another recorder writes into this store/);
  const { at } = records.json('status.json');
  await first.kill('SIGKILL');
  await second.cycles.next();
  const status = records.json('status.json');
  assert.ok(status.at >= at && status.proven, JSON.stringify(status));
  const readings = (await records.readings()).map((row) => row.slice(0, 3).join());
  assert.equal(new Set(readings).size, readings.length, 'each reading once');
  // With a folder of its own, and when the connection that has the lock is lost long before the next cycle: the server gives the lock to
  // the one that waits for it.
  const third = recorder({ ...options, history: join(folder, 'other') }).start('--interval', '1', '--standby', 'on');
  await third.standsBy();
  await until(() => postgres().sql(options.store, END_WRITER));
  await third.cycles.next();
  const untilEnd = async () => {
    for (;;) await second.cycles.next();
  };
  await assert.rejects(
    untilEnd,
    /ended: recorder: the store cannot be opened: another recorder writes into this store/,
  );
  assert.match(records.text('feeds/wales.en.atom'), NOT_CHECKED);
  assert.equal(await third.kill('SIGTERM'), 0);
});
