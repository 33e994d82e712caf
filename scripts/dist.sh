# shellcheck shell=bash disable=SC2154 # what is set in ./jfs, or the other scripts, is used here
# ./jfs dist: a release, in target/dist. Sourced by ./jfs.

# The modules whose classes are in the agent's jar.
dist_modules=(jfs-core jfs-shm jfs-nio jfs-native jfs-streams agent)

# What users compile against; all else is JFS's own.
dist_api=(jfs-core/src/main/java/jfs/core/JfsSocketImplFactory.java
  jfs-core/src/main/java/jfs/core/stats/ConnectionsMXBean.java)

cyclonedx=org.cyclonedx:cyclonedx-maven-plugin:2.9.1:makeBom

# The value of a property of the parent pom, or of an element of its beginning.
pom_value() { sed -n "s:^ *<$1>\(.*\)</$1>.*:\1:p" "$root/pom.xml" | head -1; }

# With --check: makes it a second time, in another folder, and compares. With --scm: the poms name this source repository,
# which those who publish them have to say; the tree does not know where it is published.
make_dist() {
  local check='' scm='' version out
  while [ $# -gt 0 ]; do
    case $1 in
      --check) check=yes && shift ;;
      --scm) scm=${2:?--scm needs the URL of a source repository} && shift 2 ;;
      *) die "dist [--check] [--scm URL]; not '$1'" ;;
    esac
  done
  case $scm in
    -* | *[\<\>\&\"\ ]*) die "no URL: '$scm'" ;;
  esac
  version=$(pom_value version)
  out=$root/target/dist
  want_cross_compiler
  want_musl
  need_build_tools
  has_cross_compiler || die "a release has native libraries for x86-64 and aarch64, and there is no $cross_compiler"
  if [ -e "$root/.git" ] && [ -n "$(git -C "$root" status --porcelain)" ]; then
    say "WARNING: the tree has changes that are not committed, and the release has them"
  fi
  # Anew: a build upon an older one keeps what has gone from the sources.
  maven -q -DskipTests -Djfs.native.required=true "-Djfs.native.cross=$cross_compiler" -pl agent -am clean package >&2 ||
    die "the build failed; its last words are above"
  check_on_musl
  rm -rf "$out"
  mkdir -p "$out"
  dist_agent
  dist_sources
  dist_javadoc
  dist_pom
  dist_bom_pom
  dist_bill
  local pom
  for pom in "$out"/*.pom; do maven -q -f "$pom" validate >&2 || die "Maven does not take ${pom##*/}"; done
  cp "$root/LICENSE" "$root/NOTICE" "$out"
  awk '/^## / { if (seen++) exit } seen' "$root/CHANGELOG.md" >"$out/RELEASE-NOTES.md"
  (cd "$out" && LC_ALL=C sha256sum -- [!S]* >SHA256SUMS)
  say "a release is in target/dist"
  [ -n "$scm" ] || say "its poms name no source repository, which Maven Central would want: --scm URL"
  [ -z "$check" ] || check_dist
}

# Alpine's containers have no glibc, and each library's functions must be in musl, too.
check_on_musl() {
  if has_musl; then
    JAVA_HOME=$(oldest_jdk) "$root/native-src/test/musl_test.sh" "$root/jfs-native/target/musl-test" \
      "$root"/jfs-native/target/classes/jfs/natives/*/libjfs.so >&2 || die "the library does not run on musl"
  else
    say "WARNING: no musl-gcc: whether the library runs on musl was NOT tested"
  fi
}

dist_agent() { cp "$agent" "$out/jfs-agent-$version.jar"; }

# A jar of the folder $2 with the licence, the same bytes each time.
dist_jar() {
  mkdir -p "$2/META-INF"
  cp "$root/LICENSE" "$root/NOTICE" "$2/META-INF"
  # In order of names: a folder has its files in that of their making.
  (cd "$2" && find . -type f | LC_ALL=C sort | sed 's:^\./::' >"$2.files" &&
    "$jdk_bin/jar" --create --no-manifest --date "$(pom_value project.build.outputTimestamp)" --file "$out/$1" "@$2.files")
}

# Copies what is in the folder $1 of the tree into $2; not what editors leave there.
dist_copy() {
  [ -d "$root/$1" ] || return 0
  mkdir -p "$2"
  (cd "$root/$1" && tar --exclude='.?*' --exclude='*~' --exclude='#*' -cf - -- *) | tar -C "$2" -xf -
}

dist_sources() {
  local work=$root/target/dist-sources jdk_bin module folder
  jdk_bin=$(oldest_jdk)/bin
  rm -rf "$work"
  for module in "${dist_modules[@]}"; do
    for folder in premain/java main/java channels/java java.base/java java22/java main/resources; do
      dist_copy "$module/src/$folder" "$work"
    done
  done
  dist_copy native-src "$work/native-src"
  dist_jar "jfs-agent-$version-sources.jar" "$work"
}

dist_javadoc() {
  local work=$root/target/dist-javadoc jdk_bin sources=() modules=() path
  jdk_bin=$(oldest_jdk)/bin
  rm -rf "$work"
  for module in "${dist_modules[@]}"; do modules+=("$root/$module/src/main/java"); done
  sources=("${dist_api[@]/#/$root/}")
  path=$(IFS=: && echo "${modules[*]}")
  "$jdk_bin/javadoc" -quiet -notimestamp -Xdoclint:none -public -d "$work" -sourcepath "$path" \
    -windowtitle "JFS $version" "${sources[@]}" 2>"$work.log" || die "no javadoc: $(tail -1 "$work.log")"
  dist_jar "jfs-agent-$version-javadoc.jar" "$work"
}

# What the poms have in common, given an artifact, its name and its description.
dist_pom_head() {
  cat <<END
<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0"
         xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
         xsi:schemaLocation="http://maven.apache.org/POM/4.0.0 http://maven.apache.org/xsd/maven-4.0.0.xsd">
  <modelVersion>4.0.0</modelVersion>
  <groupId>$(pom_value groupId)</groupId>
  <artifactId>$1</artifactId>
  <version>$version</version>
  <name>$2</name>
  <description>$3</description>
  <licenses>
    <license>
      <name>Apache-2.0</name>
      <url>https://www.apache.org/licenses/LICENSE-2.0.txt</url>
    </license>
  </licenses>
  <developers>
    <developer>
      <name>The JFS project</name>
    </developer>
  </developers>
END
  [ -z "$scm" ] || cat <<END
  <url>$scm</url>
  <scm>
    <connection>scm:git:$scm</connection>
    <tag>v$version</tag>
    <url>$scm</url>
  </scm>
END
}

# The jar has all that it needs, so its pom has no dependencies.
dist_pom() {
  {
    dist_pom_head jfs-agent "$(pom_value name)" "$(pom_value description)"
    echo '</project>'
  } >"$out/jfs-agent-$version.pom"
}

# For builds that import it, and then name no version.
dist_bom_pom() {
  {
    dist_pom_head jfs-bom "JFS: bill of materials" "The versions of what JFS releases"
    cat <<END
  <packaging>pom</packaging>
  <dependencyManagement>
    <dependencies>
      <dependency>
        <groupId>$(pom_value groupId)</groupId>
        <artifactId>jfs-agent</artifactId>
        <version>$version</version>
      </dependency>
    </dependencies>
  </dependencyManagement>
</project>
END
  } >"$out/jfs-bom-$version.pom"
}

# The software bill of materials of the jar, in CycloneDX's format.
dist_bill() {
  if maven -q "$cyclonedx" -pl agent -DoutputFormat=json -DoutputName=bom -DincludeBomSerialNumber=false \
    -DincludeTestScope=false >&2; then
    cp "$root/agent/target/bom.json" "$out/jfs-agent-$version-cyclonedx.json"
  else
    say "WARNING: no software bill of materials: $cyclonedx could not run"
  fi
}

check_dist() {
  local same=
  again=$(mktemp -d) # not local: the trap is beyond
  trap 'rm -rf "$again"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  say "making it once more, in another folder and time zone, to compare"
  tar -C "$root" --exclude=target --exclude=.git -cf - . | tar -C "$again" -xf -
  TZ=Asia/Kolkata "$again/jfs" --no-install dist ${scm:+--scm "$scm"} && same=yes
  [ -z "$same" ] || diff "$out/SHA256SUMS" "$again/target/dist/SHA256SUMS" >&2 || same=
  [ -n "$same" ] || die "a second build, in another folder and time zone, has other bytes, or failed"
  say "the same bytes"
}
