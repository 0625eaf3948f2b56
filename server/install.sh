#!/bin/sh
# Installs the packages of the lock unless they are installed already, and puts the project's own Node in front.
# Sourced by server/up.sh, tests/run.sh and .ci/run from the project's root; works with any Node that runs npm.
if [ ! -f node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  echo "Installing packages…"
  npm ci --include=dev --no-audit --no-fund --loglevel=error </dev/null || exit 1
fi
PATH="$PWD/node_modules/.bin:$PATH"
export PATH
if ! node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 24 || (a === 24 && b >= 15) ? 0 : 1)'; then
  echo "Node 24.15 or newer is needed; the project brings it along on Linux only (found $(node -v))." >&2
  exit 1
fi
