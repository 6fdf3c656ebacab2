// What an operator starts: the containers of compose.yaml with prepare.sh, and the units of systemd. Read by the tools that start them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  GATEWAY,
  LEVELS,
  dist,
  folderFor,
  get,
  root,
  settings,
  startBoth,
  startGateway,
  startUpstream,
  startsWith,
  stops,
} from '../support/gateway-harness.mjs';

const KUBERNETES = join(root, 'docs/operations/kubernetes');
const isRoot = process.getuid() === 0;
/** The highest exposure of a unit by `systemd-analyze security`, of 10. */
const EXPOSURE = 1.5;
const unit = (name) => readFileSync(join(root, `gateway/${name}.service`), 'utf8');
const analyze = (...words) => spawnSync('systemd-analyze', words, { encoding: 'utf8' });

/** The folder of a checkout with a built page, in which prepare.sh was given these lines, and how it is run again. */
function checkout(...lines) {
  const folder = folderFor();
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist/index.html'), '');
  for (const name of ['compose.yaml', '.env.example', 'prepare.sh'])
    cpSync(join(root, 'gateway', name), join(folder, 'gateway', name));
  const prepare = (lines, more = {}) => {
    const input = lines.map((line) => `${line}\n`).join('');
    return spawnSync(join(folder, 'gateway/prepare.sh'), { input, encoding: 'utf8', ...more });
  };
  const { status, stderr } = prepare(lines);
  if (lines.length) assert.equal(status, 0, stderr);
  return { folder, prepare };
}

const compose = (folder) =>
  spawnSync('docker-compose', ['-f', join(folder, 'gateway/compose.yaml'), 'config'], {
    cwd: join(folder, 'gateway'),
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });

test('prepare.sh writes settings and keys, with which the containers can be started', () => {
  const keys = ['sample-key-levels', 'sample-key-warnings', 'sample-key-forecast'];
  const { folder, prepare } = checkout('https://api.example', 'https://flood.example', ...keys);
  for (const name of ['levels', 'warnings', 'forecast']) {
    const file = join(folder, `gateway/secrets/key_${name}`);
    assert.equal(readFileSync(file, 'utf8'), `sample-key-${name}`);
    assert.equal(statSync(file).mode & 0o077, 0, 'only its owner reads it');
  }
  const { status, stdout, stderr } = compose(folder);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /GORLIF_UPSTREAM: https:\/\/api\.example/);
  assert.match(stdout, /GORLIF_PAGE_ADDRESS: https:\/\/flood\.example/);
  assert.match(stdout, /GORLIF_LOG_FORMAT: text/, 'each setting of .env');
  assert.equal(stdout.match(/read_only: true/g).length, 2);
  // A second run changes nothing.
  assert.equal(prepare([]).status, 0);
  assert.equal(compose(folder).stdout, stdout);
  if (!isRoot) return;
  // Of root's run the keys belong to the user of the containers.
  for (const path of ['', '/dist', '/gateway']) chmodSync(join(folder, path), 0o755);
  const other = prepare([], { uid: 65534, gid: 65534 });
  const sentence = 'prepare: gateway/secrets belongs to the user of the containers: run this as root\n';
  assert.deepEqual([other.status, other.stderr], [1, sentence]);
});

test('prepare.sh that is interrupted leaves nothing half, and asks again', () => {
  const { folder, prepare } = checkout();
  const run = (...lines) => prepare(lines);
  assert.equal(run('https://api.example').status, 1);
  assert.ok(!existsSync(join(folder, 'gateway/.env')));
  // An empty answer is none, nor is one that the gateway or the recorder would refuse.
  const wrong = run('', 'api.example', 'https://api.example', 'http://flood.example', 'https://flood.example', 'short');
  assert.equal(wrong.status, 1);
  assert.deepEqual(wrong.stderr.match(/this is not .*/g), [
    'this is not an https address',
    'this is not an https address',
    'this is not a key of 8 to 200 letters, digits or . _ ~ + / = -',
  ]);
  assert.equal(run('sample-key-levels').status, 1);
  assert.equal(run('', 'sample-key-warnings', 'sample-key-forecast').status, 0);
  assert.equal(readFileSync(join(folder, 'gateway/secrets/key_warnings'), 'utf8'), 'sample-key-warnings');
  writeFileSync(join(folder, 'gateway/.env'), 'GORLIF_UPSTREAM=\n');
  const { status, stderr } = compose(folder);
  assert.notEqual(status, 0);
  assert.match(stderr, /the base address of the service is missing in gateway\/\.env/);
});

test('each setting of compose.yaml, .env.example, the units and the manifests is one of the gateway or the recorder', () => {
  const known = ['gateway', 'recorder'].map((name) => readFileSync(join(root, `${name}/README.md`), 'utf8')).join('');
  const files = ['compose.yaml', '.env.example', 'gateway.service', 'recorder.service', 'recorder.Dockerfile'];
  const manifests = readdirSync(KUBERNETES, { recursive: true }).filter((name) => name.endsWith('.yaml'));
  const others = ['azure.yaml', ...manifests.map((name) => `kubernetes/${name}`)];
  for (const name of [...files, ...others.map((name) => `../docs/operations/${name}`)])
    for (const [setting] of readFileSync(join(root, 'gateway', name), 'utf8').matchAll(/\bGORLIF_[A-Z_]+\b/g)) {
      const documented = `\`${setting.replace(/^(GORLIF_KEY_\w+)_FILE$/, '$1')}`;
      assert.ok(known.includes(documented), `${setting} of ${name} is in no README.md`);
    }
});

test('the manifests for Kubernetes follow its schemas, and each overlay has the settings of its pods', (t) => {
  const readers = join(root, '.tools/readers/bin');
  const validate = (text, name) => {
    const file = join(folderFor(), 'manifests.yaml');
    writeFileSync(file, text);
    // By its interpreter: the script names the folder in which it was installed, and a checkout may be moved.
    const options = [join(readers, 'kubernetes-validate'), '--strict', file];
    const { status, stdout, stderr, error } = spawnSync(join(readers, 'python'), options, { encoding: 'utf8' });
    assert.equal(status, 0, `${name}: ${error ?? ''}${stdout}${stderr}`);
  };
  const base = ['gateway', 'recorder', 'history'].map((name) =>
    readFileSync(join(KUBERNETES, `base/${name}.yaml`), 'utf8'),
  );
  validate(base.join('\n---\n'), 'base');
  // Otherwise a service named gorlif sets GORLIF_PORT in its pods, which is no setting.
  for (const text of base)
    assert.equal(text.match(/enableServiceLinks: false/g)?.length, text.match(/^kind: Deployment$/gm)?.length);
  // Debian has no kubectl that is new enough for overlays of this form.
  const kustomize = (name) =>
    spawnSync('kubectl', ['kustomize', join(KUBERNETES, 'overlays', name)], { encoding: 'utf8' });
  if (kustomize('example').error) return t.skip('kubectl is not installed');
  for (const [name, settings] of [
    ['example', ['GORLIF_UPSTREAM: https://service.example', 'GORLIF_RECORDER_STANDBY: "on"']],
    ['notifications', ['GORLIF_PUSH: 0.0.0.0:8093', 'GORLIF_PUSH_KEY_FILE: /run/secrets/gorlif/push_key']],
  ]) {
    const { stdout, stderr } = kustomize(name);
    assert.equal(stderr, '', name);
    validate(stdout, name);
    for (const setting of settings) assert.ok(stdout.includes(setting), `${name}: ${setting} in ${stdout}`);
    const made = [...stdout.matchAll(/^kind: ConfigMap\nmetadata:\n\s+name: (\S+)$/gm)].map(([, name]) => name);
    const used = [...stdout.matchAll(/configMap(?:Key)?Ref:\n\s+(?:key: \S+\n\s+)?name: (\S+)/g)].map(
      ([, name]) => name,
    );
    assert.deepEqual([...new Set(used)].sort(), made.sort(), `${name}: ${stdout}`);
    const images = [...stdout.matchAll(/image: (.*)/g)].map(([, image]) => image);
    assert.deepEqual(images, ['registry.example/gorlif:1', 'registry.example/gorlif-recorder:1']);
  }
});

test('the units are valid, and their exposure is low', () => {
  for (const name of ['gateway', 'recorder']) {
    const folder = folderFor();
    const program = join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    const file = join(folder, `${name}.service`);
    writeFileSync(file, unit(name).replace(/\/usr\/local\/bin\/[a-z-]+/g, program));
    const verified = analyze('verify', file);
    assert.deepEqual([verified.status, verified.stderr], [0, ''], name);
    const { stdout } = analyze('security', '--offline=true', '--no-pager', file);
    const [, exposure] = stdout.match(/Overall exposure level for \S+: ([\d.]+)/);
    assert.ok(Number(exposure) <= EXPOSURE, `${name}: ${exposure}`);
  }
});

test('the gateway makes no system call that its unit refuses', async (t) => {
  const allowed = new Set();
  for (const [, sign, groups] of unit('gateway').matchAll(/^SystemCallFilter=(~?)(.*)$/gm)) {
    for (const name of expanded(analyze('syscall-filter', ...groups.split(' ')).stdout)) {
      if (sign) allowed.delete(name);
      else allowed.add(name);
    }
  }
  assert.ok(allowed.size > 200, `${allowed.size} calls are allowed`);
  // As the unit's user, who reaches no checkout: as root nginx would give up rights that it does not have there.
  const folder = folderFor();
  const log = join(folder, 'calls');
  cpSync(dist, join(folder, 'page'), { recursive: true });
  cpSync(GATEWAY, join(folder, 'gorlif-gateway'));
  if (isRoot) spawnSync('chown', ['-R', 'www-data:', folder]);
  const user = isRoot ? ['setpriv', '--reuid=www-data', '--regid=www-data', '--clear-groups'] : [];
  const gateway = await startGateway(t, await startUpstream(t), {
    folder,
    GORLIF_PAGE: join(folder, 'page'),
    command: [...user, 'strace', '-D', '-f', '-qq', '-o', log, join(folder, 'gorlif-gateway')],
  });
  assert.equal((await get(gateway, LEVELS)).status, 200);
  await gateway.stop('SIGQUIT');
  const called = new Set([...readFileSync(log, 'utf8').matchAll(/^\d+ +([a-z0-9_]+)\(/gm)].map(([, name]) => name));
  assert.ok(called.has('accept4') && called.has('epoll_wait'), [...called].join());
  const refused = [...called].filter((name) => !allowed.has(name));
  assert.deepEqual(refused, []);
});

/** The calls in what `systemd-analyze syscall-filter` prints of groups, with those of the groups in them. */
function expanded(text) {
  return text.split('\n').flatMap((line) => {
    const name = line.replace(/#.*/, '').trim();
    if (!/^ /.test(line) || name === '') return [];
    if (!name.startsWith('@')) return [name];
    return expanded(analyze('syscall-filter', name).stdout);
  });
}

test('the health checks of the images tell whether gateway and recorder answer', async (t) => {
  const { gateway } = await startBoth(t);
  assert.deepEqual(await startsWith(gateway.env, '--alive'), { code: 0, said: '' });
  await gateway.stop();
  await stops(gateway.env, {}, /nginx does not answer/, '--alive');
  await stops(settings('https://api.example', folderFor()), {}, /nginx does not answer/, '--alive');
});

/** A folder with copies of these files of the checkout. */
function copyOf(...files) {
  const folder = folderFor();
  for (const file of files) cpSync(join(root, file), join(folder, file));
  return folder;
}

test('the base images are pinned to the digests that the registry has, and again to newer ones', () => {
  const dockerfiles = ['gateway/Dockerfile', 'gateway/recorder.Dockerfile'];
  const folder = copyOf('build/pin-images.sh', ...dockerfiles);
  const program = join(folder, 'docker');
  const pin = (answer) => {
    writeFileSync(program, `#!/bin/sh\necho ${answer}\n`, { mode: 0o755 });
    const env = { PATH: `${folder}:${process.env.PATH}` };
    return spawnSync(join(folder, 'build/pin-images.sh'), { encoding: 'utf8', env });
  };
  const images = () => dockerfiles.flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/^FROM .*$/gm));
  const unpinned = images().map((line) => line.replace(/@\S+/, ''));
  for (const digest of ['1', '2'].map((sign) => `sha256:${sign.repeat(64)}`)) {
    const { status, stderr } = pin(digest);
    assert.equal(status, 0, stderr);
    assert.deepEqual(
      images(),
      unpinned.map((line) => line.replace(/^FROM \S+/, `$&@${digest}`)),
    );
  }
  const before = images();
  const { status, stderr } = pin('not found');
  assert.deepEqual([status, images()], [1, before]);
  assert.match(stderr, /^pin-images: no digest of \S+, but: not found$/m);
});

test('the provenance of a release names its commit and what fixes its dependencies, and is refused with other changes', () => {
  const locked = ['Cargo.lock', 'package-lock.json', 'rust-toolchain.toml', 'build/setup.sh'];
  const folder = copyOf('build/provenance.mjs', ...locked);
  const run = (program, ...words) => {
    return spawnSync(program, words, { cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH } });
  };
  run('git', 'init', '--quiet');
  run('git', 'add', '.');
  run('git', '-c', 'user.name=a', '-c', 'user.email=a@b.cd', 'commit', '--quiet', '-m', 'a');
  // What a release makes is no change.
  writeFileSync(join(folder, 'SHA256SUMS'), '');
  const provenance = (source) => run('node', 'build/provenance.mjs', source);
  const { stdout, stderr } = provenance('https://git.example/gorlif');
  assert.equal(stderr, '');
  const [source, ...files] = JSON.parse(stdout).buildDefinition.resolvedDependencies;
  const gitCommit = run('git', 'rev-parse', 'HEAD').stdout.trim();
  assert.deepEqual(source, { uri: 'git+https://git.example/gorlif', digest: { gitCommit } });
  assert.deepEqual(
    files.map(({ name }) => name),
    locked,
  );
  for (const { name, digest } of files) assert.equal(run('sha256sum', name).stdout.split(' ')[0], digest.sha256);
  writeFileSync(join(folder, 'Cargo.lock'), '');
  const changed = provenance('https://git.example/gorlif');
  assert.notEqual(changed.status, 0);
  assert.match(changed.stderr, /the checkout has changes that no commit has/);
  run('git', 'checkout', 'Cargo.lock');
  for (const source of ['', 'git@git.example:gorlif', 'https://user:token@git.example/gorlif'])
    assert.match(provenance(source).stderr, /SOURCE is not the https address/, source);
});
