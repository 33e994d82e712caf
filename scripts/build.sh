# shellcheck shell=bash disable=SC2034,SC2154 # what is set here, or there, is used there, or here
# Which JDKs there are, and building what is not up to date. Sourced by ./jfs.

# Feature version of the JDK in folder $1: 17, 25, ...; nothing if there is none.
jdk_version() {
  [ -x "$1/bin/javac" ] && sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null
}

# Every JDK from 17 on: its version and folder, the oldest first, each version once, of which JAVA_HOME goes first.
jdks() {
  local dir version
  for dir in "${JAVA_HOME:-}" /usr/lib/jvm/* /opt/java/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    [ -n "$dir" ] || continue
    dir=$(readlink -f "$dir") || continue
    version=$(jdk_version "$dir") || continue
    [ -n "$version" ] && [ "$version" -ge 17 ] && echo "$version $dir"
  done | sort -n -s -k 1,1 | awk '!seen[$1]++'
}

# The folder of the oldest. There may be spaces in it.
oldest_jdk() { jdks | sed -n '1s/^[0-9]* //p'; }

maven() { (cd "$root" && mvn -B "$@"); }

# Whether $1 is there and nothing that it is made from is newer.
is_fresh() {
  [ -f "$1" ] && [ -z "$(cd "$root" && find . \( -name target -o -name .git -o -name docs \) -prune -o \
    -type f \( -path '*/src/*' -o -path '*/native-src/*' -o -name pom.xml \) -newer "$1" -print -quit)" ]
}

build() {
  if ! is_fresh "$agent" || ! is_fresh "$bench"; then
    need_build_tools
    say "building (the first time takes a minute or two)"
    maven -q -DskipTests package >&2 || die "the build failed; its last words are above"
    touch "$agent" "$bench"
  fi
}

# For commands about JVMs that run, perhaps from this very jar: they build it only if there is none.
have_jar() {
  if [ ! -f "$agent" ]; then
    build
  elif ! is_fresh "$agent"; then
    say "the sources are newer than the jar, which is used as it is; ./jfs build makes it anew"
  fi
}

java_command() {
  local home=${JAVA_HOME:-}
  if [ -n "$home" ] && [ -x "$home/bin/java" ]; then
    echo "$home/bin/java"
  elif command -v java >/dev/null; then
    echo java
  else
    echo "$(oldest_jdk)/bin/java"
  fi
}
