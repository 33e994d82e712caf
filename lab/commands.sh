# shellcheck shell=bash disable=SC2034,SC2154 # what is set here, or there, is used there, or here
# The lab's part of ./jfs: what it takes, the suites that need RDMA, ./jfs lab. Sourced by ./jfs.

# To boot a guest, to use RDMA in it, and to build what does.
lab_packages=(qemu-system-x86 busybox-static cpio kmod iproute2 rdma-core libibverbs1 ibverbs-providers librdmacm1
  ibverbs-utils rdmacm-utils perftest libibverbs-dev librdmacm-dev iptables)

lab_server=10.9.0.2

# What a selector, or an end, sees of the transport: half of the channels' contract suite, since all of it takes minutes.
lab_channel_classes='Select|NonBlocking|ChannelHalfClose|ChannelReset|FileTransfer|SeveralSelectors|Racing'

# Whether commands can be run in the lab, after what it lacks was installed; if not, $lab_missing says why.
need_lab() {
  local status=0
  lab_missing=$("$root/lab/prepare.sh") || status=$?
  [ $status = 2 ] || return $status
  # Only packages are missing.
  want_lab_packages
  if install_wanted; then
    lab_missing=$("$root/lab/prepare.sh")
  else
    lab_missing+=", and it was not installed (Debian: apt-get install ${lab_packages[*]})"
    return 1
  fi
}

want_lab_packages() { want "for the lab, a guest with RDMA devices" false "${lab_packages[@]}"; }

# Wants what the lab lacks, if that is only packages.
want_lab() {
  local status=0
  "$root/lab/prepare.sh" >/dev/null || status=$?
  [ $status != 2 ] || want_lab_packages
}

# One small suite, if the lab is there without anything to be installed.
look_at_rdma() {
  if [ ! -x "$root/jfs-native/target/native-test/verbs_lab_test" ]; then
    say "RDMA was not looked at in the lab: the native part was built without it"
  elif lab_missing=$("$root/lab/prepare.sh"); then
    lab_c_program
  else
    say "RDMA was not looked at in the lab: $lab_missing"
  fi
}

# The suites that need RDMA, each in a guest of its own. To add one: lab_suite NAME [OPTION ...] -- COMMAND ..., with
# the options of ./jfs lab.
lab_suites() {
  local c_tests=$root/jfs-native/target/native-test
  [ -x "$c_tests/verbs_lab_test" ] || die "no verbs_lab_test: was the native part built with RDMA?"
  lab_suite "the verbs layer in C" -t 600 -- "$c_tests/verbs_lab_test"
  lab_suite "a device that is taken away" -- "$c_tests/verbs_lab_test" device_gone
  lab_c_program
  lab_junit jfs-native --add-opens java.base/java.net=ALL-UNNAMED --add-opens java.base/sun.nio.ch=ALL-UNNAMED \
    -Djfs.shm=off -Djfs.rdma=eager -Djfs.contract.address=$lab_server -Djfs.contract.carriers=platform \
    -Djfs.contract.await=true -Djfs.contract.plain=false -Djfs.test.patience=10 \
    -- --scan-classpath="$(echo "$root"/jfs-core/target/jfs-core-*-tests.jar)" --include-classname='jfs\.contract\..*Contract'
  lab_suite "the contract suite over RDMA" -t 900 -- "${lab_command[@]}"
  lab_classes=$agent lab_junit agent --add-opens java.base/java.net=ALL-UNNAMED \
    --add-opens java.base/sun.nio.ch=ALL-UNNAMED -javaagent:"$agent=channels=on,shm=off,rdma=eager" \
    -Djfs.contract.address=$lab_server -Djfs.contract.channel.takeover=jfs.agent.ChannelTakeover -Djfs.test.patience=10 \
    -- --scan-classpath="$(echo "$root"/jfs-core/target/jfs-core-*-tests.jar)" \
    --include-classname="jfs\.contract\.channel\.($lab_channel_classes).*Contract"
  lab_suite "the channels' contract suite over RDMA" -t 900 -- "${lab_command[@]}"
  lab_junit jfs-native --add-opens java.base/java.net=ALL-UNNAMED --add-opens java.base/sun.nio.ch=ALL-UNNAMED \
    -Djfs.shm=off -Djfs.rdma=eager -Djfs.test.hung.address=$lab_server -- --select-class=jfs.rdma.HungKernelTest
  lab_suite "a kernel that hangs behind a device that answers" -- "${lab_command[@]}"
  lab_agent_tests RdmaRefusal SameHost Apps Kill
  lab_suite "programs that run on JFS" -t 900 -- "${lab_command[@]}"
  lab_agent_tests RdmaLink
  lab_suite "a link that is lost" -T switched -- "${lab_command[@]}"
}

lab_c_program() {
  # shellcheck disable=SC2016 # for the guest's shell to expand
  lab_suite "the C program over verbs" -- sh -c '
    for wait in spin block; do
      "$0" pingpong --transport verbs --from 10.9.0.1 --to 10.9.0.2 --wait $wait --check --seconds 1 \
        --size 1,1024,65536,300000 || exit
    done' "$root/jfs-native/target/native-test/jfs-baseline"
}

# Tests of the agent, for which a JVM in the lab may take long to start and to open its devices.
lab_agent_tests() {
  lab_junit agent -Djfs.agent.jar="$agent" -Djfs.test.address=$lab_server -Djfs.test.patience=10 -Djfs.kills=12 \
    -- "${@/*/--select-class=jfs.agent.&AgentTest}"
}

# Runs JUnit in the lab: module $1's classes on the class path, with these flags of the JVM up to --, and these of JUnit's
# ConsoleLauncher. A test may take longer than the longest that it waits for a JVM (RunningJvm), with their patience.
# $lab_classes, if it is set, stands for the module's own classes. The processor is emulated: compiling well takes longer
# than it saves, and what takes 30 s on a busy host may take minutes.
lab_junit() {
  local module=$root/$1/target flags=()
  local classes=${lab_classes:-$module/classes}
  shift
  while [ "$1" != -- ]; do
    flags+=("$1")
    shift
  done
  lab_command=("$(java_command)" -XX:TieredStopAtLevel=1
    -Djunit.jupiter.execution.timeout.testable.method.default=540s "${flags[@]}"
    -cp "$module/test-classes:$classes:$(cat "$module/lab.classpath")"
    org.junit.platform.console.ConsoleLauncher execute --disable-banner --details=summary --fail-if-no-tests "${@:2}")
}

lab_suite() {
  local name=$1
  shift
  say "testing in the lab: $name"
  "$root/lab/lab.sh" "$@" >&2 || die "failed in the lab: $name (exit status $?)"
}

test_in_lab() {
  say "testing the lab"
  "$root/lab/selftest.sh" >&2 || die "the lab's self-test failed; its words are above"
  lab_suites
}

run_in_lab() {
  case ${1:---help} in
    -h | --help) set -- -h ;;
    *) need_lab || { say "$lab_missing" && exit 125; } ;;
  esac
  exec "$root/lab/lab.sh" "$@"
}

# Takes minutes, and the more the busier this machine is: not part of ./jfs test.
check_on_aarch64() {
  local status=0
  build
  try_aarch64 || status=$?
  if [ $status = 2 ]; then
    want "for an emulated aarch64 machine" false gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-system-arm cpio cmake
    install_wanted && status=0 && try_aarch64 || status=$?
  fi
  return $status
}

try_aarch64() { "$root/lab/aarch64.sh" "$(jdk_of_build)" "$agent" "$root/agent/target/test-classes"; }
