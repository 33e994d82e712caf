#!/usr/bin/env bash
# What a relay, or a client of one, loses by an agent that the other one does not have: messages there and back, JDK and JFS
# in turn. "relay" has the agent in the relay alone, "client" in the client alone.
# relay.sh [JAVA_HOME ...]: the JDKs to measure. In the environment: ROUNDS, blocks for each row; SIZES; NO_DELAYS.
set -euo pipefail

unset CDPATH
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
rounds=${ROUNDS:-20}
warm_up=${WARM_UP:-10} # rounds for the compilers
read -ra sizes <<<"${SIZES:-1 1000 8192 12000 60000 1048576}"
read -ra no_delays <<<"${NO_DELAYS:-false true}"
variants=(jdk again relay client)
[ -n "${NO_BUILD:-}" ] || "$root/jfs" build
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

# Prints what each variant's blocks show: the medians of the blocks' p50 and p99, and those of the ratios to the JDK's block
# of the same round. The second JDK ("again") says how far two that are the same lie apart.
measure() {
  local i k line count=4000
  # A block lasts some 20 ms or more. In a shorter one the p99 is what its first messages take, on processors that were idle.
  [ "$1" -lt 20000 ] || count=1000
  [ "$1" -lt 200000 ] || count=200
  for ((i = 1 - warm_up; i <= rounds; i++)); do
    for k in $(shuf -e "${!variants[@]}"); do
      echo "$1 $2 $count" >&"${to[k]}"
      read -r line <&"${from[k]}"
      [ "$i" -le 0 ] || tr ' ' '\n' <<<"$line" | sort -n | awk -v round="$i" -v variant="$k" '
        { v[NR] = $1 / 1000 }
        END { print round, variant, v[int(NR * 0.5) + 1], v[int(NR * 0.99) + 1] }' >>"$work/blocks"
    done
  done
  for k in "${!variants[@]}"; do
    printf '%-46s p50 %9.1f us  p99 %9.1f us  to JDK %5.3f %5.3f\n' "$3 size $1 nodelay $2 ${variants[k]}" \
      "$(median "$k" 3 1)" "$(median "$k" 4 1)" "$(median "$k" 3 jdk)" "$(median "$k" 4 jdk)"
  done
  rm "$work/blocks"
}

# The median over the rounds of column $2 of variant $1, as it is ($3 is 1) or to that of the JDK (jdk).
median() {
  awk -v variant="$1" -v column="$2" -v by="$3" '
    $2 == 0 { jdk[$1] = $column }
    $2 == variant { own[$1] = $column }
    END { for (round in own) print own[round] / (by == "jdk" ? jdk[round] : 1) }' "$work/blocks" |
    sort -n | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}

for home in "$@"; do
  java=$home/bin/java
  id=$(basename "$home")
  start_relay "$id-plain"
  plain=$port
  start_relay "$id-agent" "$agent"
  start_client "$id-jdk" "$plain"
  start_client "$id-again" "$plain"
  start_client "$id-relay" "$port"
  start_client "$id-client" "$plain" "$agent"
  to=() from=()
  for name in "${variants[@]}"; do
    exec {fd}>"$work/$id-$name.in"
    to+=("$fd")
    exec {fd}<"$work/$id-$name.out"
    from+=("$fd")
  done
  for size in "${sizes[@]}"; do
    for no_delay in "${no_delays[@]}"; do
      measure "$size" "$no_delay" "$id"
    done
  done
  for fd in "${to[@]}" "${from[@]}"; do exec {fd}>&-; done
done
