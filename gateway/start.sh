#!/bin/sh
# Starts the gateway: checks every setting, renders the templates next to this script, and executes
# nginx. With --check, nginx only tests the result in a separate folder, so a running gateway is not
# affected. README.md lists the settings; an invalid one is reported and nothing starts.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

refuse() { printf 'gateway: %s\n' "$*" >&2; exit 2; }
if [ "${1:-}" = --check ]; then mode_of_run=check; else mode_of_run=start; fi

# The value of a setting, or its default.
setting() { eval "printf '%s' \"\${$1:-$2}\""; }

# matches VALUE PATTERN: matches the whole value, which must be one line (grep tests each line).
matches() {
  case $1 in *'
'*) return 1 ;; esac
  printf '%s\n' "$1" | grep -Eqx -- "$2"
}

number() { # name, default, least, most
  value=$(setting "$1" "$2")
  matches "$value" '0|[1-9][0-9]{0,6}' && [ "$value" -ge "$3" ] && [ "$value" -le "$4" ] || refuse "$1 must be a whole number from $3 to $4"
  export "$1=$value"
}

folder() { # name, default
  value=$(setting "$1" "$2")
  matches "$value" '/[A-Za-z0-9._/-]+' || refuse "$1 must be the full path of a folder, of letters, digits, '.', '_', '-'"
  export "$1=${value%/}"
}

# Reads a key from KEY or, for mounted secrets, from the file KEY_FILE. Keys are never printed.
key() {
  eval "value=\${$1:-} file=\${$1_FILE:-}"
  if [ -n "$value" ] && [ -n "$file" ]; then refuse "$1 and $1_FILE are both set; one of them must go"; fi
  if [ -n "$file" ]; then
    [ -r "$file" ] || refuse "$1_FILE names a file that cannot be read"
    # Remove one line end, which editors add; more than one are rejected below.
    value=$(cat "$file"; printf x)
    value=${value%x}; value=${value%?}$(printf '%s' "$value" | tail -c 1 | tr -d '\n')
  fi
  [ -n "$value" ] || refuse "$1 is missing: the subscription key of that operation, in $1 or in the file that $1_FILE names"
  matches "$value" '[A-Za-z0-9._~+/=-]{8,200}' || refuse "$1 is malformed: a key is 8 to 200 letters, digits or . _ ~ + / = -, on one line"
}

# ---- the service
upstream=$(setting GORLIF_UPSTREAM '')
[ -n "$upstream" ] || refuse 'GORLIF_UPSTREAM is missing: the base address of the service, such as https://api.example'
upstream=${upstream%/}
label='[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?'
port='([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])'
name="$label(\.$label)*"
host="$name(:$port)?"
path='(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*'
# Keys are sent unencrypted only on this machine.
matches "$upstream" "https://$host$path|http://127\.0\.0\.[0-9]{1,3}:$port$path" ||
  refuse 'GORLIF_UPSTREAM must be an https address without query (or http on 127.0.0.x, for trials)'
authority=${upstream#*://}; authority=${authority%%/*}
export GORLIF_UPSTREAM="$upstream" GORLIF_UPSTREAM_AUTHORITY="$authority" GORLIF_UPSTREAM_NAME="${authority%:*}"

# ---- the versions of the operations: the paths that are allowed, and the JSON that they return
operation_levels=$(setting GORLIF_OPERATION_LEVELS v1) operation_warnings=$(setting GORLIF_OPERATION_WARNINGS v1)
case $operation_levels in
  # The pattern of version 1, which has no history, matches nothing.
  v1) levels_path=/riverlevels/v1/all levels_shape=collection historical_pattern='[^\s\S]' ;;
  station-data) levels_path=/rivers-and-seas/v1/api/StationData levels_shape=array historical_pattern="$levels_path/historical" ;;
  *) refuse 'GORLIF_OPERATION_LEVELS must be v1 or station-data' ;;
esac
case $operation_warnings in
  v1) place_path=/floodwarnings/v1/distance wales_path=/floodwarnings/v1/distance/150000/latlon/52.4/-3.8 ;;
  v3) place_path=/floodwarnings/v3/distance wales_path=/floodwarnings/v3/all ;;
  *) refuse 'GORLIF_OPERATION_WARNINGS must be v1 or v3' ;;
esac
export GORLIF_OPERATION_LEVELS="$operation_levels" GORLIF_OPERATION_WARNINGS="$operation_warnings" GORLIF_HISTORICAL_PATTERN="$historical_pattern"
export GORLIF_LEVELS_PATH="$levels_path" GORLIF_LEVELS_SHAPE="$levels_shape" GORLIF_PLACE_PATH="$place_path"
export GORLIF_WALES_PATH="$wales_path" GORLIF_WALES_PATTERN="$(printf '%s' "$wales_path" | sed 's/\./\\./g')"

# ---- allowed embedding sites and external sources
check_origins() { # name, what it is, pattern
  for one in $(setting "$1" ''); do
    matches "$one" "$3" || refuse "$1 has '$one', which is no $2 (such as https://www.example.org)"
  done
}
set -f
# A wildcard needs a domain of at least two parts: not all sites under ".org".
origin="https://$host|https://\*\.$label(\.$label)+(:$port)?|http://(localhost|127\.0\.0\.[0-9]{1,3})(:$port)?"
check_origins GORLIF_FRAME_ANCESTORS 'origin of a site' "$origin"
check_origins GORLIF_TILES 'origin of map tiles' "$origin"
check_origins GORLIF_CONNECT 'origin of an endpoint' "$origin"
set +f
words() { printf '%s' "$(setting "$1" '')" | tr -s '[:space:]' ' '; }
ancestors=$(words GORLIF_FRAME_ANCESTORS) tiles=$(words GORLIF_TILES) connect=$(words GORLIF_CONNECT)
export GORLIF_FRAME_ANCESTORS="'self'${ancestors:+ $ancestors}" GORLIF_TILES="${tiles:+ $tiles}" GORLIF_CONNECT="${connect:+ $connect}"

# ---- map tiles through the gateway: {z}, {x}, {y} and optionally {key} in the address
tiles_upstream=$(setting GORLIF_TILES_UPSTREAM '') tiles_include='' target='' tiles_authority='' tiles_pattern=''
if [ -n "$tiles_upstream" ]; then
  matches "$tiles_upstream" "(https://$host|http://127\.0\.0\.[0-9]{1,3}:$port)/[A-Za-z0-9._~/{}-]*(\?[A-Za-z_]+=\{key\})?" ||
    refuse 'GORLIF_TILES_UPSTREAM must be an https address with {z}, {x} and {y}, and at most one parameter, {key}'
  for part in '{z}' '{x}' '{y}'; do
    case $tiles_upstream in *"$part"*) ;; *) refuse "GORLIF_TILES_UPSTREAM has no $part" ;; esac
  done
  target=$(printf '%s' "$tiles_upstream" | sed 's/{z}/$tile_z/; s/{x}/$tile_x/; s/{y}/$tile_y/; s/{key}/$key_tiles/')
  case $target in *[{}]*) refuse 'GORLIF_TILES_UPSTREAM has braces other than {z}, {x}, {y} and {key}' ;; esac
  # Without the key, which must not be in the cache.
  tiles_pattern=${tiles_upstream%%\?*}
  tiles_authority=${tiles_upstream#*://}; tiles_authority=${tiles_authority%%/*}
  tiles_include=yes
fi
export GORLIF_TILES_PATTERN="$tiles_pattern" GORLIF_TILES_TARGET="$target" GORLIF_TILES_AUTHORITY="$tiles_authority" GORLIF_TILES_NAME="${tiles_authority%:*}"

# ---- positions of postcodes through the gateway
postcodes_upstream=$(setting GORLIF_POSTCODES_UPSTREAM '') postcodes_include='' postcodes_target='' postcodes_authority=''
if [ -n "$postcodes_upstream" ]; then
  matches "$postcodes_upstream" "(https://$host|http://127\.0\.0\.[0-9]{1,3}:$port)(/[A-Za-z0-9._~-]+)*/\{postcode\}" ||
    refuse 'GORLIF_POSTCODES_UPSTREAM must be an https address that ends with /{postcode}'
  postcodes_target=${postcodes_upstream%\{postcode\}}'$postcode'
  postcodes_authority=${postcodes_upstream#*://}; postcodes_authority=${postcodes_authority%%/*}
  postcodes_include=yes
fi
export GORLIF_POSTCODES_UPSTREAM="$postcodes_upstream" GORLIF_POSTCODES_TARGET="$postcodes_target" GORLIF_POSTCODES_AUTHORITY="$postcodes_authority" GORLIF_POSTCODES_NAME="${postcodes_authority%:*}"

# ---- the recorder's files
history=$(setting GORLIF_HISTORY '')
[ -z "$history" ] || { matches "$history" '/[A-Za-z0-9._/-]+' && [ -d "$history" ]; } || refuse 'GORLIF_HISTORY must be the full path of the folder that the recorder writes'
export GORLIF_HISTORY="${history%/}"

# ---- times and limits
number GORLIF_CACHE_LEVELS 180 0 900
number GORLIF_CACHE_WARNINGS 180 0 900
number GORLIF_CACHE_FORECAST 900 0 3600
number GORLIF_CALL_INTERVAL 65 0 600
number GORLIF_PLACE_CALLS 60 1 6000
# The histories have the key and the quota of the levels.
number GORLIF_HISTORICAL_CALLS 12 1 6000
number GORLIF_TILES_CALLS 3000 1 6000
number GORLIF_POSTCODES_CALLS 300 1 6000
number GORLIF_CONNECTIONS 1024 8 100000
number GORLIF_READ_TIMEOUT 8 1 30
export GORLIF_RETRY_AFTER="$((GORLIF_CALL_INTERVAL > 5 ? GORLIF_CALL_INTERVAL : 5))" GORLIF_READ_TIMEOUT_INNER="$((GORLIF_READ_TIMEOUT + 10))" GORLIF_READ_TIMEOUT_OUTER="$((GORLIF_READ_TIMEOUT + 12))"
workers=$(setting GORLIF_WORKERS auto)
matches "$workers" 'auto|[1-9][0-9]?' || refuse "GORLIF_WORKERS must be 'auto' or a number of processes"
export GORLIF_WORKERS="$workers"

# ---- folders and modules
folder GORLIF_PAGE /srv/gorlif
folder GORLIF_RUN /run/gorlif
folder GORLIF_CACHE /var/cache/gorlif
folder GORLIF_MODULES /usr/lib/nginx/modules
certificates=$(setting GORLIF_CA /etc/ssl/certs/ca-certificates.crt)
matches "$certificates" '/[A-Za-z0-9._/-]+' && [ -f "$certificates" ] && [ -r "$certificates" ] || refuse 'GORLIF_CA must be a file with the certificates of authorities'
export GORLIF_CA="$certificates"
[ -r "$GORLIF_PAGE/index.html" ] && [ -r "$GORLIF_PAGE/script-hashes" ] || refuse "GORLIF_PAGE holds no built page (index.html and script-hashes): $GORLIF_PAGE"
hashes=$(cat "$GORLIF_PAGE/script-hashes")
matches "$hashes" "('sha256-[A-Za-z0-9+/]{43}=' ?)*" || refuse 'GORLIF_PAGE/script-hashes is not what the build writes'
export GORLIF_SCRIPT_HASHES="$hashes"
[ -f "$GORLIF_MODULES/ngx_http_headers_more_filter_module.so" ] || refuse "GORLIF_MODULES has no ngx_http_headers_more_filter_module.so: $GORLIF_MODULES (Debian: libnginx-mod-http-headers-more-filter)"
[ -f "$GORLIF_MODULES/ngx_http_brotli_static_module.so" ] || refuse "GORLIF_MODULES has no ngx_http_brotli_static_module.so: $GORLIF_MODULES (Debian: libnginx-mod-http-brotli-static)"
[ -f "$GORLIF_MODULES/ngx_http_lua_module.so" ] || refuse "GORLIF_MODULES has no ngx_http_lua_module.so: $GORLIF_MODULES (Debian: libnginx-mod-http-lua, and lua-cjson)"

# When started by root, nginx workers run as another user.
user_line='' group='' worker=''
if [ "$(id -u)" = 0 ]; then
  user=$(setting GORLIF_USER www-data)
  matches "$user" '[a-z_][a-z0-9_-]*' && id "$user" >/dev/null 2>&1 || refuse 'GORLIF_USER must be a user of this machine'
  user_line="user $user;" group=$(id -gn "$user") worker=$(id -u "$user")
fi
export GORLIF_USER_LINE="$user_line"

# Sockets and rendered files are private to nginx: another user with write access could replace
# them.
page=$(readlink -f "$GORLIF_PAGE")
own_folder() { # name, the permission bits that must not be set, the owners that it may have
  eval "value=\$(readlink -m \"\$$1\")"
  case $value/ in "$page"/*) refuse "$1 lies inside GORLIF_PAGE, where visitors could read it: $value" ;; esac
  missing=''
  if [ ! -d "$value" ]; then
    missing=$value
    while [ ! -d "$(dirname "$missing")" ]; do missing=$(dirname "$missing"); done
  fi
  # Parent folders are created with default permissions, so that the workers can access them.
  [ -d "$value" ] || { mkdir -p "$(dirname "$value")" && mkdir -m 700 "$value"; } 2>/dev/null || refuse "the folder $value cannot be made ($1)"
  # A check leaves no folder that was not there, which would belong to the user who checks.
  if [ -n "$missing" ] && [ "$mode_of_run" = check ]; then
    find "$missing" -depth -type d -empty -delete
    export "$1=$value"
    return
  fi
  [ -w "$value" ] || refuse "the folder $value cannot be written to ($1)"
  owner=$(stat -c %u "$value") mode=$(stat -c %a "$value")
  case " $3 " in *" $owner "*) ;; *) refuse "$1 belongs to another user ($(stat -c %U "$value")): $value" ;; esac
  [ "$((0$mode & $2))" = 0 ] || refuse "$1 can be read or written by other users (its mode is $mode, 700 is right): $value"
  export "$1=$value"
}
# A folder that root has created for the workers may be readable by their group.
if [ -n "$group" ]; then others=027; else others=077; fi
own_folder GORLIF_RUN "$others" "$(id -u)"
own_folder GORLIF_CACHE 022 "$(id -u) $worker"
[ "$GORLIF_RUN" != "$GORLIF_CACHE" ] || refuse 'GORLIF_RUN and GORLIF_CACHE must be two folders'
[ ! -L "$GORLIF_RUN/keys.conf" ] || refuse "keys.conf in GORLIF_RUN is a link: $GORLIF_RUN"
[ ! -L "$GORLIF_RUN/lock" ] || refuse "lock in GORLIF_RUN is a link: $GORLIF_RUN"
umask 077

# ---- listening
listen=$(setting GORLIF_LISTEN 127.0.0.1:8080) redirect=$(setting GORLIF_REDIRECT_LISTEN '')
address_and_port="([0-9]{1,3}(\.[0-9]{1,3}){3}|\[[0-9a-f:]*\]):$port"
matches "$listen" "$address_and_port( +$address_and_port)*" || refuse 'GORLIF_LISTEN must be one or more addresses with a port, such as 0.0.0.0:8080 or "0.0.0.0:8080 [::]:8080"'
is_local=yes
for one in $listen; do
  case $one in 127.*|'[::1]:'*) ;; *) is_local='' ;; esac
done
status=$(setting GORLIF_STATUS '')
[ -z "$status" ] || matches "$status" "127\.0\.0\.1:$port" || refuse 'GORLIF_STATUS must be 127.0.0.1 and a port: counts are for this machine only'
certificate=$(setting GORLIF_TLS_CERTIFICATE '') private=$(setting GORLIF_TLS_KEY '')
hsts='' tls='' lines=''
if [ -n "$certificate$private" ]; then
  for file in "$certificate" "$private"; do
    matches "$file" '/[A-Za-z0-9._/-]+' && [ -f "$file" ] && [ -r "$file" ] || refuse 'GORLIF_TLS_CERTIFICATE and GORLIF_TLS_KEY must both be files that can be read'
  done
  # "http2 on" requires 1.25.1, which warns about the older form.
  if nginx -v 2>&1 | grep -Eq '/1\.(1?[0-9]|2[0-4])\.|/1\.25\.0'; then tls=' ssl http2'; else tls=' ssl' lines='http2 on;'; fi
  lines="$lines ssl_certificate $certificate; ssl_certificate_key $private; ssl_protocols TLSv1.2 TLSv1.3; ssl_session_cache shared:tls:2m; ssl_session_timeout 1h; ssl_session_tickets off;"
fi
for one in $listen; do lines="$lines listen $one$tls;"; done
redirect_lines=''
if [ -n "$redirect" ]; then
  [ -n "$tls" ] || refuse 'GORLIF_REDIRECT_LISTEN is for a gateway where TLS ends: GORLIF_TLS_CERTIFICATE is not set'
  matches "$redirect" "$address_and_port( +$address_and_port)*" || refuse 'GORLIF_REDIRECT_LISTEN must be one or more addresses with a port, such as 0.0.0.0:80'
  for one in $redirect; do redirect_lines="$redirect_lines listen $one;"; done
fi
behind=$(setting GORLIF_BEHIND_TLS off)
matches "$behind" 'on|off' || refuse "GORLIF_BEHIND_TLS must be 'on' or 'off'"
if [ -n "$certificate" ] || [ "$behind" = on ]; then hsts='add_header Strict-Transport-Security "max-age=63072000" always;'; fi
export GORLIF_LISTEN_LINES="$lines" GORLIF_HSTS_LINE="$hsts" GORLIF_SCHEME="http${hsts:+s}"
# The proxies in front of this gateway that report the visitors' addresses.
trusted=$(setting GORLIF_TRUSTED_PROXIES '') lines=''
byte='(25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})'
for one in $trusted; do
  matches "$one" "$byte(\.$byte){3}(/([12]?[0-9]|3[0-2]))?|[0-9a-f:]*:[0-9a-f:]*(/([0-9]{1,2}|1[01][0-9]|12[0-8]))?" || refuse "GORLIF_TRUSTED_PROXIES has '$one', which is no address or network (such as 10.0.0.0/8)"
  lines="$lines set_real_ip_from $one;"
done
if [ -n "$lines" ]; then lines="$lines real_ip_header X-Forwarded-For; real_ip_recursive on;"; fi
export GORLIF_TRUSTED_LINES="$lines"
# By default each address may use five sixths of the calls for places and for histories, so that one address cannot
# use all of them. Where TLS ends in front of this gateway, all visitors share one address.
share_of() { if [ "$behind" = on ] && [ -z "$trusted" ]; then echo "$1"; else echo $(($1 > 1 ? $1 * 5 / 6 : 1)); fi; }
number GORLIF_PLACE_SHARE "$(share_of "$GORLIF_PLACE_CALLS")" 1 "$GORLIF_PLACE_CALLS"
export GORLIF_HISTORICAL_SHARE="$(share_of "$GORLIF_HISTORICAL_CALLS")"
# As a value of Lua: the network of the visitor, or nothing where all visitors share one address.
if [ "$behind" = on ] && [ -z "$trusted" ]; then limited='""'; else limited='require("network")(ngx.var.remote_addr)'; fi
export GORLIF_LIMITED_VISITOR="$limited"

# ---- sample data: visitors of a public page must not take it for real
# Behind a proxy a page is public, whatever this gateway listens on.
if [ -n "$is_local" ] && [ "$behind" = off ] && [ -z "$trusted" ]; then is_private=on; else is_private=off; fi
sample=$(setting GORLIF_ALLOW_SAMPLE "$is_private")
matches "$sample" 'on|off' || refuse "GORLIF_ALLOW_SAMPLE must be 'on' or 'off'"
# sample-service listens on this machine only; it is asked at the start.
local_service=''
case $GORLIF_UPSTREAM in http://*) local_service="\"${authority%:*}\", ${authority#*:}" ;; esac
export GORLIF_ALLOW_SAMPLE="$sample" GORLIF_LOCAL_SERVICE="$local_service"

# ---- the contact for reports of security problems (RFC 9116)
contact=$(setting GORLIF_SECURITY_CONTACT '')
[ -z "$contact" ] || matches "$contact" "mailto:[A-Za-z0-9._+-]+@$name|https://$host(/[A-Za-z0-9._~/-]*)?" || refuse 'GORLIF_SECURITY_CONTACT must be a mailto: or https: address'
export GORLIF_SECURITY_CONTACT="$contact"

resolver=$(setting GORLIF_RESOLVER "$(sed -n 's/^nameserver[[:space:]]\{1,\}\([0-9.]\{7,\}\).*/\1/p; s/^nameserver[[:space:]]\{1,\}\([0-9a-f]*:[0-9a-f:]*\).*/[\1]/p' /etc/resolv.conf 2>/dev/null | tr '\n' ' ')")
resolver=$(printf '%s' "${resolver:-127.0.0.53}" | tr -s ' ' | sed 's/ $//')
# A machine without a global IPv6 address cannot reach one (the fourth column is the scope).
if ! grep -Eq '^[0-9a-f]{32} [0-9a-f]+ [0-9a-f]+ 00 ' /proc/net/if_inet6 2>/dev/null; then without_ipv6=' ipv6=off'; else without_ipv6=''; fi
server="([0-9]{1,3}(\.[0-9]{1,3}){3}|\[[0-9a-fA-F:]{2,39}\])(:$port)?"
matches "$resolver" "$server( $server)*" || refuse 'GORLIF_RESOLVER must be the addresses of name servers'
export GORLIF_RESOLVER="$resolver$without_ipv6"
addresses=$(setting GORLIF_LOG_ADDRESSES off)
matches "$addresses" 'on|off' || refuse "GORLIF_LOG_ADDRESSES must be 'on' or 'off'"
if [ "$addresses" = on ]; then logged='$remote_addr'; else logged='-'; fi
log=$(setting GORLIF_LOG /dev/stdout)
matches "$log" '/[A-Za-z0-9._/-]+' || refuse 'GORLIF_LOG must be the full path of a file'
# A check makes no file.
can_log() {
  if [ "$mode_of_run" = check ] && [ ! -e "$log" ]; then [ -w "$(dirname "$log")" ]; else ( : >> "$log" ) 2>/dev/null; fi
}
can_log || refuse "GORLIF_LOG cannot be written to: $log (where standard output is a socket, as under systemd, give a file)"
export GORLIF_LOG="$log"
export GORLIF_LOGGED_ADDRESS="$logged"
key GORLIF_KEY_LEVELS; levels=$value
key GORLIF_KEY_WARNINGS; warnings=$value
key GORLIF_KEY_FORECAST; forecast=$value
tiles_key=''
case $tiles_upstream in *'{key}'*) key GORLIF_KEY_TILES; tiles_key=$value ;; esac
unset value
command -v nginx >/dev/null || refuse 'nginx is missing: on Debian, apt-get install nginx libnginx-mod-http-headers-more-filter libnginx-mod-http-brotli-static libnginx-mod-http-lua lua-cjson'
command -v envsubst >/dev/null || refuse 'envsubst is missing: on Debian, apt-get install gettext-base'
command -v flock >/dev/null || refuse 'flock is missing: on Debian, apt-get install util-linux'

# ---- --check uses a temporary folder; a start needs exclusive use of the run folder
if [ "$mode_of_run" = check ]; then
  trap 'exit 129' HUP; trap 'exit 130' INT; trap 'exit 143' TERM
  GORLIF_RUN=$(mktemp -d)
  trap 'rm -rf "$GORLIF_RUN"' EXIT
  # Removes the folder if this process is killed: the lock is free when its last child has ended.
  exec 8>"$GORLIF_RUN/lock"
  flock 8
  setsid sh -c 'exec 8>&-; flock "$0/lock" rm -rf "$0"' "$GORLIF_RUN" </dev/null >/dev/null 2>&1 &
  # nginx needs no right keys for a check.
  levels=checked warnings=checked forecast=checked tiles_key=checked
  GORLIF_CACHE=$GORLIF_RUN/cache GORLIF_LOG=$GORLIF_RUN/log
  mkdir "$GORLIF_CACHE"
else
  # Workers of another user may enter the folders, and write only where nginx permits it.
  if [ -n "$group" ]; then chgrp "$group" "$GORLIF_RUN" && chmod 710 "$GORLIF_RUN"; fi
  # Workers make the folders in the cache again if they are removed.
  if [ -n "$group" ]; then chown "$user:$group" "$GORLIF_CACHE"; fi
  exec 9>>"$GORLIF_RUN/lock"
  # nginx inherits the lock and holds it until its last process ends.
  flock -n 9 || refuse "a gateway is running in this folder already (GORLIF_RUN): $GORLIF_RUN"
fi

export GORLIF_STATUS_LINE="listen unix:$GORLIF_RUN/status.sock;${status:+ listen $status;}"

# ---- rendered files are not readable by other users; keys are in a separate file
# Each file is written under a temporary name and then replaces the existing one, whatever its type.
render() { # name, names of the settings to write in
  rm -f "$GORLIF_RUN/$1.new"
  envsubst "$2" < "$here/$1.template" > "$GORLIF_RUN/$1.new"
  mv -fT "$GORLIF_RUN/$1.new" "$GORLIF_RUN/$1"
}
export GORLIF_TILES_INCLUDE="${tiles_include:+include $GORLIF_RUN/tiles.conf;}" GORLIF_TILES_REQUEST_INCLUDE="${tiles_include:+include $GORLIF_RUN/tiles_request.conf;}"
export GORLIF_POSTCODES_INCLUDE="${postcodes_include:+include $GORLIF_RUN/postcodes.conf;}" GORLIF_POSTCODES_REQUEST_INCLUDE="${postcodes_include:+include $GORLIF_RUN/postcodes_request.conf;}"
export GORLIF_SECURITY_INCLUDE="${contact:+include $GORLIF_RUN/security.conf;}"
export GORLIF_REDIRECT_LINES="$redirect_lines" GORLIF_REDIRECT_SERVER="${redirect_lines:+include $GORLIF_RUN/redirect.conf;}"
export GORLIF_HISTORY_INCLUDE="${history:+include $GORLIF_RUN/history.conf;}"
names=$(env | sed -n 's/^\(GORLIF_[A-Z_]*\)=.*/${\1}/p' | tr '\n' ' ')
for template in "$here"/*.conf.template; do
  name=$(basename "$template" .template)
  [ "$name" = keys.conf ] || render "$name" "$names"
done
for file in "$here"/*.lua; do
  name=$(basename "$file")
  rm -f "$GORLIF_RUN/$name"
  cp -T "$file" "$GORLIF_RUN/$name"
  if [ -n "$group" ]; then chgrp "$group" "$GORLIF_RUN/$name" && chmod 640 "$GORLIF_RUN/$name"; fi
done
# Exported to one command only, and not passed as arguments, which the process list shows.
(
  export GORLIF_KEY_LEVELS="$levels" GORLIF_KEY_WARNINGS="$warnings" GORLIF_KEY_FORECAST="$forecast" GORLIF_KEY_TILES="$tiles_key"
  render keys.conf '${GORLIF_KEY_LEVELS} ${GORLIF_KEY_WARNINGS} ${GORLIF_KEY_FORECAST} ${GORLIF_KEY_TILES}'
)
unset GORLIF_KEY_LEVELS GORLIF_KEY_WARNINGS GORLIF_KEY_FORECAST GORLIF_KEY_TILES levels warnings forecast tiles_key

if [ "$mode_of_run" = check ]; then
  nginx -t -q -e stderr -p "$GORLIF_RUN" -c "$GORLIF_RUN/nginx.conf"
  exit
fi
# Left over from a killed gateway; the lock proves that none is running.
for socket in calls third_parties status ready outer; do rm -f "$GORLIF_RUN/$socket.sock"; done
ulimit -c 0
exec nginx -e stderr -p "$GORLIF_RUN" -c "$GORLIF_RUN/nginx.conf"
