#!/bin/sh
# cycles_test.sh CC NM
#
# Files that use one another in order pass cycles.sh; a circle does not, and is told.
set -eu

cc=$1
nm=$2
unset CDPATH
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

objects=$work/test.dir
mkdir "$objects"

# file NAME CODE: makes NAME.c.o of it.
file() {
	printf '%s\n' "$2" >"$work/$1.c"
	"$cc" -c -o "$objects/$1.c.o" "$work/$1.c"
}

check() {
	sh "$here/../cycles.sh" "$nm" "$objects"/*.o
}

file top 'int left(void); int right(void); int main(void) { return left() + right(); }'
file left 'int base(void); int left(void) { return base(); }'
file right 'int base(void); int left(void); int right(void) { return base() + left(); }'
# A static function is no use of another file's function of the same name.
file base 'static int right(void) { return 0; } int base(void) { return right(); }'
check

# Through three files, and by a pointer.
file base 'int right(void); int (*pointer)(void) = right; int base(void) { return 0; }'
if said=$(check 2>&1); then
	echo 'a circle passed' >&2
	exit 1
fi
case $said in
'base.c uses right of right.c
left.c uses base of base.c
right.c uses base of base.c
right.c uses left of left.c') ;;
*)
	echo "not told: $said" >&2
	exit 1
	;;
esac

# Without symbols there would be nothing to find.
if sh "$here/../cycles.sh" "$nm" "$work/nothing.o" 2>/dev/null; then
	echo 'an object that is missing passed' >&2
	exit 1
fi
