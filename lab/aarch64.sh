#!/usr/bin/env bash
# aarch64.sh JAVA_HOME AGENT_JAR CLASSES: boots an emulated aarch64 machine of Debian's kernel and JRE, with no file of
# this machine's but what is tested: the C tests, and two JVMs whose connections go over shared memory. Debian's cross
# compiler builds the native library. Exits with status 2 if packages are missing, which ./jfs can install.
set -euo pipefail

unset CDPATH
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
jdk=$1 agent=$2 classes=$3

# What is in the machine, but for the kernel.
packages=(busybox-static libc6 libgcc-s1 libstdc++6 openjdk-17-jre-headless zlib1g)
# Sockets are looked up by these; the last needs the first.
modules=(inet_diag tcp_diag)

say() { echo "lab: $*" >&2; }
fail() { # status, why
  say "$2"
  exit "$1"
}

# Debian's packages for aarch64, apart from those of this machine.
apt() {
  apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Sandbox::User=root \
    -o Dir::State="$cache/apt" -o Dir::State::status=/dev/null -o Dir::Cache="$cache/apt" "$@" >&2
}

fetch_machine() {
  local new=$cache/machine.new kernel
  say "downloading a kernel and a JRE for aarch64 (once, some 110 MB)"
  rm -rf "$new"
  mkdir -p "$cache"/apt/{lists,archives}/partial "$new"/{debs,kernel,root}
  cd "$new/debs"
  apt update
  kernel=$(apt_depends linux-image-arm64)
  apt download "${packages[@]}"
  for deb in ./*.deb; do dpkg-deb -x "$deb" "$new/root"; done
  rm -rf ./*.deb "$new"/root/usr/share "$new"/root/usr/lib/aarch64-linux-gnu/gconv
  apt download "$kernel"
  dpkg-deb -x ./*.deb "$new/kernel"
  cp "$new"/kernel/boot/vmlinuz-* "$new/vmlinuz"
  for module in "${modules[@]}"; do find "$new/kernel" -name "$module.ko" -exec cp {} "$new" \;; done
  rm -rf "$new/debs" "$new/kernel"
  mv "$new" "$cache/machine"
}

# What the package that stands for the newest kernel depends on.
apt_depends() {
  apt-cache -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State="$cache/apt" \
    -o Dir::State::status=/dev/null -o Dir::Cache="$cache/apt" depends "$1" | sed -n 's/^ *Depends: *//p' | head -1
}

# The C tests, and the library in a copy of the jar.
build_tested() {
  local build=$work/native
  CC=aarch64-linux-gnu-gcc JAVA_HOME=$jdk JFS_NATIVE_REQUIRED=true \
    sh "$here/../native-src/build.sh" "$build-library" "$work/library" >&2
  {
    cmake -S "$here/../native-src" -B "$build" -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc -DJAVA_HOME="$jdk" -DJFS_BENCH=OFF &&
      cmake --build "$build" -j 2
  } >"$work/build.log" 2>&1 || { cat "$work/build.log" >&2 && fail 1 "the C tests cannot be built for aarch64"; }
  mkdir -p "$tested"/{c,classes/jfs/agent}
  cp "$build"/*_test "$tested/c"
  rm -f "$tested/c/verbs_lab_test" # there are no devices
  cp -r "$classes/jfs/agent/programs" "$tested/classes/jfs/agent"
  cp "$agent" "$tested/jfs-agent.jar"
  "$jdk/bin/jar" --update --file "$tested/jfs-agent.jar" -C "$work/library" jfs/natives/linux-aarch64/libjfs.so
}

[ "$(uname -s)" = Linux ] && command -v apt-get dpkg-deb >/dev/null || fail 1 "the aarch64 machine is made of Debian's packages"
for tool in qemu-system-aarch64 aarch64-linux-gnu-gcc cmake cpio flock; do
  command -v $tool >/dev/null || fail 2 "the aarch64 machine needs $tool"
done

cache=${JFS_LAB_DIR:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/jfs-lab}/aarch64
mkdir -p "$cache" || fail 1 "cannot write to the cache, $cache"
cache=$(cd "$cache" && pwd -P)
exec 9>"$cache/lock"
flock 9 # two that find nothing would both make it
if [ ! -d "$cache/machine" ]; then
  # Not behind `||`, where the shell would go on after what fails in it.
  set +e
  (set -e && fetch_machine)
  fetched=$?
  set -e
  [ $fetched = 0 ] || fail 1 "no kernel or JRE for aarch64 can be had from Debian"
fi
exec 9>&-

work=$(mktemp -d "${TMPDIR:-/tmp}/jfs-aarch64.XXXXXX")
trap 'rm -rf "$work"' EXIT
root=$work/root
tested=$root/tested
cp -r "$cache/machine/root" "$root"
mkdir -p "$root"/{bin,dev,etc,proc,sys,tmp,modules}
cp "$cache"/machine/*.ko "$root/modules"
install -m 755 "$here/init-aarch64.sh" "$root/init"
build_tested
(cd "$root" && find . | cpio --quiet -o -H newc -R 0:0) >"$work/initramfs"

say "booting an aarch64 machine"
timeout -k 5 "${JFS_LAB_SECONDS:-600}" qemu-system-aarch64 -M virt -cpu max -accel tcg,thread=multi -smp 2 -m 3G \
  -nodefaults -no-user-config -display none -no-reboot -kernel "$cache/machine/vmlinuz" -initrd "$work/initramfs" \
  -append "console=ttyAMA0 loglevel=4 panic=-1 nokaslr random.trust_cpu=on" \
  -serial "file:$work/console" </dev/null >&2 || fail 1 "the aarch64 machine died, or took too long: $(tail -3 "$work/console")"
tr -d '\r' <"$work/console" >&2
grep -q '^aarch64: all held' <(tr -d '\r' <"$work/console") || fail 1 "not all held on aarch64"
