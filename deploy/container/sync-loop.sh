#!/bin/sh
# In the container of the sync: syncs and publishes, now and every SYNC_SECONDS seconds (900).
set -u
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
REPLICA=${REPLICA:-/var/lib/replica}
COPY=$here/copy-assets.sh
FANSITE_UPLOAD_ASSETS=${FANSITE_UPLOAD_ASSETS:-'sh "$COPY" "$FANSITE_DATA/assets" "$REPLICA/assets"'}
export REPLICA COPY FANSITE_UPLOAD_ASSETS

# A signal ends the wait, or the sync, which the next start resumes.
child=''
stop() {
  [ -z "$child" ] || kill -TERM "$child" 2>/dev/null
  wait
  exit 0
}
trap stop TERM INT

run() {
  "$@" &
  child=$!
  wait "$child"
  code=$?
  child=''
  return "$code"
}

# Split into words: a command with arguments.
# shellcheck disable=SC2086
if [ -n "${FANSITE:-}" ]; then set -- $FANSITE; else set -- node "$here/../../cli/bin.js"; fi

while true; do
  code=0
  run "$@" sync --deadline 60 || code=$?
  # 0 published or unchanged, 3 published with new failures.
  if [ "$code" = 0 ] || [ "$code" = 3 ]; then
    run sh "$here/../publish.sh" || echo 'sync-loop: the publication is not replicated' >&2
  fi
  run sleep "${SYNC_SECONDS:-900}"
done
