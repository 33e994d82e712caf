# shellcheck shell=bash disable=SC2034,SC2154 # what is set here, or there, is used there, or here
# What commands need that Debian has packages of: said first, all at once, and installed unless that is not wanted.
# Sourced by ./jfs.

no_install=${JFS_NO_INSTALL:-} # not empty: install nothing
wanted=()                      # packages, a group of them for each purpose
reasons=()                     # what each group is for

# For the one of a release's architectures that this machine is not of.
case $(uname -m) in
  aarch64) cross_compiler=x86_64-linux-gnu-gcc cross_packages=(gcc-x86-64-linux-gnu libc6-dev-amd64-cross) ;;
  *) cross_compiler=aarch64-linux-gnu-gcc cross_packages=(gcc-aarch64-linux-gnu libc6-dev-arm64-cross) ;;
esac

# Notes packages $3 ... as wanted for $1, unless the command $2 succeeds.
want() {
  local why=$1 is_there=$2
  shift 2
  $is_there && return
  wanted+=("$*")
  reasons+=("$why")
}

# Says what is wanted and why, asks where somebody can answer, and installs it; false if some of it is not installed.
# Each group by itself: what is optional may be what cannot be had.
install_wanted() {
  [ ${#wanted[@]} -gt 0 ] || return 0
  local groups=("${wanted[@]}") i status=0
  say "not installed here:"
  for i in "${!wanted[@]}"; do say "  ${wanted[i]}: ${reasons[i]}"; done
  wanted=() reasons=()
  may_install && can_install || return 1
  $sudo apt-get update -qq >&2 || say "apt-get update failed; trying with the package lists at hand"
  for i in "${!groups[@]}"; do
    # shellcheck disable=SC2086 # words of a group are packages
    apt_install ${groups[i]} || status=1
  done
  return $status
}

# Nobody answers a program in the background, or for a minute: then it goes ahead, as without a terminal.
may_install() {
  [ -z "$no_install" ] || return 1
  if [ -t 0 ] && [ -t 2 ] && in_foreground; then
    local answer=
    read -r -t 60 -p "jfs: install with apt-get? [Y/n] " answer || [ $? -gt 128 ] || return 1
    [[ $answer =~ ^([yY].*)?$ ]]
  fi
}

# Whether this is of the terminal's process group, which may read from it; see proc(5), stat. If unsure, it asks.
in_foreground() {
  local stat fields
  read -r stat 2>/dev/null <"/proc/$$/stat" || return 0
  # After the name: the state, the parent and the group; the sixth is the terminal's group.
  read -r -a fields <<<"${stat##*) }"
  [ "${fields[2]}" = "${fields[5]}" ]
}

can_install() {
  sudo=
  [ "$(id -u)" = 0 ] || sudo="sudo -n"
  command -v apt-get >/dev/null && { [ -z "$sudo" ] || $sudo true 2>/dev/null; }
}

apt_install() {
  say "installing $*"
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq -o DPkg::Lock::Timeout=300 \
    --no-install-recommends "$@" >&2
}

has_jdk() { [ -n "$(jdks)" ]; }
has_maven() { command -v mvn >/dev/null; }
has_c() { { command -v cmake && command -v cc; } >/dev/null; }
has_rdma_headers() { [ -f /usr/include/rdma/rdma_cma.h ]; }
has_cross_compiler() { command -v "$cross_compiler" >/dev/null; }
has_musl() { command -v musl-gcc >/dev/null; }
has_port_tools() { { command -v socat && command -v iptables; } >/dev/null; }
has_network_tools() { { command -v ip && command -v ss && command -v python3; } >/dev/null; }
has_model_checker() { { command -v spin && command -v cc; } >/dev/null; }

want_build_tools() {
  want "a JDK to build and run with" has_jdk openjdk-17-jdk-headless
  want "to build with" has_maven maven
  want "a C compiler, for the optional native part" has_c cmake gcc libc6-dev make
  want "headers, for the optional RDMA part" has_rdma_headers libibverbs-dev librdmacm-dev
}

want_cross_compiler() {
  want "a C compiler for the other architecture of a release" has_cross_compiler "${cross_packages[@]}"
}

want_musl() { want "to try a release's library on musl" has_musl musl-tools; }

want_test_tools() {
  want "to forward ports in tests" has_port_tools socat iptables
  want "for networks of tests' own, and for peers that are not Java" has_network_tools iproute2 python3
}

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
  JAVA_HOME=$(oldest_jdk)
  export JAVA_HOME
}
