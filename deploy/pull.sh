#!/bin/sh
# On a serve node: installs the newest publication of the replica. If any step fails, or if the
# replica is older, the installed mirror remains. The running server notices the new file itself.
#
#   FANSITE_DATA           folder of this node; `fansite serve --data` serves it
#   FANSITE_REPLICA        URL of the replica (s3://…, file:///…), or the path of a database in
#                          the configuration of Litestream
#   LITESTREAM_CONFIG      optional configuration of Litestream
#   LITESTREAM             program; default: litestream
#   FANSITE_FETCH_ASSETS   optional shell command that downloads new files to "$FANSITE_DATA/assets"
#   FANSITE_AFTER_PULL     optional shell command after an installation, such as purge.sh.
#                          It gets $FANSITE_GENERATION, and on stdin the ids of the pages that left.
#                          If it fails, the next pull runs it again, with the ids of both
#   FANSITE                command that runs fansite; default: the clone of this script
#
# Exit codes: 0 installed, unchanged, or another pull is running · 1 failed, nothing installed
# 3 installed, but FANSITE_AFTER_PULL failed
set -eu
: "${FANSITE_DATA:?set the folder of this node}" "${FANSITE_REPLICA:?set the replica}"
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
LITESTREAM=${LITESTREAM:-litestream}

data=$FANSITE_DATA
work=$data/pull
mirror=$data/mirror.db
restored=$work/restored.db
next=$work/next.db
left=$work/left-ids
umask 022

fail() {
  echo "pull: $*" >&2
  exit 1
}

fansite() {
  # Split into words: a command with arguments. `command`: not this function, if it has the same name.
  # shellcheck disable=SC2086
  if [ -n "${FANSITE:-}" ]; then command $FANSITE "$@"; else node "$here/../cli/bin.js" "$@"; fi
}

litestream() {
  action=$1
  shift
  # `command`: the program, not this function, if it has the same name.
  command "$LITESTREAM" "$action" ${LITESTREAM_CONFIG:+-config "$LITESTREAM_CONFIG"} "$@" "$FANSITE_REPLICA"
}

# With their logs, and the unfinished file of a restore.
remove_work() {
  rm -f "$restored"* "$next"*
}

# Reads JSON with these two numbers and prints "<generation> <published_at>".
publication() {
  sed -n 's/.*"generation":\([0-9]*\).*"published_at":\([0-9]*\).*/\1 \2/p'
}

# The publication of the installed mirror; each start of fansite takes a part of a second, so it is
# noted with the inode of the file.
installed() {
  inode=$(stat -c %i "$mirror")
  if [ "$inode" = "$(cut -d ' ' -f 3 "$work/installed" 2>/dev/null)" ]; then
    cut -d ' ' -f 1,2 "$work/installed"
  else
    fansite query --data "$mirror" --json 'select generation, published_at from mirror' | publication
  fi
}

# The ids stay until the command has succeeded: a withdrawn page must not stay in a cache.
after_pull() {
  [ -n "${FANSITE_AFTER_PULL:-}" ] && [ -e "$left" ] || return 0
  generation=$(installed)
  FANSITE_GENERATION=${generation% *} sh -c "$FANSITE_AFTER_PULL" <"$left" || exit 3
  rm -f "$left"
}

# One row, because "query" limits the number of rows.
page_ids() {
  fansite query --data "$1" --json 'select json_group_array(id) as ids from page' |
    tr -c '0-9a-f-' '\n' | grep -E '^[0-9a-f-]{36}$' | sort
}

mkdir -p "$work"
if [ -e "$data/sync.lock" ] || [ -e "$data/staging.db" ]; then
  fail "$data is the data directory of a sync; set another folder"
fi
exec 9>"$work/lock"
flock -n 9 || { echo 'pull: another pull is running'; exit 0; }
trap remove_work EXIT
remove_work

# A list of the replica's logs is cheap; each publication, and each replica that starts anew, adds one.
files=$(litestream wal) || fail 'the replica cannot be listed'
seen=$(printf '%s' "$files" | cksum)
if [ -e "$mirror" ] && [ "$seen" = "$(cat "$work/seen" 2>/dev/null || true)" ]; then
  after_pull
  exit 0
fi

litestream restore -o "$restored" >"$work/restore.log" 2>&1 ||
  fail "restore failed: $(tail -n 1 "$work/restore.log")"
# Compacts the copy, without the tables of Litestream and without a log that readers would need.
fansite snapshot "$next" --data "$restored" >/dev/null || fail 'the restored copy cannot be read'
verified=$(fansite verify "$next" --json) || fail "the restored copy is refused: $verified"
new=$(printf '%s' "$verified" | publication)

if [ -e "$mirror" ]; then
  # An installed mirror that cannot be read is replaced.
  old=$(installed) || old=''
  if [ "$old" = "$new" ]; then
    printf '%s' "$seen" >"$work/seen"
    after_pull
    exit 0
  fi
  # A rebuilt mirror counts generations from 1, so the time decides too.
  if [ -n "$old" ] && [ "${new% *}" -lt "${old% *}" ] && [ "${new#* }" -le "${old#* }" ]; then
    fail "the replica has generation ${new% *}, older than the installed generation ${old% *}"
  fi
fi

# Files first: the mirror must not name files that are not there yet.
if [ -n "${FANSITE_FETCH_ASSETS:-}" ]; then
  sh -c "$FANSITE_FETCH_ASSETS" || fail 'the files cannot be fetched'
fi

if [ -n "${FANSITE_AFTER_PULL:-}" ]; then
  : >"$work/old-ids"
  # An installed mirror that cannot be read has no ids.
  [ ! -e "$mirror" ] || page_ids "$mirror" >"$work/old-ids" || :
  page_ids "$next" >"$work/new-ids"
  comm -23 "$work/old-ids" "$work/new-ids" >>"$left"
fi
mv -f "$next" "$mirror"
echo "$new $(stat -c %i "$mirror")" >"$work/installed"
printf '%s' "$seen" >"$work/seen"
echo "pull: installed generation ${new% *}"
after_pull
