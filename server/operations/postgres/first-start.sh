#!/bin/sh
# Run once by the image of PostgreSQL, as `postgres`, when the primary's folder is made: who may copy it, a slot for each standby, and what
# holds from the next start on, here and on the standbys, which copy it. Any one of the two has to have a commit before it counts; archived
# logs are what point-in-time recovery is made of: a piece a minute, 16 MB however little stands in it, so they are packed. For a standby that is
# away the log is kept until it would take the disk from those that are there: who comes back later is made anew. Whoever comes over the network speaks TLS: that the server learns at once, so it comes
# first. The rest is not told to the server that makes the database: it would wait for standbys which cannot follow it yet.
set -eu
echo 'host replication replicator all scram-sha-256' >>"$PGDATA/pg_hba.conf"
sh /tls.sh
sh /tls.sh alone
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -v password="$POSTGRES_PASSWORD" <<'SQL'
CREATE ROLE replicator LOGIN REPLICATION PASSWORD :'password';
SELECT pg_create_physical_replication_slot('postgres_b'), pg_create_physical_replication_slot('postgres_c');
ALTER SYSTEM SET synchronous_commit = 'on';
ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (postgres_b, postgres_c)';
ALTER SYSTEM SET max_wal_senders = 8;
ALTER SYSTEM SET max_replication_slots = 8;
ALTER SYSTEM SET archive_mode = 'on';
ALTER SYSTEM SET archive_timeout = 60;
ALTER SYSTEM SET archive_command =
  'if test -f /archive/%f.gz; then gunzip -c /archive/%f.gz | cmp -s - %p; else gzip -c %p >/archive/%f.half && sync /archive/%f.half && mv /archive/%f.half /archive/%f.gz; fi';
ALTER SYSTEM SET max_slot_wal_keep_size = '16GB';
SQL
