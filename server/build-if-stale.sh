#!/bin/sh
# Builds the web product unless the last build is newer than every source. Sourced after server/install.sh.
built="${NEXT_DIST_DIR:-.next}/BUILD_ID"
if [ ! -f "$built" ] || [ -n "$(find app components lib messages public server proxy.ts next.config.mjs postcss.config.mjs package-lock.json -newer "$built" -type f 2>/dev/null | head -n 1)" ]; then
  echo "Building…"
  has_room 500 "building"
  # What is half built must not pass for the last build.
  rm -f "$built"
  if ! stoppable building env NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 next build; then
    echo "The build failed (see above)." >&2
    exit 1
  fi
fi
