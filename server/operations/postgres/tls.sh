#!/bin/sh
# A server of PostgreSQL speaks TLS from now on with whoever asks for it, under the key of `npm run keys`, and a standby has its primary prove
# its name. `sh /tls.sh alone`: with nobody else over the network. Run as `postgres`, on a server that runs; once more changes nothing.
set -eu
ask() { psql -qAt -v ON_ERROR_STOP=1 -U "${POSTGRES_USER:-strategybot}" -d "${POSTGRES_DB:-strategybot}" "$@"; }
if [ "${1:-}" = alone ]; then
  sed -i 's/^host[[:space:]]/hostssl /' "$PGDATA/pg_hba.conf"
else
  # A server that is to speak TLS and cannot read these does not start again.
  cat /keys/postgres.key /keys/postgres.crt /keys/ca.crt >/dev/null
  # How a standby will ask its primary; nothing on a server that follows nobody.
  primary=$(ask <<'SQL'
SELECT regexp_replace(current_setting('primary_conninfo'), '\s*\mssl(mode|rootcert)=\S+', '', 'g')
  || ' sslmode=verify-full sslrootcert=/keys/ca.crt' WHERE pg_is_in_recovery();
SQL
  )
  # A primary that does not speak TLS yet would lose both its standbys, and commit nothing more: this ends here then, with nothing changed.
  if [ -n "$primary" ]; then psql -qAtw "$primary replication=yes" -c IDENTIFY_SYSTEM >/dev/null; fi
  ask -v primary="$primary" <<'SQL'
ALTER SYSTEM SET ssl_cert_file = '/keys/postgres.crt';
ALTER SYSTEM SET ssl_key_file = '/keys/postgres.key';
ALTER SYSTEM SET ssl_min_protocol_version = 'TLSv1.3';
ALTER SYSTEM SET ssl = 'on';
SELECT format('ALTER SYSTEM SET primary_conninfo = %L', :'primary') WHERE :'primary' <> '' \gexec
SQL
fi
echo 'SELECT pg_reload_conf()' | ask >/dev/null
