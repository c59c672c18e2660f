# Functions of the two launchers, this directory's keywright and the one at the root of the sources.

fail() {
  echo "keywright: $1" >&2
  exit 1
}

# Sets $java and $java_version, or fails. The version comes from the release file of the JDK,
# because asking java itself costs as much as a start.
find_java() {
  if [ -n "${JAVA_HOME:-}" ]; then
    java=$JAVA_HOME/bin/java
    [ -x "$java" ] || fail "cannot start: JAVA_HOME is $JAVA_HOME, which has no bin/java; set it to a Java 17 or newer"
    java_release=$JAVA_HOME/release
  else
    java=$(command -v java) || fail "cannot start: found no java; install Java 17 or newer, or set JAVA_HOME"
    java_release=$(readlink -f "$java" 2>/dev/null) || java_release=
    java_release=${java_release%/bin/java}/release
  fi
  java_version=
  if [ -r "$java_release" ]; then
    while IFS='=' read -r name value; do
      [ "$name" = JAVA_VERSION ] && java_version=$value
    done <"$java_release"
  else
    java_version=$("$java" -version 2>&1 | sed -n 's/.* version \("[^"]*"\).*/\1/p')
  fi
  java_version=${java_version#\"}
  java_version=${java_version%\"}
  java_major=${java_version%%[!0-9]*}
  [ "${java_major:-0}" -ge 17 ] ||
    fail "cannot start: found Java ${java_version:-of unknown version} at $java, expected 17 or newer; set JAVA_HOME"
}

# Replaces the shell by java with the jars of directory $1 and the remaining arguments.
launch() {
  lib=$1
  shift
  flags='-Xshare:auto -Xlog:disable -Xlog:all=error:stderr -Dfile.encoding=UTF-8 -Dsun.stdout.encoding=UTF-8'
  flags="$flags -Dsun.stderr.encoding=UTF-8 -Dstdout.encoding=UTF-8 -Dstderr.encoding=UTF-8"
  case " ${JAVA_OPTS:-}" in
    *' -XX:+Use'*GC*) ;;
    *) flags="$flags -XX:+UseSerialGC" ;;
  esac
  # Without huge pages Linux zeroes new memory 4 kB at a time. simulate of ten million rows takes a sixth
  # less time with them. JAVA_OPTS=-XX:-UseTransparentHugePages switches them off.
  if read -r pages 2>/dev/null </sys/kernel/mm/transparent_hugepage/enabled; then
    case $pages in
      *'[madvise]'*) flags="$flags -XX:+UseTransparentHugePages" ;;
    esac
  fi
  # Without a locale Java reads arguments and file names as ASCII.
  case ${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} in
    C | POSIX)
      LC_ALL=C.UTF-8
      export LC_ALL
      ;;
  esac
  unpack_native
  classes=-Xshare:auto
  case "${KEYWRIGHT_DB:-} $*" in
    *hbase:*) archive_hbase_classes ;;
    *) archive_classes ;;
  esac
  [ ! -s "$archive" ] || classes=-XX:SharedArchiveFile=$archive
  # Options are split at blanks, as everywhere.
  # shellcheck disable=SC2086
  exec "$java" $flags -Djava.library.path="$lib/native" "$classes" ${JAVA_OPTS:-} -jar "$lib/keywright-cli.jar" "$@"
}

# Unpacks the native library of RocksDB once, which every start would do again. Where that cannot be
# done, nothing is lost but the time.
unpack_native() {
  native=$lib/native
  [ ! -e "$native" ] && [ -w "$lib" ] || return 0
  case $(uname -s)-$(uname -m) in
    Linux-x86_64) name=librocksdbjni-linux64.so ;;
    Linux-aarch64) name=librocksdbjni-linux-aarch64.so ;;
    Darwin-arm64) name=librocksdbjni-osx-arm64.jnilib ;;
    Darwin-x86_64) name=librocksdbjni-osx-x86_64.jnilib ;;
    *) return 0 ;;
  esac
  part=$native.$$
  mkdir -p "$part" || return 0
  (cd "$part" && "${java%java}jar" xf ../rocksdbjni-*.jar "$name") >/dev/null 2>&1
  mv "$part" "$native" 2>/dev/null || rm -rf "$part"
}

# Writes $archive, the classes of a start as Java keeps them in memory, once for each Java and each
# build. When that fails, an empty file keeps later starts from trying again. The archive is a static
# one: a dynamic one cannot have the classes of picocli, which are in an old format.
archive_classes() {
  archive=$lib/keywright-$java_version.jsa
  [ ! -e "$archive" ] || return 0
  [ -w "$lib" ] || return 0
  practice=$(mktemp -d 2>/dev/null) || return 0
  practise run --db "rocksdb:$practice/db" -e "CREATE TABLE t (a int, b text, PRIMARY KEY (lpad(a, 3)));
      CREATE INDEX i ON t (b, a); INSERT INTO t (a, b) VALUES (1, 'x'); SELECT * FROM t WHERE b = 'x'"
  practise key encode --columns 'a int' --key 'lpad(a, 3)' 1
  awk '!seen[$0]++' "$practice/classes" >"$practice/list" 2>/dev/null
  # shellcheck disable=SC2086
  "$java" $flags -Xshare:dump -XX:SharedClassListFile="$practice/list" -XX:SharedArchiveFile="$archive.$$" \
    -cp "$lib/keywright-cli.jar" >/dev/null 2>&1
  rm -rf "$practice"
  [ -e "$archive.$$" ] || : >"$archive.$$"
  mv -f "$archive.$$" "$archive" 2>/dev/null
}

# Runs a command and adds the classes that it loads to the list of them.
practise() {
  # shellcheck disable=SC2086
  "$java" $flags -XX:DumpLoadedClassList="$practice/loaded" -jar "$lib/keywright-cli.jar" "$@" >/dev/null 2>&1
  cat "$practice/loaded" >>"$practice/classes" 2>/dev/null
}

# Sets $archive to the classes of a command on HBase, as archive_classes does for the others. The first
# command on HBase writes it when it ends, because only a command that a server answers needs all of
# them. It writes a file of its own, with the id of its process, which a later start takes over.
archive_hbase_classes() {
  archive=$lib/keywright-$java_version-hbase.jsa
  [ ! -e "$archive" ] && [ -w "$lib" ] || return 0
  for written in "$archive".*; do
    if [ -e "$written" ] && ! kill -0 "${written##*.}" 2>/dev/null; then
      # A command that no server answered had a third of the classes: 13 MB, not 38.
      if [ -n "$(find "$written" -size +24000k)" ]; then mv -f "$written" "$archive"; else rm -f "$written"; fi
    fi
  done 2>/dev/null
  [ -e "$archive" ] || classes=-XX:ArchiveClassesAtExit=$archive.$$
}
