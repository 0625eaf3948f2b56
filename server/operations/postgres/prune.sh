#!/bin/sh
# Lets go of the archived log that none of the last base backups needs: `sh /prune.sh 7` keeps what seven of them do. Run as `postgres`, when a
# base backup of the primary is made; where there are fewer it keeps all that they need.
set -eu
first=$(ls /archive | grep -E '^[0-9A-F]{24}\.[0-9A-F]{8}\.backup\.gz$' | tail -n "$1" | head -n 1)
if [ -z "$first" ]; then
  echo 'There is no base backup in /archive: nothing was let go of.' >&2
  exit 1
fi
pg_archivecleanup -x .gz /archive "$first"
