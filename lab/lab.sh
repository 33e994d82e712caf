#!/usr/bin/env bash
# Runs a command in a virtual machine that has RDMA devices made of software, over this machine's own files: the guest.
# That takes neither RDMA hardware nor root; ./jfs lab installs what it does take.
set -euo pipefail

unset CDPATH
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

help() {
  cat <<'HELP'
./jfs lab [OPTION ...] -- COMMAND [ARGUMENT ...]

Runs the command as root, in the folder where you are, in a virtual machine over this machine's files: the guest. They
are only read: what the command writes is gone with the guest, unless the folder is given with -w. It has no standard
input, and of the environment only what is given with -e. Its output and its exit status come through; 124: it took too
long; 125: the guest could not be had, or died.

  -c CPUS        processors (2)
  -m MEMORY      memory, such as 512M (3G)
  -t SECONDS     end the guest after so long, its start included (300)
  -w FOLDER      let the command write to this folder of the host; may be repeated
  -e NAME=VALUE  a variable for the command; -e NAME: as it is here; may be repeated
  -T TOPOLOGY    two: RDMA devices rxa (10.9.0.1, fd09::1) and rxb (10.9.0.2, fd09::2), with a cable between them;
                 switched: with a switch between them, whose ports sa and sb can be blocked;
                 one: rxa alone; none: no RDMA (two)
  -k ARGUMENTS   more arguments for the guest's kernel
  -l FILE        keep the guest's console in this file
HELP
}

die() {
  echo "lab: $*" >&2
  exit 125
}

cpus=2 memory=3G seconds=300 topology=two kernel_arguments='' console=''
writable=() environment=()
while getopts :c:m:t:w:e:T:k:l:h option; do
  case $option in
    c) cpus=$OPTARG ;;
    m) memory=$OPTARG ;;
    t) seconds=$OPTARG ;;
    w)
      [ -d "$OPTARG" ] || die "-w $OPTARG: no such folder"
      writable+=("$(cd "$OPTARG" && pwd -P)")
      ;;
    e)
      [[ $OPTARG =~ ^[A-Za-z_][A-Za-z_0-9]*(=|$) ]] || die "-e $OPTARG: not NAME=VALUE or NAME"
      [[ $OPTARG == *=* ]] || OPTARG="$OPTARG=${!OPTARG-}"
      environment+=("$OPTARG")
      ;;
    T) topology=$OPTARG ;;
    k) kernel_arguments=$OPTARG ;;
    l) console=$OPTARG ;;
    h) help && exit ;;
    :) die "-$OPTARG needs a value; try: ./jfs lab -h" ;;
    *) die "no option -$OPTARG; try: ./jfs lab -h" ;;
  esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || die "no command; try: ./jfs lab -h"
[[ $cpus =~ ^[1-9][0-9]*$ ]] || die "-c $cpus: not a number of processors"
[[ $seconds =~ ^[1-9][0-9]*$ ]] || die "-t $seconds: not a number of seconds"
[[ $topology =~ ^(two|switched|one|none)$ ]] || die "-T $topology: not two, switched, one or none"

boot=$("$here/prepare.sh") || die "$boot"

# The folder that the host shares with the guest: orders in, output and exit status out.
run=$(mktemp -d "${TMPDIR:-/tmp}/jfs-lab.XXXXXX")
trap 'rm -rf "$run"' EXIT
: "${console:=$run/console}"
cp "$here/init-guest.sh" "$here/topology.sh" "$run"
directory=$(pwd -P) home=${HOME:-/root} command=("$@")
declare -p topology directory home command environment writable >"$run/order"
touch "$run/out" "$run/err"

qemu=(qemu-system-x86_64 -nodefaults -no-user-config -display none
  -no-reboot # a kernel that panics ends the guest
  # Emulated: virtual machines in clouds and containers seldom have KVM, and what is tested here is not speed.
  -M q35 -accel 'tcg,thread=multi'
  # la57: walking page tables of five levels costs time, for memory that no guest has. pclmulqdq: Soft-RoCE would compute
  # its checksums by it, bit by bit here, and takes twice as long for large messages as with tables.
  -cpu 'max,la57=off,pclmulqdq=off' -smp "$cpus" -m "$memory"
  -kernel "$boot/vmlinuz" -initrd "$boot/initramfs"
  # mitigations: there is no real processor to attack. tsc: the watchdog takes a busy host for a broken clock.
  -append "console=ttyS0 loglevel=4 panic=-1 mitigations=off nokaslr tsc=reliable random.trust_cpu=on $kernel_arguments"
  -serial "file:${console//,/,,}")

share() { # what the guest calls it, folder, more options
  qemu+=(-fsdev "local,id=$1,path=${2//,/,,},security_model=none,multidevs=remap${3:+,$3}"
    -device "virtio-9p-pci,fsdev=$1,mount_tag=$1")
}

share root / readonly=on
share modules "$boot/modules/" readonly=on
share lab "$run"
for i in "${!writable[@]}"; do
  share "writable$i" "${writable[i]}"
done

# Not in the foreground: there, `timeout` would keep Ctrl-C from this script and from the guest.
timeout -k 5 "$seconds" "${qemu[@]}" </dev/null >"$run/qemu" 2>&1 &
guest=$!

interrupted=
# shellcheck disable=SC2317 # the traps call it
interrupt() {
  interrupted=$1
  kill "$guest" 2>/dev/null || true
}
trap 'interrupt 129' HUP
trap 'interrupt 130' INT
trap 'interrupt 143' TERM

# Shows what is written to file $1, to the last byte, while the guest runs. If nobody reads it any more, the guest goes.
show() {
  tail -c +1 -s 0.1 -f --pid="$guest" "$1" || {
    kill "$guest" 2>/dev/null
    return 141 # what the shell says of a broken pipe
  }
}
show "$run/out" &
out=$!
show "$run/err" >&2 &
err=$!

ended=0
# A signal ends `wait` early.
while
  wait "$guest" && ended=0 || ended=$?
  kill -0 "$guest" 2>/dev/null
do :; done
for reader in "$out" "$err"; do
  wait "$reader" || interrupted=${interrupted:-$?}
done

[ -z "$interrupted" ] || exit "$interrupted"
[ ! -s "$run/status" ] || exit "$(cat "$run/status")"
[ "$ended" != 124 ] || {
  echo "lab: not done after $seconds seconds" >&2
  exit 124
}
echo "lab: the guest ended before the command did; its last words:" >&2
tail -q -n 50 "$run/qemu" "$console" >&2 2>/dev/null || true
exit 125
