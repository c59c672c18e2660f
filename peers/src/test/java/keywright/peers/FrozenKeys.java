package keywright.peers;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import keywright.key.KeyException;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.peers.PeerFormatContract.Library;

/**
 * Row keys that a library made, frozen for the tests of key/, which have no library: every type at
 * its edges, alone, before another part and after one, in both directions and null, and a few
 * tuples whose parts end within one another. What a format refuses is left out.
 *
 * <p>{@code -Dkeywright.golden=rewrite} writes the file again; then look at the difference.
 */
final class FrozenKeys {
  static final boolean REWRITE = "rewrite".equals(System.getProperty("keywright.golden"));
  private static final Path FOLDER = Path.of("../key/src/test/resources/keywright/key");
  private static final List<String> ONE = List.of("1");

  /** A declaration: of the first column the values, of the others the values after each. */
  private record Shape(String columns, String key, List<List<String>> values) {}

  private FrozenKeys() {}

  static Path file(String name) {
    return FOLDER.resolve(name + "-vectors.json");
  }

  static String read(String name) throws IOException {
    return Files.readString(file(name)).replace("\r\n", "\n");
  }

  static void write(String name, String text) throws IOException {
    Files.writeString(file(name), text);
  }

  /** The file of the contract's format, as the library has it now. */
  static String of(PeerFormatContract contract) {
    List<String> groups = new ArrayList<>();
    List<Shape> shapes = new ArrayList<>();
    for (String type : contract.types()) {
      shapes.addAll(around(type));
    }
    shapes.addAll(tuples());
    for (Shape shape : shapes) {
      String group = group(contract, shape);
      if (group != null) {
        groups.add(group);
      }
    }
    return "{\n  \"format\": \""
        + contract.format().name()
        + "\",\n  \"groups\": [\n"
        + String.join(",\n", groups)
        + "\n  ]\n}\n";
  }

  private static List<Shape> around(String type) {
    List<String> values = values(type);
    List<String> nullable = new ArrayList<>(values);
    nullable.add(null);
    String column = "n " + type;
    List<List<String>> followed = List.of(values, List.of("-1"));
    List<List<String>> orNull = List.of(nullable, List.of("-1"));
    List<List<String>> last = List.of(ONE, nullable);
    return List.of(
        new Shape(column, "n", List.of(values)),
        new Shape(column, "n DESC", List.of(values)),
        new Shape(column + ", z tinyint", "n, z", followed),
        new Shape(column + ", z tinyint", "n DESC, z", followed),
        new Shape(column + " NULL, z tinyint", "n, z", orNull),
        new Shape(column + " NULL, z tinyint", "n DESC, z", orNull),
        new Shape(column + " NULL, z tinyint", "n DESC NULLS FIRST, z", orNull),
        new Shape("z tinyint, " + column + " NULL", "z, n", last),
        new Shape("z tinyint, " + column + " NULL", "z, n DESC NULLS FIRST", last));
  }

  /** Texts and blobs that begin one another, and nulls that are left out or are not. */
  private static List<Shape> tuples() {
    List<Shape> shapes = new ArrayList<>();
    List<String> texts = Collections.unmodifiableList(textsOrNull());
    List<String> blobs = new ArrayList<>(List.of("", "00", "61", "6100", "ff", "0010"));
    blobs.add(null);
    List<String> decimals = new ArrayList<>(List.of("-10", "0", "1.5"));
    decimals.add(null);
    for (String key : List.of("n, m", "n DESC NULLS FIRST, m", "n, m DESC NULLS FIRST")) {
      shapes.add(new Shape("n text NULL, m text NULL", key, List.of(texts, texts)));
      shapes.add(new Shape("n text NULL, m blob NULL", key, List.of(texts, blobs)));
      shapes.add(new Shape("n blob NULL, m text NULL", key, List.of(blobs, texts)));
      shapes.add(new Shape("n decimal(4,1) NULL, m text NULL", key, List.of(decimals, texts)));
      shapes.add(
          new Shape(
              "k tinyint, n text NULL, m decimal(4,1) NULL",
              "k, " + key,
              List.of(ONE, texts, decimals)));
    }
    shapes.add(new Shape("n text, m text", "n DESC, m DESC", List.of(texts, texts)));
    return shapes;
  }

  private static List<String> textsOrNull() {
    List<String> texts = new ArrayList<>(List.of("", "a", "a\u0001", "a\u007f", "b"));
    texts.add(null);
    return texts;
  }

  /** Null when the format refuses the declaration or all its rows. */
  private static String group(PeerFormatContract contract, Shape shape) {
    String key =
        contract.leading().stream().map(part -> part + ", ").collect(Collectors.joining())
            + shape.key();
    KeySchema schema;
    try {
      schema = KeySchema.parse(shape.columns(), key, contract.format());
    } catch (KeyException e) {
      return null;
    }
    Library library = contract.library(schema);
    List<String> vectors = new ArrayList<>();
    for (List<String> row : rows(shape.values())) {
      String vector = vector(schema, library, row);
      if (vector != null) {
        vectors.add("        " + vector);
      }
    }
    return vectors.isEmpty()
        ? null
        : "    {\n      \"columns\": "
            + json(shape.columns())
            + ",\n      \"key\": "
            + json(key)
            + ",\n      \"vectors\": [\n"
            + String.join(",\n", vectors)
            + "\n      ]\n    }";
  }

  /** Null when the format refuses a value. */
  private static String vector(KeySchema schema, Library library, List<String> row) {
    Object[] values = new Object[row.size()];
    for (int i = 0; i < values.length; i++) {
      Type type = schema.columns().get(i).type();
      if (row.get(i) == null && !schema.columns().get(i).nullable()) {
        return null;
      }
      values[i] = row.get(i) == null ? null : type.parseValue(row.get(i));
    }
    try {
      schema.encode(schema.key(values));
    } catch (KeyException e) {
      return null;
    }
    return "{\"values\": ["
        + row.stream().map(FrozenKeys::json).collect(Collectors.joining(", "))
        + "], \"hex\": \""
        + PeerFormatContract.hex(library.encode(schema.key(values)))
        + "\"}";
  }

  private static List<List<String>> rows(List<List<String>> values) {
    List<List<String>> rows = new ArrayList<>(List.of(List.of()));
    for (List<String> column : values) {
      List<List<String>> longer = new ArrayList<>();
      for (List<String> row : rows) {
        for (String value : column) {
          List<String> next = new ArrayList<>(row);
          next.add(value);
          longer.add(next);
        }
      }
      rows = longer;
    }
    return rows;
  }

  /** Edges of a type, as texts that it reads. */
  private static List<String> values(String type) {
    return switch (type) {
      case "tinyint" -> List.of("-128", "-1", "0", "1", "127");
      case "smallint" -> List.of("-32768", "-256", "-1", "0", "255", "32767");
      case "int" -> List.of("-2147483648", "-1", "0", "1", "65536", "2147483647");
      case "bigint" ->
          List.of(
              "-9223372036854775808",
              "-256",
              "-255",
              "-1",
              "0",
              "4294967296",
              "9223372036854775807");
      case "tinyint unsigned" -> List.of("0", "1", "127", "128", "255");
      case "smallint unsigned" -> List.of("0", "256", "32767", "32768", "65535");
      case "int unsigned" -> List.of("0", "1", "2147483647", "2147483648", "4294967295");
      case "bigint unsigned" ->
          List.of("0", "100", "9223372036854775807", "9223372036854775808", "18446744073709551615");
      case "varint" -> varints();
      case "float" ->
          List.of("-Infinity", "-3.4028235E38", "-1", "-1.4E-45", "0", "1.5", "Infinity", "NaN");
      case "double" ->
          List.of("-Infinity", "-1", "-4.9E-324", "0", "1.7976931348623157E308", "Infinity", "NaN");
      case "decimal" -> decimals();
      case "decimal(9,3)" ->
          List.of(
              "-999999.999", "-10", "-0.5", "-0.001", "0", "0.01", "0.1", "9.99", "100", "1000");
      case "decimal(38,0)" ->
          List.of(
              "-1" + "0".repeat(30),
              "-99",
              "0",
              "99",
              "1" + "0".repeat(20),
              "9".repeat(19),
              "9".repeat(31),
              "9".repeat(38));
      case "decimal(38,20)", "decimal(38,37)" ->
          List.of(
              "-9.00000000000000000001", "-0.00000000000000000001", "0", "0.1", "1.00000000001");
      case "boolean" -> List.of("false", "true");
      case "text" ->
          List.of(
              "", "\u0000", "a", "a\u0000", "a\u0000b", "ab", "b ", "é", "\uffff", "\ud83d\udd25");
      case "char(5)" -> List.of("", "a", "a b", "a\u0000b", "abcde", "é", "~");
      case "digits(4)" -> List.of("0000", "0019", "9999");
      case "blob" ->
          List.of(
              "",
              "00",
              "0000",
              "0010",
              "01",
              "61ff",
              "7f80",
              "ff",
              "ff00ff",
              "00ff7e81550102",
              "ffffffffffffffff");
      case "binary(3)" -> List.of("", "0001", "61", "ffffff");
      case "uuid" ->
          List.of(
              "00000000-0000-0000-0000-000000000000",
              "01234567-89ab-cdef-8123-456789abcdef",
              "ffffffff-ffff-ffff-ffff-ffffffffffff");
      case "date" -> List.of("0001-01-03", "1969-12-31", "1970-01-01", "2017-01-01", "9999-12-31");
      case "time(ms)" -> List.of("00:00:00", "00:00:00.255", "23:59:59.999");
      case "timestamp(s)" -> List.of("1969-12-31T23:59:59Z", "1970-01-01T00:00:00Z");
      case "timestamp" ->
          List.of("1969-12-31T23:59:59.999Z", "1970-01-01T00:00:00Z", "2017-01-01T12:00:00.001Z");
      case "timestamp(us)" -> List.of("1969-12-31T23:59:59.999999Z", "1970-01-01T00:00:00.000001Z");
      case "timestamp(ns)" ->
          List.of(
              "1969-12-31T23:59:59.999999999Z",
              "1970-01-01T00:00:00Z",
              "1970-01-01T00:00:00.001Z",
              "2017-01-01T12:00:00.123456789Z");
      case "enum('a' = 300, 'b' = 2, 'c' = 0)" -> List.of("a", "b", "c");
      case "list<text>" -> List.of("[]", "[\"\"]", "[\"a\", \"\\u0000\"]", "[\"ab\"]");
      case "list<int>" -> List.of("[]", "[-2147483648, 0]", "[255, 256]");
      case "list<list<blob>>" -> List.of("[]", "[[]]", "[[\"00\", \"\"], [\"ff\"]]");
      default -> throw new AssertionError("edges of " + type);
    };
  }

  /** The lengths 1, 8, 9 and 255 of a magnitude, from both sides. */
  private static List<String> varints() {
    List<String> values = new ArrayList<>(List.of("0", "1", "255", "256"));
    for (int bits : new int[] {64, 72, 8 * 255}) {
      values.add(BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE).toString());
    }
    values.add(BigInteger.ONE.shiftLeft(64).toString());
    List<String> negative =
        values.stream().filter(value -> !value.equals("0")).map(value -> "-" + value).toList();
    values.addAll(negative);
    return values;
  }

  private static List<String> decimals() {
    List<String> values = new ArrayList<>();
    for (String size :
        List.of("1", "9.99", "10", "99", "100", "0.1", "0.01", "1E-126", "1.01E+123", "9.9E+123")) {
      values.add(size);
      values.add("-" + size);
    }
    for (String size : List.of("9".repeat(38), "1." + "9".repeat(37), "12." + "3".repeat(36))) {
      values.add(size);
      values.add("-" + size);
    }
    values.add("0");
    return values;
  }

  private static String json(String text) {
    if (text == null) {
      return "null";
    }
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || c > '~') {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
