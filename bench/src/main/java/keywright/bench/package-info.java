/**
 * Benchmarks of row keys, against hand-written code and against other libraries, and of tables on
 * RocksDB, HBase and Cassandra, against code written by hand for one table and against Phoenix.
 *
 * <p>{@link keywright.bench.RowKeyBenchmark} runs one {@link keywright.bench.KeyLibrary}, a
 * library's way with one of the keys of {@link keywright.bench.SampleKeys}, in a JVM of its own;
 * the other benchmarks ask one question each. {@link keywright.bench.Main} runs them and prints
 * ratios.
 *
 * <p>{@link keywright.bench.TableBenchmark} lets two {@link keywright.bench.PaymentStore}s do the
 * same work alternately, round by round ({@link keywright.bench.Contest}); a test compares what
 * they store and their settings. {@link keywright.bench.HBaseBenchmark} and {@link
 * keywright.bench.PhoenixBenchmark} do so with an HBase that they fork, and with {@link
 * keywright.bench.EventStore}s for scans over buckets; {@link keywright.bench.CassandraBenchmark}
 * with a Cassandra.
 */
@NullMarked
package keywright.bench;

import org.jspecify.annotations.NullMarked;
