#!/bin/sh
# slices_test.sh JFS_BASELINE BENCH [OPTION]...
#
# Gives jfs-baseline slices a script of commands; fails unless each gets its one, well-formed
# answer, and unless what is no command is refused.
set -eu

baseline=$1
bench=$2
shift 2

timed='elapsed=[0-9]+ p50=[0-9]+ p90=[0-9]+ p99=[0-9]+ p999=[0-9]+ cpu=[0-9]+'

# expect COMMANDS PATTERN...: the answers are lines that match the patterns, in their order.
expect() {
	commands=$1
	shift
	# A status other than 0 ends the script.
	answers=$(printf "$commands" | "$baseline" slices "$bench" $options)
	if [ "$(printf '%s\n' "$answers" | wc -l)" -ne $# ]; then
		echo "not $# answers: $answers" >&2
		exit 1
	fi
	line=0
	for pattern; do
		line=$((line + 1))
		if ! printf '%s\n' "$answers" | sed -n "${line}p" | grep -Eqx "$pattern"; then
			echo "answer $line is not '$pattern': $answers" >&2
			exit 1
		fi
	done
}

refuse() {
	if printf "$1" | "$baseline" slices "$bench" $options >/dev/null 2>&1; then
		echo "not refused: $1" >&2
		exit 1
	fi
}

options=$*
case $bench in
pingpong)
	expect 'cpu\necho 1 100\necho 64 1\necho 300000 3\nstream 65536 20\necho 1024 50\ncpu\n' \
		'ready=1 cpu-step=[1-9][0-9]*' 'cpu=[0-9]+' "count=100 $timed" "count=1 $timed" \
		"count=3 $timed" 'count=20 elapsed=[0-9]+ cpu=[0-9]+' "count=50 $timed" 'cpu=[1-9][0-9]*'
	refuse 'many 3 10\n'
	refuse 'echo 0 10\n'
	refuse 'echo 10\n'
	;;
many)
	expect 'cpu\nmany 3 300\nmany 3 2\ncpu\n' \
		'ready=1 cpu-step=[1-9][0-9]*' 'cpu=[0-9]+' "count=300 $timed" "count=3 $timed" \
		'cpu=[1-9][0-9]*'
	refuse 'many 4 10\n'
	refuse 'echo 64 10\n'
	;;
esac
expect '' 'ready=1 cpu-step=[1-9][0-9]*'
refuse 'moon\n'
refuse 'cpu now\n'
refuse '\n'
