#!/bin/sh
# In the container of the pulls: installs the newest publication in each folder below NODES, every
# PULL_SECONDS seconds (5).
set -u
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
REPLICA=${REPLICA:-/var/lib/replica}
COPY=$here/copy-assets.sh
FANSITE_REPLICA=${FANSITE_REPLICA:-file://$REPLICA/mirror}
FANSITE_FETCH_ASSETS=${FANSITE_FETCH_ASSETS:-'sh "$COPY" "$REPLICA/assets" "$FANSITE_DATA/assets"'}
export REPLICA COPY FANSITE_REPLICA FANSITE_FETCH_ASSETS

child=''
stop() {
  [ -z "$child" ] || kill -TERM "$child" 2>/dev/null
  wait
  exit 0
}
trap stop TERM INT

while true; do
  # Nothing to install before the first sync.
  if [ -n "${FANSITE_REPLICA##file://*}" ] || [ -d "${FANSITE_REPLICA#file://}" ]; then
    for node in "${NODES:-/var/lib/nodes}"/*/; do
      FANSITE_DATA=${node%/} sh "$here/../pull.sh" &
      child=$!
      wait "$child" || echo "pull-loop: nothing was installed in $node" >&2
    done
  fi
  sleep "${PULL_SECONDS:-5}" &
  child=$!
  wait "$child"
done
