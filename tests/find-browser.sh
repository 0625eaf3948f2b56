#!/bin/sh
# Finds a browser for the tests, or installs one; leaves its path in CHROMIUM_PATH (empty = Playwright's own).
# Sourced after server/install.sh.
own_browser() {
  node -e "const { chromium } = require('playwright'); process.exit(require('node:fs').existsSync(chromium.executablePath()) ? 0 : 1)"
}
system_browser() {
  for candidate in /usr/bin/chromium /usr/bin/chromium-browser /usr/bin/google-chrome; do
    if [ -x "$candidate" ]; then
      echo "$candidate"
      return
    fi
  done
}
if [ -z "${CHROMIUM_PATH:-}" ] && ! own_browser; then
  CHROMIUM_PATH=$(system_browser)
  if [ -z "$CHROMIUM_PATH" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing chromium with apt…"
    apt-get update -qq </dev/null || true
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
      chromium fontconfig fonts-liberation fonts-noto-cjk </dev/null >/dev/null || true
    CHROMIUM_PATH=$(system_browser)
  fi
  if [ -z "$CHROMIUM_PATH" ]; then
    echo "Installing Playwright's chromium…"
    playwright install chromium </dev/null || exit 1
  fi
fi
# Fonts are their own matter: a browser that was there before may have none for Chinese, and screens are measured in it.
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && ! { command -v fc-list >/dev/null && [ -n "$(fc-list :lang=zh family)" ]; }; then
  echo "Installing fonts with apt…"
  apt-get update -qq </dev/null || true
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    fontconfig fonts-liberation fonts-noto-cjk </dev/null >/dev/null || true
fi
CHROMIUM_PATH=${CHROMIUM_PATH:-}
export CHROMIUM_PATH
