#!/bin/sh
# test.sh BUILD_DIR
#
# Builds the C code with AddressSanitizer and UndefinedBehaviorSanitizer in BUILD_DIR and runs its
# unit tests; fails if one fails. Without a C compiler or CMake the tests are skipped, without the
# sanitizers' runtime they run without it; both are said loudly, and are errors if the library is
# required.
#
# Environment: JAVA_HOME, CC, JFS_NATIVE_SKIP and JFS_NATIVE_REQUIRED as for build.sh.
set -eu

unset CDPATH
here=$(cd "$(dirname "$0")" && pwd)
build=$1

# without WHAT WHY: says what is not tested, which is an error if the library is required.
without() {
	echo "native: ***** C TESTS $1 *****: $2"
	[ "${JFS_NATIVE_REQUIRED:-false}" != true ] || exit 1
}

if [ "${JFS_NATIVE_SKIP:-false}" = true ]; then
	echo 'native: ***** C TESTS SKIPPED *****: skipped as asked'
	exit 0
fi

. "$here/toolchain.sh"

if [ -n "$missing" ]; then
	without SKIPPED "missing $missing"
	exit 0
fi
case $("$CC" -dumpmachine) in
*linux*) ;;
*)
	without SKIPPED 'the C code is for Linux'
	exit 0
	;;
esac

mkdir -p "$build"
sanitize=ON
probe=$build/sanitizer-probe
echo 'int main(void) { return 0; }' >"$probe.c"
if ! { "$CC" -fsanitize=address,undefined -o "$probe" "$probe.c" && "$probe"; } \
	>"$probe.log" 2>&1; then
	sanitize=OFF
	without 'WITHOUT SANITIZERS' "$CC lacks their runtime"
fi

quietly "$build/configure.log" \
	cmake -S "$here" -B "$build" $generator -DBUILD_TESTING=ON -DJFS_SANITIZE=$sanitize \
	-DJAVA_HOME="${JAVA_HOME:-}"
quietly "$build/build.log" cmake --build "$build"
# From the build directory: CMake 3.18's ctest has no --test-dir.
cd "$build"
# Most of a test's time it waits.
quietly test.log ctest -j 4 --output-on-failure
echo "native: $(grep 'tests passed' test.log) (sanitizers: $sanitize)"
