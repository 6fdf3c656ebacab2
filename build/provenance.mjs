// Prints the provenance of a release as a predicate of SLSA v1 (https://slsa.dev/spec/v1.0/provenance), for `cosign attest-blob`: the commit,
// the files that fix the dependencies and the tools, and the commands. Called by make, with the address of the repository.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

const LOCKED = ['Cargo.lock', 'package-lock.json', 'rust-toolchain.toml', 'build/setup.sh'];
const git = (...words) => execFileSync('git', words, { encoding: 'utf8' }).trim();

if (git('status', '--porcelain', '--untracked-files=no'))
  throw new Error('provenance: the checkout has changes that no commit has');
const [source] = process.argv.slice(2);
if (!/^https:\/\/[^@]+$/.test(source ?? ''))
  throw new Error('provenance: SOURCE is not the https address of the repository');
const dependency = (file) => ({
  name: file,
  digest: { sha256: createHash('sha256').update(readFileSync(file)).digest('hex') },
});
const predicate = {
  buildDefinition: {
    buildType: `git+${source}#docs/operations/README.md`,
    externalParameters: {
      commands: ['make build', 'cargo auditable build --profile server -p gorlif-gateway -p gorlif-recorder'],
    },
    resolvedDependencies: [
      { uri: `git+${source}`, digest: { gitCommit: git('rev-parse', 'HEAD') } },
      ...LOCKED.map(dependency),
    ],
  },
  runDetails: {
    builder: { id: process.env.BUILDER ?? `machine:${hostname()}` },
    metadata: { finishedOn: new Date().toISOString() },
  },
};
console.log(JSON.stringify(predicate, null, 1));
