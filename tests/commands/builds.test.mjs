// The bundle does not depend on the folder of the checkout: who builds a release again gets the same bytes.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { dist, root } from '../support/gateway-harness.mjs';

/** The files of a bundle with the hashes of their contents. */
const hashes = (folder) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((file) => [
        file.slice(folder.length + 1),
        createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16),
      ]),
  );

test('a build in another folder has the same files, byte for byte', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gorlif-elsewhere-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const options = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', options, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const file of files) cpSync(join(root, file), join(folder, file));
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
});
