#!/usr/bin/env bash
# Installs the pinned build tools: those in Rust into a cache that all checkouts share, with links in .tools, the others into
# node_modules; with the argument `check` also the formatter of `make check`. Prints each step and skips what is already installed.
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
export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
cache=${XDG_CACHE_HOME:-$HOME/.cache}/gorlif
tool() { # crate, version, level of optimisation, how long, options of cargo install
  local folder=$cache/$1-$2
  if [ ! -e "$folder/.crates.toml" ]; then
    say "building $1 $2 into $folder ($4, once)"
    CARGO_PROFILE_RELEASE_OPT_LEVEL=$3 \
      cargo install --locked --quiet --root "$folder" --target-dir .tools/build "$1@$2" "${@:5}"
  fi
  mkdir -p .tools/bin
  local program
  for program in "$folder"/bin/*; do
    # Not anew: another process may be starting it.
    [ ".tools/bin/${program##*/}" -ef "$program" ] || ln -sf "$program" .tools/bin/
  done
}
# Only the two that read whole modules are optimised. trunk without the question for a newer version.
tool trunk "$TRUNK" 0 'about 3 minutes' --no-default-features --features rustls
tool wasm-bindgen-cli "$BINDGEN" 1 'about 2 minutes'
tool wasm_split_cli_support "$SPLIT" 1 'about 1 minute' --features build-binary
if [ "${1:-}" = check ]; then
  tool leptosfmt "$LEPTOSFMT" 0 'about 1 minute'
fi
rm -rf .tools/build
# trunk asks for nothing over the network.
cargo fetch --quiet --locked

if [ ! -e node_modules/.setup ] || [ package-lock.json -nt node_modules/.setup ]; then
  say 'installing Leaflet, wasm-opt and the test tools with npm'
  npm ci --no-audit --no-fund --loglevel=error
  touch node_modules/.setup
fi
