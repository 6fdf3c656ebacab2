// The bundle does not depend on the folder of the checkout: who builds a release again gets the same bytes. The second build takes minutes,
// so it is only made when what can change this has changed since it was made last, or with CI_FULL=1 (`make release`).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { dist, folderFor, root } from '../support/gateway-harness.mjs';

const sha256 = (content) => createHash('sha256').update(content).digest('hex');

/** The files of the checkout, of all folders or of the named ones. */
const filesOf = (...paths) => {
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...paths];
  return execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
};

/** What decides whether two builds are equal: the tools with their versions, what calls them, and the compiler. */
const INPUTS = [
  '.cargo Cargo.toml Cargo.lock Trunk.toml package-lock.json rust-toolchain.toml core/build.rs',
  'build/captures.rs build/flood-areas.mjs build/limits.mjs build/post-build.mjs build/setup.sh build/split.mjs',
].flatMap((names) => names.split(' '));
/** The hash of the inputs with which two builds were equal. */
const KEPT = join(root, 'build/reproduced.txt');
const compiler = execFileSync('rustc', ['-vV'], { encoding: 'utf8' });
const contents = filesOf(...INPUTS).map((file) => sha256(readFileSync(join(root, file))));
const reproduced = sha256([compiler, ...contents].join());
const isKnown = !process.env.CI_FULL && readFileSync(KEPT, 'utf8').trim() === reproduced;

const skip = isKnown && 'made before with these inputs';

test('a build in another folder has the same files, byte for byte', { skip }, () => {
  const folder = folderFor();
  for (const file of filesOf()) cpSync(join(root, file), join(folder, file));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  // The packages of other projects are compiled once: cargo keeps those of the two checkouts apart.
  const CARGO_TARGET_DIR = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
  execFileSync('trunk', ['build', '--release', '--dist', join(folder, 'dist'), '--log', 'error'], {
    cwd: folder,
    env: { ...process.env, CARGO_TARGET_DIR },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  assert.ok(readdirSync(dist, { recursive: true }).length > 50);
  // Names each file that is missing or differs.
  execFileSync('diff', ['-rq', dist, join(folder, 'dist')], { stdio: 'inherit' });
  // To be committed.
  writeFileSync(KEPT, `${reproduced}\n`);
});
