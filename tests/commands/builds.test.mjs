// The bundle does not depend on the folder of the checkout: who builds a release again gets the same bytes. The second build takes minutes,
// so it is only made when what can change this has changed since it was made last, or with CI_FULL=1 (`make release`).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { dist, root } from '../support/gateway-harness.mjs';

const sha256 = (content) => createHash('sha256').update(content).digest('hex');

/** The files of a bundle with the hashes of their contents. */
const hashes = (folder) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((file) => [file.slice(folder.length + 1), sha256(readFileSync(file)).slice(0, 16)]),
  );

/** The files of the checkout, of all folders or of the named ones. */
const filesOf = (...paths) =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...paths], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter(Boolean);

/** What decides whether two builds are equal: the tools with their versions, what calls them, and the compiler. */
const INPUTS = [
  '.cargo',
  'Cargo.toml',
  'Cargo.lock',
  'Trunk.toml',
  'package-lock.json',
  'rust-toolchain.toml',
  'core/build.rs',
];
const SCRIPTS = ['captures.rs', 'flood-areas.mjs', 'limits.mjs', 'post-build.mjs', 'setup.sh', 'split.mjs'].map(
  (name) => `build/${name}`,
);
const inputs = () => {
  const files = filesOf(...INPUTS, ...SCRIPTS);
  const compiler = execFileSync('rustc', ['-vV'], { encoding: 'utf8' });
  return sha256([compiler, ...files.map((file) => sha256(readFileSync(join(root, file))))].join());
};
/** The hash of the inputs with which two builds were equal. */
const KEPT = join(root, 'build/reproduced.txt');
const reproduced = inputs();
const isKnown = !process.env.CI_FULL && readFileSync(KEPT, 'utf8').trim() === reproduced;

test(
  'a build in another folder has the same files, byte for byte',
  { skip: isKnown && 'made before with these inputs' },
  (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'gorlif-elsewhere-'));
    t.after(() => rmSync(folder, { recursive: true }));
    for (const file of filesOf()) cpSync(join(root, file), join(folder, file));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    // The packages of other projects are compiled once: cargo keeps those of the two checkouts apart.
    const CARGO_TARGET_DIR = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
    execFileSync('trunk', ['build', '--release', '--dist', join(folder, 'dist'), '--log', 'error'], {
      cwd: folder,
      env: { ...process.env, CARGO_TARGET_DIR },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const [here, elsewhere] = [hashes(dist), hashes(join(folder, 'dist'))];
    assert.ok(Object.keys(here).length > 50, `${Object.keys(here).length} files`);
    assert.deepEqual(elsewhere, here);
    // To be committed.
    writeFileSync(KEPT, `${reproduced}\n`);
  },
);
