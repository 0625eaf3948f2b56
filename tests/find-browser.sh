#!/bin/sh
# Finds a browser for the tests, or installs one; leaves its path in CHROMIUM_PATH (empty = Playwright's own).
# Sourced after server/install.sh.
#
# Wanted is Chromium's headless shell, which Playwright's own browser is too: a whole Chromium draws a window with a
# toolbar around each page that nobody looks at, which is a third of the work of the browser tests.
own_browser() {
  node -e "const { chromium } = require('playwright'); process.exit(require('node:fs').existsSync(chromium.executablePath()) ? 0 : 1)"
}
first_of() {
  for candidate in "$@"; do
    if [ -x "$candidate" ]; then
      echo "$candidate"
      return
    fi
  done
}
has_apt() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }
# Asks for the lists of packages only when those that are there do not do.
apt_install() {
  echo "Installing $1 with apt…"
  for attempt in 1 2; do
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" </dev/null >/dev/null 2>&1 && return
    [ "$attempt" = 2 ] || apt-get update -qq </dev/null 2>/dev/null || true
  done
  echo "apt could not install $1."
}
headless_shell() { first_of /usr/bin/chromium-headless-shell; }
if [ -z "${CHROMIUM_PATH:-}" ] && ! own_browser; then
  CHROMIUM_PATH=$(headless_shell)
  if [ -z "$CHROMIUM_PATH" ] && has_apt; then
    apt_install chromium-headless-shell
    CHROMIUM_PATH=$(headless_shell)
  fi
  [ -n "$CHROMIUM_PATH" ] || CHROMIUM_PATH=$(first_of /usr/bin/chromium /usr/bin/chromium-browser /usr/bin/google-chrome)
  if [ -z "$CHROMIUM_PATH" ] && has_apt; then
    apt_install chromium
    CHROMIUM_PATH=$(first_of /usr/bin/chromium)
  fi
  if [ -z "$CHROMIUM_PATH" ]; then
    echo "Installing Playwright's chromium…"
    playwright install chromium </dev/null || exit 1
  fi
fi
# Fonts are their own matter: a browser that was there before may have none for Chinese, and screens are measured in it.
if has_apt && ! { command -v fc-list >/dev/null && [ -n "$(fc-list :lang=zh family)" ]; }; then
  apt_install fontconfig fonts-liberation fonts-noto-cjk
fi
CHROMIUM_PATH=${CHROMIUM_PATH:-}
export CHROMIUM_PATH
