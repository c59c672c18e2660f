package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Durations: their texts and bytes. */
final class CqlDurationTest {
  @Test
  void everyDurationReadsBackItsTextAndItsBytes() {
    Type type = Type.parse("duration");
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 20_000; i++) {
      int shift = random.nextInt(1, 32);
      CqlDuration positive =
          CqlDuration.of(
              random.nextInt() >>> shift,
              random.nextInt() >>> random.nextInt(1, 32),
              random.nextLong() >>> random.nextInt(1, 64));
      CqlDuration duration =
          random.nextBoolean()
              ? positive
              : CqlDuration.of(-positive.months(), -positive.days(), -positive.nanoseconds());
      assertThat(CqlDuration.parse(duration.toString())).isEqualTo(duration);
      assertThat(type.fromBytes(type.toBytes(duration))).isEqualTo(duration);
      assertThat(type.parseValue(type.format(duration))).isEqualTo(duration);
    }
    CqlDuration lowest = CqlDuration.of(Integer.MIN_VALUE, Integer.MIN_VALUE, Long.MIN_VALUE);
    assertThat(lowest)
        .hasToString("-178956970y8mo2147483648d2562047h47m16s854ms775us808ns")
        .isEqualTo(CqlDuration.parse(lowest.toString()));
    assertThat(CqlDuration.of(0, 0, 0)).hasToString("0s").isEqualTo(CqlDuration.parse("P0D"));
  }

  @Test
  void bytesOfNoDurationAreRefused() {
    Type type = Type.parse("duration");
    byte[] mixed = HexFormat.of().parseHex("800000017fffffff8000000000000000");
    assertThatThrownBy(() -> type.fromBytes(mixed))
        .isInstanceOf(KeyException.class)
        .hasMessage(
            "cannot read value 800000017fffffff8000000000000000 of type duration: holds numbers of both signs at byte 0, expected a duration with one sign");
    assertThatThrownBy(() -> type.fromBytes(new byte[15])).hasMessageContaining("needs 16 bytes");
    assertThatThrownBy(() -> CqlDuration.of(1, -1, 0))
        .hasMessage(
            "found a duration of 1 months, -1 days and 0 nanoseconds, expected numbers of one sign");
    assertThatThrownBy(() -> KeySchema.parse("d duration", "d"))
        .hasMessage(
            "cannot use column d in a key: found type duration, expected a type with an order; durations have no order, because a month has 28 to 31 days");
  }
}
