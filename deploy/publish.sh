#!/bin/sh
# On the sync node, after each sync: uploads the files, then writes the publication into the copy
# that Litestream replicates. The order matters: a follower never gets a mirror before its files.
#
#   FANSITE_DATA            data directory of the sync
#   FANSITE_COPY            file that Litestream replicates; created if missing
#   FANSITE_UPLOAD_ASSETS   optional shell command that uploads "$FANSITE_DATA/assets"
#   FANSITE                 command that runs fansite; default: the clone of this script
set -eu
: "${FANSITE_DATA:?set the data directory}" "${FANSITE_COPY:?set the file that Litestream replicates}"
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

mkdir -p "$(dirname -- "$FANSITE_COPY")"
exec 9>"$FANSITE_COPY.lock"
flock 9
if [ -n "${FANSITE_UPLOAD_ASSETS:-}" ]; then
  sh -c "$FANSITE_UPLOAD_ASSETS"
fi
set -- snapshot "$FANSITE_COPY" --in-place --data "$FANSITE_DATA"
# Split into words: a command with arguments.
# shellcheck disable=SC2086
[ -z "${FANSITE:-}" ] || exec $FANSITE "$@"
exec node "$here/../cli/bin.js" "$@"
