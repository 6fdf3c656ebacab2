#!/usr/bin/env bash
# Prepares gateway/compose.yaml: builds the page if there is none, and asks for what is missing: the address of the service and that of the
# page (gateway/.env, from .env.example), and the subscription keys (gateway/secrets/). It overwrites nothing and can be repeated.
set -euo pipefail
cd "$(dirname "$0")"
[ -e ../dist/index.html ] || make -C .. build

ask() { # variable, question, options of read
  local answer=
  while [ -z "$answer" ]; do
    read -r "${@:3}" -p "$2: " answer || { echo "prepare: no answer to: $2" >&2; exit 1; }
  done
  printf -v "$1" '%s' "$answer"
}

if [ ! -e .env ]; then
  ask service 'Base address of the service (https://…)'
  ask page 'Public address of the page (https://…)'
  # Written as a whole: an interrupted run leaves nothing.
  sed -e "s|^GORLIF_UPSTREAM=.*|GORLIF_UPSTREAM=$service|" -e "s|^PAGE_ADDRESS=.*|PAGE_ADDRESS=$page|" .env.example > .env.new
  mv .env.new .env
fi
[ -d secrets ] || mkdir -m 0700 secrets
for name in levels warnings forecast; do
  file=secrets/key_$name
  [ -e "$file" ] && continue
  ask key "Subscription key of the $name" -s
  echo
  (umask 077 && printf '%s' "$key" > "$file")
done
# The user of the containers is www-data, 33.
if [ "$(id -u)" = 0 ]; then
  chown -R 33:33 secrets
else
  echo 'prepare: the user of the containers must read the keys: sudo chown -R 33:33 gateway/secrets'
fi
echo 'prepare: done. Next: docker compose -f gateway/compose.yaml up --build -d'
