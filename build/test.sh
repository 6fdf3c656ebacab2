#!/usr/bin/env bash
# Runs all test suites, fastest first: native, in the browser, sample-service, gateway, recorder, end
# to end. A suite that fails does not keep the next ones from running. Called by make.
set -euo pipefail
cd "$(dirname "$0")/.."
failed=()
# ring NAME COMMAND…
ring() {
  printf '\n==== %s ====\n' "$1"
  "${@:2}" || failed+=("$1")
}

ring 'native' cargo test --workspace --quiet

ring 'in the browser, with the real Leaflet' env \
  CHROMEDRIVER="${CHROMEDRIVER:-$(command -v chromedriver || true)}" WASM_BINDGEN_TEST_ONLY_WEB=1 \
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER=wasm-bindgen-test-runner \
  cargo test -p gorlif --target wasm32-unknown-unknown --test browser

cargo build --quiet -p gorlif-sample-service -p gorlif-recorder -p gorlif-probe
ring 'sample-service' node --test --test-reporter=spec sample-service/tests/*.test.mjs

ring 'probe' node --test --test-reporter=spec probe/tests/*.test.mjs

trunk build --release --dist dist --log warn

ring 'gateway' node --test --test-concurrency=1 --test-reporter=spec tests/gateway/*.test.mjs

ring 'recorder' node --test --test-concurrency=1 --test-reporter=spec tests/recorder/*.test.mjs

ring 'end to end' node --test --test-concurrency=1 --test-reporter=spec tests/e2e/*.test.mjs

# What the page says of danger and in faults does not depend on the versions of the operations. With
# GORLIF_COMBINATIONS=all also one newer operation beside one of version 1.
combinations=('{"levels":"station-data","warnings":"v3"}')
if [ "${GORLIF_COMBINATIONS:-}" = all ]; then
  combinations+=('{"levels":"station-data","warnings":"v1"}' '{"levels":"v1","warnings":"v3"}')
fi
for operations in "${combinations[@]}"; do
  ring "end to end, with $operations" env GORLIF_TEST_OPERATIONS="$operations" \
    node --test --test-concurrency=1 --test-reporter=spec tests/e2e/{proof,answers,faults}.test.mjs
done

if [ "${#failed[@]}" -gt 0 ]; then
  printf 'test: failed: %s\n' "${failed[@]}" >&2
  exit 1
fi
