#!/usr/bin/env bash
# Makes what the guest boots from, in the lab's cache, unless it is there: a kernel, unpacked but not installed, and an
# initramfs. Prints one line: the folder that has them (vmlinuz, initramfs, modules), or why there is none; then it
# exits with status 2 if packages are missing, which ./jfs can install, and 1 if there is more to it.
set -euo pipefail

unset CDPATH
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
PATH=$PATH:/usr/sbin:/sbin # modprobe is there, and not in everybody's path

# What the guest needs before it has a file system to load the rest from.
first_modules=(virtio_pci 9pnet_virtio 9p overlay)

say() { echo "lab: $*" >&2; }
fail() { # status, why
  echo "$2"
  exit "$1"
}

# Downloads what the package that stands for the newest kernel depends on; false if it is not to be had.
download_kernel() {
  local package
  package=$(apt-cache depends linux-image-amd64 2>/dev/null | sed -n 's/^ *Depends: *//p' | head -1)
  [ -n "$package" ] && apt-get download -qq -o APT::Sandbox::User=root "$package" >&2
}

# Only the newest package lists name a kernel that can still be downloaded.
download_kernel_after_all() {
  apt-get update -qq >&2
  download_kernel
}

fetch_kernel() {
  local new=$cache/kernel.new
  command -v apt-get >/dev/null || fail 1 "the lab takes its kernel from Debian, and there is no apt-get here"
  say "downloading a kernel to boot (once, some 70 MB)"
  rm -rf "$new"
  mkdir "$new"
  cd "$new"
  download_kernel || download_kernel_after_all ||
    fail 1 "the lab's kernel cannot be downloaded: Debian's linux-image-amd64 (as root: apt-get update)"
  # Without drivers for what no guest has, which are half of it.
  dpkg-deb --fsys-tarfile ./*.deb |
    tar -x --exclude='*/sound' --exclude='*/drivers/'{gpu,iio,media,net/ethernet,net/wireless,scsi,staging,usb}
  rm ./*.deb
  [ -d lib/modules ] || ln -s usr/lib lib # newer Debians
  depmod -b "$new" "$(ls lib/modules)"
  cd "$cache"
  mv "$new" "$cache/kernel"
}

# The module in file $1 as the kernel takes it without help.
unpacked() {
  case $1 in
    *.xz) xz -dc "$1" ;;
    *.zst) zstd -dc "$1" ;;
    *) cat "$1" ;;
  esac
}

# The first modules and all that they need, each once, in the order in which they can be loaded.
module_files() {
  local module
  for module in "${first_modules[@]}"; do
    modprobe -d "$cache/kernel" -S "$version" --show-depends "$module"
  done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }'
}

# Fills folder $1 with the initramfs' files.
initramfs_files() {
  local files=$1 file number=100
  mkdir -p "$files"/{bin,modules,proc,sys,dev,host,written,root}
  install -m 755 "$here/init-ramfs.sh" "$files/init"
  cp "$busybox" "$files/bin/busybox"
  # Not every busybox is static.
  { ldd "$busybox" 2>/dev/null || true; } | { grep -o '/[^ ]*' || true; } | while read -r file; do
    mkdir -p "$files${file%/*}"
    cp -L "$file" "$files$file"
  done
  while read -r file; do
    number=$((number + 1)) # in the name, so that the guest can sort them
    unpacked "$file" >"$files/modules/$number-$(basename "${file%%.ko*}").ko"
  done < <(module_files)
  [ $number -gt 100 ] || fail 1 "the lab's kernel in $cache/kernel lacks modules: remove that folder, and try again"
}

make_folder() {
  local folder=$1 new=$cache/initramfs.new
  say "making an initramfs for Linux $version"
  rm -rf "$new"
  mkdir "$new"
  initramfs_files "$new/files"
  # Not compressed: to unpack it would cost an emulated processor more than it saves.
  (cd "$new/files" && find . | cpio --quiet -o -H newc -R 0:0) >"$new/initramfs"
  rm -rf "$new/files"
  ln -s ../kernel/lib/modules "$new/modules"
  ln -s "../kernel/boot/vmlinuz-$version" "$new/vmlinuz"
  mv "$new" "$folder"
  # Those of long ago, and nothing of the user's; should one be in use after all, it is made again.
  local old
  for old in "$cache"/*/initramfs; do
    old=${old%/initramfs}
    if [[ $old =~ /[0-9a-f]{16}$ && -n $(find "$old" -maxdepth 0 -mtime +30) ]]; then
      rm -rf "$old"
    fi
  done
}

[ "$(uname -s) $(uname -m)" = "Linux x86_64" ] || fail 1 "the lab needs Linux on x86-64, not $(uname -s) on $(uname -m)"
for tool in qemu-system-x86_64 busybox cpio modprobe flock rdma ibv_devinfo rping ib_write_lat iptables-legacy; do
  command -v $tool >/dev/null || fail 2 "the lab needs $tool"
done
for header in infiniband/verbs.h rdma/rdma_cma.h; do
  [ -e /usr/include/$header ] || fail 2 "the lab needs $header"
done
busybox=$(command -v busybox)

cache=${JFS_LAB_DIR:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/jfs-lab}
{ mkdir -p "$cache" 2>/dev/null && [ -w "$cache" ]; } || fail 1 "the lab cannot write to its cache, $cache"
cache=$(cd "$cache" && pwd -P)
exec 9>"$cache/lock"
flock 9 # two that find nothing would both make it
[ -d "$cache/kernel" ] || fetch_kernel
version=$(ls "$cache/kernel/lib/modules")

# Named by all that it is made from: what has changed is made anew, and a guest that boots is not disturbed.
folder=$cache/$(cat "$here/prepare.sh" "$here/init-ramfs.sh" "$busybox" <(echo "$version") | sha256sum | head -c 16)
[ -d "$folder" ] || make_folder "$folder"
echo "$folder"
