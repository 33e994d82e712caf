# shellcheck shell=bash disable=SC2034,SC2154 # what is set here, or there, is used there, or here
# ./jfs test and ./jfs model. Sourced by ./jfs.

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
  has_port_tools || say "WARNING: no socat or iptables: what they are needed for will be SKIPPED"
  # JUnit's own JVMs run for a short time, and compile once, fast; the programs' compile as they usually do.
  local versions second options=("-Djfs.test.flags=-XX:TieredStopAtLevel=1 -Dsun.tools.attach.attachTimeout=60000")
  versions=$(jdks)
  second=$(awk 'NR > 1 { dir = $2 } END { print dir }' <<<"$versions")
  [ -z "$second" ] || options+=(-Djfs.jdk.second="$second")
  if [ -n "$full" ]; then
    options+=("${full_options[@]}")
  else
    # Most of these tests' time they wait, so three share two processors well.
    options+=(-Djfs.jcstress.skip=true -Djfs.test.jvms=3)
  fi
  say "testing on JDK $(awk 'NR == 1 { print $1 }' <<<"$versions")${second:+ and $(jdk_version "$second")}"
  [ -n "$second" ] || say "WARNING: only one JDK from 17 on was found; the suites run on that one alone"
  maven "${options[@]}" "$@" verify
  if [ -z "$full" ]; then
    look_at_rdma
    say "not run: the model, stress and long tests, and all suites in the lab but one: ./jfs test --full"
    return
  fi
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
  else
    say "WARNING: no C compiler, or none for the other architecture of a release: a release was NOT made"
  fi
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
