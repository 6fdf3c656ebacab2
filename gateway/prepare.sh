#!/usr/bin/env bash
# Prepares gateway/compose.yaml: builds the page if there is none, and asks for what is missing: the address of the service and that of the
# page (gateway/.env, from .env.example), and the subscription keys (gateway/secrets/). It overwrites nothing and can be repeated.
set -euo pipefail
cd "$(dirname "$0")"
if [ -e ../dist/index.html ]; then echo 'prepare: the page is the one in dist'; else make -C .. build; fi

# The forms of the answers. The gateway and the recorder check them more closely when they start.
declare -A form=(
  ['an https address']='https://[A-Za-z0-9._~:/-]+'
  ['a key of 8 to 200 letters, digits or . _ ~ + / = -']='[A-Za-z0-9._~+/=-]{8,200}'
)
ask() { # variable, question, what the answer is, options of read
  local answer=
  until [[ "$answer" =~ ^${form[$3]}$ ]]; do
    [ -z "$answer" ] || echo "prepare: this is not $3" >&2
    read -r "${@:4}" -p "$2: " answer || { echo "prepare: no answer to: $2" >&2; exit 1; }
  done
  printf -v "$1" '%s' "$answer"
}

if [ -e secrets ] && ! [ -x secrets ]; then
  echo 'prepare: gateway/secrets belongs to the user of the containers: run this as root' >&2
  exit 1
fi
if [ ! -e .env ]; then
  ask service 'Base address of the service (https://…)' 'an https address'
  ask page 'Public address of the page (https://…)' 'an https address'
  # Written as a whole: an interrupted run leaves nothing.
  sed -e "s|^GORLIF_UPSTREAM=.*|GORLIF_UPSTREAM=$service|" -e "s|^PAGE_ADDRESS=.*|PAGE_ADDRESS=$page|" .env.example > .env.new
  mv .env.new .env
fi
[ -d secrets ] || mkdir -m 0700 secrets
for name in levels warnings forecast; do
  file=secrets/key_$name
  [ -e "$file" ] && continue
  ask value "Subscription key of the $name" 'a key of 8 to 200 letters, digits or . _ ~ + / = -' -s
  echo
  (umask 077 && printf '%s' "$value" > "$file")
done
# Empty until there are notifications (recorder/README.md).
[ -e secrets/push_key ] || (umask 077 && : > secrets/push_key)
# The user of the containers is www-data, 33.
if [ "$(id -u)" = 0 ]; then
  chown -R 33:33 secrets
else
  echo 'prepare: the user of the containers must read the keys: sudo chown -R 33:33 gateway/secrets'
fi
echo 'prepare: done. Next: docker compose -f gateway/compose.yaml up --build -d'
