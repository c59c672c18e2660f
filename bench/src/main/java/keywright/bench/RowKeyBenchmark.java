package keywright.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how long it takes to encode one row key into a new array or into a reused buffer, and to
 * decode all its parts or one part.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 2,
    jvmArgsAppend = {"-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC"})
@Warmup(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 7, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@SuppressWarnings("NullAway.Init") // by the harness
public class RowKeyBenchmark {
  @Param({"BIGINT", "FIXED", "TEXT"})
  private SampleKeys key;

  @Param({
    "KEYWRIGHT",
    "KEYWRIGHT_BOXED",
    "HAND_WRITTEN",
    "HBASE_STRUCT",
    "HBASE_ORDERED_BYTES",
    "FDB_TUPLE",
    "ACCUMULO",
    "PHOENIX"
  })
  private Library library;

  @Param({"RANDOM"})
  private KeyOrder order;

  private KeyLibrary<Object> rowKeys;
  private final Object[] keys = new Object[SampleKeys.COUNT];
  private final byte[][] encoded = new byte[SampleKeys.COUNT][];
  private final byte[] buffer = new byte[256];

  private int state;

  /** Encodes the keys, and fails if a row key does not decode to the key that it was made of. */
  @Setup
  public void setUp() {
    rowKeys = library.rowKeys(key);
    System.arraycopy(key.keys(), 0, keys, 0, keys.length);
    for (int i = 0; i < keys.length; i++) {
      encoded[i] = rowKeys.encode(keys[i]);
    }
  }

  private int next() {
    state = order.after(state);
    return KeyOrder.index(state);
  }

  /** Into a new array. */
  @Benchmark
  public byte[] encode() {
    return rowKeys.encode(keys[next()]);
  }

  /** Into a buffer that is reused. */
  @Benchmark
  public int encodeReusing() {
    return rowKeys.encode(keys[next()], buffer);
  }

  /** All parts, into a record. */
  @Benchmark
  public Object decode() {
    return rowKeys.decode(encoded[next()]);
  }

  /** The third part, or the only one. */
  @Benchmark
  public long decodePart() {
    return rowKeys.part(encoded[next()]);
  }
}
