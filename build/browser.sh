#!/usr/bin/env bash
# Finds a Chromium and its driver for the tests; on Debian as root it installs them. Otherwise it says in one line what to install.
set -euo pipefail
if [ -n "${CHROME:-}" ]; then
  command -v "$CHROME" >/dev/null || { echo "browser: CHROME=$CHROME is no program" >&2; exit 1; }
  exit 0
fi
for name in chromium google-chrome google-chrome-stable chromium-browser chrome; do
  if command -v "$name" >/dev/null && command -v chromedriver >/dev/null && command -v brotli >/dev/null; then exit 0; fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo 'browser: installing chromium, chromium-driver and brotli with apt-get'
  apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends chromium chromium-driver brotli >/dev/null
  exit 0
fi
echo 'browser: install Chromium (or Google Chrome), its chromedriver and brotli, or set CHROME to the browser' >&2
exit 1
