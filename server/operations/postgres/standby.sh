#!/bin/sh
# A standby of postgres-a: copies it once, follows it from then on. Its name is the one that synchronous_standby_names asks for.
set -eu
folder=/var/lib/postgresql/data
# Clients of PostgreSQL look for certificates in the home of whom they run as, and end where they may not look: root's is closed to them.
export HOME=/var/lib/postgresql
chown postgres:postgres "$folder" && chmod 0700 "$folder"
as() { exec setpriv --reuid=postgres --regid=postgres --init-groups "$@"; }
if [ ! -s "$folder/PG_VERSION" ]; then
  until (PGPASSWORD=$POSTGRES_PASSWORD as pg_basebackup -R -X stream -c fast -S "$STANDBY_NAME" -D "$folder" \
    -d "host=postgres-a user=replicator application_name=$STANDBY_NAME sslmode=verify-full sslrootcert=/keys/ca.crt"); do
    find "$folder" -mindepth 1 -delete
    sleep 2
  done
  # pg_basebackup has written the connection with its password, and keeps the name.
  grep -q "application_name=$STANDBY_NAME" "$folder/postgresql.auto.conf"
  # The moment that a primary was once brought back to is among what was copied: a standby would take itself for a primary at the first commit after it.
  (as sed -i '/^recovery_target/d' "$folder/postgresql.auto.conf" "$folder/postgresql.conf")
fi
as postgres -D "$folder"
