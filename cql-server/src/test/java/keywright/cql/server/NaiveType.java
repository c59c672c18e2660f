package keywright.cql.server;

import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import keywright.key.Variant;
import org.jspecify.annotations.Nullable;

/**
 * A type of the language, what CAST makes of its values, and random values of it, in plain Java and
 * without the code of the product.
 *
 * <p>Whole numbers and decimals are {@link BigDecimal} without trailing zeros; blobs are {@link
 * Bytes}, durations {@link Span}; lists and sets are lists, sets in their order; a variant is what
 * its JSON is in Java.
 */
record NaiveType(String name) {
  /** The bytes of a blob, in hex. */
  record Bytes(String hex) {
    @Override
    public String toString() {
      return hex;
    }
  }

  /** A duration, as it is printed. */
  record Span(String text) {}

  /** The value is refused. */
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    Refused(String found) {
      super(found, null, false, false);
    }
  }

  /** Types of numbers. */
  static final List<NaiveType> NUMBERS =
      types(
          "tinyint",
          "smallint",
          "int",
          "bigint",
          "tinyint unsigned",
          "smallint unsigned",
          "int unsigned",
          "bigint unsigned",
          "varint",
          "decimal",
          "decimal(8,2)",
          "decimal(20,0)",
          "float",
          "double");

  static final List<NaiveType> ALL =
      Stream.concat(
              NUMBERS.stream(),
              types(
                  "boolean",
                  "text",
                  "char(6)",
                  "digits(3)",
                  "enum('a' = 1, '12' = 2, 'true' = 7)",
                  "blob",
                  "binary(4)",
                  "uuid",
                  "timeuuid",
                  "inet",
                  "duration",
                  "date",
                  "time",
                  "time(s)",
                  "timestamp",
                  "timestamp(s)",
                  "timestamp(us)",
                  "timestamp(ns)",
                  "variant",
                  "list<int>",
                  "list<text>",
                  "set<int>",
                  "set<blob>",
                  "map<text, int>",
                  "map<int, timestamp>",
                  "map<variant, list<variant>>")
                  .stream())
          .toList();

  private static final List<String> SPANS =
      List.of("1y2mo3d4h5m6s7ms8us9ns", "-1mo", "36h", "0s", "1d", "-2d3ns", "12h30m");
  private static final List<String> ADDRESSES =
      List.of("10.0.0.1", "255.255.255.255", "2001:db8:0:0:0:0:0:1", "0:0:0:0:0:0:0:1");
  private static final List<String> TEXTS =
      List.of("", "a", "true", "12", "007", "x\u00e9\u20ac", "\ud83d\ude00", "\"", "\\", "null");
  private static final Instant DAY = Instant.parse("2017-01-31T00:00:00Z");
  private static final Instant BEFORE_1970 = Instant.parse("1582-10-15T00:00:00Z");

  private static List<NaiveType> types(String... names) {
    return Stream.of(names).map(NaiveType::new).toList();
  }

  static NaiveType of(String name) {
    return new NaiveType(name);
  }

  static BigDecimal plain(BigDecimal number) {
    return number.stripTrailingZeros();
  }

  private String kind() {
    return name.replaceFirst("[(<].*", "");
  }

  boolean isWhole() {
    return bits() > 0 || name.equals("varint");
  }

  boolean isFloating() {
    return name.equals("float") || name.equals("double");
  }

  boolean isNumber() {
    return NUMBERS.contains(this);
  }

  /** Whether a value can often, but not always, be cast. */
  boolean isNear(NaiveType to) {
    return (isNumber() && to.isNumber()) || kind().equals(to.kind());
  }

  boolean isText() {
    return List.of("text", "char", "digits", "enum").contains(kind());
  }

  /** Whether the texts of its values are texts in JSON. */
  boolean isJsonText() {
    return !isNumber() && !name.equals("boolean") && !name.equals("variant") && element() == null;
  }

  private boolean isTimestamp() {
    return kind().equals("timestamp");
  }

  private int bits() {
    return switch (name.replace(" unsigned", "")) {
      case "tinyint" -> 8;
      case "smallint" -> 16;
      case "int" -> 32;
      case "bigint" -> 64;
      default -> 0;
    };
  }

  /** The decimals of the seconds of a time or timestamp. */
  private int decimals() {
    String unit = name.contains("(") ? name.substring(name.indexOf('(')) : kind();
    return switch (unit) {
      case "(s)" -> 0;
      case "(us)" -> 6;
      case "timestamp" -> 3;
      default -> 9;
    };
  }

  private String inside() {
    return name.substring(name.indexOf('<') + 1, name.length() - 1);
  }

  /** The type of the elements or of the values of a map; null for another type. */
  @Nullable NaiveType element() {
    return !name.endsWith(">")
        ? null
        : isMap() ? of(inside().split(", ", 2)[1]) : new NaiveType(inside());
  }

  private NaiveType elements() {
    NaiveType element = element();
    if (element == null) {
      throw new IllegalStateException(name);
    }
    return element;
  }

  NaiveType key() {
    return of(inside().split(", ", 2)[0]);
  }

  boolean isMap() {
    return name.startsWith("map<");
  }

  /** The type in which a driver gets the values of a number. */
  DataType ofDriver() {
    return switch (name) {
      case "bigint" -> DataTypes.BIGINT;
      case "varint" -> DataTypes.VARINT;
      case "decimal" -> DataTypes.DECIMAL;
      case "double" -> DataTypes.DOUBLE;
      default -> throw new IllegalStateException(name);
    };
  }

  // Random values

  Object random(Random random) {
    if (isNumber()) {
      return randomNumber(random);
    }
    if (element() != null) {
      return randomCollection(random);
    }
    long second = random.nextInt(4) == 0 ? 0 : random.nextInt(1_000_000_000);
    int nano = random.nextBoolean() ? 0 : random.nextInt(1_000_000_000);
    return switch (kind()) {
      case "boolean" -> random.nextBoolean();
      case "text" -> randomText(random);
      case "char" -> List.of("a", "", "12", "\u20ac\u20ac", "abcdef", "1.5").get(random.nextInt(6));
      case "digits" -> "%03d".formatted(random.nextInt(1_000));
      case "enum" -> List.of("a", "12", "true").get(random.nextInt(3));
      case "blob" -> new Bytes(hex(random, random.nextInt(8)));
      case "binary" -> new Bytes(hex(random, random.nextInt(4)) + "07");
      case "uuid" -> random.nextInt(3) == 0 ? timeUuid(random) : UUID.randomUUID();
      case "timeuuid" -> timeUuid(random);
      case "inet" -> address(ADDRESSES.get(random.nextInt(ADDRESSES.size())));
      case "duration" -> new Span(SPANS.get(random.nextInt(SPANS.size())));
      case "date" ->
          random.nextInt(4) == 0
              ? LocalDate.ofYearDay(1 + random.nextInt(9_999), 1)
              : LocalDate.ofEpochDay(random.nextInt(30_000));
      case "time" -> LocalTime.ofSecondOfDay(second % 86_400).withNano(cut(nano));
      case "timestamp" ->
          random.nextInt(4) == 0
              ? DAY.plusSeconds(86_400L * random.nextInt(100))
              : Instant.ofEpochSecond(second - 500_000_000).plusNanos(cut(nano));
      default -> randomVariant(random, 2);
    };
  }

  private int cut(int nano) {
    int unit = (int) Math.pow(10, 9 - decimals());
    return nano / unit * unit;
  }

  private Object randomNumber(Random random) {
    if (isFloating() && random.nextInt(20) == 0) {
      return floating(random.nextBoolean() ? Double.NaN : 1 / 0.0);
    }
    while (true) {
      try {
        return number(isFloating() ? eighths(random) : decimal(random));
      } catch (Refused e) {
        // Another one.
      }
    }
  }

  /** A number that a float can be. */
  private static BigDecimal eighths(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> BigDecimal.ZERO;
      case 1 -> new BigDecimal(random.nextInt(20) - 10);
      case 2 -> new BigDecimal(Float.toString(random.nextFloat()));
      default -> new BigDecimal((random.nextInt(20_000) - 10_000) / 8.0);
    };
  }

  private BigDecimal decimal(Random random) {
    int bits = name.equals("varint") ? 80 : Math.max(bits(), 30);
    BigDecimal corner = BigDecimal.valueOf(2).pow(bits - random.nextInt(2));
    BigDecimal value =
        switch (random.nextInt(6)) {
          case 0 -> corner.subtract(BigDecimal.valueOf(random.nextInt(3)));
          case 1 -> corner.negate().add(BigDecimal.valueOf(random.nextInt(3)));
          case 2 -> new BigDecimal(random.nextInt(300) - 150);
          case 3 -> new BigDecimal(random.nextInt(3) - 1);
          default -> new BigDecimal(random.nextInt(200_000) - 100_000);
        };
    return isWhole() ? value : value.scaleByPowerOfTen(-random.nextInt(5));
  }

  /** Often the text of a value of another type. */
  private static String randomText(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> TEXTS.get(random.nextInt(TEXTS.size()));
      case 1 -> {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
          int[] some = {0, 7, 10, 31, 34, 39, 92, 127, 0x2028, 0xfffd, 0x10ffff};
          text.appendCodePoint(
              random.nextBoolean() ? some[random.nextInt(some.length)] : 'a' + random.nextInt(26));
        }
        yield text.toString();
      }
      default -> {
        NaiveType other = ALL.get(random.nextInt(ALL.size()));
        yield other.name.equals("text") ? "abc" : other.text(other.random(random));
      }
    };
  }

  private Object randomCollection(Random random) {
    int size = random.nextInt(4);
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      elements.add(elements().random(random));
    }
    if (!isMap()) {
      return ordered(elements);
    }
    Map<Object, Object> map = new LinkedHashMap<>();
    elements.forEach(element -> map.put(key().random(random), element));
    return sorted(map);
  }

  private Object ordered(List<Object> elements) {
    return name.startsWith("set<") ? set(elements) : elements;
  }

  /** Elements in their order, each once. */
  Object set(List<? extends @Nullable Object> elements) {
    TreeSet<@Nullable Object> set = new TreeSet<>(order());
    set.addAll(elements);
    return new ArrayList<>(set);
  }

  /** The order of numbers, texts, blobs and variants. */
  private static Comparator<Object> order() {
    return (a, b) -> {
      if (a instanceof BigDecimal x && b instanceof BigDecimal y) {
        return x.compareTo(y);
      }
      if (a instanceof List<?> x && b instanceof List<?> y) {
        for (int i = 0; i < Math.min(x.size(), y.size()); i++) {
          int order = order().compare(x.get(i), y.get(i));
          if (order != 0) {
            return order;
          }
        }
        return Integer.compare(x.size(), y.size());
      }
      int order = Integer.compare(rank(a), rank(b));
      return order != 0 || a == null
          ? order
          : Arrays.compareUnsigned(
              a.toString().getBytes(StandardCharsets.UTF_8),
              b.toString().getBytes(StandardCharsets.UTF_8));
    };
  }

  private static int rank(@Nullable Object json) {
    return json == null
        ? 0
        : json instanceof Boolean truth
            ? (truth ? 2 : 1)
            : json instanceof BigDecimal ? 3 : json instanceof List ? 5 : 4;
  }

  private static Object sorted(Map<Object, Object> map) {
    TreeMap<Object, Object> sorted = new TreeMap<>(order());
    sorted.putAll(map);
    return new LinkedHashMap<>(sorted);
  }

  private static Object randomVariant(Random random, int depth) {
    int kind = random.nextInt(depth == 0 ? 3 : 4);
    if (kind == 3) {
      List<@Nullable Object> list = new ArrayList<>();
      for (int i = random.nextInt(3); i > 0; i--) {
        list.add(random.nextInt(4) == 0 ? null : randomVariant(random, depth - 1));
      }
      return list;
    }
    return kind == 0
        ? random.nextBoolean()
        : kind == 1
            ? plain(BigDecimal.valueOf(random.nextInt(2_000) - 1_000, random.nextInt(3)))
            : TEXTS.get(random.nextInt(TEXTS.size()));
  }

  private static String hex(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private static UUID timeUuid(Random random) {
    long high = (random.nextLong() & ~0xf000L) | 0x1000L;
    // A time from 1970 to 2040, or so.
    long bits = (high & 0xffff_ffff_ffff_f000L) | (0x11e0 + random.nextInt(20));
    return new UUID(bits, (random.nextLong() & 0x3fff_ffff_ffff_ffffL) | Long.MIN_VALUE);
  }

  private static InetAddress address(String text) {
    try {
      return InetAddress.getByName(text);
    } catch (UnknownHostException e) {
      throw new Refused(text);
    }
  }

  // Texts

  /** The text of a value. */
  String text(Object value) {
    if (name.startsWith("decimal(")) {
      int scale = Integer.parseInt(name.substring(name.indexOf(',') + 1, name.length() - 1));
      return ((BigDecimal) value).setScale(scale).toPlainString();
    }
    if (value instanceof BigDecimal number && isNumber()) {
      return number.toPlainString();
    }
    if (value instanceof Float || value instanceof Double) {
      return floatingText((Number) value);
    }
    if (element() != null || name.equals("variant")) {
      return NaiveJson.text(this, value, false);
    }
    return value instanceof Bytes bytes
        ? bytes.hex
        : value instanceof Span span
            ? span.text
            : value instanceof InetAddress address
                ? address.getHostAddress()
                : value instanceof LocalTime time
                    ? time.format(DateTimeFormatter.ofPattern("HH:mm:ss" + fraction()))
                    : value instanceof Instant at
                        ? at.atOffset(ZoneOffset.UTC)
                            .format(
                                DateTimeFormatter.ofPattern(
                                    "uuuu-MM-dd'T'HH:mm:ss" + fraction() + "'Z'"))
                        : value.toString();
  }

  /** As Java writes numbers, but never with more digits than are needed. */
  private static String floatingText(Number value) {
    if (!Double.isFinite(value.doubleValue()) || value.doubleValue() == 0) {
      return Double.toString(value.doubleValue());
    }
    BigDecimal shortest = shortest(value);
    BigDecimal size = shortest.abs();
    if (size.compareTo(new BigDecimal("0.001")) >= 0 && size.compareTo(new BigDecimal("1e7")) < 0) {
      return shortest.setScale(Math.max(1, shortest.scale())).toPlainString();
    }
    int exponent = shortest.precision() - shortest.scale() - 1;
    BigDecimal digits = shortest.scaleByPowerOfTen(-exponent);
    return digits.setScale(Math.max(1, digits.scale())).toPlainString() + "E" + exponent;
  }

  /** The decimal with the fewest digits that is read back as the binary number. */
  private static BigDecimal shortest(Number value) {
    BigDecimal exact = new BigDecimal(value.doubleValue());
    for (int digits = 1; ; digits++) {
      BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      if (value instanceof Float
          ? value.equals(Float.parseFloat(rounded.toString()))
          : value.equals(Double.parseDouble(rounded.toString()))) {
        return plain(rounded);
      }
    }
  }

  private String fraction() {
    return decimals() == 0 ? "" : "." + "S".repeat(decimals());
  }

  /** The value that a text spells. */
  Object parse(String text) {
    if (isText()) {
      return fitText(text);
    }
    if (isFloating() && List.of("NaN", "Infinity", "-Infinity").contains(text)) {
      return floating(Double.parseDouble(text));
    }
    try {
      return switch (kind().replace(" unsigned", "")) {
        case "tinyint", "smallint", "int", "bigint", "varint", "decimal", "float", "double" ->
            number(new BigDecimal(text));
        case "boolean" ->
            switch (text.toLowerCase(Locale.ROOT)) {
              case "true", "t" -> true;
              case "false", "f" -> false;
              default -> throw new Refused(text);
            };
        case "blob", "binary" ->
            fitBytes(
                new Bytes(
                    HexFormat.of()
                        .formatHex(HexFormat.of().parseHex(text.replaceFirst("^0x", "")))));
        case "uuid", "timeuuid" -> fitUuid(uuid(text));
        case "inet" -> {
          if (!ADDRESSES.contains(text)) {
            throw new Refused(text);
          }
          yield address(text);
        }
        case "duration" -> {
          if (!SPANS.contains(text)) {
            throw new Refused(text);
          }
          yield new Span(text.equals("36h") ? "36h" : text);
        }
        case "date" -> day(moment(text));
        case "time" ->
            text.matches("-?\\d+") ? number(new BigDecimal(text)) : exact(LocalTime.parse(text));
        case "timestamp" ->
            text.matches("-?\\d+") ? number(new BigDecimal(text)) : exact(moment(text));
        default -> NaiveJson.parse(this, text);
      };
    } catch (DateTimeException | IllegalArgumentException e) {
      throw new Refused(text);
    }
  }

  private static UUID uuid(String text) {
    if (text.length() != 36) {
      throw new Refused(text);
    }
    return UUID.fromString(text);
  }

  private static Instant moment(String text) {
    return text.length() <= 10
        ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
        : Instant.parse(text.charAt(10) == ' ' ? text.replace(' ', 'T') : text);
  }

  // What fits

  /** A number as a value of this type. */
  Object number(BigDecimal exact) {
    BigDecimal number = plain(exact);
    boolean isWhole = number.scale() <= 0;
    if (isFloating()) {
      double value = name.equals("float") ? number.floatValue() : number.doubleValue();
      if (Double.isInfinite(value)) {
        throw new Refused(number.toPlainString());
      }
      return floating(value);
    }
    int bits = bits();
    BigDecimal two = BigDecimal.valueOf(2);
    boolean isUnsigned = name.endsWith("unsigned");
    boolean fits =
        switch (kind().replace(" unsigned", "")) {
          case "tinyint", "smallint", "int", "bigint" ->
              isWhole
                  && number.compareTo(isUnsigned ? BigDecimal.ZERO : two.pow(bits - 1).negate())
                      >= 0
                  && number.compareTo(two.pow(isUnsigned ? bits : bits - 1)) < 0;
          case "varint" -> isWhole;
          case "decimal" -> fitsDecimal(number);
          case "variant" -> true;
          case "timestamp" -> isWhole && isLong(number);
          case "time" -> isWhole && number.signum() >= 0;
          default -> false;
        };
    if (!fits) {
      throw new Refused(exact.toPlainString());
    }
    if (isTimestamp()) {
      return instant(number);
    }
    if (kind().equals("time")) {
      BigDecimal nanos = number.scaleByPowerOfTen(9 - decimals());
      if (nanos.compareTo(BigDecimal.valueOf(86_400_000_000_000L)) >= 0) {
        throw new Refused(exact.toPlainString());
      }
      return LocalTime.ofNanoOfDay(nanos.longValueExact());
    }
    return number;
  }

  private static boolean isLong(BigDecimal number) {
    return number.compareTo(BigDecimal.valueOf(Long.MIN_VALUE)) >= 0
        && number.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0;
  }

  private boolean fitsDecimal(BigDecimal number) {
    if (name.equals("decimal")) {
      return true;
    }
    String[] sizes = name.replaceAll("[^0-9,]", "").split(",");
    int scale = Integer.parseInt(sizes[1]);
    int whole = Integer.parseInt(sizes[0]) - scale;
    return number.scale() <= scale && number.abs().compareTo(BigDecimal.TEN.pow(whole)) < 0;
  }

  private Object instant(BigDecimal units) {
    BigDecimal[] seconds =
        units.scaleByPowerOfTen(9 - decimals()).divideAndRemainder(BigDecimal.TEN.pow(9));
    try {
      return Instant.ofEpochSecond(seconds[0].longValueExact(), seconds[1].longValueExact());
    } catch (DateTimeException e) {
      throw new Refused(units.toPlainString());
    }
  }

  Object floating(double value) {
    return name.equals("float") ? (Object) ((float) value + 0.0f) : (Object) (value + 0.0);
  }

  private Object fitText(String text) {
    boolean fits =
        switch (kind()) {
          case "char" -> text.getBytes(StandardCharsets.UTF_8).length <= 6 && !text.endsWith("\0");
          case "digits" -> text.matches("[0-9]{3}");
          case "enum" -> List.of("a", "12", "true").contains(text);
          default -> true;
        };
    if (!fits) {
      throw new Refused(text);
    }
    return text;
  }

  private Bytes fitBytes(Bytes bytes) {
    if (kind().equals("binary") && (bytes.hex.length() > 8 || bytes.hex.endsWith("00"))) {
      throw new Refused(bytes.hex);
    }
    return bytes;
  }

  private UUID fitUuid(UUID id) {
    if (name.equals("timeuuid") && id.version() != 1) {
      throw new Refused(id.toString());
    }
    return id;
  }

  private static LocalDate day(Instant at) {
    LocalDate day = at.atOffset(ZoneOffset.UTC).toLocalDate();
    if (!day.atStartOfDay(ZoneOffset.UTC).toInstant().equals(at)) {
      throw new Refused(at.toString());
    }
    return day;
  }

  private LocalTime exact(LocalTime time) {
    if (cut(time.getNano()) != time.getNano()) {
      throw new Refused(time.toString());
    }
    return time;
  }

  private Instant exact(Instant at) {
    if (cut(at.getNano()) != at.getNano()) {
      throw new Refused(at.toString());
    }
    BigDecimal units =
        BigDecimal.valueOf(at.getEpochSecond())
            .add(BigDecimal.valueOf(at.getNano(), 9))
            .scaleByPowerOfTen(decimals());
    if (!isLong(units)) {
      throw new Refused(at.toString());
    }
    return at;
  }

  /** A value of this type as a value of another one, as CAST makes it. */
  Object cast(Object value, NaiveType to) {
    if (equals(to)) {
      return value;
    }
    if (to.isText()) {
      return to.fitText(text(value));
    }
    if (isText()) {
      return to.parse((String) value);
    }
    if (value instanceof Float || value instanceof Double) {
      return castFloating((Number) value, to);
    }
    if (isNumber()) {
      return to.number((BigDecimal) value);
    }
    if (value instanceof LocalDate day && to.isTimestamp()) {
      return to.exact(day.atStartOfDay(ZoneOffset.UTC).toInstant());
    }
    if (value instanceof Instant at && to.isTimestamp()) {
      return to.exact(at);
    }
    if (value instanceof Instant at && to.name.equals("date")) {
      return day(at);
    }
    if (value instanceof LocalTime time && to.kind().equals("time")) {
      return to.exact(time);
    }
    if (value instanceof UUID id && to.name.contains("uuid")) {
      return to.fitUuid(id);
    }
    if (value instanceof UUID id && to.isTimestamp() && id.version() == 1) {
      return timeOf(id, to);
    }
    if (value instanceof Bytes bytes && (to.name.equals("blob") || to.kind().equals("binary"))) {
      return to.fitBytes(bytes);
    }
    boolean isJson = value instanceof Boolean || name.startsWith("list<");
    if (to.name.equals("variant") && isJson) {
      return value;
    }
    boolean isEmpty = value instanceof List<?> list && list.isEmpty();
    if (isEmpty && name.startsWith("set<") && to.isMap()) {
      return Map.of();
    }
    if (isEmpty && kind().equals(to.kind())) {
      return value;
    }
    if (value instanceof Map<?, ?> map && map.isEmpty() && to.isMap()) {
      return value;
    }
    throw new Refused(text(value));
  }

  private static Object castFloating(Number value, NaiveType to) {
    double number = value.doubleValue();
    if (to.isFloating() && (!Double.isFinite(number) || to.name.equals("double"))) {
      return to.floating(number);
    }
    if (!Double.isFinite(number)) {
      throw new Refused(value.toString());
    }
    boolean isWritten = to.kind().equals("decimal") || to.name.equals("variant");
    try {
      return to.number(isWritten ? shortest(value) : new BigDecimal(number));
    } catch (Refused e) {
      throw new Refused(value.toString());
    }
  }

  private static Instant timeOf(UUID id, NaiveType to) {
    Instant at =
        Instant.ofEpochSecond(
            BEFORE_1970.getEpochSecond() + id.timestamp() / 10_000_000,
            id.timestamp() % 10_000_000 * 100);
    Instant cut = at.with(ChronoField.NANO_OF_SECOND, to.cut(at.getNano()));
    return to.exact(cut);
  }

  // Values of the product and of the driver

  /** What is given to a session for a value. */
  @Nullable Object parameter(@Nullable Object value) {
    if (value instanceof Bytes bytes) {
      return HexFormat.of().parseHex(bytes.hex);
    }
    if (value instanceof Span span) {
      return span.text;
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, @Nullable Object> entries = new LinkedHashMap<>();
      map.forEach((k, v) -> entries.put(key().parameter(k), elements().parameter(v)));
      return entries;
    }
    if (value instanceof List<?> list && element() != null) {
      Stream<Object> elements = list.stream().map(each -> elements().parameter(each));
      return name.startsWith("set<")
          ? elements.collect(Collectors.toCollection(LinkedHashSet::new))
          : elements.toList();
    }
    return value;
  }

  /** The plain value of one that a session or a driver gave. */
  @Nullable Object normal(@Nullable Object value) {
    if (value instanceof Float || value instanceof Double) {
      return floating(((Number) value).doubleValue());
    }
    if (value instanceof Number && isTimestamp()) {
      return number(new BigDecimal(value.toString()));
    }
    if (value instanceof Number) {
      return plain(new BigDecimal(value.toString()));
    }
    if (value instanceof byte[] bytes) {
      return new Bytes(HexFormat.of().formatHex(bytes));
    }
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      return normal(bytes);
    }
    if (kind().equals("duration")) {
      return value == null ? null : new Span(zero(value.toString()));
    }
    if (value instanceof Variant variant) {
      return NaiveJson.parse(this, variant.toString());
    }
    if (value instanceof String json && name.equals("variant")) {
      return NaiveJson.parse(this, json);
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, @Nullable Object> entries = new LinkedHashMap<>();
      map.forEach((k, v) -> entries.put(key().normal(k), elements().normal(v)));
      return entries;
    }
    if (value instanceof Collection<?> list) {
      List<@Nullable Object> elements = new ArrayList<>();
      list.forEach(each -> elements.add(elements().normal(each)));
      return elements;
    }
    return value;
  }

  /** The driver prints a duration of nothing as an empty text. */
  private static String zero(String duration) {
    return duration.isEmpty() ? "0s" : duration;
  }

  /** The names of columns, one for each type: c0, c1 and so on. */
  static List<String> columns(List<NaiveType> types) {
    return IntStream.range(0, types.size()).mapToObj(i -> "c" + i).toList();
  }

  @Override
  public String toString() {
    return name;
  }
}
