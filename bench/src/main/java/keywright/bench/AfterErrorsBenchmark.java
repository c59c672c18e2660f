package keywright.bench;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import keywright.bench.SampleKeys.Visit;
import keywright.key.KeyException;
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
 * Measures encoding and decoding after many errors. The compiler sees these errors in its profile,
 * and may then inline the code that builds messages into the code without errors.
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
public class AfterErrorsBenchmark {
  @Param({"FIXED", "TEXT"})
  private SampleKeys key;

  @Param({"0", "30000"})
  private int errors;

  private KeyLibrary<Object> rowKeys;
  private final Object[] keys = new Object[SampleKeys.COUNT];
  private final byte[][] encoded = new byte[SampleKeys.COUNT][];
  private final byte[] buffer = new byte[256];
  private int next;

  /** Makes the keys, then the errors: all kinds that the key can have, alternately. */
  @Setup
  public void setUp() {
    rowKeys = Library.KEYWRIGHT.rowKeys(key);
    System.arraycopy(key.keys(), 0, keys, 0, keys.length);
    for (int i = 0; i < keys.length; i++) {
      encoded[i] = rowKeys.encode(keys[i]);
    }
    for (int i = 0; i < errors; i++) {
      Object sample = keys[i % keys.length];
      byte[] rowKey = encoded[i % keys.length];
      mustFail(() -> rowKeys.encode(sample, new byte[rowKey.length - 1]));
      mustFail(() -> rowKeys.decode(Arrays.copyOf(rowKey, rowKey.length - 1)));
      mustFail(() -> rowKeys.decode(Arrays.copyOf(rowKey, rowKey.length + 1)));
      mustFail(() -> rowKeys.part(new byte[] {1, 2, 3}));
      if (sample instanceof Visit visit) {
        String unpaired = visit.tenant() + (char) 0xD800;
        mustFail(
            () ->
                rowKeys.encode(
                    new Visit(unpaired, visit.shard(), visit.at(), visit.page()), buffer));
        byte[] badEscape = rowKey.clone();
        badEscape[badEscape.length - 1] = 7;
        mustFail(() -> rowKeys.decode(badEscape));
      }
    }
  }

  private static void mustFail(Runnable action) {
    try {
      action.run();
    } catch (KeyException e) {
      return;
    }
    throw new IllegalStateException("expected an error");
  }

  private int next() {
    return next++ & (SampleKeys.COUNT - 1);
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
}
