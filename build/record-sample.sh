#!/usr/bin/env bash
# Runs the recorder beside sample-service: stores the sample's past, then records as soon as the
# page's endpoint answers. Called by serve.sh and gateway.sh with the recorder, the folder of its
# data, the address of the page, and the address of the past (empty without one).
set -euo pipefail
recorder=$1 folder=$2 page=$3 past=$4
wait_for() { until curl -sf -o "$2" "$1"; do sleep 0.5; done; }

# The recorder refuses the settings of the gateway and of the tests; the versions of three operations are those of both.
for name in "${!GORLIF_@}"; do
  case $name in GORLIF_OPERATION_LEVELS | GORLIF_OPERATION_WARNINGS | GORLIF_OPERATION_FORECAST) ;; *) unset "$name" ;; esac
done
export GORLIF_STORE=sqlite:$folder/store.db
if [ -n "$past" ]; then
  wait_for "$past" "$folder/past.csv"
  "$recorder" import "$folder/past.csv" >/dev/null
fi
# An operation that every service has.
wait_for "$page/api$(node -p 'JSON.parse(require("fs").readFileSync("core/operations.json")).find(({ id }) => id === "levels").versions.find(({ id }) => id === (process.env.GORLIF_OPERATION_LEVELS || "v1")).path')" /dev/null
exec "$recorder" run --gateway "$page/api" --history "$folder/history" --page-address "$page" --test-data >/dev/null
