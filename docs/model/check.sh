#!/usr/bin/env bash
# Checks the models of the protocol exhaustively, and that the checker finds what is wrong on purpose.
# Needs spin and a C compiler. One line a run; fails if any verdict is not as it should be.
set -euo pipefail

unset CDPATH
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
for tool in spin cc; do
  command -v $tool >/dev/null || { echo "check.sh: needs $tool (Debian: apt-get install spin gcc libc6-dev)" >&2 && exit 2; }
done
all=$(mktemp -d)
# shellcheck disable=SC2046 # one word each
trap 'kill $(jobs -rp) 2>/dev/null || true; wait; rm -rf "$all"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
: >"$all/right" >"$all/wrong"
begun=0

# Each search has one thread, and takes less than 4 GB.
at_once=$(nproc)
fit=$(awk '/^MemAvailable:/ { print int($2 / 4500000) }' /proc/meminfo)
[ "$fit" -ge "$at_once" ] || at_once=$((fit > 0 ? fit : 1))

# Starts $* in the background once fewer than $at_once searches run; notes what has become of it.
begin() {
  while [ "$(jobs -rp | wc -l)" -ge "$at_once" ]; do wait -n || true; done
  begun=$((begun + 1))
  {
    if work=$(mktemp -d "$all/XXXXXX") && "$@"; then echo "$*" >>"$all/right"; else echo "$*" >>"$all/wrong"; fi
    rm -rf "$work"
  } &
}

holds() { begin search_whole "$@"; }
finds() { begin search_mistake "$@"; }

# Runs model $1 with the options from $3 on, in less than 4 GB; its words go to $work/out. $2: how the C is to be compiled.
search() {
  local model=$1 flags=$2
  shift 2
  case " $* " in *" -DDEATH "*) flags+=" -DNOREDUCE" ;; esac # killing is beyond partial order reduction
  # shellcheck disable=SC2086 # the flags are several words
  (cd "$work" && spin "$@" -a "$here/$model.pml" >spin.out && cc $flags -w -DSAFETY -DCOLLAPSE -DMEMLIM=4000 -o pan pan.c) ||
    { sed "s|^|$model: |" "$work/spin.out" >&2; return 1; }
  # -E: a process may stay blocked; what must not is asserted when all rests. In the background, so that the signal that
  # ends this ends it, too.
  (cd "$work" && exec ./pan -E -m100000 -w22 >out 2>&1) &
  local pan=$!
  trap 'kill "$pan" 2>/dev/null; exit 1' TERM
  wait "$pan" || true
}

states() { sed -n 's/^ *\([0-9.e+]*\) states, stored.*/\1/p' "$work/out"; }

report() { # name, verdict
  printf '%-66s %12s states  %s\n' "$1" "$(states)" "$2"
}

# $1 model, $2 what it shows, options: must be searched to the end without an error.
search_whole() {
  local model=$1 what=$2
  shift 2
  search "$model" -O2 "$@" || return
  if grep -q 'errors: 0' "$work/out" && ! grep -qE 'not completed|MEMLIM|too small|truncated' "$work/out"; then
    report "$model: $what" "holds"
  else
    report "$model: $what" "FAILED"
    grep -E '^pan|^error|not completed' "$work/out" | sed "s|^|$model: $what: |" >&2
    return 1
  fi
}

# $1 model, $2 the mistake, options: an assertion must fail.
search_mistake() {
  local model=$1 mistake=$2
  shift 2
  search "$model" -O1 "-D$mistake" "$@" || return
  if grep -q 'assertion violated' "$work/out"; then
    report "$model: $mistake" "found"
  else
    report "$model: $mistake" "NOT FOUND"
    return 1
  fi
}

one_way=(-DBYTES0=1 -DBYTES1=0)
two_one_way=(-DBYTES0=2 -DBYTES1=0)
both_ways=(-DBYTES0=1 -DBYTES1=1)
two_and_one=(-DBYTES0=2 -DBYTES1=1 -DLOOKS=0)
small_tcp=("${both_ways[@]}" -DTCP_ROOM=1 -DLAST0=1 -DLOOKS=0)
only_rest=(-DLAST0=1 -DLAST1=1)
close_too=(-DLAST0=7 -DLAST1=7)
full_tcp=(-DBYTES0=2 -DBYTES1=3 -DTCP_ROOM=1 -DGATE "${only_rest[@]}" -DLOOKS=0)
on_tcp=(-DSLEEPS=ON_TCP)
on_futex=(-DSLEEPS=ON_FUTEX)
four_one_way=(-DBYTES0=5 -DBYTES1=0 "${only_rest[@]}" -DLOOKS=0 -DIMPATIENT "${on_tcp[@]}")
half_closed=(-DBYTES0=2 -DBYTES1=0 -DLAST0=2 -DLAST1=1 -DLOOKS=0 -DDEATH)
overflows=("${only_rest[@]}" -DLOOKS=0 -DOVERFLOWS)
returns=(-DBYTES0=4 -DBYTES1=0 -DLAST0=3 -DLAST1=1 -DLOOKS=0 -DRETURNS)
two_channels=(-DBYTES0=1 -DBYTES1=1)
one_reader=(-DBYTES0=2 -DCHANNELS=1 -DREADS=1)
two_selectors=(-DBYTES0=2 -DCHANNELS=1 -DTWO -DRETIRES)
swept=(-DBYTES0=1 -DBYTES1=2 -DSWEEPS)

holds switchover "both ends look and offer" "${one_way[@]}"
holds switchover "both ends are registered late" "${one_way[@]}" -DLATE
holds switchover "an end offers at once" "${one_way[@]}" -DLOOKS=0 -DAT_ONCE
holds switchover "an end offers at once, and the other is registered late" "${one_way[@]}" -DLOOKS=0 -DAT_ONCE -DLATE
holds switchover "both ends offer at once, or are registered late" "${one_way[@]}" -DAT_ONCE -DLATE
holds switchover "an end offers at once, and either half-closes or closes" "${both_ways[@]}" "${close_too[@]}" -DLOOKS=0 -DAT_ONCE
holds switchover "bytes both ways, one half-close" "${two_and_one[@]}" -DLAST0=1
holds switchover "either end half-closes or closes" "${both_ways[@]}" "${close_too[@]}" -DLOOKS=0
holds switchover "a reader sleeps on TCP while its end closes" "${two_and_one[@]}" -DLAST0=1 -DLAST1=7 "${on_tcp[@]}"
holds switchover "a reader sleeps on the futex while its end closes" "${two_and_one[@]}" -DLAST0=1 -DLAST1=7 "${on_futex[@]}"
holds switchover "a reader does not wait for a doorbell that is owed" "${four_one_way[@]}"
holds switchover "an end that offers is killed" "${both_ways[@]}" "${only_rest[@]}" -DLOOKS=0 -DDEATH
holds switchover "an end that accepts is killed" "${both_ways[@]}" "${only_rest[@]}" -DLOOKS=1 -DDEATH
holds switchover "an end with a reader that sleeps on TCP is killed" "${two_one_way[@]}" "${only_rest[@]}" -DLOOKS=0 -DDEATH "${on_tcp[@]}"
holds switchover "an end with a reader that sleeps on the futex is killed" "${two_one_way[@]}" "${only_rest[@]}" -DLOOKS=0 -DDEATH "${on_futex[@]}"
holds switchover "an end that half-closes is killed" -DBYTES0=0 -DBYTES1=1 -DLAST0=1 -DLOOKS=0 -DDEATH
holds switchover "an end is killed, its peer half-closes, its reader sleeps on TCP" "${half_closed[@]}" "${on_tcp[@]}"
holds switchover "an end is killed, its peer half-closes, its reader sleeps on the futex" "${half_closed[@]}" "${on_futex[@]}"
holds switchover "an end that has returned to TCP is killed" -DBYTES0=2 -DBYTES1=3 "${only_rest[@]}" -DLOOKS=0 -DRETURNS -DDEATH "${on_futex[@]}"
holds switchover "TCP takes one byte" "${small_tcp[@]}"
holds switchover "the link breaks" "${one_way[@]}" -DLOOKS=0 -DLINK_BREAKS "${on_tcp[@]}"
holds switchover "a peer without JFS" -DPLAIN "${close_too[@]}"
holds switchover "TCP is full, and a program does not read" "${full_tcp[@]}"
holds switchover "a sender returns to TCP" "${returns[@]}"
holds switchover "a sender returns to TCP, and either end closes" -DBYTES0=3 -DBYTES1=0 -DLAST0=4 -DLAST1=5 -DLOOKS=0 -DRETURNS
holds switchover "an end with a peer that has returned to TCP is killed" -DBYTES0=3 -DBYTES1=0 "${only_rest[@]}" -DLOOKS=0 -DRETURNS -DDEATH
holds switchover "a reader's stack overflows among doorbells" -DBYTES0=3 -DBYTES1=1 "${overflows[@]}"
holds switchover "a reader's stack overflows, and the sender returns to TCP, or ends" -DBYTES0=4 -DBYTES1=0 -DLAST0=7 -DLAST1=1 -DLOOKS=0 -DRETURNS -DOVERFLOWS
holds eventfd "a selector has two channels" -DBYTES0=3 -DBYTES1=3
holds eventfd "a selector that does not wait arms channels" "${swept[@]}"
holds eventfd "a selector does not wait for a doorbell that is owed" -DBYTES0=3 -DBYTES1=1 -DIMPATIENT
holds eventfd "another thread reads one of two channels" -DBYTES0=2 -DBYTES1=1 -DREADS=1
holds eventfd "another thread reads one of two channels, impatiently" -DBYTES0=1 -DBYTES1=1 -DREADS=1 -DIMPATIENT
holds eventfd "another thread reads the only channel, twice" -DBYTES0=3 -DCHANNELS=1 -DREADS=2 -DIMPATIENT
holds eventfd "two selectors have the channel" -DBYTES0=3 -DCHANNELS=1 -DTWO -DRETIRES
holds eventfd "two selectors have the channel, and read it impatiently" "${two_selectors[@]}" -DIMPATIENT
holds eventfd "two selectors have the channel, and another thread reads it" -DBYTES0=1 -DCHANNELS=1 -DTWO -DRETIRES -DREADS=1
holds eventfd "two selectors have one of two channels" -DBYTES0=1 -DBYTES1=1 -DTWO -DRETIRES

finds switchover BUG_ACCEPT_BEFORE_INSTALL "${two_one_way[@]}"
finds switchover BUG_COMMIT_BEFORE_INSTALL "${two_one_way[@]}"
finds switchover BUG_SWITCH_BEFORE_COMMIT "${two_one_way[@]}"
finds switchover BUG_ANNOUNCE_AFTER_WRITE "${two_one_way[@]}"
finds switchover BUG_NO_TIE_BREAK "${one_way[@]}"
finds switchover BUG_NO_DRAIN "${two_one_way[@]}"
finds switchover BUG_NO_RECHECK "${two_one_way[@]}"
finds switchover BUG_NO_OWED "${four_one_way[@]}"
finds switchover BUG_RETURN_WITH_DOORBELL "${two_one_way[@]}" "${only_rest[@]}" -DLOOKS=0 -DDEATH "${on_tcp[@]}"
finds switchover BUG_FIN_BY_DOORBELL "${half_closed[@]}" "${on_tcp[@]}"
finds switchover BUG_DOORBELL_FOR_NOTHING "${two_one_way[@]}" "${only_rest[@]}" -DLOOKS=0 -DDEATH "${on_tcp[@]}"
finds switchover BUG_CLOSE_WITH_DOORBELLS "${two_and_one[@]}" -DLAST0=1 -DLAST1=7 "${on_tcp[@]}"
finds switchover BUG_LINK_END_IS_DEATH "${two_one_way[@]}" -DLOOKS=0 -DLINK_BREAKS "${on_tcp[@]}"
finds switchover BUG_DEATH_IN_ORDER "${two_one_way[@]}" "${only_rest[@]}" -DLOOKS=0 -DDEATH "${on_tcp[@]}"
finds switchover BUG_UNCOUNTED_DOORBELLS "${returns[@]}"
finds switchover BUG_UNCOUNTED_READ -DBYTES0=4 -DBYTES1=0 "${overflows[@]}"
finds switchover BUG_RETURN_IN_DOUBT "${returns[@]}" -DOVERFLOWS

finds eventfd BUG_NO_RELIST "${two_channels[@]}"
finds eventfd BUG_EARLY_WAY_OUT "${two_channels[@]}"
finds eventfd BUG_NO_LOOK_AFTER_ARM "${two_channels[@]}"
finds eventfd BUG_OWED_FOR_EVENTFD "${two_channels[@]}"
finds eventfd BUG_NO_NUMBER -DBYTES0=2 -DBYTES1=0
finds eventfd BUG_KEEPS_OWN -DBYTES0=2 -DBYTES1=0
finds eventfd BUG_NO_LATE_SIGNAL -DBYTES0=2 -DBYTES1=0
finds eventfd BUG_SWEEPS_BY_EVENTFD "${swept[@]}"
finds eventfd BUG_READER_EVENTFD "${one_reader[@]}"
finds eventfd BUG_DISARMS_BLINDLY "${one_reader[@]}"
finds eventfd BUG_SHARED_EVENTFD "${two_selectors[@]}"
finds eventfd BUG_TAKES_OVER "${two_selectors[@]}"
finds eventfd BUG_DISARMS_OTHERS "${two_selectors[@]}"

wait
right=$(wc -l <"$all/right")
[ "$right" = "$begun" ] || {
  echo "check.sh: $right of $begun are as they should be; not:"
  cat "$all/wrong"
  exit 1
} >&2
