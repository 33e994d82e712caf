#!/bin/sh
# build.sh BUILD_DIR RESOURCE_DIR
#
# Builds libjfs.so in BUILD_DIR and puts it where jfs.natives.NativeLibrary looks for it, in
# RESOURCE_DIR/jfs/natives/<os>-<arch>/; jfs-baseline, for ./jfs bench, stays in BUILD_DIR. Without
# a C compiler or CMake nothing is built, which is said in one line and is no error (JFS then runs in
# pure-Java mode); code that does not compile is.
#
# Environment:
#   JAVA_HOME             the JDK whose jni.h is used; searched for if not set
#   CC                    the C compiler, cc if not set
#   JFS_NATIVE_SKIP       true: build nothing
#   JFS_NATIVE_REQUIRED   true: it is an error if nothing can be built (for releases)
set -eu

here=$(cd "$(dirname "$0")" && pwd)
build=$1
resources=$2

# skip REASON: leave no library of an earlier build behind, it would not be what is asked for now.
skip() {
	rm -f "$resources"/jfs/natives/*/libjfs.so
	echo "native: libjfs.so NOT BUILT, JFS will run in pure-Java mode: $1"
	exit 0
}

if [ "${JFS_NATIVE_SKIP:-false}" = true ]; then
	skip 'skipped as asked'
fi

. "$here/toolchain.sh"

target=
if [ -z "$missing" ]; then
	# The compiler is asked, not uname: it knows what it compiles for.
	target=$("$CC" -dumpmachine)
	case $target in
	*linux*) ;;
	*) missing="a compiler for Linux ($CC compiles for $target)" ;;
	esac
fi
if [ -n "$missing" ]; then
	if [ "${JFS_NATIVE_REQUIRED:-false}" = true ]; then
		echo "native: libjfs.so is required and cannot be built: missing $missing" >&2
		exit 1
	fi
	skip "missing $missing"
fi

case ${target%%-*} in
amd64 | x86_64) arch=x86_64 ;;
arm64 | aarch64) arch=aarch64 ;;
*) arch=${target%%-*} ;;
esac

mkdir -p "$build"
quietly "$build/configure.log" \
	cmake -S "$here" -B "$build" $generator -DBUILD_TESTING=OFF -DJFS_BENCH=ON \
	-DJAVA_HOME="${JAVA_HOME:-}"
quietly "$build/build.log" cmake --build "$build"

library=$resources/jfs/natives/linux-$arch/libjfs.so
if ! cmp -s "$build/libjfs.so" "$library"; then
	mkdir -p "$(dirname "$library")"
	# By rename: a JVM may have the old one mapped.
	cp "$build/libjfs.so" "$library.new"
	mv -f "$library.new" "$library"
fi
echo "native: libjfs.so built for linux-$arch"
