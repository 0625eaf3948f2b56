#!/bin/sh
# The primary: a new volume of archived logs is root's, and has to be the server's. Then the image's own entry does the rest.
set -eu
chown postgres:postgres /archive
exec docker-entrypoint.sh "$@"
