#!/bin/sh
# Builds the benchmarks and runs them: bench/run.sh [JMH arguments], for example
#   bench/run.sh RowKeyBenchmark.encode -p key=FIXED
#   bench/run.sh -h
# or, for tables against hand-written code on RocksDB, against SQLite and H2, documents against JSON text on
# RocksDB, tables against HBase's own client, against the driver of Cassandra, or against Phoenix, or the server
# of a database against Cassandra,
#   bench/run.sh tables|sql|documents|hbase|cassandra|phoenix|server [QUESTION...]
set -e
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
cd "$root"
lib=bench/target/quick/lib
case ${1-} in
  hbase | cassandra | phoenix | server) ./mvnw -q -Dquick -Pserver -Dserver.programs=no -pl bench -am package ;;
  *) ./mvnw -q -Dquick -pl bench -am package ;;
esac
case ${1-} in
  hbase | phoenix)
    phoenix=$root/bench/target/phoenix-class-path
    [ "$1" = hbase ] || [ "$phoenix" -nt bench/phoenix/pom.xml ] ||
      ./mvnw -q -f bench/phoenix/pom.xml dependency:build-classpath -Dmdep.outputFile="$phoenix"
    # The shaded client bears no other classes of HBase and Hadoop beside it.
    path=$(find "$lib" -name '*.jar' | grep -v -e /hbase-common- -e /hadoop-common- -e /hbase-unsafe- -e /phoenix- |
      tr '\n' ':')
    exec java $JAVA_OPTS -Dphoenix="$phoenix" -cp "$path" keywright.bench.Main "$@"
    ;;
  *) exec java $JAVA_OPTS -cp "$lib/*" keywright.bench.Main "$@" ;;
esac
