#!/usr/bin/env bash
# Runs the steps of deploy/container/Dockerfile without a container engine, as root: each stage in a
# chroot on an overlay of this machine's root, which takes the place of the base image. Then starts the
# image's command as its user, with a read-only root, without capabilities, and runs the health check.
#
#   test/deploy/container/try-image.sh <empty work folder>
#
# Not run: the steps with apt-get (the base has the compilers), the stages of other images, nginx.
set -euo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
work=$(mkdir -p "$1" && cd "$1" && pwd)
dockerfile=$root/deploy/container/Dockerfile

# All mounts are gone with this process.
if [ -z "${IN_NAMESPACE:-}" ]; then
  exec env IN_NAMESPACE=1 unshare --mount --propagation private "$0" "$work"
fi

# The instructions of a stage, each on one line.
stage() {
  sed -e ':a' -e '/\\$/{N;s/ *\\\n */ /;ba' -e '}' "$dockerfile" |
    awk -v name="$1" '/^FROM /{on = ($NF == name); next} on && !/^#/ && NF'
}

# Mounts an overlay of the root at $work/<name>/root.
make_root() {
  mkdir -p "$work/$1"
  mount -t tmpfs -o size=4g,mode=755 tmpfs "$work/$1"
  mkdir -p "$work/$1/upper" "$work/$1/work" "$work/$1/root"
  mount -t overlay overlay -o "lowerdir=/,upperdir=$work/$1/upper,workdir=$work/$1/work" "$work/$1/root"
  mount --rbind /dev "$work/$1/root/dev"
  mount -t proc proc "$work/$1/root/proc"
}

# What "COPY . ." sends: the files of the clone without those of the ignore list.
copy_context() {
  git -C "$root" ls-files -z | grep -zvE "$(
    grep -vE '^(#|$)' "$dockerfile.dockerignore" |
      sed -e 's/\./\\./g' -e 's/^\*\*\//@/' -e 's/\*/[^\/]*/g' -e 's/^@/(.*\/)?/' -e 's/.*/^&(\/|$)/' |
      paste -sd '|'
  )" | tar -C "$root" --null -T - -c | tar -C "$1" -x
}

step() { echo "== $*"; }

image=$work/build/root
make_root build
mkdir -p "$image/srv/fansite"
while read -r instruction rest; do
  case $instruction in
  COPY)
    if [ "$rest" = '. .' ]; then copy_context "$image/srv/fansite"; else
      (cd "$root" && cp ${rest% ./} "$image/srv/fansite/")
    fi ;;
  RUN)
    case $rest in apt-get*) step "not run: $rest" && continue ;; esac
    step "$rest"
    time chroot "$image" sh -ec "cd /srv/fansite && $rest" >"$work/run.log" 2>&1 || { tail -n 20 "$work/run.log"; exit 1; } ;;
  esac
done < <(stage build)

final=$work/fansite/root
make_root fansite
while read -r instruction rest; do
  case $instruction in
  RUN)
    step "$rest"
    chroot "$final" sh -ec "$rest" ;;
  COPY)
    if [[ $rest == --from=build* ]]; then mkdir -p "$final/srv/fansite" && cp -a "$image/srv/fansite/." "$final/srv/fansite/"; else step "not run: COPY $rest"; fi ;;
  esac
done < <(stage fansite)
for folder in srv/fansite srv/fansite/node_modules; do du -sm "$final/$folder"; done | sed "s|$final||"

# A read-only root, with the volume and /tmp.
mkdir -p "$work/volume"
chown 10001:10001 "$work/volume"
mount --bind "$work/volume" "$final/var/lib/fansite"
mount -t tmpfs -o mode=1777 tmpfs "$final/tmp"
mount -o remount,ro "$final"

health=$(stage fansite | sed -n 's/.*HEALTHCHECK.* CMD \(\[.*\]\)$/\1/p')
env_of=$(stage fansite | sed -n 's/^ENV //p')
# setpriv drops the right to chroot, so it runs inside.
in_image() {
  env -i PATH="$PATH" $env_of PORT=43219 HOST=127.0.0.1 chroot "$final" sh -c 'cd /srv/fansite &&
    exec setpriv --reuid 10001 --regid 10001 --clear-groups --no-new-privs --bounding-set=-all "$@"' sh "$@"
}
check_health() {
  in_image node -e "const [program, ...args] = $(printf '%s' "$health"); process.exit(require('node:child_process').spawnSync(program, args, { stdio: 'inherit' }).status)"
}

step 'the root is read-only, the user is not root'
in_image sh -c 'id -u; ! touch /srv/fansite/x 2>/dev/null && ! touch /x 2>/dev/null && touch /tmp/x /var/lib/fansite/x && rm /var/lib/fansite/x'
step 'before the start, the health check fails'
! check_health
step 'node cli/bin.js start, with the sample'
in_image node cli/bin.js start >"$work/start.log" 2>&1 &
server=$!
for _ in $(seq 100); do check_health 2>/dev/null && break; sleep 0.3; done
check_health && step 'healthy'
for _ in $(seq 200); do grep -q '^Published' "$work/start.log" && break; sleep 0.3; done
in_image node -e "fetch('http://127.0.0.1:43219/').then(async (r) => { console.log(r.status, (await r.text()).length, 'bytes'); process.exit(r.ok ? 0 : 1) })"
in_image node cli/bin.js doctor --offline || true
pid=$(pgrep -f 'cli/bin.js start' -u 10001 | head -n 1)
kill -TERM "$pid"
wait "$server" && step 'stopped by SIGTERM with exit code 0'
cat "$work/start.log"
