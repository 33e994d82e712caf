#!/bin/bash
# The guest's first process once it has the host's files: sets up what a Linux system has, and the RDMA devices, runs
# the command, and turns the guest off. /run/lab is a folder of the host: lab.sh gives its orders in it, and finds the
# command's output and exit status.
[ $$ = 1 ] || { echo "${0##*/} is only for the guest, where it is the first process" >&2; exit 1; }
set -uo pipefail
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8
cd /

# What lab.sh wants: these, as its variables of the same names are.
topology='' directory='' home='' command=() environment=() writable=()
# shellcheck source=/dev/null
. /run/lab/order
# shellcheck source=/dev/null
. /run/lab/topology.sh

turn_off() {
  echo o >/proc/sysrq-trigger
  sleep 60
}

# Without an exit status; lab.sh shows the end of the console.
fail() {
  echo "lab: $*"
  turn_off
}

mount_host() { # what lab.sh calls it, where, options
  mount -t 9p -o "trans=virtio,version=9p2000.L,msize=512000,$3" "$1" "$2" || fail "cannot mount $1"
}

mount_rest() {
  local i
  mkdir -p /dev/pts /dev/shm
  mount -t devpts -o mode=620,ptmxmode=666 devpts /dev/pts
  mount -t tmpfs -o mode=1777 shm /dev/shm
  # What udev would do.
  ln -s /proc/self/fd /dev/fd
  ln -s fd/0 /dev/stdin
  ln -s fd/1 /dev/stdout
  ln -s fd/2 /dev/stderr
  mkdir -p /lib/modules
  mount_host modules /lib/modules ro,cache=loose
  for i in "${!writable[@]}"; do
    mkdir -p "${writable[i]}"
    mount_host "writable$i" "${writable[i]}" cache=mmap
  done
}

# A name of its own that leads to itself, for programs that look themselves up, such as RMI.
name_guest() {
  echo lab >/proc/sys/kernel/hostname
  echo "127.0.0.1 lab" >>/etc/hosts
  ip link set lo up
}

run_command() {
  cd "$directory" 2>/dev/null || {
    echo "lab: there is no folder $directory in the guest; the option -w brings one of the host's" >&2
    exit 125
  }
  # A session of its own: signals to its process group do not come here.
  exec env -i PATH="$PATH" HOME="$home" LANG="$LANG" RDMA_LAB="$topology" "${environment[@]}" setsid "${command[@]}"
}

# Ends what the command has left running, but for the processes $*.
end_leftovers() {
  local process
  for process in /proc/[0-9]*; do
    # The kernel's own have no program.
    [ ! -e "$process/exe" ] || [[ " $$ $* " == *" ${process#/proc/} "* ]] || kill -KILL "${process#/proc/}"
  done
}

mount_rest
name_guest
ulimit -n 65536
"topology_$topology" || fail "cannot make the topology $topology"

# Pipes, for the command to write to, as everywhere; not files of the host, which /dev/stdout would truncate.
mkfifo /run/out /run/err
cat /run/out >/run/lab/out &
out=$!
cat /run/err >/run/lab/err &
err=$!
exec 3>/run/out 4>/run/err
(run_command) </dev/null >&3 2>&4 3>&- 4>&-
status=$?
exec 3>&- 4>&-
end_leftovers $out $err
wait $out $err
echo $status >/run/lab/status
turn_off
