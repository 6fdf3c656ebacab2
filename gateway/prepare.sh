#!/usr/bin/env bash
# Prepares gateway/compose.yaml: builds the page if needed, writes gateway/.env from .env.example, and asks for the three subscription
# keys, which become files in gateway/secrets/ that only the container's user can read. It overwrites nothing.
set -euo pipefail
cd "$(dirname "$0")"
[ -e ../dist/index.html ] || make -C .. build
if [ ! -e .env ]; then
  cp .env.example .env
  read -rp 'Base address of the service (https://…): ' address
  sed -i "s|^GORLIF_UPSTREAM=.*|GORLIF_UPSTREAM=$address|" .env
fi
install -d -m 0700 secrets
for name in levels warnings forecast; do
  file=secrets/key_$name
  [ -e "$file" ] && continue
  read -rsp "Subscription key of the $name: " key
  echo
  (umask 077 && printf '%s' "$key" > "$file")
done
# The user of the container is www-data, 33.
if [ "$(id -u)" = 0 ]; then
  chown -R 33:33 secrets
else
  echo 'prepare: as root, let the user of the container read the keys: chown -R 33:33 gateway/secrets'
fi
echo 'prepare: done. Next: docker compose -f gateway/compose.yaml up --build -d'
