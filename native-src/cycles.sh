#!/bin/sh
# cycles.sh NM OBJECT...
#
# Fails if the C files of these objects use each other's functions or variables in a circle, and
# prints the uses that make it: no file in a circle can be read, tested or replaced without the
# others.
set -eu

nm=$1
shift

# A line "=OBJECT" before the symbols of each: no symbol begins with "=".
symbols=$(
	for object; do
		printf '=%s\n' "$object"
		"$nm" -P "$object"
	done
)
printf '%s\n' "$symbols" | awk '
	/^=/ {
		file = substr($0, 2)
		# As CMake names an object: FOLDER/TARGET.dir/SOURCE.o
		sub(/^.*\.dir\/(\.\/)?/, "", file)
		sub(/\.o$/, "", file)
		next
	}
	$2 == "U" { uses[file, $1] = 1; next }
	$2 ~ /^[A-TV-Z]$/ { owner[$1] = file }
	END {
		for (use in uses) {
			split(use, part, SUBSEP)
			if (part[2] in owner && owner[part[2]] != part[1])
				edges[part[1] SUBSEP owner[part[2]]] = part[2]
		}
		# Drops files that use none of those left, or that none of those left uses: what stays is
		# in a circle, or between two.
		do {
			delete out
			delete in_
			for (edge in edges) {
				split(edge, part, SUBSEP)
				out[part[1]] = 1
				in_[part[2]] = 1
			}
			dropped = 0
			for (edge in edges) {
				split(edge, part, SUBSEP)
				if (!(part[2] in out) || !(part[1] in in_)) {
					delete edges[edge]
					dropped = 1
				}
			}
		} while (dropped)
		for (edge in edges) {
			split(edge, part, SUBSEP)
			print part[1] " uses " edges[edge] " of " part[2] | "sort >&2"
			status = 1
		}
		exit status
	}'
