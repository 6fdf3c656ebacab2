#!/usr/bin/env bash
# Runs the test suites, here called rings, one after another, the recorder's beside the one in the browser; a ring that fails does not
# keep the next ones from running. RING selects one ring, FILE one test file of it without `.test.mjs`. Called by make.
set -euo pipefail
cd "$(dirname "$0")/.."
rings=(native browser sample-service probe gateway recorder e2e engines commands operations)
RING=${RING:-} FILE=${FILE:-*}
logs=${CARGO_TARGET_DIR:-target}/rings
mkdir -p "$logs"
rm -f "$logs"/*.log
if [ -n "$RING" ] && [[ ! " ${rings[*]} " == *" $RING "* ]]; then
  echo "test: RING is one of ${rings[*]}" >&2
  exit 1
fi
if [ -z "$RING" ] && [ "$FILE" != '*' ]; then
  echo 'test: FILE needs RING' >&2
  exit 1
fi

failed=()
ring() { # name, command
  if [ -n "$RING" ] && [ "$RING" != "$1" ]; then return 0; fi
  printf '\n==== %s ====\n' "$1"
  local begin=$SECONDS
  "${@:2}" 2>&1 | tee -a "$logs/$1.log" || failed+=("$1")
  printf '==== %s: %s s ====\n' "$1" "$((SECONDS - begin))"
}
# A ring that runs beside the next ones: what it prints is shown at its end.
declare -A beside=()
begin_beside() { # name, command
  if [ -n "$RING" ] && [ "$RING" != "$1" ]; then return 0; fi
  "${@:2}" >"$logs/$1.log" 2>&1 &
  beside[$1]=$!
}
end_beside() { # name
  if [ -z "${beside[$1]:-}" ]; then return 0; fi
  wait "${beside[$1]}" || failed+=("$1")
  printf '\n==== %s ====\n' "$1"
  cat "$logs/$1.log"
}
tests() { # number of files that run at once, files
  if [ "$#" -eq 1 ]; then
    echo "test: the ring has no file $FILE.test.mjs" >&2
    return 1
  fi
  node --test --test-concurrency="$1" --test-reporter=spec "${@:2}"
}
end_to_end() { # ring, patterns of test files; none for all
  playwright test --output "$logs/failures-$1" "${@:2}"
}
wants() { # rings
  [ -z "$RING" ] || [[ " $* " == *" $RING "* ]]
}

# trunk compiles the release bundle, mostly on one core, while the first rings run.
bundle=
if wants gateway recorder e2e engines commands operations; then
  trunk build --release --dist dist --log warn &
  bundle=$!
fi
await_bundle() {
  local pid=$bundle
  bundle=
  if [ -n "$pid" ] && ! wait "$pid"; then
    echo 'test: the bundle was not built' >&2
    exit 1
  fi
}

# Apart, so that the programs below are not compiled again with other features of their dependencies.
programs=(-p gorlif-gateway -p gorlif-sample-service -p gorlif-recorder -p gorlif-probe)
native() {
  local status=0
  cargo test --quiet -p gorlif -p gorlif-core || status=1
  cargo test --quiet "${programs[@]}" || status=1
  return "$status"
}
ring native native

ring browser env \
  CHROMEDRIVER="${CHROMEDRIVER:-$(command -v chromedriver || true)}" WASM_BINDGEN_TEST_ONLY_WEB=1 \
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER=wasm-bindgen-test-runner \
  cargo test -p gorlif --target wasm32-unknown-unknown --test browser

cargo build --quiet "${programs[@]}"
shopt -s nullglob
ring sample-service tests 1 sample-service/tests/$FILE.test.mjs
ring probe tests 1 probe/tests/$FILE.test.mjs

await_bundle
# Its tests wait for time limits half of the time.
ring gateway tests 2 tests/gateway/$FILE.test.mjs
# Its tests mostly wait for the recorder, which writes files for 1.5 s in a cycle.
begin_beside recorder tests 2 tests/recorder/$FILE.test.mjs
files=()
if [ "$FILE" != '*' ]; then files=("/$FILE.test"); fi
ring e2e end_to_end e2e "${files[@]}"
end_beside recorder
if [ "$FILE" != '*' ]; then files=("tests/engines/$FILE.test"); fi
ring engines playwright test --config tests/engines/playwright.config.mjs "${files[@]}"
# `make serve` and `make gateway` build `dist` anew.
ring commands tests 1 tests/commands/$FILE.test.mjs

# What the page says of danger and in faults does not depend on the versions of the operations. With
# GORLIF_COMBINATIONS=all also one newer operation beside one of version 1.
combinations=('{"levels":"station-data","warnings":"v3"}')
if [ "${GORLIF_COMBINATIONS:-}" = all ]; then
  combinations+=('{"levels":"station-data","warnings":"v1"}' '{"levels":"v1","warnings":"v3"}')
fi
if [ "$FILE" = '*' ]; then files=(/proof.test /answers.test /faults.test); fi
for operations in "${combinations[@]}"; do
  export GORLIF_TEST_OPERATIONS=$operations
  ring operations end_to_end operations "${files[@]}"
done

# The failures again, where a reader looks first.
for name in "${failed[@]}"; do
  printf '\ntest: failed: %s\n' "$name" >&2
  sed -n '/failing tests:\|^failures:\|^  1) /,$p' "$logs/$name.log" >&2
done
[ "${#failed[@]}" -eq 0 ]
