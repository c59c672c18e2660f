#!/bin/sh
# Builds the benchmarks and runs them: bench/run.sh [JMH arguments], for example
#   bench/run.sh RowKeyBenchmark.encode -p key=FIXED
#   bench/run.sh -h
set -e
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
cd "$root"
./mvnw -q -Dquick -pl bench -am package
exec java -cp 'bench/target/quick/lib/*' keywright.bench.Main "$@"
