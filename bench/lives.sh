#!/usr/bin/env bash
# Records how the TCP connections of a program live: a line for each, in the order in which they end.
# lives.sh COMMAND...: the lines go to standard output, what the command says to standard error.
#
#   connect 9092 w23 r8 w4 w100 r100     made to port 9092; wrote 23 bytes, read 8, ...
#   accept 1099 r7 w30 ...               accepted at port 1099
#
# Reads that found nothing are left out. After 400 operations comes how many more there were: +1200.
# The program is to run without JFS; needs strace.
set -euo pipefail

[ $# -gt 0 ] || { sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 2; }
command -v strace >/dev/null || { echo "lives.sh: needs strace (Debian: apt-get install strace)" >&2; exit 2; }
trace=$(mktemp)
trap 'rm -f "$trace"' EXIT
strace -f -qq -yy -o "$trace" -s 0 \
  -e trace=accept,accept4,read,readv,recvfrom,write,writev,sendto,close -- "$@" >&2 || true

awk '
  # The connection in a word such as 5<TCPv6:[[::1]:80->[::1]:1234]>, or "".
  function connection(word) {
    return match(word, /[0-9]+<TCP(v6)?:\[.*->.*\]>/) ? substr(word, RSTART, RLENGTH) : ""
  }
  function port(of, side, ends) {
    split(of, ends, "->")
    match(ends[side], /:[0-9]+(\]>)?$/)
    return substr(ends[side], RSTART + 1) + 0
  }
  function finish(c) {
    if (c in kind && life[c] != "")
      print kind[c], port(c, kind[c] == "accept" ? 1 : 2) life[c] (more[c] > 0 ? " +" more[c] : "")
    delete kind[c]; delete life[c]; delete count[c]; delete more[c]
  }
  function operation(c, call, result) {
    if (call ~ /^accept/) { kind[c] = "accept"; return }
    if (result <= 0) return
    if (!(c in kind)) kind[c] = "connect"
    if (++count[c] > 400) { more[c]++; return }
    life[c] = life[c] " " (call ~ /^(read|recv)/ ? "r" : "w") result
  }
  {
    thread = $1
    if (match($0, /= -?[0-9]+/)) result = substr($0, RSTART + 2) + 0; else result = -1
    if ($2 == "<...") {
      call = $3
      c = call ~ /^accept/ ? connection(substr($0, index($0, ") = "))) : pending[thread]
    } else {
      call = substr($2, 1, index($2, "(") - 1)
      if ($0 ~ /<unfinished \.\.\.>$/) {
        pending[thread] = connection($2)
        if (call == "close") finish(pending[thread])
        next
      }
      c = call ~ /^accept/ ? connection(substr($0, index($0, ") = "))) : connection($2)
    }
    if (c == "") next
    if (call == "close") finish(c); else operation(c, call, result)
  }
  END { for (c in kind) finish(c) }
' "$trace"
