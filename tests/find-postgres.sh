#!/bin/sh
# Finds PostgreSQL's programs for the tests (TEST_POSTGRES_URL names a server instead), or installs them. Sourced after find-browser.sh.
# The package's own cluster is not wanted: tests begin servers of their own, in folders of their own.
has_postgres() { [ -n "${TEST_POSTGRES_URL:-}" ] || command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; }
if ! has_postgres && has_apt; then
  [ -e /etc/postgresql-common ] || { mkdir -p /etc/postgresql-common && echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf; }
  apt_install postgresql
fi
