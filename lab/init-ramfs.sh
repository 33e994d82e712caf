#!/bin/busybox sh
# shellcheck shell=dash
# The guest's first process, in the initramfs: makes the host's root file system the guest's own, so that whatever is
# installed or built on the host is there at once, and goes on with init-guest.sh in it.

[ $$ = 1 ] || { echo "${0##*/} is only for the guest, where it is the first process" >&2; exit 1; }

fail() {
  echo "lab: $*"
  busybox poweroff -f
}

mount_host() { # what the host calls it, where, options
  busybox mount -t 9p -o "trans=virtio,version=9p2000.L,msize=512000,$3" "$1" "$2" || fail "cannot mount $1"
}

export PATH=/bin
busybox mount -t proc proc /proc
busybox mount -t sysfs sys /sys
busybox mount -t devtmpfs dev /dev
for module in /modules/*; do
  busybox insmod "$module" || fail "cannot load $module"
done

# The host's files are only read, and what is written stays in the guest's memory. So they may be cached at will.
mount_host root /host ro,cache=loose
busybox mount -t tmpfs -o size=75% written /written
busybox mkdir /written/files /written/work
busybox mount -t overlay -o lowerdir=/host,upperdir=/written/files,workdir=/written/work root /root ||
  fail "cannot lay what is written over the host's root"

busybox mkdir -p /root/proc /root/sys /root/dev /root/run /root/tmp
busybox mount -t tmpfs -o mode=755 run /root/run
busybox mkdir /root/run/lab
mount_host lab /root/run/lab cache=none
for folder in proc sys dev; do
  busybox mount --move /$folder /root/$folder
done
exec busybox switch_root /root /bin/bash /run/lab/init-guest.sh
