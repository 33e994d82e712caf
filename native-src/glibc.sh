#!/bin/sh
# glibc.sh OBJDUMP LIBRARY
#
# Fails if a library needs functions of glibc later than 2.17, the oldest that Java 17 and later run
# on, or a later way to load it, and says which: older ones would not load it. src/glibc.h has what to
# do about functions.
set -eu

objdump=$1
library=$2

symbols=$("$objdump" -T "$library")
newer=$(printf '%s\n' "$symbols" | awk -v most=17 '
	/\*UND\*/ && match($0, /GLIBC_2\.[0-9]+/) {
		split(substr($0, RSTART, RLENGTH), version, ".")
		if (version[2] + 0 > most)
			printf " %s (glibc 2.%d)", $NF, version[2]
	}')
# A version without functions: GLIBC_ABI_DT_RELR is of 2.36, for relocations that are packed.
newer=$newer$("$objdump" -p "$library" | awk '$NF ~ /^GLIBC_ABI_/ { printf " %s", $NF }')
if [ -n "$newer" ]; then
	echo "$library needs a glibc later than 2.17 for:$newer" >&2
	exit 1
fi
