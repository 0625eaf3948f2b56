#!/bin/sh
# Run once by the image of PostgreSQL when the primary's folder is made: who may copy it, and a slot for each standby.
set -eu
chown postgres /archive 2>/dev/null || true
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -v password="$POSTGRES_PASSWORD" <<'SQL'
CREATE ROLE replicator LOGIN REPLICATION PASSWORD :'password';
SELECT pg_create_physical_replication_slot('postgres_b'), pg_create_physical_replication_slot('postgres_c');
SQL
echo 'host replication replicator all scram-sha-256' >>"$PGDATA/pg_hba.conf"
