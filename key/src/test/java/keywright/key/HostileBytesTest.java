package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import keywright.key.RandomSchemas.Sample;
import keywright.testkit.Gen;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Bytes that nobody encoded: decoding ends in a key with exactly these bytes, or in a {@link
 * KeyException} that names part and offset, and takes no more memory than the input is worth.
 */
final class HostileBytesTest {
  private static final long INPUTS = Trials.of(10_000_000, 1_000_000);
  private static final int INPUTS_PER_DECLARATION = 8_000;

  /** What a decode may allocate for each byte of its input, and for each part of the key. */
  private static final long ALLOCATED_BYTES_PER_BYTE = 400;

  private static final long ALLOCATED_BYTES_PER_PART = 16_000;

  private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private long inputs;
  private long keys;

  @Test
  @Tag("no-mutants")
  void inputsAreKeysOrRefused() {
    SplittableRandom random = new SplittableRandom(Seeds.base());
    Gen<Sample> kw1 = RandomSchemas.kw1(8);
    Gen<Sample> text = RandomSchemas.text(8);
    while (inputs < INPUTS) {
      int kind = random.nextInt(20);
      Gen<Sample> gen = kind == 0 ? text : kind < 5 ? kw1 : RandomSchemas.columns(8);
      Sample sample = gen.generate(random.split());
      try {
        attack(sample.schema(), sample.keys(), INPUTS_PER_DECLARATION, random.split());
      } catch (AssertionError e) {
        throw new AssertionError(e.getMessage() + "\n" + Seeds.reproduction(Seeds.base()), e);
      }
    }
    assertThat(inputs).isGreaterThanOrEqualTo(INPUTS);
    // Hostile, but near enough to keys to get through to the last part.
    assertThat(keys).as("inputs that are keys").isBetween(INPUTS / 20, INPUTS / 10 * 9);
  }

  @Test
  void aLengthOfGigabytesTakesNoMemory() {
    for (String type : List.of("varint", "decimal", "list<varint>", "variant")) {
      KeySchema schema = KeySchema.parse("a " + type + " NULL", "a DESC");
      for (String body : List.of("f87fffffff01", "f8ffffffff01", "07800000", "f80fffffff")) {
        for (String front : List.of("", "c0", "3f", "02", "30c0", "5002", "02c0", "50".repeat(9))) {
          byte[] input = HexFormat.of().parseHex("20" + front + body);
          for (int i = 1; i < input.length; i++) {
            input[i] = (byte) ~input[i];
          }
          // Not the classes that the first one loads.
          decode(schema, input);
          long before = THREAD.getCurrentThreadAllocatedBytes();
          boolean isKey = decode(schema, input);
          long allocated = THREAD.getCurrentThreadAllocatedBytes() - before;
          assertThat(isKey).as("%s under %s", front + body, type).isFalse();
          assertThat(allocated).as("%s under %s", front + body, type).isLessThan(1_000_000);
        }
      }
    }
  }

  /** Decodes mutations of the row keys of {@code keys}, of each other, and random bytes. */
  private void attack(KeySchema schema, List<Key> keys, int count, SplittableRandom random) {
    List<byte[]> known = new ArrayList<>();
    for (Key key : keys) {
      known.add(schema.encode(key));
    }
    long length = 0;
    long before = THREAD.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < count; i++) {
      byte[] input;
      if (known.isEmpty() || random.nextInt(16) == 0) {
        input = new byte[random.nextInt(24)];
        random.nextBytes(input);
      } else {
        input = Mutations.one(known.get(random.nextInt(known.size())), random);
      }
      length += input.length;
      if ((decode(schema, input) && known.size() < 200) || random.nextInt(64) == 0) {
        // What got through, and some of what did not, is where the next ones start.
        known.add(input.length < 400 ? input : known.get(0));
      }
    }
    long allocated = THREAD.getCurrentThreadAllocatedBytes() - before;
    assertThat(allocated)
        .as(
            "bytes allocated by %s inputs of %s bytes under %s in %s",
            count, length, schema.parts(), schema.columns())
        .isLessThan(
            (long) count * schema.parts().size() * ALLOCATED_BYTES_PER_PART
                + length * ALLOCATED_BYTES_PER_BYTE);
    inputs += count;
    for (byte[] input : known.subList(Math.max(0, known.size() - 20), known.size())) {
      assertThat(refusal(() -> schema.columnValues(input)))
          .as("column values and keys are refused alike")
          .isEqualTo(refusal(() -> schema.columnValues(schema.decode(input))));
    }
  }

  private static String refusal(Supplier<Object[]> read) {
    try {
      Object[] unused = read.get();
      return "none";
    } catch (KeyException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Whether {@code input} is a row key. */
  private boolean decode(KeySchema schema, byte[] input) {
    Key key;
    try {
      key = schema.decode(input);
    } catch (KeyException e) {
      if (e.offset() < 0
          || e.offset() > input.length
          || e.part() < 0
          || e.part() >= schema.parts().size()) {
        throw failed("part and offset are those of the input", schema, input, e);
      }
      return false;
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      throw failed("nothing but a KeyException is thrown", schema, input, e);
    }
    if (!Arrays.equals(schema.encode(key), input)) {
      throw failed("what is read is written as it was", schema, input, null);
    }
    keys++;
    return true;
  }

  private static AssertionError failed(
      String law, KeySchema schema, byte[] input, Throwable error) {
    return new AssertionError(
        "not true that %s: %s in %s, %s: %s"
            .formatted(
                law, schema.parts(), schema.columns(), HexFormat.of().formatHex(input), error),
        error);
  }
}
