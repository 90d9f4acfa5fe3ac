#!/bin/sh
# FANSITE_AFTER_PULL for a cache in front of this node. Waits until the server has the new generation,
# because a cache that is purged before would store the previous one again. Then removes every
# response that names a page that left, or may do so. Varnish also marks all other pages, feeds and lists as expired,
# once the server has rendered those that changed; in nginx, they expire after their s-maxage.
#
#   FANSITE_GENERATION   generation to wait for
#   FANSITE_URL          the server; default: http://127.0.0.1:3000
#   VARNISH_URL          a Varnish with varnish/default.vcl, such as http://127.0.0.1:6081
#   NGINX_CACHE          folder of nginx's cache, such as /var/cache/nginx/fansite
#   stdin                ids of the pages that left, one per line
set -eu
: "${FANSITE_GENERATION:?set the generation to wait for}"
FANSITE_URL=${FANSITE_URL:-http://127.0.0.1:3000}

state() {
  curl -fsS --max-time 5 "$FANSITE_URL/readyz" 2>/dev/null
}

is_served() {
  state | grep -q "\"generation\":$FANSITE_GENERATION[,}]"
}

# A server of an earlier version does not tell.
is_rendering() {
  state | grep -q '"pending_renders":[1-9]'
}

purge_varnish() {
  curl -fsS --max-time 10 -X PURGE -H "$1: $2" "$VARNISH_URL/" -o /dev/null
}

keys=$(tr -d '-' | sed -n 's/^[0-9a-f]\{32\}$/p-&/p')
# What may name a page without its key: names, lists, search results, and pages that name many others.
[ -z "$keys" ] || keys=$(printf '%s\nt-names\nt-list\nt-many' "$keys")
tries=0
until is_served; do
  tries=$((tries + 1))
  [ "$tries" -lt 120 ] || { echo 'purge: the server does not serve the new generation' >&2; exit 1; }
  sleep 0.5
done

if [ -n "${VARNISH_URL:-}" ]; then
  # 100 keys stay below the limit on the size of a header.
  printf '%s\n' "$keys" | xargs -r -n 100 | while read -r some; do
    purge_varnish xkey-purge "$some"
  done
fi
if [ -n "${NGINX_CACHE:-}" ] && [ -n "$keys" ]; then
  # The search below skips what it cannot read: nginx removes files meanwhile.
  denied=$(find "$NGINX_CACHE" -type d ! \( -readable -writable -executable \) -print -quit)
  [ -z "$denied" ] || { echo "purge: this user may not read and delete in $denied" >&2; exit 1; }
  # A cached file begins with the headers of its response, Surrogate-Key among them.
  printf '%s\n' "$keys" | { grep -rlaFZ -f - "$NGINX_CACHE" || [ $? = 1 ]; } | xargs -r0 rm -f
fi

if [ -n "${VARNISH_URL:-}" ]; then
  # After ten seconds the server sends no previous version any more, except of pages that render slowly.
  tries=0
  while [ "$tries" -lt 30 ] && is_rendering; do
    tries=$((tries + 1))
    sleep 0.5
  done
  purge_varnish xkey-softpurge 't-html t-feed t-list'
fi
