# shellcheck shell=bash disable=SC2034,SC2154 # what is set here, or there, is used there, or here
# ./jfs bench. Sourced by ./jfs.

# With --net lab, in a guest between two RDMA devices; --json FILE and --out DIR are written here all the same.
run_bench() {
  if [ "${1:-}" = publish ]; then
    build
    exec "$root/bench/publish.sh" "${@:2}" </dev/null # for hours: it asks nothing
  fi
  local net=loopback json='' out='' arguments=()
  while [ $# -gt 0 ]; do
    case $1 in
      --net) net=${2:-} && shift $(($# > 1 ? 2 : 1)) ;;
      --net=*) net=${1#--net=} && shift ;;
      --json) json=${2:-} && arguments+=("$1") && shift ;;
      --json=*) json=${1#--json=} && arguments+=("$1") && shift ;;
      --out) out=${2:-} && arguments+=("$1") && shift ;;
      --out=*) out=${1#--out=} && arguments+=("$1") && shift ;;
      *) arguments+=("$1") && shift ;;
    esac
  done
  case $net in
    loopback) measure "${arguments[@]}" ;;
    lab)
      need_lab || { say "$lab_missing" && exit 125; }
      build
      # Unless it was said how long: an emulated processor takes so long to compile what is run that one pair must do.
      local given=" ${arguments[*]} "
      case $given in *" --forks"* | *" --rounds"* | *" --quick "*) ;; *) arguments+=(--forks 1 --rounds 6) ;; esac
      [[ $given == *" --warmup"* || $given == *" --quick "* ]] || arguments+=(--warmup 8000)
      # It reads code that is being replaced in parts (lab/README.md), and compiling twice replaces much.
      [[ $given == *" --jvm-args"* ]] ||
        arguments+=(--jvm-args "-XX:+UseSerialGC -Xms256m -Xmx256m -XX:-TieredCompilation")
      local options=(-t 3600 -e JFS_RDMA=on)
      [ -z "$json" ] || options+=(-w "$(dirname "$json")")
      [ -z "$out" ] || { mkdir -p "$out" && options+=(-w "$out"); }
      exec "$root/lab/lab.sh" "${options[@]}" -- "$root/jfs" bench "${arguments[@]}" --address "$lab_server"
      ;;
    *) die "--net '$net' is not loopback or lab" ;;
  esac
}

measure() {
  build
  local files=() given=" ${*:2} "
  # JMH's options are its own, what reads results runs nothing, and the help is everybody's.
  case ${1:-} in
    jmh | report | compare | page | -* | "") ;;
    *)
      [[ $given == *" --agent"[\ =]* ]] || files+=(--agent "$agent")
      [[ $given == *" --baseline"[\ =]* ]] || files+=(--baseline "$baseline")
      ;;
  esac
  local commit
  # What is measured is the code: results that were just written do not change it.
  if commit=$(git -C "$root" describe --always 2>/dev/null); then
    git -C "$root" diff --quiet HEAD -- . ':(exclude)docs' || commit+=-dirty
  else
    commit=unknown
  fi
  exec "$(java_command)" "-Djfs.bench.commit=$commit" -jar "$bench" "${1:---help}" "${files[@]}" "${@:2}"
}
