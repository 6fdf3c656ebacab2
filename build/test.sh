#!/usr/bin/env bash
# Runs the test suites, here called rings, one after another: cheap ones first, so that a fault in core ends the run early. The recorder's
# ring, which mostly waits, runs beside the one in the browser. After the native ring, a ring that fails does not keep the next ones
# from running. RING selects one ring, FILE one test file of it without `.test.mjs`; with GORLIF_BUNDLE=ready `dist` is not built again.
# Called by make.
set -euo pipefail
cd "$(dirname "$0")/.."
rings=(native sample-service probe scripts recorder e2e engines gateway operations commands)
RING=${RING:-} FILE=${FILE:-*}
logs=${CARGO_TARGET_DIR:-target}/rings
mkdir -p "$logs"
rm -f "$logs"/*.log "$logs"/*.seconds
if [ -n "$RING" ] && [[ ! " ${rings[*]} " == *" $RING "* ]]; then
  echo "test: RING is one of ${rings[*]}" >&2
  exit 1
fi
if [ -z "$RING" ] && [ "$FILE" != '*' ]; then
  echo 'test: FILE needs RING' >&2
  exit 1
fi

failed=()
wants() { # rings
  [ -z "$RING" ] || [[ " $* " == *" $RING "* ]]
}
ring() { # name, command
  if ! wants "$1"; then return 0; fi
  printf '\n==== %s ====\n' "$1"
  local begin=$SECONDS
  "${@:2}" 2>&1 | tee -a "$logs/$1.log" || failed+=("$1")
  took "$1" "$begin"
}
took() { # name of a ring, when it began
  echo "$((SECONDS - $2))" >"$logs/$1.seconds"
  printf '==== %s: %s s ====\n' "$1" "$(cat "$logs/$1.seconds")"
}
# A ring that runs beside the next ones: what it prints is shown at its end.
declare -A beside=()
begin_beside() { # name, command
  if ! wants "$1"; then return 0; fi
  local begin=$SECONDS
  {
    local status=0
    "${@:2}" || status=$?
    took "$1" "$begin"
    exit "$status"
  } >"$logs/$1.log" 2>&1 &
  beside[$1]=$!
}
end_beside() { # name
  if [ -z "${beside[$1]:-}" ]; then return 0; fi
  wait "${beside[$1]}" || failed+=("$1")
  printf '\n==== %s ====\n' "$1"
  cat "$logs/$1.log"
}
# The seconds of each ring, the slowest tests, and the failures again, where a reader looks first.
report() {
  node build/times.mjs "$logs"
  for name in "${failed[@]}"; do
    printf '\ntest: failed: %s\n' "$name" >&2
    sed -n '/failing tests:\|^failures:\|^  1) /,$p' "$logs/$name.log" >&2
  done
  [ "${#failed[@]}" -eq 0 ]
}
tests() { # number of files that run at once, files
  if [ "$#" -eq 1 ]; then
    echo "test: the ring has no file $FILE.test.mjs" >&2
    return 1
  fi
  node --test --test-concurrency="$1" --test-reporter=spec "${@:2}"
}
end_to_end() { # ring, arguments of the runner
  playwright test --output "$logs/failures-$1" "${@:2}"
}

# trunk compiles the release bundle, mostly on one core, while the first rings run.
bundle=
if [ "${GORLIF_BUNDLE:-}" != ready ] && wants probe scripts recorder e2e engines gateway operations commands; then
  trunk build --release --dist dist --log warn &
  bundle=$!
fi

# The programs together with the tests: apart, they would have other features of their dependencies, and be compiled twice.
native() {
  cargo build --quiet --workspace --bins --tests && cargo test --quiet --workspace
}
if wants native; then
  ring native native
  if [ "${#failed[@]}" -gt 0 ]; then report; fi
else
  cargo build --quiet -p gorlif-gateway -p gorlif-sample-service -p gorlif-recorder -p gorlif-probe
fi
export GORLIF_PROGRAMS=ready

shopt -s nullglob
ring sample-service tests 1 sample-service/tests/$FILE.test.mjs

if [ -n "$bundle" ] && ! wait "$bundle"; then
  echo 'test: the bundle was not built' >&2
  exit 1
fi
ring probe tests 1 probe/tests/$FILE.test.mjs
ring scripts tests 1 tests/scripts/$FILE.test.mjs
# Its tests mostly wait for the recorder, which writes files for 1.5 s in a cycle.
begin_beside recorder tests 2 tests/recorder/$FILE.test.mjs
files=()
if [ "$FILE" != '*' ]; then files=("/$FILE.test"); fi
ring e2e end_to_end e2e "${files[@]}"
end_beside recorder
if [ "$FILE" != '*' ]; then files=("tests/engines/$FILE.test"); fi
ring engines playwright test --config tests/engines/playwright.config.mjs "${files[@]}"
# Its tests wait for time limits half of the time.
ring gateway tests 3 tests/gateway/$FILE.test.mjs
# What a version of an operation can change in a browser; native tests have the rest.
export GORLIF_TEST_OPERATIONS='{"levels":"station-data","warnings":"v3"}'
if [ "$FILE" != '*' ]; then files=("/$FILE.test"); fi
ring operations end_to_end operations --grep @operations "${files[@]}"
unset GORLIF_TEST_OPERATIONS
# `make serve` and `make gateway` build `dist` anew.
ring commands tests 1 tests/commands/$FILE.test.mjs
report
