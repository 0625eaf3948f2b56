#!/bin/sh
# Lets go of the archived log that none of the last base backups needs: `sh /prune.sh 7` keeps what seven of them do. Run as `postgres`, when a
# base backup of the primary is made; where there are fewer it keeps all that they need. Names begin with the timeline, so the last ones are those
# made last; which of them needs the oldest piece says what follows, whatever its timeline: pg_archivecleanup does not look at that either, and
# after going back to a moment those of the future that was left are further on.
set -eu
export LC_ALL=C
first=$(ls /archive | grep -E '^[0-9A-F]{24}\.[0-9A-F]{8}\.backup\.gz$' | tail -n "$1" | sort -k 1.9,1.24 | head -n 1)
if [ -z "$first" ]; then
  echo 'There is no base backup in /archive: nothing was let go of.' >&2
  exit 1
fi
pg_archivecleanup -x .gz /archive "$first"
