#!/usr/bin/env bash
# Runs sample-service, trunk and the recorder until Ctrl-C. Called by make with PORT, SERVICE_PORT, SCENARIO,
# CAPTURES, TILES.
set -euo pipefail
cd "$(dirname "$0")/.."
PORT=${PORT:-8080} SERVICE_PORT=${SERVICE_PORT:-8091}

free() { # port, name of the variable that changes it
  if ! node -e 'require("net").createServer().once("error", () => process.exit(1)).listen(+process.argv[1], "127.0.0.1", function () { this.close() })' "$1"; then
    printf 'serve: port %s on 127.0.0.1 is taken. Choose another: make serve %s=…\n' "$1" "$2" >&2
    exit 1
  fi
}
free "$PORT" PORT
free "$SERVICE_PORT" SERVICE_PORT

# The tests have built them.
if [ "${GORLIF_PROGRAMS:-}" != ready ]; then
  cargo build --quiet -p gorlif-sample-service -p gorlif-recorder
fi
programs=${CARGO_TARGET_DIR:-target}/debug
# The recorder begins with the sample's last seven days; recorded data has no past.
folder=$(mktemp -d)
service=("$programs/sample-service" --port "$SERVICE_PORT" --history "$folder/history")
if [ -n "${CAPTURES:-}" ]; then service+=(--captures "$CAPTURES"); else service+=(--scenario "${SCENARIO:-mixed}" --past 7d); fi

# Overrides of the settings in index.html: a notice that the data is not real, and tiles on request.
GORLIF_SETTINGS=$(CAPTURES=${CAPTURES:-} TILES=${TILES:-} node -e '
  const { existsSync, readFileSync } = require("node:fs");
  const { CAPTURES, TILES } = process.env;
  // The versions of the operations of responses that make probe kept.
  const file = `${CAPTURES}/settings.json`;
  const versions = CAPTURES && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const notice = CAPTURES
    ? { show: true, en: "Recorded data, not the present.", cy: "Data a recordiwyd, nid y presennol." }
    : { show: true, en: "Sample data: nothing on this page is real.", cy: "Data enghreifftiol: nid oes dim ar y dudalen hon yn wir." };
  const tiles = TILES ? { tiles: { address: "https://tile.openstreetmap.org/{z}/{x}/{y}.png", attribution: "© OpenStreetMap contributors" } } : {};
  console.log(JSON.stringify({ deployer: { name: "", notice }, history: true, levels: !CAPTURES, ...versions, ...(CAPTURES ? {} : { areas: { address: "areas.json" } }), ...tiles }));
')
export GORLIF_SETTINGS
# The recorder asks for the same versions.
for group in levels warnings forecast; do
  version=$(node -p 'JSON.parse(process.env.GORLIF_SETTINGS).operations?.[process.argv[1]] ?? "v1"' "$group")
  export "GORLIF_OPERATION_${group^^}=$version"
done
# trunk reads the proxy's request headers only from a file, so the ports are written to a copy.
sed -e "s/127\.0\.0\.1:8091/127.0.0.1:$SERVICE_PORT/" -e "s/^port = .*/port = $PORT/" Trunk.toml > Trunk.local.toml

mkdir -p target/serve
"${service[@]}" &
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf Trunk.local.toml "$folder"' EXIT
trap 'exit 0' INT TERM
build/record-sample.sh "$programs/recorder" "$folder" "http://127.0.0.1:$PORT" "$([ -n "${CAPTURES:-}" ] || echo "http://127.0.0.1:$SERVICE_PORT/past.csv")" &
printf '\nserve: the page is built now and then stands at http://127.0.0.1:%s/\n' "$PORT"
printf 'serve: the data is %s. Ctrl-C ends it.\n\n' "$([ -n "${CAPTURES:-}" ] && echo 'recorded' || echo 'a sample, nothing in it is real')"
trunk --config Trunk.local.toml --log info,trunk::serve::proxy=warn serve --dist target/serve &
wait $!
