#!/bin/sh
# Copies the files of one folder of assets that another one lacks, or has in another size:
#   copy-assets.sh FROM TO
# A file gets its name when it is whole: a copy that was interrupted, or a full disk, must not leave a cut
# file that later copies take for the whole one.
set -eu
from=$1
to=$2
[ -d "$from" ] || exit 0
mkdir -p "$to"
work=$(mktemp -d)
part=$to/copy.part
trap 'rm -rf "$work" "$part"' EXIT

# Sizes and names, without downloads that are not finished.
list() {
  find "$1" -type f ! -name '*.part' -printf '%s %P\n' | LC_ALL=C sort
}

list "$from" >"$work/from"
list "$to" >"$work/to"
LC_ALL=C comm -23 "$work/from" "$work/to" >"$work/missing"
while read -r size file; do
  mkdir -p "$(dirname -- "$to/$file")"
  cp "$from/$file" "$part"
  mv -f "$part" "$to/$file"
done <"$work/missing"
