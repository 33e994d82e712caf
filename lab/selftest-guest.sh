#!/usr/bin/env bash
# The self-test's part in the guest: whether its RDMA devices work, and whether bytes really go over them. One line a
# check; the last line is "done".
set -uo pipefail

count=50
size=4096

check() { # what, command
  local what=$1
  shift
  if "$@"; then echo "ok      $what"; else echo "FAILED  $what"; fi
}

active_devices() { ibv_devinfo | grep -c PORT_ACTIVE; }
tcp_segments() { awk '$1 == "Tcp:" && $11 ~ /[0-9]/ { print $11 + $12 }' /proc/net/snmp; }
bytes_sent() { cat "/sys/class/net/$1/statistics/tx_bytes"; }

# rping from address $1 to address $2: the server reads the client's bytes, and writes them back.
ping_over_verbs() {
  local waited=0 pings
  timeout 60 rping -s -a "$2" -S $size >/dev/null 2>&1 &
  until rdma resource show cm_id | grep -q LISTEN; do
    [ $((waited += 1)) -lt 100 ] || return
    sleep 0.1
  done
  # What came back is counted: rping exits with 0 even where the server has failed.
  pings=$(timeout 30 rping -c -I "$1" -a "$2" -C $count -S $size -V -v 2>/dev/null | grep -c '^ping data')
  [ "$pings" = $count ] || kill $!
  wait $!
  [ "$pings" = $count ]
}

crosses_cable() { # from, to
  local tcp a b
  tcp=$(tcp_segments) a=$(bytes_sent va) b=$(bytes_sent vb)
  ping_over_verbs "$1" "$2" || return
  [ $(($(bytes_sent va) - a)) -ge $((count * size)) ] &&
    [ $(($(bytes_sent vb) - b)) -ge $((count * size)) ] &&
    [ "$(tcp_segments)" = "$tcp" ]
}

# A datagram from nowhere in particular to address $2 leaves by netdev $1.
leaves_by() {
  local before
  before=$(bytes_sent "$1")
  echo hello >"/dev/udp/$2/9"
  [ "$(bytes_sent "$1")" -gt "$before" ]
}

check "two RDMA devices are active" [ "$(active_devices)" = 2 ]
check "RDMA crosses from 10.9.0.1 to 10.9.0.2, and not as TCP" crosses_cable 10.9.0.1 10.9.0.2
check "RDMA crosses from 10.9.0.2 to 10.9.0.1, and not as TCP" crosses_cable 10.9.0.2 10.9.0.1
check "RDMA crosses from fd09::1 to fd09::2, and not as TCP" crosses_cable fd09::1 fd09::2
check "RDMA crosses from fd09::2 to fd09::1, and not as TCP" crosses_cable fd09::2 fd09::1
for address in 10.9.0.2 fd09::2; do
  check "what is sent to $address leaves by va" leaves_by va $address
done
for address in 10.9.0.1 fd09::1; do
  check "what is sent to $address leaves by vb" leaves_by vb $address
done
echo "done"
