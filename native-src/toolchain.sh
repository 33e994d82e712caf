# Sourced by build.sh and test.sh: is there what it takes to build C?
# Sets missing to what is not there (empty: all is there), generator to CMake's argument.

missing=
generator=
CC=${CC:-cc}
command -v cmake >/dev/null 2>&1 || missing='cmake'
command -v "$CC" >/dev/null 2>&1 || missing="${missing:+$missing, }a C compiler ($CC)"
if ! command -v make >/dev/null 2>&1; then
	if command -v ninja >/dev/null 2>&1; then
		generator='-GNinja'
	else
		missing="${missing:+$missing, }make or ninja"
	fi
fi
export CC

# quietly LOG COMMAND...: nothing on the screen unless the command fails.
quietly() {
	log=$1
	shift
	"$@" >"$log" 2>&1 && return 0
	cat "$log" >&2
	return 1
}
