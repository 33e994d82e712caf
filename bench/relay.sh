#!/usr/bin/env bash
# What a relay, or a client of one, loses by an agent that the other one does not have: messages there and back, JDK and JFS
# in turn.
# relay.sh [JAVA_HOME ...]: the JDKs to measure. ROUNDS and COUNT in the environment: blocks for each row, messages in one.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
rounds=${ROUNDS:-20}
count=${COUNT:-200}
sizes=(1 1000 8192 12000 60000 1048576)
"$root/jfs" build
jar=$root/bench/target/jfs-bench-programs.jar
agent=-javaagent:$root/agent/target/jfs-agent.jar
[ $# -gt 0 ] || set -- "${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")}"
work=$(mktemp -d)
started=()
trap 'kill "${started[@]}" 2>/dev/null || true; rm -rf "$work"' EXIT

# Starts relay $1 of this JDK with these flags; its port goes to $port.
start_relay() {
  local name=$1
  shift
  : >"$work/$name"
  "$java" "$@" -cp "$jar" jfs.bench.program.RelayLatency relay >"$work/$name" &
  started+=($!)
  until read -r port <"$work/$name"; do sleep 0.1; done
}

# Starts a client $1 of the relay at $2, which takes orders from $work/$1.in and answers in $work/$1.out.
start_client() {
  local name=$1 at=$2
  shift 2
  mkfifo "$work/$name.in" "$work/$name.out"
  "$java" "$@" -cp "$jar" jfs.bench.program.RelayLatency client "$at" <"$work/$name.in" >"$work/$name.out" &
  started+=($!)
}

measure() {
  local variants=(jdk relay client) i line
  for ((i = 0; i <= rounds; i++)); do # the first block is for the compilers
    for k in 0 1 2; do
      echo "$1 $2 $count" >&"${to[k]}"
      read -r line <&"${from[k]}"
      [ "$i" = 0 ] || tr ' ' '\n' <<<"$line" >>"$work/${variants[k]}.ns"
    done
  done
  for k in 0 1 2; do
    sort -n "$work/${variants[k]}.ns" | awk -v jdk="${jdk_figures:-}" -v row="$3 size $1 nodelay $2 ${variants[k]}" '
      { v[NR] = $1 / 1000 }
      END {
        p50 = v[int(NR * 0.5) + 1]; p99 = v[int(NR * 0.99) + 1]
        printf "%-44s p50 %9.1f us  p99 %9.1f us", row, p50, p99
        if (jdk != "") { split(jdk, j, " "); printf "  to JDK %5.2f %5.2f", p50 / j[1], p99 / j[2] }
        print ""
        printf "%f %f\n", p50, p99 >"/dev/stderr"
      }' 2>"$work/figures"
    [ "$k" != 0 ] || jdk_figures=$(cat "$work/figures")
    rm "$work/${variants[k]}.ns"
  done
  jdk_figures=
}

for home in "$@"; do
  java=$home/bin/java
  id=$(basename "$home")
  start_relay "$id-plain"
  plain=$port
  start_relay "$id-agent" "$agent"
  start_client "$id-jdk" "$plain"
  start_client "$id-relay" "$port"
  start_client "$id-client" "$plain" "$agent"
  to=() from=()
  for name in jdk relay client; do
    exec {fd}>"$work/$id-$name.in"
    to+=("$fd")
    exec {fd}<"$work/$id-$name.out"
    from+=("$fd")
  done
  for size in "${sizes[@]}"; do
    for no_delay in false true; do
      measure "$size" "$no_delay" "$id"
    done
  done
  for fd in "${to[@]}" "${from[@]}"; do exec {fd}>&-; done
done
