#!/usr/bin/env bash
# Runs the gateway with the built page on this machine, in front of sample-service: nginx as a
# process, no container. Called by make with PORT, SERVICE_PORT, SCENARIO. Accepts all GORLIF_
# settings of gateway/README.md; with GORLIF_UPSTREAM it uses the real service.
set -euo pipefail
cd "$(dirname "$0")/.."
PORT=${PORT:-8080} SERVICE_PORT=${SERVICE_PORT:-8091}
export PATH=$PATH:/usr/sbin
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$folder"' EXIT
trap 'exit 0' INT TERM
# The tests have built them.
if [ "${GORLIF_PROGRAMS:-}" != ready ]; then
  cargo build --quiet -p gorlif-gateway -p gorlif-sample-service -p gorlif-recorder
fi
programs=${CARGO_TARGET_DIR:-target}/debug
# Of the tests, which are no settings of the gateway.
unset GORLIF_CAPTURES GORLIF_TEST_OPERATIONS GORLIF_PROGRAMS GORLIF_BUNDLE
if [ -z "${GORLIF_UPSTREAM:-}" ]; then
  # One sample key per operation.
  export GORLIF_UPSTREAM=http://127.0.0.1:$SERVICE_PORT GORLIF_KEY_LEVELS=sample-key-levels GORLIF_KEY_WARNINGS=sample-key-warnings GORLIF_KEY_FORECAST=sample-key-forecast
  "$programs/sample-service" --port "$SERVICE_PORT" --scenario "${SCENARIO:-mixed}" --past 7d \
    --key "riverlevels=$GORLIF_KEY_LEVELS" --key "floodwarnings=$GORLIF_KEY_WARNINGS" --key "floodforecast=$GORLIF_KEY_FORECAST" \
    --key "rivers-and-seas=$GORLIF_KEY_LEVELS" &
  build/record-sample.sh "$programs/recorder" "$folder" "http://127.0.0.1:$PORT" "http://127.0.0.1:$SERVICE_PORT/past.csv" &
  mkdir "$folder/history"
  export GORLIF_HISTORY=$folder/history
  # The page of the sample has the recorder's files, and the notice of `make serve`.
  cp -r dist "$folder/page"
  sed -i -e 's/"endpoint":/"history": true, "levels": true, "areas": { "address": "areas.json" }, "endpoint":/' \
    -e 's/"notice": {[^}]*}/"notice": { "show": true, "en": "Sample data: nothing on this page is real.", "cy": "Data enghreifftiol: nid oes dim ar y dudalen hon yn wir." }/' \
    "$folder/page/index.html"
  grep -q 'nothing on this page is real' "$folder/page/index.html" || { echo 'gateway: index.html has no setting for the notice' >&2; exit 1; }
  rm -f "$folder/page/index.html.gz" "$folder/page/index.html.br"
  for file in levels.json areas.json; do
    until curl -sf -o "$folder/page/$file" "http://127.0.0.1:$SERVICE_PORT/$file"; do sleep 0.2; done
  done
  export GORLIF_PAGE=$folder/page
fi
export GORLIF_PAGE=${GORLIF_PAGE:-$PWD/dist} GORLIF_RUN=$folder/run GORLIF_CACHE=${GORLIF_CACHE:-$folder/cache} GORLIF_LISTEN=${GORLIF_LISTEN:-127.0.0.1:$PORT} GORLIF_USER=${GORLIF_USER:-$(id -un)}
"$programs/gorlif-gateway" --check
"$programs/gorlif-gateway" &
gateway=$!
if [ -e "$folder/history" ]; then
  # So that the first look has charts.
  until [ -e "$folder/history/recent.json" ]; do sleep 0.2; done
fi
printf '\ngateway: the page stands at http://%s/ (before %s). Ctrl-C ends it.\n\n' "$GORLIF_LISTEN" "$GORLIF_UPSTREAM"
wait "$gateway"
