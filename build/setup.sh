#!/usr/bin/env bash
# Installs the pinned build tools into .tools and node_modules, with the argument `check` also the formatter of `make check`.
# Prints each step and skips what is already installed.
set -euo pipefail
cd "$(dirname "$0")/.."

TRUNK=0.21.14
SPLIT=0.2.4
LEPTOSFMT=0.1.33
BINDGEN=$(sed -n '/^name = "wasm-bindgen"$/{n;s/^version = "\(.*\)"$/\1/p;}' Cargo.lock)

say() { printf 'setup: %s\n' "$*"; }
missing() { printf 'setup: %s\n' "$*" >&2; exit 1; }

command -v cargo >/dev/null || missing 'cargo is missing: install Rust with rustup (https://rustup.rs)'
command -v rustup >/dev/null || missing 'rustup is missing: the wasm target is installed with it (https://rustup.rs)'
command -v cc >/dev/null || missing 'a C linker is missing: on Debian, apt-get install gcc'
command -v npm >/dev/null || missing 'npm is missing: install Node.js 20 or newer'
node -e 'process.exit(+process.versions.node.split(".")[0] < 20 ? 1 : 0)' || missing "Node.js 20 or newer is needed, this is $(node --version)"

if ! rustup target list --installed | grep -qx wasm32-unknown-unknown; then
  say 'adding the Rust target wasm32-unknown-unknown'
  rustup target add wasm32-unknown-unknown
fi

# The tools run for seconds, so they are compiled quickly: without the optimisations of their release profiles.
export CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
tool() { # crate, version, how long, options of cargo install
  if ! grep -qs "^\"$1 $2 " .tools/.crates.toml; then
    say "building $1 $2 into .tools ($3, once)"
    cargo install --locked --quiet --root .tools --target-dir .tools/build "$1@$2" "${@:4}"
  fi
}
tool trunk "$TRUNK" 'about 3 minutes'
tool wasm-bindgen-cli "$BINDGEN" 'about 1 minute'
tool wasm_split_cli_support "$SPLIT" 'about 1 minute' --features build-binary
if [ "${1:-}" = check ]; then
  tool leptosfmt "$LEPTOSFMT" 'under a minute'
fi
rm -rf .tools/build

if [ ! -e node_modules/.setup ] || [ package-lock.json -nt node_modules/.setup ]; then
  say 'installing Leaflet, wasm-opt and the test tools with npm'
  npm ci --no-audit --no-fund --loglevel=error
  touch node_modules/.setup
fi
