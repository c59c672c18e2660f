package keywright.table;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import keywright.key.Type;

/** A column of few values, so that random conditions meet them, and the expressions it can take. */
final class RandomColumn {
  final String name;
  final Type type;
  final boolean nullable;
  final List<Object> pool;
  private final boolean padded;

  private RandomColumn(
      String name, Type type, boolean nullable, List<Object> pool, boolean padded) {
    this.name = name;
    this.type = type;
    this.nullable = nullable;
    this.pool = pool;
    this.padded = padded;
  }

  /** Neither labels nor forms are in the order of the numbers. */
  private static final String ENUM = "enum('mobile' = 1 AS 'm', 'fax' = 2, 'none' = 300 AS 'x')";

  private static final List<String> LABELS = List.of("mobile", "fax", "none");

  private static final List<String> TYPES =
      List.of(
          "tinyint",
          "int",
          "int",
          "bigint",
          "int unsigned",
          "bigint unsigned",
          "text",
          "text",
          "text",
          "text",
          "char(3)",
          "digits(4)",
          "boolean",
          "decimal(6,2)",
          "date",
          "timestamp",
          "timestamp",
          "timestamp(s)",
          "timestamp(us)",
          "uuid",
          "timeuuid",
          "inet",
          "blob",
          "double",
          "varint",
          "decimal",
          "time(s)",
          "time",
          ENUM,
          "binary(3)",
          "list<int>",
          "list<text>",
          "list<list<int>>",
          "set<int>",
          "set<text>",
          "map<text, int>",
          "variant");

  static RandomColumn of(Random random, String name, boolean nullable) {
    String declared = TYPES.get(random.nextInt(TYPES.size()));
    Type type = Type.parse(declared);
    List<Object> literals = new ArrayList<>();
    boolean padded = false;
    switch (declared) {
      case "tinyint" -> literals.addAll(List.of(-128, -1, 0, 1, 2, 127));
      case "int", "bigint" -> {
        padded = random.nextBoolean();
        literals.addAll(List.of(0, 1, 2, 3, 9, 10, 22, 123, 1000, 99_999));
        if (!padded) {
          literals.addAll(List.of(-1, -10, Integer.MAX_VALUE, Integer.MIN_VALUE));
        }
      }
      case "int unsigned" -> literals.addAll(List.of(0, 1, 255, 256, 4_294_967_295L));
      case "bigint unsigned" ->
          literals.addAll(List.of(0, 7, 8, new BigInteger("18446744073709551615")));
      case "text" ->
          literals.addAll(
              List.of(
                  "", "a", "ab", "abc", "abd", "b", "B", "Ab", "a%b", "a_b", "é", "\uffff", "𝔸x"));
      case "char(3)" -> literals.addAll(List.of("abc", "ab", "x", "abd", "b"));
      case "digits(4)" -> literals.addAll(List.of("0000", "0001", "0010", "0123", "9999"));
      case "boolean" -> literals.addAll(List.of(true, false));
      case "varint" ->
          literals.addAll(List.of(-256, -1, 0, 1, 2, 10, 99_999, new BigInteger("9".repeat(300))));
      case "decimal" ->
          literals.addAll(
              Stream.of("-10", "-1.5", "0", "1e-400", "0.5", "1.50", "9.99", "10", "1e400")
                  .map(BigDecimal::new)
                  .toList());
      case "time(s)", "time" ->
          literals.addAll(List.of("00:00:00", "09:59:59", "10:00:00", "10:00:01", "23:59:59"));
      case ENUM -> literals.addAll(LABELS);
      case "binary(3)" ->
          literals.addAll(
              List.of(bytes(""), bytes("01"), bytes("0001"), bytes("ff"), bytes("ffffff")));
      case "list<int>" ->
          literals.addAll(List.of(List.of(), List.of(1), List.of(1, 2), List.of(-1), List.of(10)));
      case "list<text>" ->
          literals.addAll(
              List.of(List.of(), List.of(""), List.of("a"), List.of("a", "b"), List.of("ab")));
      case "list<list<int>>" ->
          literals.addAll(
              List.of(
                  List.of(),
                  List.of(List.of()),
                  List.of(List.of(1), List.of()),
                  List.of(List.of(2))));
      case "set<int>" ->
          literals.addAll(List.of(Set.of(), Set.of(1), Set.of(1, 2), Set.of(-1, 5), Set.of(10)));
      case "set<text>" ->
          literals.addAll(
              List.of(Set.of(), Set.of(""), Set.of("a"), Set.of("b", "a"), Set.of("ab")));
      case "map<text, int>" ->
          literals.addAll(
              List.of(
                  Map.of(),
                  Map.of("", 1),
                  Map.of("a", 1),
                  Map.of("a", 2),
                  Map.of("b", 1, "a", 1),
                  Map.of("ab", -1)));
      case "variant" ->
          literals.addAll(
              List.of(true, 1, 1.5, "", "a", List.of(), List.of(1, "a"), List.of(List.of(false))));
      case "decimal(6,2)" ->
          literals.addAll(
              Arrays.asList(
                  new BigDecimal("-1.50"),
                  new BigDecimal("0.00"),
                  new BigDecimal("0.01"),
                  new BigDecimal("1.00"),
                  new BigDecimal("9.99"),
                  new BigDecimal("10.00"),
                  new BigDecimal("9999.99")));
      case "date" ->
          literals.addAll(
              List.of("1969-12-31", "1970-01-01", "2017-01-01", "2017-01-02", "2017-02-01"));
      case "timestamp", "timestamp(us)" ->
          literals.addAll(
              List.of(
                  "1969-12-31T23:59:59.999Z",
                  "1970-01-01T00:00:00Z",
                  "2017-01-01T00:00:00Z",
                  "2017-01-01T10:00:00Z",
                  "2017-01-01T10:00:00.001Z",
                  "2017-01-01T23:59:59.999Z",
                  "2017-01-02T00:00:00Z",
                  "2018-05-05T05:05:05Z"));
      case "timestamp(s)" ->
          literals.addAll(
              List.of("2016-12-31T23:59:59Z", "2017-01-01T00:00:00Z", "2017-01-01T00:00:01Z"));
      case "uuid" ->
          literals.addAll(
              List.of(new UUID(0, 1), new UUID(1, 0), new UUID(-1, -1), new UUID(-1, 7)));
      case "timeuuid" ->
          literals.addAll(
              List.of(
                  new UUID(0x1000L, 1),
                  new UUID(0x1_0000_1000L, 0),
                  new UUID(0x1001L, -1),
                  new UUID(0xFFFF_FFFF_0000_1001L, 7)));
      case "inet" ->
          literals.addAll(
              List.of("10.0.0.1", "10.0.1.0", "255.0.0.0", "2001:db8::1", "a00::1", "::1"));
      case "blob" ->
          literals.addAll(
              List.of(
                  bytes(""), bytes("00"), bytes("00ff"), bytes("01"), bytes("ff"), bytes("ffff")));
      default -> literals.addAll(List.of(-1.5, 0.0, 0.1, 1.0, 1e10));
    }
    List<Object> pool = literals.stream().map(type::convert).toList();
    return new RandomColumn(name, type, nullable, pool, padded);
  }

  static RandomColumn drawn(String name, Type type, int n) {
    List<Object> pool = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      pool.add(type.convert(i));
    }
    return new RandomColumn(name, type, false, pool, false);
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  Object value(Random random) {
    return pool.get(random.nextInt(pool.size()));
  }

  boolean isText() {
    return type.toString().equals("text");
  }

  boolean isTextual() {
    return type.valueClass() == String.class && !type.toString().equals(ENUM);
  }

  private boolean isWhole() {
    return Number.class.isAssignableFrom(type.valueClass()) && type.toString().contains("int");
  }

  private boolean isDate() {
    return type.valueClass() == LocalDate.class;
  }

  private boolean isTime() {
    return type.valueClass() == Instant.class;
  }

  /** Parts that together give the column back. */
  List<String> identifyingParts(Random random) {
    List<List<String>> choices = new ArrayList<>();
    choices.add(List.of(name));
    choices.add(List.of(name));
    choices.add(List.of(name + " DESC"));
    if (padded) {
      choices.add(List.of("lpad(" + name + ", 6)"));
      choices.add(List.of("reverse(lpad(" + name + ", 6))"));
      choices.add(List.of("lpad(999999 - " + name + ", 6)"));
      choices.add(List.of("999999 - " + name));
    }
    if (isWhole()) {
      choices.add(List.of("mod(" + name + ", 3)", name));
    }
    if (isWhole() && !type.toString().equals("varint")) {
      choices.add(List.of("bit_reverse(" + name + ")"));
      choices.add(List.of("reverse_bytes(" + name + ")"));
    }
    if (isText()) {
      choices.add(List.of("md5(" + name + ")"));
      choices.add(List.of("left(" + name + ", 1)", name));
      choices.add(List.of("lower(" + name + ")", name));
      choices.add(List.of("reverse(" + name + ")"));
    }
    if (isText() || isWhole()) {
      choices.add(List.of("left(md5(" + name + "), 1)", name));
      choices.add(List.of("right(sha1(" + name + "), 1)", name + " DESC"));
    }
    if (isTime()) {
      choices.add(List.of("date_trunc('day', " + name + ")", name));
      choices.add(List.of("date_trunc('month', " + name + ") DESC", name + " DESC"));
      choices.add(List.of("date_format(" + name + ", 'yyyyMMdd')", name));
      choices.add(List.of("date_format(" + name + ", 'MM-dd-yyyy HH:mm:ss')", name));
      choices.add(List.of("date_format(" + name + ", 'dd.MM.yyyy') DESC", name));
    }
    if (isDate()) {
      choices.add(List.of("date_format(" + name + ", 'MMdd')", name));
    }
    return choices.get(random.nextInt(choices.size()));
  }

  /** One part of an index key. */
  String indexPart(Random random) {
    if (type.elementType() != null && random.nextBoolean()) {
      return "values(" + name + ")" + (random.nextBoolean() ? " DESC" : "");
    }
    if (random.nextInt(3) == 0) {
      List<String> parts = identifyingParts(random);
      return parts.get(random.nextInt(parts.size()));
    }
    List<String> choices = new ArrayList<>();
    choices.add(name);
    choices.add(name + " DESC");
    choices.add(name + " NULLS LAST");
    choices.add(name + " DESC NULLS FIRST");
    if (isTextual()) {
      choices.add("left(" + name + ", 2)");
    }
    if (isTime()) {
      choices.add("date_trunc('day', " + name + ")");
      choices.add("date_trunc('hour', " + name + ") DESC");
      choices.add("date_format(" + name + ", 'yyyy-MM-dd')");
      choices.add("date_format(" + name + ", 'MM-dd-yyyy HH:mm:ss')");
      choices.add("date_format(" + name + ", 'HH:mm:ss dd.MM.yyyy') DESC");
    }
    if (isDate()) {
      // In the order of the days of one year; a day cannot be decoded from it.
      choices.add("date_format(" + name + ", 'MMdd')");
      choices.add("date_format(" + name + ", 'MM-dd') DESC");
    }
    return choices.get(random.nextInt(choices.size()));
  }

  /**
   * What a value means, whatever its type: numbers, instants and texts compare among themselves.
   */
  static Comparable<?> meaning(Object value) {
    if (value instanceof BigDecimal number) {
      return number.stripTrailingZeros();
    }
    if (value instanceof BigInteger number) {
      return new BigDecimal(number).stripTrailingZeros();
    }
    if (value instanceof Double || value instanceof Float) {
      return new BigDecimal(((Number) value).doubleValue()).stripTrailingZeros();
    }
    if (value instanceof Number number) {
      return BigDecimal.valueOf(number.longValue()).stripTrailingZeros();
    }
    if (value instanceof LocalDate date) {
      return date.atStartOfDay(ZoneOffset.UTC).toInstant();
    }
    if (value instanceof String label && LABELS.contains(label)) {
      return "%08x".formatted(LABELS.indexOf(label));
    }
    if (value instanceof Map<?, ?> map) {
      List<Object> parts = new ArrayList<>();
      map.forEach((key, held) -> parts.addAll(List.of(key, held)));
      return meaning(parts);
    }
    if (value instanceof Collection<?> list) {
      // An element begins above the end of its list, so that a list that ends there is first.
      StringBuilder elements = new StringBuilder();
      for (Object element : list) {
        boolean number = element instanceof Integer;
        elements.append('3');
        elements.append(
            number ? "%08x".formatted((Integer) element ^ Integer.MIN_VALUE) : meaning(element));
        elements.append('!');
      }
      return elements.append('!').toString();
    }
    if (value instanceof String text) {
      // UTF-32 in hex: code-point order.
      StringBuilder hex = new StringBuilder();
      text.codePoints().forEach(c -> hex.append("%08x".formatted(c)));
      return hex.toString();
    }
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof InetAddress address) {
      return HexFormat.of().formatHex(address.getAddress());
    }
    if (value instanceof UUID uuid && uuid.version() == 1) {
      long signed = uuid.getLeastSignificantBits() ^ 0x8080_8080_8080_8080L;
      return "%015x%016x".formatted(uuid.timestamp(), signed);
    }
    if (value instanceof UUID uuid) {
      return uuid.toString();
    }
    return (Comparable<?>) value;
  }
}
