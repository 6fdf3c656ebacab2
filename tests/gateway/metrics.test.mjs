// The metrics of gateway and recorder, read by Prometheus itself, and the alert rules of docs/operations.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../support/free-port.mjs';
import {
  LEVELS,
  SHORT,
  folderFor,
  get,
  places,
  respond,
  root,
  startGateway,
  startUpstream,
  until,
} from '../support/gateway-harness.mjs';
import { SERVICE_KEYS, startService } from '../support/harness.mjs';
import { filesFor, recorder } from '../support/recorder-harness.mjs';

const rules = join(root, 'docs/operations/alerts.yaml');

/** The text at an address. */
async function text(address) {
  const response = await fetch(address);
  assert.equal(response.status, 200, address);
  return { type: response.headers.get('content-type'), text: await response.text() };
}

test('the rules of the alerts are valid, and fire when they should', () => {
  const options = { cwd: join(root, 'docs/operations'), encoding: 'utf8' };
  const promtool = (...words) => execFileSync('promtool', words, options);
  promtool('check', 'config', 'prometheus.yaml');
  assert.match(promtool('test', 'rules', 'alerts.test.yaml'), /SUCCESS/);
});

test('each metric of a rule and of the dashboard is one of the gateway or the recorder, which counts what it does', async (t) => {
  const { metrics } = await startMonitored(t);
  const files = [rules, join(root, 'docs/operations/dashboard.json')];
  const names = new Set(files.flatMap((file) => readFileSync(file, 'utf8').match(/gorlif_\w+/g)));
  const [gateway, recording] = await Promise.all([text(metrics), text(await startRecorder(t))]);
  const all = `${gateway.text}${recording.text}`;
  for (const name of names) assert.match(all, new RegExp(`^# TYPE ${name.replace(/_total$/, '(_total)?')} `, 'm'));
  for (const pattern of [
    /^gorlif_recorder_cycles_total [1-9]/m,
    /^gorlif_recorder_new_readings_total \d{3}/m,
    /^gorlif_recorder_failures_total 0/m,
    /^gorlif_recorder_healthy 1\.0$/m,
    /^gorlif_recorder_proven 1\.0$/m,
    /^gorlif_recorder_warnings_created_timestamp_seconds \d{10}\.0$/m,
  ])
    assert.match(recording.text, pattern);
});

test('the gateway counts calls by outcome, what the cache did, and what limits refused', async (t) => {
  const { gateway, upstream, metrics } = await startMonitored(t, { GORLIF_PLACE_CALLS: '1', GORLIF_PLACE_SHARE: '1' });
  for (const path of [LEVELS, LEVELS, ...places(2)]) await get(gateway, path);
  upstream.answer = respond(200, '<html>');
  const expected = [
    /^gorlif_calls_total\{operation="levels",outcome="200"\} 1$/m,
    /^gorlif_last_call_valid\{operation="levels"\} 1$/m,
    /^gorlif_limited_total\{operation="place"\} 1$/m,
    /^gorlif_responses_total\{cache="HIT"\} [1-9]/m,
    /^gorlif_source_ready\{source="levels"\} 1$/m,
    /^gorlif_source_created_timestamp_seconds\{source="levels"\} \d{10}$/m,
    /^gorlif_cache_usable 1$/m,
    /^gorlif_requests_total [1-9]/m,
    // By the scrape itself, since no visitor asked for it.
    /^gorlif_calls_total\{operation="forecast",outcome="200 not JSON"\} 1$/m,
    /^gorlif_last_call_valid\{operation="forecast"\} 0$/m,
  ];
  await until(async () => {
    const { text: metricsNow } = await text(metrics);
    return expected.every((pattern) => pattern.test(metricsNow));
  });
  const { type, text: body } = await text(metrics);
  assert.equal(type, 'text/plain; version=0.0.4; charset=utf-8');
  const checked = spawnSync('promtool', ['check', 'metrics'], { input: body, encoding: 'utf8' });
  assert.deepEqual([checked.status, checked.stdout + checked.stderr], [0, '']);
  assert.equal((await get(gateway, '/metrics')).status, 404, 'not for visitors');
});

test('the recorder’s metrics are open to other machines only where the setting says so', async () => {
  const records = recorder(filesFor());
  const refused = await records.run('', 'run', '--health', '0.0.0.0:8092');
  assert.deepEqual([refused.status, /GORLIF_STATUS_OPEN=on/.test(refused.stderr)], [1, true], refused.stderr);
});

test('Prometheus raises an alert when the service is killed, and none before', async (t) => {
  const service = await startService('--scenario', 'storm');
  t.after(() => service.stop());
  const { metrics } = await startMonitored(t, SERVICE_KEYS, service);
  const folder = folderFor();
  // The same rules, in seconds.
  writeFileSync(join(folder, 'alerts.yaml'), readFileSync(rules, 'utf8').replace(/for: \d+m/g, 'for: 5s'));
  const configuration = {
    global: { scrape_interval: '5s', scrape_timeout: '5s', evaluation_interval: '1s' },
    rule_files: [join(folder, 'alerts.yaml')],
    scrape_configs: [{ job_name: 'gorlif-gateway', static_configs: [{ targets: [new URL(metrics).host] }] }],
  };
  writeFileSync(join(folder, 'prometheus.yaml'), JSON.stringify(configuration));
  mkdirSync(join(folder, 'data'));
  const port = await freePort();
  const files = [`--config.file=${join(folder, 'prometheus.yaml')}`, `--storage.tsdb.path=${join(folder, 'data')}`];
  const options = [...files, `--web.listen-address=127.0.0.1:${port}`];
  const prometheus = spawn('prometheus', options, { stdio: 'ignore' });
  t.after(() => prometheus.kill('SIGKILL'));
  const ask = async (path) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`).catch(() => null);
    return response?.ok ? (await response.json()).data : null;
  };
  const firing = async (name) => {
    const { alerts } = (await ask('alerts')) ?? { alerts: [] };
    return alerts.filter(({ labels, state }) => labels.alertname === name && state === 'firing');
  };
  const valid = async () =>
    (await ask('query?query=sum(gorlif_last_call_valid{operation=~"levels|wales|forecast"})'))?.result[0]?.value[1];
  await until(async () => (await valid()) === '3');
  for (const name of ['GorlifWarningsFail', 'GorlifSourceFails']) assert.deepEqual(await firing(name), []);
  await service.stop();
  await until(async () => (await firing('GorlifWarningsFail')).length === 1);
  await until(async () => (await firing('GorlifSourceFails')).length === 2);
});

/** A gateway with metrics, and the service behind it, which is asked again after a second. */
async function startMonitored(t, settings = {}, service) {
  const upstream = service ?? (await startUpstream(t));
  const status = `127.0.0.1:${await freePort()}`;
  const gateway = await startGateway(t, upstream, { GORLIF_STATUS: status, ...(service ? SHORT : {}), ...settings });
  return { gateway, upstream, metrics: `http://${status}/metrics` };
}

/** A recorder that has run a cycle of a storm; the address of its metrics. */
async function startRecorder(t) {
  const service = await startService('--scenario', 'storm');
  t.after(() => service.stop());
  const gateway = await startGateway(t, service, SERVICE_KEYS);
  const records = recorder({ ...filesFor(), gateway });
  const address = `127.0.0.1:${await freePort()}`;
  const running = records.start('--health', address);
  t.after(() => running.kill('SIGTERM'));
  await running.cycles.next();
  const metrics = `http://${address}/metrics`;
  await until(async () => /^gorlif_recorder_cycles_total 1/m.test((await text(metrics)).text));
  return metrics;
}
