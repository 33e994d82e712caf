#!/usr/bin/env bash
# Measures all that docs/benchmarks.md shows, or the suites named, and makes the page anew: about two hours; nothing else
# should run. Every slice stays in bench/target/published; docs/benchmarks gets the figures, but not of a suite that was
# measured while the machine was busy.
set -euo pipefail

unset CDPATH
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
raw=$root/bench/target/published
few=1,64,1K,4K,16K,64K,256K,1M,4M

# Measures a suite, with these options, into a file of this name; those named on the command line, or all.
result() {
  local name=$1
  shift
  [[ -z $wanted || " $wanted " == *" $name "* ]] || return 0
  echo "== $name: $*" >&2
  if "$root/jfs" bench "$@" --json "$raw/$name.json"; then
    measured+=("$raw/$name.json")
  else
    failed+=("$name")
  fi
}

# Does this with every suite's name and options.
suites() {
  "$1" pingpong-two pingpong --place two --sizes $few --forks 2
  "$1" pingpong-one pingpong --place one --sizes $few --variants jdk,jfs,unix-channel,c-tcp --forks 2
  "$1" pingpong pingpong --sizes $few --variants jdk,jfs,unix-channel,c-tcp --forks 2
  "$1" stream-two stream --place two --variants jdk,jfs,socket-channel,unix-channel,c-tcp,c-ring --forks 2 --warmup 700
  "$1" bidir-two bidir --place two --forks 2 --warmup 700
  "$1" incast incast --forks 2
  "$1" rmi rmi --place two --forks 5 --variants jdk,jfs,jfs-streams,jfs-streams-on-tcp
  "$1" serial serial --place two
  "$1" comms1 comms1 --place two --forks 2
  "$1" apps apps
  "$1" apps-small apps --small --variants jdk,jfs,jfs-streams
  "$1" connect connect --place two --forks 5
  "$1" short short --place two
  "$1" programs programs
  "$1" apps-nio apps-nio
  "$1" cold cold
  "$1" busy busy
  for quota in 0.2 0.5 1; do
    "$1" "busy-quota-$quota" busy --quota "$quota"
  done
  "$1" connections connections --quick --rounds 8 --warmup 4000
  "$1" many many --forks 2
  "$1" selector selector --place two --forks 2
  "$1" oversubscribed oversubscribed --forks 2
  "$1" cpu cpu --variants jdk,jfs,unix-channel,netty-epoll,aeron-ipc --forks 2
  "$1" cpu-two cpu --place two --variants jdk,jfs,unix-channel,netty-epoll,aeron-ipc --forks 2
  # By RDMA at once: on an emulated processor it would take long until it is seen that it pays.
  "$1" pingpong-lab pingpong --net lab --sizes 1,64,1K,4K,16K,64K --variants jdk,jfs,rsockets,c-tcp,c-verbs,perftest \
    --forks 1 --rounds 6 --warmup 12000 --slice 500
  "$1" rmi-lab rmi --net lab --forks 1 --rounds 6 --warmup 20000 --slice 500
}

note() { known+=" $1"; }

wanted=$*
measured=()
failed=()
known=
suites note
for name in "$@"; do
  [[ "$known " == *" $name "* ]] || { echo "publish: no suite '$name'; known:$known" >&2 && exit 2; }
done
mkdir -p "$raw"
suites result

echo "every slice: $raw" >&2
"$root/jfs" bench page "$root/docs" ${measured[@]+"${measured[@]}"} || failed+=("what is named above")
if ((${#failed[@]} > 0)); then
  echo "not published: ${failed[*]}" >&2
  exit 1
fi
