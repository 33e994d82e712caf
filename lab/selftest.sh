#!/usr/bin/env bash
# Checks that the lab keeps its word: two RDMA devices that work, and a command in the guest that looks to its caller
# like any other. Boots twice.
set -euo pipefail

unset CDPATH
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$here/prepare.sh" >"$work/prepared" || { cat "$work/prepared" >&2 && exit 1; }
mkdir "$work/here we are" "$work/kept" "$work/temporary"
failures=0

expect() { # what, as it should be, as it is
  if [ "$2" = "$3" ]; then
    echo "ok      $1"
  else
    echo "FAILED  $1: '$3', not '$2'"
    failures=$((failures + 1))
  fi
}

# What runs in the guest first; selftest-guest.sh does the rest.
# shellcheck disable=SC2016 # its variables are the guest's
in_guest='
  pwd
  echo "$GREETING/$1"
  echo "to stderr" >/dev/stderr
  echo kept >"$2/kept/file"
  echo lost >"$2/lost"
  sleep 1000 & # what is left running does not keep the guest
  "$3"
  exit 42'

cd "$work/here we are"
export TMPDIR=$work/temporary
started=$SECONDS status=0
"$here/lab.sh" -w "$work/kept" -e "GREETING=it's a \$1" -- \
  bash -c "$in_guest" bash 'two  words' "$work" "$here/selftest-guest.sh" >"$work/out" 2>"$work/err" || status=$?
took=$((SECONDS - started))
expect "the exit status comes through" 42 $status
expect "the working directory is kept" "$work/here we are" "$(sed -n 1p "$work/out")"
expect "arguments and variables arrive as they are" "it's a \$1/two  words" "$(sed -n 2p "$work/out")"
expect "standard error stays apart" "to stderr" "$(cat "$work/err")"
expect "what is written to a folder of -w is kept" kept "$(cat "$work/kept/file" 2>&1)"
expect "what is written elsewhere is not" "" "$(cat "$work/lost" 2>/dev/null)"
sed 1,2d "$work/out"
expect "all checks were made in the guest" "done" "$(tail -n 1 "$work/out")"
failures=$((failures + $(grep -c ^FAILED "$work/out" || true)))

# Twice the first guest's time is enough for this one to start in, however slow the host is by now.
status=0
# shellcheck disable=SC2016 # as above
"$here/lab.sh" -t $((2 * took + 10)) -T none -w "$work/kept" -- \
  bash -c 'echo started; touch "$1/started"; sleep 1000' bash "$work/kept" >"$work/out" 2>"$work/err" || status=$?
expect "a command that takes too long is ended" 124 $status
expect "what it had printed until then comes through" started "$(cat "$work/out")"
expect "and so does what it had written" "$work/kept/started" "$(echo "$work"/kept/started*)"
expect "no temporary files are left" "" "$(ls "$TMPDIR")"

[ $failures = 0 ] || { echo "the lab's self-test: $failures checks FAILED" && exit 1; }
echo "the lab's self-test: all is as it should be (the first guest ran for $took s)"
