package keywright.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import keywright.bench.SampleKeys.Visit;
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
 * Measures what every decoder of the key {@code TEXT} must do: make the record and copy its two
 * texts. The offsets of the texts are known here, and no byte is checked, so this is a lower bound
 * of {@link RowKeyBenchmark#decode}.
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
public class KnownOffsetsBenchmark {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private final byte[][] encoded = new byte[SampleKeys.COUNT][];

  /** The length of the first text of each key. */
  private final int[] lengths = new int[SampleKeys.COUNT];

  private int state;

  @Param({"RANDOM"})
  private KeyOrder order;

  /** Encodes the keys. */
  @Setup
  public void setUp() {
    KeyLibrary<Object> byHand = Library.HAND_WRITTEN.rowKeys(SampleKeys.TEXT);
    Object[] keys = SampleKeys.TEXT.keys();
    for (int i = 0; i < keys.length; i++) {
      encoded[i] = byHand.encode(keys[i]);
      lengths[i] = ((Visit) keys[i]).tenant().length();
      if (!decoded(i).equals(keys[i])) {
        throw new IllegalStateException("wrong: " + keys[i]);
      }
    }
  }

  private Visit decoded(int index) {
    byte[] rowKey = encoded[index];
    int at = lengths[index] + 2;
    return new Visit(
        new String(rowKey, 0, at - 2, ISO_8859_1),
        (int) INT.get(rowKey, at) ^ Integer.MIN_VALUE,
        ~((long) LONG.get(rowKey, at + 4)) ^ Long.MIN_VALUE,
        new String(rowKey, at + 12, rowKey.length - at - 14, ISO_8859_1));
  }

  /** All parts, into a record. */
  @Benchmark
  public Object decode() {
    state = order.after(state);
    return decoded(KeyOrder.index(state));
  }
}
