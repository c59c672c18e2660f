package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keywright.testkit.Gen;
import keywright.testkit.Gens;

/**
 * Random values of every type, and an order of them that shares nothing with the one under test.
 */
final class Values {

  /** Every type that a column can be declared with. */
  static final List<String> TYPES =
      List.of(
          "tinyint",
          "smallint",
          "int",
          "bigint",
          "tinyint unsigned",
          "smallint unsigned",
          "int unsigned",
          "bigint unsigned",
          "float",
          "double",
          "decimal(2,1)",
          "decimal(4,0)",
          "decimal(9,3)",
          "decimal(18,2)",
          "decimal(38,10)",
          "boolean",
          "text",
          "char(3)",
          "char(8)",
          "digits(3)",
          "digits(20)",
          "blob",
          "uuid",
          "timeuuid",
          "inet",
          "date",
          "timestamp(s)",
          "timestamp",
          "timestamp(us)",
          "timestamp(ns)",
          "varint",
          "decimal",
          "time(s)",
          "time(ms)",
          "time(us)",
          "time",
          "enum('fax' = 3 AS 'f', 'mobile phone' = 1 AS 'sj', 'none' = 0)",
          "enum('a' = 256 AS 'x', 'b' = 65535 AS 'y', 'c' = 7 AS 'w')",
          "binary(3)",
          "list<text>",
          "list<decimal>",
          "list<list<binary(2)>>",
          "variant",
          "set<text>",
          "set<list<binary(2)>>",
          "map<text, decimal>",
          "map<int, set<varint>>");

  private static final BigInteger[] CORNERS = {
    BigInteger.ZERO,
    BigInteger.ONE,
    BigInteger.ONE.negate(),
    BigInteger.TEN,
    BigInteger.valueOf(255),
    BigInteger.valueOf(256),
    BigInteger.valueOf(86_399_999),
    BigInteger.valueOf(1_364_248_490)
  };

  private static final Object[] DOUBLES = {
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.1,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.MIN_NORMAL,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.NaN,
    Double.longBitsToDouble(0x7ff8_0000_0000_0001L),
    Double.longBitsToDouble(0xfff8_0000_0000_0000L)
  };

  private Values() {}

  static int parameter(String type, int index) {
    String[] parameters =
        type.substring(type.indexOf('(') + 1, type.indexOf(')')).replace(" ", "").split(",", -1);
    return Integer.parseInt(parameters[index]);
  }

  /** Values of {@code type} as its value class, corners among them; nothing is null. */
  static Gen<Object> of(Type type) {
    String name = type.toString();
    return switch (word(type)) {
      case "tinyint", "smallint", "int", "bigint" -> random -> type.convert(whole(name, random));
      case "float" ->
          random ->
              random.nextInt(3) == 0
                  ? (Object) ((Double) DOUBLES[random.nextInt(DOUBLES.length)]).floatValue()
                  : Float.intBitsToFloat(random.nextInt());
      case "double" ->
          random ->
              random.nextInt(3) == 0
                  ? DOUBLES[random.nextInt(DOUBLES.length)]
                  : Double.longBitsToDouble(random.nextLong());
      case "decimal" ->
          random -> name.equals("decimal") ? unbounded(random) : decimal(name, random);
      case "varint" -> random -> varint(random);
      case "time" -> random -> type.convert(timeOfDay(name, random));
      case "enum" -> random -> label(type, random);
      case "binary" ->
          Gens.byteArrays(parameter(name, 0))
              .filter(bytes -> bytes.length == 0 || bytes[bytes.length - 1] != 0)
              .map(bytes -> bytes);
      case "list" ->
          Gens.lists(of(Type.parse(name.substring(5, name.length() - 1))), 3).map(list -> list);
      case "set" ->
          Gens.lists(of(type.elementType()), 3)
              .map(list -> type.convert(new LinkedHashSet<>(list)));
      case "map" -> random -> map(type, random);
      case "variant" -> random -> Variant.of(json(random, 3));
      case "boolean" -> random -> random.nextBoolean();
      case "text" -> Gens.strings(6).map(text -> text);
      case "char" ->
          Gens.strings(parameter(name, 0))
              .filter(
                  text ->
                      text.getBytes(StandardCharsets.UTF_8).length <= parameter(name, 0)
                          && !text.endsWith("\0"))
              .map(text -> text);
      case "digits" -> random -> digits(parameter(name, 0), random);
      case "blob" -> Gens.byteArrays(5).map(bytes -> bytes);
      case "uuid" ->
          random -> new UUID(Gens.longs().generate(random), Gens.longs().generate(random));
      case "timeuuid" ->
          random ->
              new UUID(
                  (Gens.longs().generate(random) & ~0xF000L) | 0x1000L,
                  Gens.longs().generate(random));
      case "inet" -> random -> address(random);
      case "date" -> random -> date(random);
      case "timestamp" -> random -> type.convert(units(name, random));
      default -> throw new AssertionError(name);
    };
  }

  /** A map with a key for each value of its keys' set. */
  private static Object map(Type type, SplittableRandom random) {
    Gen<Object> keys = of(Type.parse("set<" + type.keyType() + ">"));
    Map<Object, Object> map = new LinkedHashMap<>();
    for (Object key : (Set<?>) keys.generate(random)) {
      map.put(key, of(type.elementType()).generate(random));
    }
    return type.convert(map);
  }

  private static int entries(Type type, Map<?, ?> a, Map<?, ?> b) {
    List<Object> keys = List.copyOf(a.keySet());
    List<Object> others = List.copyOf(b.keySet());
    for (int i = 0; i < keys.size() && i < others.size(); i++) {
      int order = compare(type.keyType(), keys.get(i), others.get(i));
      if (order == 0) {
        order = compare(type.elementType(), a.get(keys.get(i)), b.get(others.get(i)));
      }
      if (order != 0) {
        return order;
      }
    }
    return keys.size() - others.size();
  }

  private static BigInteger whole(String name, SplittableRandom random) {
    boolean unsigned = name.endsWith("unsigned");
    int bits =
        name.startsWith("tiny")
            ? 8
            : name.startsWith("small") ? 16 : name.startsWith("int") ? 32 : 64;
    BigInteger values = BigInteger.ONE.shiftLeft(bits);
    BigInteger number =
        switch (random.nextInt(4)) {
          case 0 -> CORNERS[random.nextInt(CORNERS.length)];
          case 1 -> values.shiftRight(1).add(BigInteger.valueOf(random.nextInt(-2, 2)));
          case 2 -> BigInteger.valueOf(random.nextInt(1_000));
          default -> BigInteger.valueOf(Gens.longs().generate(random));
        };
    BigInteger wrapped = number.mod(values);
    return unsigned || !wrapped.testBit(bits - 1) ? wrapped : wrapped.subtract(values);
  }

  private static BigDecimal decimal(String name, SplittableRandom random) {
    BigInteger limit = BigInteger.TEN.pow(parameter(name, 0));
    BigInteger unscaled =
        switch (random.nextInt(3)) {
          case 0 -> CORNERS[random.nextInt(CORNERS.length)];
          case 1 -> limit.subtract(BigInteger.ONE);
          default ->
              BigInteger.valueOf(random.nextLong())
                  .multiply(BigInteger.valueOf(random.nextLong(1, Long.MAX_VALUE)));
        };
    BigInteger fitting = unscaled.abs().mod(limit);
    return new BigDecimal(random.nextBoolean() ? fitting : fitting.negate(), parameter(name, 1));
  }

  static String word(Type type) {
    String name = type.toString();
    int end = 0;
    while (end < name.length() && Character.isLetter(name.charAt(end))) {
      end++;
    }
    return name.substring(0, end);
  }

  private static BigInteger varint(SplittableRandom random) {
    BigInteger number =
        switch (random.nextInt(5)) {
          case 0 -> CORNERS[random.nextInt(CORNERS.length)];
          case 1 -> BigInteger.ONE.shiftLeft(8 * random.nextInt(1, 120));
          case 2 -> new BigInteger(random.nextInt(1, 1_000), new Random(random.nextLong()));
          default -> BigInteger.valueOf(Gens.longs().generate(random));
        };
    BigInteger near = number.add(BigInteger.valueOf(random.nextInt(-1, 2)));
    return random.nextBoolean() ? near : near.negate();
  }

  private static BigDecimal unbounded(SplittableRandom random) {
    BigInteger unscaled =
        random.nextInt(3) > 0 ? BigInteger.valueOf(random.nextInt(-1_000, 1_000)) : varint(random);
    int scale =
        switch (random.nextInt(6)) {
          case 0 -> random.nextInt(-400, 400);
          case 1 -> random.nextInt(-900_000_000, 900_000_000);
          default -> random.nextInt(-3, 4);
        };
    return new BigDecimal(unscaled, scale);
  }

  private static Object timeOfDay(String name, SplittableRandom random) {
    long seconds = random.nextInt(3) == 0 ? random.nextInt(2) * 86_399L : random.nextInt(86_400);
    long step =
        switch (name) {
          case "time(s)" -> 1_000_000_000;
          case "time(ms)" -> 1_000_000;
          case "time(us)" -> 1_000;
          default -> 1;
        };
    long nanos = random.nextInt(1_000_000_000) / step * step;
    return LocalTime.ofNanoOfDay(seconds * 1_000_000_000 + nanos);
  }

  private static String label(Type type, SplittableRandom random) {
    List<String> labels = new ArrayList<>();
    Matcher matcher = Pattern.compile("'([^']*)' = ").matcher(type.toString());
    while (matcher.find()) {
      labels.add(matcher.group(1));
    }
    return labels.get(random.nextInt(labels.size()));
  }

  private static Object json(SplittableRandom random, int depth) {
    return switch (random.nextInt(depth == 0 ? 5 : 8)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2 -> unbounded(random);
      case 3, 4 -> Gens.strings(3).generate(random);
      default -> {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          list.add(json(random, depth - 1));
        }
        yield list;
      }
    };
  }

  private static String digits(int count, SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append((char) ('0' + (random.nextBoolean() ? 0 : random.nextInt(10))));
    }
    return text.toString();
  }

  private static LocalDate date(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> LocalDate.ofEpochDay(Gens.ints().generate(random));
      case 1 -> LocalDate.of(random.nextInt(1, 10_000), random.nextInt(1, 13), 1);
      default -> LocalDate.ofEpochDay(random.nextInt(-400, 20_000));
    };
  }

  private static Object units(String name, SplittableRandom random) {
    if (random.nextInt(3) > 0) {
      // Around now and around 1970, on both sides of a second.
      Instant second =
          Instant.ofEpochSecond(random.nextBoolean() ? random.nextInt() : random.nextInt(-2, 3));
      long step =
          switch (name) {
            case "timestamp(s)" -> 1_000_000_000;
            case "timestamp" -> 1_000_000;
            case "timestamp(us)" -> 1_000;
            default -> 1;
          };
      return second.plusNanos(step * random.nextInt(-1_500, 1_500));
    }
    long units = Gens.longs().generate(random);
    return name.equals("timestamp(s)") ? units >> 12 : units;
  }

  /**
   * A value whose bytes differ in one place from those of {@code value}, or {@code value} when no
   * such bytes were found.
   */
  static Object near(Type type, Object value, SplittableRandom random) {
    byte[] bytes = type.toBytes(value);
    for (int attempt = 0; attempt < 3; attempt++) {
      try {
        Object near = type.fromBytes(Mutations.one(bytes, random));
        // An exponent of millions is no neighbour, and too much for arithmetic.
        if (!(near instanceof BigDecimal decimal) || Math.abs((long) decimal.scale()) < 2_000) {
          return near;
        }
      } catch (KeyException e) {
        // No value has these bytes.
      }
    }
    return value;
  }

  /** The order that the format promises for values of {@code type}. */
  static int compare(Type type, Object a, Object b) {
    return switch (word(type)) {
      case "tinyint", "smallint", "int", "bigint", "varint", "decimal" ->
          decimal(a).compareTo(decimal(b));
      case "float", "double" -> floating(((Number) a).doubleValue(), ((Number) b).doubleValue());
      case "boolean" -> (a.equals(true) ? 1 : 0) - (b.equals(true) ? 1 : 0);
      case "text", "char", "digits" -> codePoints((String) a, (String) b);
      case "blob", "binary" -> lists(unsigned((byte[]) a), unsigned((byte[]) b));
      case "uuid" -> number((UUID) a).compareTo(number((UUID) b));
      case "timeuuid" -> time((UUID) a).compareTo(time((UUID) b));
      case "inet" ->
          lists(unsigned(((InetAddress) a).getAddress()), unsigned(((InetAddress) b).getAddress()));
      case "date" -> Long.compare(((LocalDate) a).toEpochDay(), ((LocalDate) b).toEpochDay());
      case "timestamp" -> nanos((Instant) a).compareTo(nanos((Instant) b));
      case "time" -> Long.compare(((LocalTime) a).toNanoOfDay(), ((LocalTime) b).toNanoOfDay());
      case "enum" -> Integer.compare(number(type, a), number(type, b));
      case "list" -> {
        String name = type.toString();
        yield elements(Type.parse(name.substring(5, name.length() - 1)), (List<?>) a, (List<?>) b);
      }
      case "set" -> elements(type.elementType(), List.copyOf((Set<?>) a), List.copyOf((Set<?>) b));
      case "map" -> entries(type, (Map<?, ?>) a, (Map<?, ?>) b);
      case "variant" -> variants(type, (Variant) a, (Variant) b);
      default -> throw new AssertionError(type);
    };
  }

  private static BigDecimal decimal(Object number) {
    return number instanceof BigDecimal decimal
        ? decimal
        : number instanceof BigInteger integer
            ? new BigDecimal(integer)
            : BigDecimal.valueOf(((Number) number).longValue());
  }

  /** −∞ &lt; … &lt; +∞ &lt; NaN; −0.0 is 0.0 and every NaN the same. */
  private static int floating(double a, double b) {
    if (Double.isNaN(a) || Double.isNaN(b)) {
      return (Double.isNaN(a) ? 1 : 0) - (Double.isNaN(b) ? 1 : 0);
    }
    return a < b ? -1 : a > b ? 1 : 0;
  }

  private static int codePoints(String a, String b) {
    int i = 0;
    int j = 0;
    while (i < a.length() && j < b.length()) {
      int x = a.codePointAt(i);
      int y = b.codePointAt(j);
      if (x != y) {
        return x - y;
      }
      i += Character.charCount(x);
      j += Character.charCount(y);
    }
    return (a.length() - i) - (b.length() - j);
  }

  private static int elements(Type type, List<?> a, List<?> b) {
    for (int i = 0; i < a.size() && i < b.size(); i++) {
      int order = compare(type, a.get(i), b.get(i));
      if (order != 0) {
        return order;
      }
    }
    return a.size() - b.size();
  }

  /** The number of a label, from the declaration alone; here no label holds a quote. */
  private static int number(Type type, Object label) {
    Matcher matcher = Pattern.compile("'" + label + "' = (\\d+)").matcher(type.toString());
    assertThat(matcher.find()).isTrue();
    return Integer.parseInt(matcher.group(1));
  }

  private static int variants(Type type, Variant a, Variant b) {
    Object x = a.value();
    Object y = b.value();
    if (kind(x) != kind(y)) {
      return kind(x) - kind(y);
    }
    return x instanceof List<?> list
        ? elements(type, list, (List<?>) y)
        : x instanceof String text
            ? codePoints(text, (String) y)
            : x instanceof BigDecimal number ? number.compareTo((BigDecimal) y) : 0;
  }

  private static int kind(Object json) {
    return json == null
        ? 0
        : json.equals(false)
            ? 1
            : json.equals(true)
                ? 2
                : json instanceof BigDecimal ? 3 : json instanceof String ? 4 : 5;
  }

  private static int lists(int[] a, int[] b) {
    for (int i = 0; i < a.length && i < b.length; i++) {
      if (a[i] != b[i]) {
        return a[i] - b[i];
      }
    }
    return a.length - b.length;
  }

  private static int[] unsigned(byte[] bytes) {
    int[] values = new int[bytes.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = Byte.toUnsignedInt(bytes[i]);
    }
    return values;
  }

  private static InetAddress address(SplittableRandom random) {
    byte[] bytes = new byte[random.nextBoolean() ? 4 : 16];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (random.nextInt(3) == 0 ? 0 : random.nextInt(256));
    }
    bytes[0] |= 1; // No address of 16 bytes that stands for one of 4.
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  /** The time, then each other byte as a signed number above -129. */
  private static String time(UUID uuid) {
    StringBuilder text = new StringBuilder("%015x".formatted(uuid.timestamp()));
    for (int i = 56; i >= 0; i -= 8) {
      text.append("%03d".formatted((byte) (uuid.getLeastSignificantBits() >>> i) + 128));
    }
    return text.toString();
  }

  private static BigInteger number(UUID uuid) {
    return new BigInteger(uuid.toString().replace("-", ""), 16);
  }

  private static BigInteger nanos(Instant instant) {
    return BigInteger.valueOf(instant.getEpochSecond())
        .multiply(BigInteger.valueOf(1_000_000_000))
        .add(BigInteger.valueOf(instant.getNano()));
  }

  static boolean equal(Type type, Object a, Object b) {
    return (a == null || b == null) ? a == b : compare(type, a, b) == 0;
  }
}
