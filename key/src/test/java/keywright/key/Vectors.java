package keywright.key;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** The frozen vectors, as {@code kw1-vectors.json} holds them: each on a line of its own. */
final class Vectors {

  /** The vectors of one name, and their lines as they stand in the file, without the comma. */
  record Group(String name, boolean sorted, List<Vector> vectors, List<String> lines) {}

  /** One vector: the members of its object. */
  record Vector(String group, Map<String, Object> members) {
    boolean has(String name) {
      return members.containsKey(name);
    }

    String text(String name) {
      return (String) members.get(name);
    }

    int number(String name) {
      return ((BigDecimal) members.get(name)).intValueExact();
    }

    List<?> list(String name) {
      return (List<?>) members.get(name);
    }

    byte[] bytes(String name) {
      return text(name) == null ? null : HexFormat.of().parseHex(text(name));
    }

    KeySchema schema() {
      return KeySchema.parse(
          text("columns"),
          text("key"),
          has("delimiter") ? KeyFormat.text(text("delimiter")) : KeyFormat.kw1());
    }

    /** The row of the values, in the order of the columns. */
    Object[] row(KeySchema schema) {
      List<?> values = list("values");
      Object[] row = new Object[schema.columns().size()];
      for (int i = 0; i < row.length; i++) {
        row[i] = value(schema.columns().get(i).type(), values.get(i));
      }
      return row;
    }

    /** Null, the text of a value, or {@code {"bits": hex}} for the bits of a float or a double. */
    static Object value(Type type, Object json) {
      if (json instanceof Map<?, ?> object) {
        long bits = Long.parseUnsignedLong((String) object.get("bits"), 16);
        return type.valueClass() == Float.class
            ? (Object) Float.intBitsToFloat((int) bits)
            : (Object) Double.longBitsToDouble(bits);
      }
      return json == null ? null : type.parseValue((String) json);
    }

    @Override
    public String toString() {
      return group + " " + members;
    }
  }

  /**
   * Row keys of one declaration as the library of another system made them, of which the tests of
   * peers/ keep the file.
   */
  record Foreign(KeySchema schema, List<Object[]> rows, List<byte[]> rowKeys) {
    @Override
    public String toString() {
      return schema.columns() + " by " + schema.parts() + " as " + schema.format();
    }
  }

  private Vectors() {}

  /** The row keys of {@code name}{@code -vectors.json}. */
  static List<Foreign> foreign(String name) {
    Map<?, ?> file = (Map<?, ?>) Json.parse(text(name + "-vectors.json"));
    KeyFormat format = KeyFormat.of((String) file.get("format"));
    List<Foreign> all = new ArrayList<>();
    for (Object json : (List<?>) file.get("groups")) {
      Map<?, ?> group = (Map<?, ?>) json;
      KeySchema schema =
          KeySchema.parse((String) group.get("columns"), (String) group.get("key"), format);
      List<Object[]> rows = new ArrayList<>();
      List<byte[]> rowKeys = new ArrayList<>();
      for (Object vector : (List<?>) group.get("vectors")) {
        @SuppressWarnings("unchecked")
        Vector members = new Vector(group.toString(), (Map<String, Object>) vector);
        rows.add(members.row(schema));
        rowKeys.add(members.bytes("hex"));
      }
      all.add(new Foreign(schema, rows, rowKeys));
    }
    return all;
  }

  static String text() {
    return text("kw1-vectors.json");
  }

  private static String text(String file) {
    try (InputStream in = Vectors.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<Group> groups() {
    String text = text();
    List<String> lines =
        Arrays.stream(text.split("\n", -1))
            .filter(line -> line.startsWith("        {"))
            .map(line -> line.strip().replaceAll(",$", ""))
            .toList();
    List<Group> groups = new ArrayList<>();
    int line = 0;
    for (Object json : (List<?>) ((Map<?, ?>) Json.parse(text)).get("groups")) {
      Map<?, ?> group = (Map<?, ?>) json;
      String name = (String) group.get("name");
      List<Vector> vectors = new ArrayList<>();
      for (Object vector : (List<?>) group.get("vectors")) {
        @SuppressWarnings("unchecked")
        Map<String, Object> members = (Map<String, Object>) vector;
        vectors.add(new Vector(name, members));
      }
      groups.add(
          new Group(
              name,
              (Boolean) group.get("sorted"),
              vectors,
              lines.subList(line, line + vectors.size())));
      line += vectors.size();
    }
    if (line != lines.size()) {
      throw new IllegalStateException("a vector is not on a line of its own");
    }
    return groups;
  }

  static List<Vector> all() {
    return groups().stream().flatMap(group -> group.vectors().stream()).toList();
  }
}
