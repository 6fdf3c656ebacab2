// What the recorder keeps of each gauge over the years: percentiles of a year, highest levels, replaced gauges, and the year that
// StationData has.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { after, before, describe, test } from 'node:test';
import { json } from '../support/bodies.mjs';
import { startPaced } from '../support/paced-recorder.mjs';
import { NEWER, WITH_NEWER, readingsOf, rows, startSite, stores } from '../support/recorder-harness.mjs';
import { flashy, importFile, importRows, readingsOfDays, timeOf } from '../support/years.mjs';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const PERCENTS = [1, 2, 5, 10, 25, 50, 75, 90, 95, 96, 97, 98, 99];
const FILE = 'level-records.json';
const { STORES } = stores({ before, after });

const dayOf = (at) => new Date(at).toISOString().slice(0, 10);
/** A level as an import has it. */
const rounded = (level) => Number(level.toFixed(3));

/** The level that the service has now of a gauge: with it the next reading is no jump. */
async function levelNow(service, id) {
  const { features } = await service.call('/riverlevels/v1/all');
  return Number(features.find(({ properties }) => properties.Location === id).properties.LatestValue);
}

const recordsOf = (records) => Object.fromEntries(records.json(FILE).gauges.map((record) => [record.station, record]));

/** Runs cycles until the file has the gauges. */
async function cyclesUntil({ cycle }, records, ...ids) {
  for (;;) {
    assert.deepEqual((await cycle()).errors, []);
    const stations = records.files().includes(FILE) ? recordsOf(records) : {};
    if (ids.every((id) => id in stations)) return stations;
  }
}

/** The days of a gauge in the store, in its export: [day, number of readings, lowest, highest, time of the highest]. */
function daysIn(csv, id) {
  assert.match(csv, /^station,unit,day,readings,lowest,mean,highest,highest_at\n/);
  const ofGauge = rows(csv).filter(([station]) => station === id);
  return ofGauge.map(([, , day, count, low, , high, at]) => [day, ...[count, low, high].map(Number), at]);
}

const daysOf = async (recorder, id) => daysIn(await recorder.export('days'), id);

/** Expects the days of readings without faults: [ms since 1970, level], oldest first. */
function assertDays(found, readings) {
  const expected = new Map();
  for (const [at, exact] of readings) {
    const [day, level] = [dayOf(at), rounded(exact)];
    const [, count, low, high, time] = expected.get(day) ?? [day, 0, level, -Infinity, ''];
    const highest = level > high ? [level, timeOf(at)] : [high, time];
    expected.set(day, [day, count + 1, Math.min(low, level), ...highest]);
  }
  assert.deepEqual(found, [...expected.values()]);
}

/** Expects the percentiles of these readings, within a centimetre. */
function assertPercentiles(record, readings) {
  const sorted = readings.map(([, level]) => level).sort((a, b) => a - b);
  for (const [index, percent] of PERCENTS.entries()) {
    const exact = sorted[Math.floor((sorted.length * percent) / 100)];
    const found = record.levels[index];
    assert.ok(Math.abs(found - exact) <= 0.01, `${percent}: ${found} is not ${exact}`);
  }
}

const ofLastYear = (readings) => readings.filter(([at]) => Math.floor(at / DAY) > Math.floor(Date.now() / DAY) - 365);

for (const [kind, store] of Object.entries(STORES)) {
  describe(kind, () => {
    test('a year of imported readings has its percentiles within a centimetre, and its highest levels', async (t) => {
      const { recorder, options } = await startSite(t, { store });
      const year = readingsOfDays(500, flashy);
      const imported = await recorder.import(importFile({ 4001: year }));
      const [, fresh, days] = /^(\d+) new readings\n(\d+) days before the retention/.exec(imported);
      // The readings of 60 days are kept, from the first of these days on.
      assert.ok(Number(fresh) >= 5_759 && Number(fresh) < 5_760 + 96, fresh);
      assert.ok(Number(days) >= 440 && Number(days) <= 441, days);
      if (kind === 'SQLite') assertDays(await daysOf(recorder, '4001'), year);
      const running = await startPaced(t, options);
      const { 4001: record } = await cyclesUntil(running, recorder, '4001');
      assertPercentiles(record, ofLastYear(year));
      const levels = year.map(([at, level]) => [at, rounded(level)]);
      const [at, highest] = levels.reduce((most, row) => (row[1] > most[1] ? row : most));
      assert.deepEqual([record.highest, record.highest_at * 1000], [highest, at]);
      assert.equal(record.since * 1000, Math.floor(year[0][0] / DAY) * DAY);
      assert.equal(record.unit, 'm');
      assert.ok(record.days >= 364 && record.days <= 365, `${record.days}`);
      const years = new Map();
      for (const [at, level] of levels) {
        const of = new Date(at).getUTCFullYear();
        if (!years.has(of) || years.get(of)[1] < level) years.set(of, [at / 1000, level]);
      }
      // The current reading of the service is not as high.
      assert.deepEqual(recorder.json('4001.json').years, [...years.values()]);
      const compressed = brotliDecompressSync(readFileSync(join(options.history, `${FILE}.br`)));
      assert.deepEqual(JSON.parse(compressed.toString()), recorder.json(FILE));
      assert.equal(await running.kill('SIGTERM'), 0);
      // A second import of the same times, with other levels, corrects the days of before the retention, also the first.
      const corrected = year.map(([at, level], quarter) => [at, quarter < 96 * 480 ? level + 0.1 : level]);
      assert.match(await recorder.import(importFile({ 4001: corrected })), /^0 new readings\n/);
      const stored = await daysOf(recorder, '4001');
      // The recorder has added the reading of the service to the last day.
      const before = ([at]) => dayOf(at) <= stored[470][0];
      assertDays(stored.slice(0, 471), corrected.filter(before));
    });
  });
}

test('a new gauge, a spike, a replaced gauge, another unit and faults have no wrong record, in the next cycle neither', async (t) => {
  const { recorder, options, service } = await startSite(t);
  const ids = ['4002', '4003', '4007', '4008', '4009', '4010'];
  const now = Object.fromEntries(await Promise.all(ids.map(async (id) => [id, await levelNow(service, id)])));
  const year = (level) => readingsOfDays(400, level);
  const wave = (id) => (quarter) => now[id] + 0.1 * Math.sin(quarter / 500);
  /** So many days of readings that are wrong from one time to another. */
  const faulty = (id, days, [from, until]) => {
    const rows = readingsOfDays(days, wave(id)).map((row) => [row, row[0] >= from && row[0] < until]);
    assert.ok(rows.some(([, isFault]) => isFault));
    return rows.map(([[at, level], isFault]) => [at, isFault ? now[id] + 9 : level]);
  };
  const today = Math.floor(Date.now() / DAY) * DAY;
  const retained = Math.floor((Date.now() - 60 * DAY) / DAY) * DAY;
  const faults = {
    // From 23:00 eight days ago to 10:00 six days ago.
    4007: faulty('4007', 100, [today - 8 * DAY + 23 * HOUR, today - 6 * DAY + 10 * HOUR]),
    // Where the retention begins.
    4008: faulty('4008', 120, [retained - 3 * HOUR, retained + 3 * HOUR]),
    4009: faulty('4009', 120, [retained, retained + 5 * HOUR]),
    4010: faulty('4010', 120, [retained - 5 * HOUR, retained]),
  };
  const gauges = {
    4001: readingsOfDays(21, flashy),
    // A fault of the sensor for three readings, half a year ago and yesterday.
    4002: year((quarter) => ([20_000, 20_001, 20_002, 38_300].includes(quarter) ? now[4002] + 9 : wave(4002)(quarter))),
    // Its zero was moved 100 days ago.
    4003: year((quarter) => wave(4003)(quarter) + (quarter < 400 * 96 - 9_600 ? 50 : 0)),
    ...faults,
  };
  const other = importRows('4001', gauges[4001]).map((row) => row.replace(',m,', ',mASD,'));
  await recorder.import([importFile(gauges), ...other].join('\n'));
  const running = await startPaced(t, options);
  const first = await cyclesUntil(running, recorder, '4001', ...ids);
  const { 4001: fresh, 4003: moved } = first;
  assert.equal(fresh.unit, 'm');
  assert.ok(fresh.days >= 21 && fresh.days <= 23, `${fresh.days}`);
  for (const id of ['4002', '4003'])
    for (const level of [first[id].highest, ...first[id].levels])
      assert.ok(Math.abs(level - now[id]) < 0.11, `${id}: ${level} is not near ${now[id]}`);
  const since = Math.round((Date.now() / 1000 - moved.since) / 86_400);
  assert.ok(since >= 100 && since <= 101, `${since}`);
  assert.ok(moved.days >= 100 && moved.days <= 101, `${moved.days}`);
  const isOwn = ([, level]) => level < now[4003] + 1;
  assert.ok(recorder.json('4003.json').years.every(isOwn), 'nothing of the gauge before');
  for (const records of [first, await cyclesUntil(running, recorder, ...ids)])
    for (const [id, rows] of Object.entries(faults)) {
      const { since, highest, days } = records[id];
      assert.equal(since * 1000, Math.floor(rows[0][0] / DAY) * DAY, id);
      assert.ok(highest < now[id] + 0.11, `${id}: ${highest}`);
      if (id === '4007') assert.ok(days >= 99 && days <= 101, `${days}`);
    }
});

test('an import of one part of the past begins no new record and leaves no day out', async (t) => {
  const { recorder, service } = await startSite(t);
  const now = await levelNow(service, '4002');
  const today = Math.floor(Date.now() / DAY) * DAY;
  const rows = readingsOfDays(200, (quarter) => now + 0.1 * Math.sin(quarter / 500));
  /** 36 hours, which end six days ago. */
  const isFault = ([at]) => at >= today - 7.5 * DAY && at < today - 6 * DAY;
  const faulty = rows.map((row) => (isFault(row) ? [row[0], now + 9] : row));
  const isPast = ([at]) => at < today - 60 * DAY;
  const other = readingsOfDays(200, () => 1);
  // The past of both gauges, then what is recent of both.
  const part = (is) => ({ 4002: faulty.filter(is), 4003: other.filter(is) });
  await recorder.import(
    importFile(
      part(isPast),
      part((row) => !isPast(row)),
    ),
  );
  assertDays(await daysOf(recorder, '4003'), other);
  const before = await daysOf(recorder, '4002');
  // The last days again, which begin after the fault; and two years ago, above another zero.
  const last = importFile({ 4002: faulty.filter(([at]) => at >= today - 5 * DAY) });
  const long = importFile({ 4002: readingsOfDays(30, () => now + 20, today - 700 * DAY) });
  for (const part of [last, long]) await recorder.import(part);
  const after = await daysOf(recorder, '4002');
  assert.deepEqual(after.slice(-before.length), before);
  assert.ok(before.every(([, , , highest]) => highest < now + 0.11));
});

test('with StationData each gauge is filled once with 30 days, those of rivers with a year of days, also if the recorder is killed meanwhile', async (t) => {
  let stations = [];
  const { service, gateway, recorder } = await startSite(t, {
    flags: ['--scenario', 'storm'],
    operations: NEWER,
    answer(path, { url }) {
      if (path.endsWith('/StationData')) return json(stations, { Date: new Date().toUTCString() });
      // The service has no history of one gauge.
      return url.includes('location=4003&') ? { status: 404 } : null;
    },
  });
  const path = '/rivers-and-seas/v1/api/StationData';
  const all = await service.call(path);
  const tide = all.find(({ location }) => location > 200_000);
  // Rivers, of which one measures rain too, rain and a tide.
  const wanted = [4001, 4002, 4003, 4007, 104_005, tide.location];
  stations = all.filter(({ location }) => wanted.includes(location));
  assert.equal(stations.length, wanted.length);
  const parameter = (location) => stations.find((station) => station.location === location).parameters[0].parameter;
  const idOf = (location) => `${location}-${parameter(location)}`;
  const options = [...WITH_NEWER, '--interval', '0.2', '--filling-interval', '0.01'];
  const histories = () => gateway.seen.map(({ url }) => url).filter((url) => url.includes('/historical'));
  const killed = recorder.start(...options);
  for await (const _ of killed.cycles) if (histories().length >= 12) break;
  await killed.kill('SIGKILL');
  const running = recorder.start(...options);
  for await (const _ of running.cycles) {
    const { gauges_to_fill, periods_to_fill, outdated_files, errors } = recorder.json('status.json');
    assert.deepEqual(errors, []);
    const records = recorder.files().includes(FILE) ? recorder.json(FILE).gauges : [];
    const isWhole = ({ station, days }) => station === idOf(4003) || days >= 364;
    if (gauges_to_fill + periods_to_fill + outdated_files === 0 && records.every(isWhole)) break;
  }
  await running.kill('SIGTERM');
  const days = /location=(\d+)&parameter=\d+&from=([\d-]+)&to=([\d-]+)/;
  const asked = histories().map((url) => days.exec(url).slice(1));
  // The earlier periods of the rivers come after the last 30 days of all.
  const ofLast = asked.filter(([, , to]) => Date.parse(to) > Date.now() - DAY);
  assert.deepEqual(ofLast, asked.slice(0, ofLast.length));
  assert.equal(ofLast.length, stations.flatMap(({ parameters }) => parameters).length, 'each once');
  for (const id of ['4001', '4002', '4003']) {
    const windows = asked.filter(([location]) => location === id).map(([, ...days]) => days.map(Date.parse));
    assert.ok(windows.every(([from, to]) => to - from === 30 * DAY));
    const froms = [...new Set(windows.map(([from]) => from))].sort((a, b) => b - a);
    assert.equal(froms.length, 13, 'the last 30 days and 12 periods before');
    assert.ok(windows.length <= 14, `${windows.length}: at most that of the moment of the kill twice`);
    assert.ok(froms.every((from, index) => index === 0 || froms[index - 1] - from === 30 * DAY));
  }
  for (const id of [104_005, tide.location])
    assert.equal(asked.filter(([location]) => location === String(id)).length, 1, `${id}: 30 days only`);
  const records = recordsOf(recorder);
  assert.deepEqual(Object.keys(records).sort(), [4001, 4002, 4003, 4007].map(idOf));
  const id = idOf(4001);
  const historical = `${path}/historical?location=4001&parameter=${parameter(4001)}`;
  // The last 30 days are stored in full: a week of them is published in full, and before it an hour's highest.
  const [, from, to] = asked.find(([location]) => location === '4001');
  const recent = (await service.call(`${historical}&from=${from}&to=${to}`)).parameterReadings;
  const stored = (await recorder.readings()).filter(([station]) => station === id);
  const given = recent.map(({ time, value }) => [time, String(value)]);
  assert.ok(given.length > 2_700);
  assert.deepEqual(stored.map(([, , time, level]) => [time, level]).slice(0, 2_700), given.slice(0, 2_700));
  // The name of a file has "-" as the number of the character.
  const fileOf = (location) => `${idOf(location).replace('-', '_2d')}.json`;
  assert.ok(recorder.files().includes(fileOf(104_005)), 'the rain has its file');
  const { week, hourly } = recorder.json(fileOf(4001));
  assert.ok(readingsOf(week).length > 600 && readingsOf(hourly).length > 500);
  // An import with plain station numbers is of the same gauges.
  const early = readingsOfDays(500, flashy).slice(0, 960);
  await recorder.import(importFile({ 4001: early }));
  const exported = await recorder.export('days');
  assert.doesNotMatch(exported, /^4001,/m);
  // The distribution is that of the service's own readings.
  const { parameterReadings } = await service.call(historical);
  const year = ofLastYear(parameterReadings.map(({ time, value }) => [Date.parse(time), value]));
  const exportedDays = daysIn(exported, id);
  assertDays(exportedDays.slice(0, 11), early);
  // A day of two periods is made of both.
  const today = Math.floor(Date.now() / DAY);
  const isInYear = (day) => day > today - 360 && day < today - 1;
  const ofYear = exportedDays.filter(([day]) => isInYear(Date.parse(day) / DAY));
  assert.equal(ofYear.length, 358);
  const inYear = year.filter(([at]) => isInYear(Math.floor(at / DAY)));
  assertDays(ofYear, inYear);
  assertPercentiles(records[id], year);
});
