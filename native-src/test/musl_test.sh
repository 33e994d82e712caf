#!/bin/sh
# musl_test.sh BUILD_DIR LIBRARY...
#
# Fails if musl lacks a function that a library needs, which is built with glibc; and runs musl_test
# with the library of this machine's processor. musl takes the names of glibc's libraries for its own.
#
# Environment: JAVA_HOME, a JDK whose jni.h is used.
set -eu

unset CDPATH
here=$(cd "$(dirname "$0")" && pwd)
build=$1
shift
[ $# -gt 0 ] || { echo 'musl_test.sh: which library?' >&2; exit 1; }

mkdir -p "$build"
# The loader of programs on musl is its libc.
nm -D --defined-only "/lib/ld-musl-$(uname -m).so.1" | awk '{ print $NF }' | sort -u >"$build/has"
[ -s "$build/has" ] || { echo "no musl for $(uname -m)" >&2; exit 1; }
run=
for library; do
	nm -D --undefined-only "$library" | awk '$1 == "U" { sub(/@.*/, "", $2); print $2 }' | sort -u >"$build/needs"
	lacks=$(comm -23 "$build/needs" "$build/has" | tr '\n' ' ')
	if [ ! -s "$build/needs" ] || [ -n "$lacks" ]; then
		echo "$library: musl has not ${lacks:-a function}" >&2
		exit 1
	fi
	# musl resolves these no more for what is linked anew.
	if grep '64$' "$build/needs" >&2; then
		echo "$library: names of glibc's for 64-bit offsets" >&2
		exit 1
	fi
	case $library in
	*/linux-"$(uname -m)"/*)
		musl-gcc -std=c11 -Wall -Wextra -Werror -D_GNU_SOURCE -I"$JAVA_HOME/include" -I"$JAVA_HOME/include/linux" \
			-I"$here/../src" -I"$here/../include" -o "$build/musl_test" "$here/musl_test.c" "$here/fake_jni.c" "$library"
		LD_LIBRARY_PATH=$(dirname "$library") "$build/musl_test"
		echo "native: $library runs on musl"
		run=yes
		;;
	esac
done
[ -n "$run" ] || { echo "musl_test.sh: no library for $(uname -m)" >&2; exit 1; }
