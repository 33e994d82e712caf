#!/bin/sh
# glibc_test.sh CC OBJDUMP
#
# A library of old functions passes glibc.sh; one with a newer function does not, and is told which.
set -eu

cc=$1
objdump=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# library CODE: makes work/x.so of it.
library() {
	printf '%s\n' "$1" >"$work/x.c"
	"$cc" -shared -fPIC -D_GNU_SOURCE -o "$work/x.so" "$work/x.c"
}

library '#include <unistd.h>
int f(void) { return close(3); }'
sh "$here/../glibc.sh" "$objdump" "$work/x.so"

# Of glibc 2.27; whatever is declared is linked.
library '#include <sys/mman.h>
int f(void) { return memfd_create("x", 0); }'
if said=$(sh "$here/../glibc.sh" "$objdump" "$work/x.so" 2>&1); then
	echo 'memfd_create passed' >&2
	exit 1
fi
case $said in
*'memfd_create (glibc 2.27)'*) ;;
*)
	echo "not told: $said" >&2
	exit 1
	;;
esac
