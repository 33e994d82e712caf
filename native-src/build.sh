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
#   JFS_NATIVE_CROSS      more C compilers, each for another architecture: build its libjfs.so too (for
#                         releases); it is an error if one cannot
#   JFS_NATIVE_SKIP       true: build nothing
#   JFS_NATIVE_REQUIRED   true: it is an error if nothing can be built (for releases)
set -eu

unset CDPATH
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

# Prints the architecture that the compiler $1 compiles for, as jfs.natives.Platform calls it; fails
# if that is not for Linux. The compiler is asked, not uname: it knows.
arch_of() {
	target=$("$1" -dumpmachine)
	case $target in
	*linux*) ;;
	*) return 1 ;;
	esac
	case ${target%%-*} in
	amd64) echo x86_64 ;;
	arm64) echo aarch64 ;;
	*) echo "${target%%-*}" ;;
	esac
}

arch=
if [ -z "$missing" ]; then
	arch=$(arch_of "$CC") || missing="a compiler for Linux ($CC compiles for others)"
fi
if [ -n "$missing" ]; then
	if [ "${JFS_NATIVE_REQUIRED:-false}" = true ]; then
		echo "native: libjfs.so is required and cannot be built: missing $missing" >&2
		exit 1
	fi
	skip "missing $missing"
fi

# build_in FOLDER ARCHITECTURE [CMAKE ARGUMENT...]
build_in() {
	folder=$1
	library=$resources/jfs/natives/linux-$2/libjfs.so
	built="${built:+$built and }linux-$2"
	shift 2
	mkdir -p "$folder"
	quietly "$folder/configure.log" \
		cmake -S "$here" -B "$folder" $generator -DBUILD_TESTING=OFF -DJAVA_HOME="${JAVA_HOME:-}" "$@"
	quietly "$folder/build.log" cmake --build "$folder"
	if ! cmp -s "$folder/libjfs.so" "$library"; then
		mkdir -p "$(dirname "$library")"
		# By rename: a JVM may have the old one mapped.
		cp "$folder/libjfs.so" "$library.new"
		mv -f "$library.new" "$library"
	fi
}

built=
build_in "$build" "$arch" -DJFS_BENCH=ON
for compiler in ${JFS_NATIVE_CROSS:-}; do
	other=$(arch_of "$compiler")
	build_in "$build-$other" "$other" -DJFS_BENCH=OFF -DCMAKE_C_COMPILER="$compiler"
done

# No others, of earlier builds.
for library in "$resources"/jfs/natives/linux-*; do
	case " $built " in
	*" ${library##*/} "*) ;;
	*) rm -rf "$library" ;;
	esac
done
echo "native: libjfs.so built for $built"
