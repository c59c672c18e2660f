package keywright.peers;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import keywright.key.KeyException;
import keywright.key.KeyFormat;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.testkit.Gen;
import keywright.testkit.Gens;

/** Random declarations that a format takes, and random values for them. */
final class Tuples {
  private static final int[] CODE_POINTS = {
    0, 1, ' ', 0x7F, 0x80, 0x7FF, 0xFFFF, 0x10000, 0x10FFFF
  };
  private static final int[] BYTES = {0, 1, 0x7F, 0x80, 0xFE, 0xFF};
  private static final Gen<Long> LONGS = Gens.longs();
  private static final Gen<Integer> INTS = Gens.ints();
  private static final double[] DOUBLES = {
    0,
    1,
    -1,
    0.1,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.NaN,
    Float.MIN_VALUE,
    Float.MAX_VALUE
  };

  private Tuples() {}

  /**
   * A declaration, one column for each part.
   *
   * @param seed what the values are drawn from
   */
  record Declaration(List<String> columns, List<String> parts, KeyFormat format, long seed) {
    KeySchema schema() {
      return KeySchema.parse(String.join(", ", columns), String.join(", ", parts), format);
    }
  }

  /** One to six parts over {@code types}: what the format refuses is left out. */
  static Gen<Declaration> declarations(KeyFormat format, List<String> leading, List<String> types) {
    return random -> {
      Declaration found = new Declaration(List.of(), leading, format, random.nextLong());
      int wanted = random.nextInt(1, 7);
      for (int tries = 0;
          found.columns.isEmpty() || (tries < 15 && found.columns.size() < wanted); ) {
        Declaration longer = longer(found, types, random);
        if (isTaken(longer)) {
          found = longer;
        }
        tries++;
      }
      return found;
    };
  }

  private static Declaration longer(
      Declaration shorter, List<String> types, SplittableRandom random) {
    List<String> columns = new ArrayList<>(shorter.columns);
    List<String> parts = new ArrayList<>(shorter.parts);
    String name = "c" + columns.size();
    String type = types.get(random.nextInt(types.size()));
    columns.add(name + " " + type + (random.nextInt(3) == 0 ? " NULL" : ""));
    parts.add(
        name
            + (random.nextInt(3) == 0 ? " DESC" : "")
            + switch (random.nextInt(4)) {
              case 0 -> " NULLS FIRST";
              case 1 -> " NULLS LAST";
              default -> "";
            });
    return new Declaration(columns, parts, shorter.format, shorter.seed);
  }

  private static boolean isTaken(Declaration declaration) {
    try {
      declaration.schema();
      return true;
    } catch (KeyException e) {
      return false;
    }
  }

  /** Values of all columns; every now and then those of {@code earlier}, so that keys meet. */
  static Object[] values(KeySchema schema, Object[] earlier, SplittableRandom random) {
    Object[] values = new Object[schema.columns().size()];
    for (int i = 0; i < values.length; i++) {
      boolean nullable = schema.columns().get(i).nullable();
      values[i] =
          earlier.length > 0 && random.nextInt(3) > 0 && i < values.length - 1
              ? earlier[i]
              : nullable && random.nextInt(4) == 0
                  ? null
                  : value(schema.columns().get(i).type(), random);
    }
    return values;
  }

  static Object value(Type type, SplittableRandom random) {
    String name = type.toString();
    String word = name.split("[(< ]", -1)[0];
    return switch (word) {
      case "tinyint" -> type.convert(whole(8, name, random));
      case "smallint" -> type.convert(whole(16, name, random));
      case "int" -> type.convert(whole(32, name, random));
      case "bigint" -> type.convert(whole(64, name, random));
      case "float" ->
          type.convert(
              random.nextInt(3) == 0
                  ? (float) DOUBLES[random.nextInt(DOUBLES.length)]
                  : (Object) canonical(Float.intBitsToFloat(random.nextInt())));
      case "double" ->
          type.convert(
              random.nextInt(3) == 0
                  ? DOUBLES[random.nextInt(DOUBLES.length)]
                  : (Object) canonical(Double.longBitsToDouble(random.nextLong())));
      case "decimal" ->
          name.equals("decimal")
              ? decimal(random)
              : decimal(parameter(name, 0), parameter(name, 1), random);
      case "varint" -> varint(random);
      case "boolean" -> random.nextBoolean();
      case "text" -> text(random);
      case "char" -> character(parameter(name, 0), random);
      case "digits" -> digits(parameter(name, 0), random);
      case "blob" -> bytes(random);
      case "binary" -> binary(parameter(name, 0), random);
      case "list" -> list(Type.parse(name.substring(5, name.length() - 1)), random);
      case "enum" -> List.of("a", "b", "c").get(random.nextInt(3));
      case "time" -> type.convert(random.nextLong(86_400_000));
      case "uuid" -> new UUID(LONGS.generate(random), LONGS.generate(random));
      case "date" -> LocalDate.ofEpochDay(INTS.generate(random));
      case "timestamp" ->
          name.equals("timestamp(s)")
              ? Instant.ofEpochSecond(LONGS.generate(random) >> 12)
              : type.convert(LONGS.generate(random));
      default -> throw new AssertionError(name);
    };
  }

  /** One NaN stands for all, as in a key. */
  private static float canonical(float number) {
    return Float.isNaN(number) ? Float.NaN : number;
  }

  private static double canonical(double number) {
    return Double.isNaN(number) ? Double.NaN : number;
  }

  private static int parameter(String type, int index) {
    String inner = type.substring(type.indexOf('(') + 1, type.indexOf(')'));
    return Integer.parseInt(inner.split(",", -1)[index].trim());
  }

  private static BigInteger whole(int bits, String name, SplittableRandom random) {
    BigInteger values = BigInteger.ONE.shiftLeft(bits);
    BigInteger wrapped = BigInteger.valueOf(LONGS.generate(random)).mod(values);
    return name.endsWith("unsigned") || !wrapped.testBit(bits - 1)
        ? wrapped
        : wrapped.subtract(values);
  }

  private static BigDecimal decimal(int precision, int scale, SplittableRandom random) {
    StringBuilder digits = new StringBuilder();
    int count = random.nextInt(precision + 1);
    for (int i = 0; i < count; i++) {
      digits.append((char) ('0' + (random.nextInt(3) == 0 ? 0 : random.nextInt(10))));
    }
    digits.append("0".repeat(random.nextInt(precision - count + 1)));
    BigInteger unscaled = digits.isEmpty() ? BigInteger.ZERO : new BigInteger(digits.toString());
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), scale);
  }

  private static String text(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int count = random.nextInt(7); count > 0; count--) {
      int corner = random.nextInt(6 * CODE_POINTS.length);
      text.appendCodePoint(
          corner < CODE_POINTS.length ? CODE_POINTS[corner] : random.nextInt('a', 'd'));
    }
    return text.toString();
  }

  private static byte[] bytes(SplittableRandom random) {
    byte[] bytes = new byte[random.nextInt(17)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] =
          (byte) (random.nextBoolean() ? BYTES[random.nextInt(BYTES.length)] : random.nextInt());
    }
    return bytes;
  }

  private static BigDecimal decimal(SplittableRandom random) {
    BigDecimal number = decimal(random.nextInt(1, 42), 0, random);
    int scale = random.nextInt(3) == 0 ? random.nextInt(-130, 131) : random.nextInt(-3, 40);
    return number.scaleByPowerOfTen(scale).stripTrailingZeros();
  }

  private static BigInteger varint(SplittableRandom random) {
    BigInteger power = BigInteger.ONE.shiftLeft(random.nextInt(random.nextInt(3) == 0 ? 2100 : 80));
    BigInteger number =
        random.nextBoolean()
            ? power.add(BigInteger.valueOf(random.nextInt(-1, 2)))
            : BigInteger.valueOf(LONGS.generate(random));
    return random.nextBoolean() ? number : number.negate();
  }

  private static byte[] binary(int length, SplittableRandom random) {
    byte[] bytes = new byte[random.nextInt(length + 1)];
    for (int i = 0; i < bytes.length; i++) {
      int least = i == bytes.length - 1 ? 1 : 0;
      bytes[i] = (byte) random.nextInt(least, random.nextBoolean() ? 4 : 256);
    }
    return bytes;
  }

  private static List<Object> list(Type element, SplittableRandom random) {
    List<Object> values = new ArrayList<>();
    for (int count = random.nextInt(4); count > 0; count--) {
      values.add(value(element, random));
    }
    return values;
  }

  private static String character(int bytes, SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int count = random.nextInt(bytes + 1); count > 0; count--) {
      text.append(random.nextInt(9) == 0 ? '\0' : (char) random.nextInt('a', 'd'));
    }
    while (!text.isEmpty() && text.charAt(text.length() - 1) == '\0') {
      text.setLength(text.length() - 1);
    }
    return text.toString();
  }

  private static String digits(int count, SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append((char) ('0' + random.nextInt(10)));
    }
    return text.toString();
  }
}
