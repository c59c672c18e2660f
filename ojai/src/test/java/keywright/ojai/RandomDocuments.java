package keywright.ojai;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import keywright.testkit.Gens;
import org.ojai.FieldPath;
import org.ojai.FieldSegment;
import org.ojai.FieldSegment.IndexSegment;
import org.ojai.FieldSegment.NameSegment;
import org.ojai.types.ODate;
import org.ojai.types.OInterval;
import org.ojai.types.OTime;
import org.ojai.types.OTimestamp;

/** Random plain values of all types, with extremes, and field paths. */
final class RandomDocuments {
  private static final String[] NAMES = {
    "a",
    "b",
    "c",
    "_id",
    "tags",
    "A",
    "",
    ".",
    "a.b",
    "[0]",
    "`",
    "\"",
    "\\",
    "\u0000",
    "\u00e9",
    "\uffff",
    "\ud83d\ude00",
    "$eq",
    "name with spaces",
    "x".repeat(200)
  };
  private static final Number[] NUMBERS = {
    0,
    1,
    -1,
    2.5,
    -0.0,
    0.0,
    0.1,
    0.1f,
    Float.NaN,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    Double.MIN_VALUE,
    -Double.MAX_VALUE,
    Double.MAX_VALUE,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    Long.MAX_VALUE - 1,
    (1L << 53) + 1,
    0x1p63,
    -0x1p63,
    9007199254740992.0,
    Byte.MIN_VALUE,
    Short.MAX_VALUE,
    Integer.MIN_VALUE,
    new BigDecimal("0.1"),
    new BigDecimal("1.00"),
    new BigDecimal("1e400"),
    new BigDecimal("-1e400"),
    new BigDecimal("1e-400"),
    new BigDecimal("-1e-400"),
    new BigDecimal("9223372036854775808"),
    new BigDecimal("9223372036854775807.5"),
    new BigDecimal(BigInteger.ONE, Integer.MAX_VALUE),
    new BigDecimal(BigInteger.ONE, Integer.MIN_VALUE + 1),
    new BigDecimal("0.1000000000000000055511151231257827021181583404541015625"),
    new BigDecimal(0),
    new BigDecimal("0e5"),
    new BigDecimal("100"),
    (byte) 7,
    (short) 7,
    7L,
    7f
  };

  private final SplittableRandom random;

  RandomDocuments(SplittableRandom random) {
    this.random = random;
  }

  static RandomDocuments of(long seed) {
    return new RandomDocuments(new SplittableRandom(seed));
  }

  Map<String, Object> document() {
    return map(random.nextInt(10) == 0 ? 6 : 3);
  }

  Map<String, Object> map(int depth) {
    Map<String, Object> map = new LinkedHashMap<>();
    int count = random.nextInt(40) == 0 ? 300 : random.nextInt(7);
    for (int index = 0; index < count; index++) {
      map.put(count > 10 ? name() + random.nextInt(1000) : name(), value(depth - 1));
    }
    return map;
  }

  List<Object> list(int depth) {
    List<Object> list = new ArrayList<>();
    int count = random.nextInt(40) == 0 ? 100 : random.nextInt(5);
    for (int index = 0; index < count; index++) {
      list.add(index > 0 && random.nextInt(4) == 0 ? list.get(0) : value(depth - 1));
    }
    return list;
  }

  String name() {
    return random.nextInt(5) == 0
        ? Gens.strings(12).generate(random)
        : NAMES[random.nextInt(random.nextInt(3) == 0 ? NAMES.length : 4)];
  }

  Object value(int depth) {
    int kind = random.nextInt(depth > 0 ? 12 : 8);
    if (kind >= 10) {
      return map(depth);
    } else if (kind >= 8) {
      return list(depth);
    }
    return kind < 3 ? small() : scalar();
  }

  /** One of a few values, so that two of them are often equal. */
  Object small() {
    Object[] values = {
      null, true, "a", "ab", 1, 1L, 1.0, new BigDecimal("1.0"), 2, (byte) 2, "b", 3.5
    };
    return values[random.nextInt(values.length)];
  }

  Number number() {
    return switch (random.nextInt(6)) {
      case 0 -> Gens.longs().generate(random);
      case 1 -> Double.longBitsToDouble(random.nextLong());
      case 2 -> new BigDecimal(BigInteger.valueOf(random.nextLong()), random.nextInt(-5, 25));
      case 3 -> random.nextInt(-3, 4) + random.nextInt(4) / 4.0;
      default -> NUMBERS[random.nextInt(NUMBERS.length)];
    };
  }

  Object scalar() {
    return switch (random.nextInt(14)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2 -> ODate.fromDaysSinceEpoch(Gens.ints().generate(random));
      case 3 -> OTime.fromMillisOfDay(Gens.ints(0, 86_400_000).generate(random));
      case 4 -> new OTimestamp(Gens.longs().generate(random));
      case 5 -> new OInterval(Gens.longs().generate(random));
      case 6 -> ByteBuffer.wrap(Gens.byteArrays(200).generate(random));
      case 7 -> Gens.longs().generate(random).intValue();
      case 8 -> (byte) random.nextInt();
      case 9 -> Gens.strings(200).generate(random);
      case 10 -> Gens.asciiStrings(random.nextInt(20) == 0 ? 400 : 10).generate(random);
      default -> number();
    };
  }

  /** A path of names, indexes and, if {@code elements}, of []; often one that leads to a value. */
  FieldPath path(Object root, boolean elements) {
    FieldSegment segment = segment(root, elements, true, random.nextInt(1, 5));
    return new FieldPath((NameSegment) segment);
  }

  private FieldSegment segment(Object value, boolean elements, boolean named, int left) {
    boolean isMap =
        named || (value instanceof Map ? random.nextInt(6) != 0 : !(value instanceof List));
    if (elements && !named && random.nextInt(8) == 0) {
      isMap = false;
    }
    if (isMap) {
      List<String> names =
          value instanceof Map ? new ArrayList<>(Plain.map(value).keySet()) : List.of();
      String name =
          names.isEmpty() || random.nextInt(5) == 0
              ? name()
              : names.get(random.nextInt(names.size()));
      Object next = value instanceof Map ? Plain.map(value).get(name) : null;
      // The empty path of the API is that of a field without a name.
      return new NameSegment(
          name.isEmpty() ? "a" : name,
          left > 1 ? segment(next, elements, false, left - 1) : null,
          false);
    }
    List<Object> list = value instanceof List ? Plain.list(value) : List.of();
    int index = elements && random.nextBoolean() ? -1 : random.nextInt(3);
    Object next = list.isEmpty() ? value : list.get(Math.max(0, index) % list.size());
    return new IndexSegment(index, left > 1 ? segment(next, elements, false, left - 1) : null);
  }

  SplittableRandom random() {
    return random;
  }
}
