# shellcheck shell=bash disable=SC2034,SC2154 # what is set here, or there, is used there, or here
# What commands need that Debian has packages of: said first, all at once, and installed unless that is not wanted.
# Sourced by ./jfs.

no_install=   # not empty: install nothing
wanted=()     # packages
reasons=()    # what each is for

# Notes packages $3 ... as wanted for $1, unless the command $2 succeeds.
want() {
  local why=$1 is_there=$2
  shift 2
  $is_there && return
  wanted+=("$@")
  reasons+=("$*: $why")
}

# Says what is wanted and why, asks where somebody can answer, and installs it; false if it is not installed.
install_wanted() {
  [ ${#wanted[@]} -gt 0 ] || return 0
  local packages=("${wanted[@]}") reason
  say "not installed here:"
  for reason in "${reasons[@]}"; do say "  $reason"; done
  wanted=() reasons=()
  may_install && apt_install "${packages[@]}"
}

may_install() {
  [ -z "$no_install" ] || return 1
  if [ -t 0 ] && [ -t 2 ]; then
    local answer
    read -r -p "jfs: install with apt-get? [Y/n] " answer
    [[ ! $answer =~ ^[nN] ]]
  fi
}

apt_install() {
  local sudo=
  [ "$(id -u)" = 0 ] || sudo="sudo -n"
  command -v apt-get >/dev/null && { [ -z "$sudo" ] || $sudo true 2>/dev/null; } || return 1
  say "installing $*"
  $sudo apt-get update -qq >&2 || say "apt-get update failed; trying with the package lists at hand"
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq -o DPkg::Lock::Timeout=300 \
    --no-install-recommends "$@" >&2
}

has_jdk() { [ -n "$(jdks)" ]; }
has_maven() { command -v mvn >/dev/null; }
has_c() { { command -v cmake && command -v cc; } >/dev/null; }
has_rdma_headers() { [ -f /usr/include/rdma/rdma_cma.h ]; }
has_port_tools() { { command -v socat && command -v iptables; } >/dev/null; }
has_model_checker() { { command -v spin && command -v cc; } >/dev/null; }

want_build_tools() {
  want "a JDK to build and run with" has_jdk openjdk-17-jdk-headless
  want "to build with" has_maven maven
  want "a C compiler, for the optional native part" has_c cmake gcc libc6-dev make
  want "headers, for the optional RDMA part" has_rdma_headers libibverbs-dev librdmacm-dev
}

want_test_tools() { want "to forward ports in tests" has_port_tools socat iptables; }

want_model_checker() { want "to check the model of the protocol" has_model_checker spin gcc libc6-dev; }

# Installs what is wanted; then everything that cannot be done without is there, or this ends.
need_build_tools() {
  want_build_tools
  install_wanted || say "going on without"
  has_jdk || die "needs a JDK, 17 or later: install one (Debian: apt-get install openjdk-17-jdk-headless)"
  has_maven || die "needs Maven: install it (Debian: apt-get install maven)"
  has_c || say "no cmake or C compiler: building without the native part"
  has_rdma_headers || ! has_c || say "no headers of libibverbs and librdmacm: building without RDMA"
  # The oldest that will do: what is built on it runs on all.
  JAVA_HOME=$(jdks | awk 'NR == 1 { print $2 }')
  export JAVA_HOME
}
