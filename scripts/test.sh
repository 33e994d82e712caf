# shellcheck shell=bash disable=SC2034,SC2154 # what is set here, or there, is used there, or here
# ./jfs test and ./jfs model. Sourced by ./jfs.

# Not empty: what is missing of what is installed here, or built, is an error, where it else is a warning, and the tests
# that need it are skipped. What the kernel refuses stays a reason to skip one. JVMs would take the variable for theirs.
strict=${JFS_TEST_STRICT:-}
unset JFS_TEST_STRICT

# With --full everything; else what needs no guest, at the sizes that the tests have by default, and a short look at RDMA.
run_tests() {
  local full=
  if [ "${1:-}" = --full ]; then
    full=yes
    shift
  fi
  want_test_tools
  [ -z "$full" ] || { want_model_checker && want_lab && want_cross_compiler && want_musl; }
  need_build_tools
  { has_port_tools && has_network_tools; } ||
    say "WARNING: no socat, iptables, ip, ss or python3: what they are needed for will be SKIPPED"
  # JUnit's own JVMs run for a short time, and compile once, fast; the programs' compile as they usually do.
  local versions second options=("-Djfs.test.flags=-XX:TieredStopAtLevel=1 -Dsun.tools.attach.attachTimeout=60000")
  versions=$(jdks)
  second=$(sed -n '1!{ $s/^[0-9]* //p }' <<<"$versions")
  [ -z "$second" ] || options+=(-Djfs.jdk.second="$second")
  if [ -n "$full" ]; then
    options+=("${full_options[@]}")
  else
    # Most of these tests' time they wait, so three share two processors well.
    options+=(-Djfs.jcstress.skip=true -Djfs.test.jvms=3)
  fi
  say "testing on JDK $(awk 'NR == 1 { print $1 }' <<<"$versions")${second:+ and $(jdk_version "$second")}"
  [ -n "$second" ] || say "WARNING: only one JDK from 17 on was found; the suites run on that one alone"
  if [ -n "$strict" ]; then
    need_all "$full" "$second"
    options+=(-Djfs.test.strict=true -Djfs.native.required=true)
  fi
  mkdir -p "$root/target"
  touch "$root/target/tests-begun"
  maven "${options[@]}" "$@" verify
  say_skipped "$root/target/tests-begun"
  if [ -z "$full" ]; then
    look_at_rdma
    say "not run: the model, stress and long tests, and all suites in the lab but one: ./jfs test --full"
    return
  fi
  test_between
  if has_model_checker; then
    check_models
  else
    say "WARNING: no spin: the model of the protocol (docs/model) was NOT checked"
  fi
  if need_lab; then
    test_in_lab
  else
    say "***** VERBS TESTS SKIPPED *****: $lab_missing"
  fi
  if has_c && has_cross_compiler; then
    make_dist --check # last: it builds anew
    [ -z "$strict" ] || compgen -G "$root/target/dist/*-cyclonedx.json" >/dev/null ||
      die "a release was made without its software bill of materials"
  else
    say "WARNING: no C compiler, or none for the other architecture of a release: a release was NOT made"
  fi
}

# Ends this unless all is there that tests need and that is installed by this, or comes with the machine as CI has it.
need_all() { # whether everything is tested, the second JDK
  local lacks=()
  has_c || lacks+=("cmake and a C compiler")
  has_rdma_headers || lacks+=("the headers of libibverbs and librdmacm")
  has_port_tools || lacks+=("socat and iptables")
  has_network_tools || lacks+=("ip, ss and python3")
  [ -n "$2" ] || lacks+=("a second JDK")
  if [ -n "$1" ]; then
    has_model_checker || lacks+=("spin")
    has_cross_compiler || lacks+=("$cross_compiler")
    has_musl || lacks+=("musl-gcc")
    need_lab || lacks+=("the lab ($lab_missing)")
  fi
  [ ${#lacks[@]} = 0 ] || die "not all could be tested, for want of$(printf '; %s' "${lacks[@]}" | cut -c 2-)"
}

# Says how many tests were skipped, and why, by reports newer than the file $1: to Maven these are successes.
say_skipped() {
  local reasons count
  reasons=$(find "$root" -path '*/target/surefire-reports*' -name 'TEST-*.xml' -newer "$1" -exec cat {} + |
    sed -n '/<skipped/ { s/.*<skipped[^>]*message="\([^"]*\)".*/\1/; s/.*CDATA\[[^ ]* //; s/ *<.*//; p; }' |
    sort | uniq -c | sort -rn)
  count=$(awk '{ all += $1 } END { print all + 0 }' <<<"$reasons")
  say "$count tests were skipped, or stopped because they cannot run here"
  [ "$count" = 0 ] || echo "$reasons" >&2
}

# With --full all tests run, two at a time: some of them use all processors. So the others get the time of a slow host.
full_options=(-Djfs.test.excluded= -Djfs.test.timeout=2400 -Djfs.test.jvms=2 -Djfs.test.patience=3
  -Djunit.jupiter.execution.timeout.testable.method.default=300s)

check_models() {
  say "checking the model of the protocol (some minutes)"
  "$root/docs/model/check.sh" >&2
}

run_model() {
  want_model_checker
  install_wanted || true
  has_model_checker || die "needs spin and a C compiler: install them (Debian: apt-get install spin gcc libc6-dev)"
  check_models
}
