#!/bin/sh
# glibc_test.sh CC OBJDUMP
#
# A library of old functions passes glibc.sh; one with a newer function does not, and is told which.
set -eu

cc=$1
objdump=$2
unset CDPATH
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# library CODE [OPTION]...: makes work/x.so of it.
library() {
	printf '%s\n' "$1" >"$work/x.c"
	shift
	"$cc" -shared -fPIC -D_GNU_SOURCE "$@" -o "$work/x.so" "$work/x.c"
}

# refuse WHAT: fails unless glibc.sh refuses work/x.so, and says that.
refuse() {
	if said=$(sh "$here/../glibc.sh" "$objdump" "$work/x.so" 2>&1); then
		echo "passed: $1" >&2
		exit 1
	fi
	case $said in
	*"$1"*) ;;
	*)
		echo "not told: $said" >&2
		exit 1
		;;
	esac
}

library '#include <unistd.h>
int f(void) { return close(3); }'
sh "$here/../glibc.sh" "$objdump" "$work/x.so"

# Of glibc 2.27; whatever is declared is linked.
library '#include <sys/mman.h>
int f(void) { return memfd_create("x", 0); }'
refuse 'memfd_create (glibc 2.27)'

# Of glibc 2.36, by no function; linkers pack relocations since 2022.
relocated='#include <unistd.h>
static int x;
int *p = &x;
int f(void) { return close(*p); }'
library "$relocated" -Wl,-z,pack-relative-relocs 2>/dev/null || exit 0
if "$objdump" -p "$work/x.so" | grep -q GLIBC_ABI_DT_RELR; then
	refuse GLIBC_ABI_DT_RELR
fi
