#!/bin/sh
# Builds the benchmarks and runs them: bench/run.sh [JMH arguments], for example
#   bench/run.sh RowKeyBenchmark.encode -p key=FIXED
#   bench/run.sh -h
# or, for tables against hand-written code on RocksDB, bench/run.sh tables [QUESTION...]
set -e
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
cd "$root"
./mvnw -q -Dquick -pl bench -am package
exec java $JAVA_OPTS -cp 'bench/target/quick/lib/*' keywright.bench.Main "$@"
