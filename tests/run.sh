#!/bin/sh
# `npm test`: installs what is missing (packages, a browser, PostgreSQL), then runs the gate and the tests. --nightly adds what takes longer (README).
set -eu
cd "$(dirname "$0")/.."
. server/install.sh
if [ "${1:-}" = "--nightly" ]; then
  NIGHTLY=1
  export NIGHTLY
  shift
fi
. tests/find-browser.sh
. tests/find-postgres.sh
exec node tests/all.ts "$@"
