package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import keywright.testkit.Exhaustive;
import org.junit.jupiter.api.Test;

/** Small domains, complete: all pairs of each type alone, first and last, in every direction. */
final class TypeOrderTest {
  private static final List<String> DIRECTIONS =
      List.of(
          "a",
          "a DESC",
          "a NULLS LAST",
          "a DESC NULLS FIRST",
          "a, b",
          "a DESC, b",
          "b, a",
          "b, a DESC",
          "b DESC, a DESC NULLS FIRST");

  /** All of {@code values}, and null, before and after a column of two values. */
  static void assertOrder(String type, List<?> values) {
    for (String direction : DIRECTIONS) {
      KeySchema schema = KeySchema.parse("a " + type + " NULL, b text", direction);
      List<Object> all = new ArrayList<>(values);
      all.add(null);
      List<Key> keys = new ArrayList<>();
      for (Object value : all) {
        keys.add(schema.key(value, ""));
        keys.add(schema.key(value, "\0"));
      }
      AllPairs.Count count = new AllPairs.Count();
      AllPairs.check(schema, keys, count);
      AllPairs.check(
          KeySchema.parse("a " + type + ", b text", direction),
          keys.stream().filter(key -> !key.parts().contains(null)).toList(),
          count);
      assertThat(count.pairs).isGreaterThan((long) values.size() * (values.size() + 1));
    }
  }

  @Test
  void allBytesAndTheEdgesOfWiderNumbersKeepTheirOrder() {
    assertOrder("tinyint", IntStream.range(-128, 128).boxed().toList());
    assertOrder("tinyint unsigned", IntStream.range(0, 256).boxed().toList());
    assertOrder("smallint", List.of(-32768, -32767, -256, -1, 0, 1, 255, 256, 32767));
    assertOrder("smallint unsigned", List.of(0, 1, 255, 256, 32767, 32768, 65535));
    assertOrder("int", List.of(Integer.MIN_VALUE, -65536, -1, 0, 1, 255, 256, Integer.MAX_VALUE));
    assertOrder("int unsigned", List.of(0, 1, 1L << 31, (1L << 31) - 1, (1L << 32) - 1));
    assertOrder("bigint", List.of(Long.MIN_VALUE, -1L - (1L << 32), -1, 0, 1, Long.MAX_VALUE));
    assertOrder(
        "bigint unsigned",
        List.of(
            0,
            1,
            Long.MAX_VALUE,
            BigInteger.ONE.shiftLeft(63),
            BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE)));
  }

  @Test
  void floatingPointNumbersRunFromMinusInfinityToNaN() {
    List<Double> doubles =
        List.of(
            Double.NEGATIVE_INFINITY,
            -Double.MAX_VALUE,
            -1.0,
            -Double.MIN_NORMAL,
            -Double.MIN_VALUE,
            -0.0,
            0.0,
            Double.MIN_VALUE,
            Double.MIN_NORMAL,
            1.0,
            Math.nextUp(1.0),
            Double.MAX_VALUE,
            Double.POSITIVE_INFINITY,
            Double.NaN,
            Double.longBitsToDouble(0xffff_ffff_ffff_ffffL));
    assertOrder("double", doubles);
    List<Float> floats =
        new ArrayList<>(
            List.of(
                Float.NEGATIVE_INFINITY,
                -Float.MAX_VALUE,
                -Float.MIN_VALUE,
                -0.0f,
                0.0f,
                Float.MIN_VALUE,
                1.0f,
                Float.MAX_VALUE,
                Float.POSITIVE_INFINITY,
                Float.NaN));
    floats.add(Float.intBitsToFloat(0xffc0_0001));
    assertOrder("float", floats);
  }

  @Test
  void decimalsOfEveryWidthKeepTheirOrder() {
    assertOrder(
        "decimal(2,1)", IntStream.range(-99, 100).mapToObj(i -> BigDecimal.valueOf(i, 1)).toList());
    for (int precision : new int[] {4, 9, 18, 38}) {
      BigInteger limit = BigInteger.TEN.pow(precision).subtract(BigInteger.ONE);
      List<BigDecimal> values =
          Stream.of("-10", "-9.99", "-0.50", "-0.01", "0", "0.01", "0.5", "9.99", "10")
              .map(BigDecimal::new)
              .collect(java.util.stream.Collectors.toCollection(ArrayList::new));
      values.add(new BigDecimal(limit, 2));
      values.add(new BigDecimal(limit.negate(), 2));
      assertOrder("decimal(" + precision + ",2)", values);
    }
  }

  @Test
  void textsSortByCodePointWithNulAndTheEdgesOfUtf8() {
    List<String> letters =
        List.of("\0", "\u0001", "a", "\u007f", "\u0080", "\uffff", "\ud83d\udd25");
    List<String> texts =
        Exhaustive.lists(letters, 2).map(letter -> String.join("", letter)).toList();
    assertOrder("text", texts);
    assertOrder("char(8)", texts.stream().filter(text -> !text.endsWith("\0")).toList());
  }

  @Test
  void blobsOfUpToThreeBytesKeepTheirOrder() {
    List<Integer> bytes = List.of(0x00, 0x01, 0xfe, 0xff);
    List<byte[]> blobs =
        Exhaustive.lists(bytes, 3)
            .map(
                list -> {
                  byte[] blob = new byte[list.size()];
                  for (int i = 0; i < blob.length; i++) {
                    blob[i] = list.get(i).byteValue();
                  }
                  return blob;
                })
            .collect(java.util.stream.Collectors.toCollection(ArrayList::new));
    for (int length = 0; length <= 16; length++) {
      byte[] even = new byte[length + 1];
      byte[] odd = Arrays.copyOf(even, even.length);
      odd[length] = 1;
      blobs.add(even);
      blobs.add(odd);
    }
    assertOrder("blob", blobs);
  }

  @Test
  void digitsAndTruthValuesKeepTheirOrder() {
    assertOrder("digits(2)", IntStream.range(0, 100).mapToObj("%02d"::formatted).toList());
    assertOrder("boolean", List.of(false, true));
  }

  @Test
  void uuidsSortUnsignedInBothHalves() {
    long[] halves = {0, 1, Long.MAX_VALUE, Long.MIN_VALUE, -1};
    List<UUID> uuids = new ArrayList<>();
    for (long high : halves) {
      for (long low : halves) {
        uuids.add(new UUID(high, low));
      }
    }
    assertOrder("uuid", uuids);
  }

  @Test
  void daysAndInstantsBeforeAndAfter1970KeepTheirOrder() {
    assertOrder(
        "date",
        Stream.of((long) Integer.MIN_VALUE, -719_529L, -1L, 0L, 1L, (long) Integer.MAX_VALUE)
            .map(LocalDate::ofEpochDay)
            .toList());
    for (String unit : List.of("s", "ms", "us", "ns")) {
      Instant second = Instant.ofEpochSecond(1);
      assertOrder(
          "timestamp(" + unit + ")",
          List.of(
              Instant.parse("1677-09-21T00:12:44Z"),
              Instant.ofEpochSecond(-1),
              Instant.EPOCH,
              second,
              Instant.parse("2262-04-11T23:47:16Z")));
    }
    assertOrder(
        "timestamp(ns)",
        List.of(
            Instant.ofEpochSecond(0, Long.MIN_VALUE),
            Instant.parse("1969-12-31T23:59:59.999999998Z"),
            Instant.parse("1969-12-31T23:59:59.999999999Z"),
            Instant.EPOCH,
            Instant.ofEpochSecond(0, 1),
            Instant.ofEpochSecond(0, Long.MAX_VALUE)));
  }
}
