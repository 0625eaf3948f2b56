#!/bin/sh
# `npm run up`: from a bare clone to a running product. Installs and builds what is missing, then starts.
set -eu
cd "$(dirname "$0")/.."
. server/install.sh
# Before the build: nobody should wait a minute to hear that the port is taken.
node server/may-start.ts
. server/build-if-stale.sh
# The supervisor ends with npm: it is told who npm was, in case that ended while this was building.
STARTED_BY=$PPID
export STARTED_BY
exec node server/start.ts
