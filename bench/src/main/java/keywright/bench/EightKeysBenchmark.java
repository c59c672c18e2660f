package keywright.bench;

import java.util.concurrent.TimeUnit;
import keywright.bench.EightKeys.Encoder;
import keywright.bench.EightKeys.Sample;
import keywright.key.KeyCodec;
import keywright.key.KeySchema;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Measures what a call costs that takes eight schemas alternately. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 2,
    jvmArgsAppend = {"-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC"})
@Warmup(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 7, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class EightKeysBenchmark {
  private final Object[] values = new Object[8];
  private final Encoder[] byHand = new Encoder[8];
  private final Encoder[] generated = new Encoder[8];
  private final byte[] buffer = new byte[64];
  private int next;

  /** Makes a codec for each. */
  @Setup
  public void setUp() {
    for (int i = 0; i < 8; i++) {
      Sample sample = EightKeys.ALL.get(i);
      values[i] = sample.value();
      byHand[i] = sample.byHand();
      generated[i] = codec(sample, sample.value().getClass());
    }
  }

  private static <K extends Record> Encoder codec(Sample sample, Class<K> type) {
    KeyCodec<K> codec = KeySchema.parse(sample.columns(), sample.key()).codec(type);
    return new Encoder() {
      @Override
      @SuppressWarnings("unchecked") // the sample's own value
      public int encode(Object key, byte[] out) {
        return codec.encode((K) key, out, 0);
      }
    };
  }

  /** Code written for each of the keys. */
  @Benchmark
  public int handWritten() {
    int i = next++ & 7;
    return byHand[i].encode(values[i], buffer);
  }

  /** Codecs generated for each of the keys. */
  @Benchmark
  public int keywright() {
    int i = next++ & 7;
    return generated[i].encode(values[i], buffer);
  }
}
