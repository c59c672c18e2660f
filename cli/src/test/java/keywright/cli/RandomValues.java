package keywright.cli;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import keywright.key.CqlDuration;
import keywright.key.KeyException;
import keywright.key.Type;
import keywright.key.Variant;

/** Values of every type, those among them that files of text may lose. */
final class RandomValues {
  private static final List<String> TEXTS =
      List.of("", "null", "NULL", " ", ",", "\"", "\n", "\r", "\r\n", "\\", "'", "\t", "\u0000");
  private static final String CHARACTERS = "ab,\"\n\r\\'\t |_;\u0001\u00e9\u2028\ufeff\u4e2d";

  private static final Map<Type, Function<Random, Object>> DRAWN = new LinkedHashMap<>();

  static {
    for (int bits : new int[] {8, 16, 32, 64}) {
      String type = Map.of(8, "tinyint", 16, "smallint", 32, "int", 64, "bigint").get(bits);
      draw(type, random -> integer(random, bits - 1, true));
      draw(type + " unsigned", random -> integer(random, bits, false));
    }
    draw("varint", random -> integer(random, 300, true));
    draw(
        "decimal(8,2)", random -> BigDecimal.valueOf(random.nextInt(199_999_999) - 99_999_999L, 2));
    draw("decimal", RandomValues::decimal);
    draw("float", random -> Float.intBitsToFloat(random.nextInt()));
    draw("double", RandomValues::number);
    draw("boolean", Random::nextBoolean);
    draw("text", RandomValues::text);
    draw("char(40)", RandomValues::text);
    draw("digits(3)", random -> "%03d".formatted(random.nextInt(1_000)));
    draw("blob", random -> bytes(random, random.nextInt(9)));
    draw(
        "binary(4)",
        random -> {
          byte[] bytes = bytes(random, random.nextInt(5));
          if (bytes.length > 0) {
            bytes[bytes.length - 1] |= 1;
          }
          return bytes;
        });
    draw("uuid", random -> new UUID(random.nextLong(), random.nextLong()));
    draw("date", random -> LocalDate.ofEpochDay(random.nextInt() >> random.nextInt(20)));
    for (String unit : List.of("", "(s)", "(ms)", "(us)", "(ns)")) {
      draw("timestamp" + unit, random -> random.nextLong() >> random.nextInt(60));
      long perDay =
          Map.of("(s)", 86_400L, "(ms)", 86_400_000L, "(us)", 86_400_000_000L)
              .getOrDefault(unit, 86_400_000_000_000L);
      draw("time" + unit, random -> random.nextLong(perDay));
    }
    draw("enum('a,\"b' = 3 AS 'x', 'fax' = 1)", random -> random.nextBoolean() ? "fax" : "a,\"b");
    draw("list<text>", random -> list(random, RandomValues::text));
    draw("list<blob>", random -> list(random, element -> bytes(element, 2)));
    draw("list<double>", random -> list(random, RandomValues::number));
    draw("list<timestamp(us)>", random -> list(random, element -> Instant.EPOCH));
    draw(
        "list<list<int>>",
        random -> list(random, element -> list(element, inner -> inner.nextInt() >> 20)));
    draw(
        "duration",
        random -> {
          int sign = random.nextBoolean() ? 1 : -1;
          return CqlDuration.of(
              sign * random.nextInt(99),
              sign * random.nextInt(9),
              sign * random.nextLong(1L << 60));
        });
    draw("set<text>", random -> new LinkedHashSet<>(list(random, RandomValues::text)));
    draw("set<blob>", random -> new LinkedHashSet<>(list(random, each -> bytes(each, 1))));
    draw("map<text, double>", random -> map(random, RandomValues::text, RandomValues::number));
    draw(
        "map<int, list<text>>",
        random -> map(random, key -> key.nextInt(), held -> list(held, RandomValues::text)));
    draw(
        "list<map<boolean, set<int>>>",
        random ->
            list(random, each -> map(each, Random::nextBoolean, set -> Set.of(set.nextInt(9)))));
    draw("variant", random -> variant(random, 3));
  }

  private RandomValues() {}

  private static void draw(String type, Function<Random, Object> value) {
    DRAWN.put(Type.parse(type), value);
  }

  static List<Type> types() {
    return List.copyOf(DRAWN.keySet());
  }

  /** A value of the type, of its value class. */
  static Object value(Type type, Random random) {
    while (true) {
      try {
        return type.convert(DRAWN.get(type).apply(random));
      } catch (KeyException e) {
        // Out of the type's range, as texts and times may be.
      }
    }
  }

  private static BigInteger integer(Random random, int bits, boolean signed) {
    BigInteger drawn = new BigInteger(1 + random.nextInt(bits), random);
    return signed && random.nextBoolean() ? drawn.negate() : drawn;
  }

  private static Object decimal(Random random) {
    return new BigDecimal(integer(random, 120, true), random.nextInt(900) - 450)
        .stripTrailingZeros();
  }

  private static Object number(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> Double.NaN;
      case 1 -> Double.POSITIVE_INFINITY;
      case 2 -> Double.NEGATIVE_INFINITY;
      default -> Double.longBitsToDouble(random.nextLong());
    };
  }

  private static String text(Random random) {
    if (random.nextInt(3) == 0) {
      return TEXTS.get(random.nextInt(TEXTS.size()));
    }
    StringBuilder text = new StringBuilder();
    for (int length = random.nextInt(12); length > 0; length--) {
      if (random.nextInt(10) == 0) {
        text.appendCodePoint(0x1F600);
      } else {
        text.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
      }
    }
    return text.toString();
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static List<Object> list(Random random, Function<Random, Object> element) {
    List<Object> list = new ArrayList<>();
    for (int length = random.nextInt(4); length > 0; length--) {
      list.add(element.apply(random));
    }
    return list;
  }

  private static Map<Object, Object> map(
      Random random, Function<Random, Object> key, Function<Random, Object> value) {
    Map<Object, Object> map = new LinkedHashMap<>();
    list(random, key).forEach(each -> map.put(each, value.apply(random)));
    return map;
  }

  private static Variant variant(Random random, int depth) {
    return switch (random.nextInt(depth > 0 ? 5 : 4)) {
      case 0 -> Variant.NULL;
      case 1 -> Variant.of(random.nextBoolean());
      case 2 -> Variant.of(decimal(random));
      case 3 -> Variant.of(text(random));
      default -> Variant.of(list(random, element -> variant(element, depth - 1)));
    };
  }
}
