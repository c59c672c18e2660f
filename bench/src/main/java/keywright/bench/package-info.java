/**
 * Benchmarks of row keys, against hand-written code and against other libraries.
 *
 * <p>{@link keywright.bench.RowKeyBenchmark} runs one {@link keywright.bench.RowKeys}, a library's
 * way with one of the keys of {@link keywright.bench.SampleKeys}, in a JVM of its own; the other
 * benchmarks ask one question each. {@link keywright.bench.Main} runs them and prints ratios.
 */
@NullMarked
package keywright.bench;

import org.jspecify.annotations.NullMarked;
