package keywright.key;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import keywright.testkit.Gen;

/**
 * Random declarations: one to six parts, made of every expression over columns of every type, in
 * every direction and with nulls on either side.
 */
final class RandomSchemas {

  /**
   * A declaration and rows for it, as text and values, so that a failure can be read and repeated.
   */
  record Sample(
      List<String> columns, List<String> parts, KeyFormat format, List<List<Object>> rows) {
    KeySchema schema() {
      return KeySchema.parse(String.join(", ", columns), String.join(", ", parts), format);
    }

    /** The keys of the rows that have one: others hold a value that an expression refuses. */
    List<Key> keys() {
      KeySchema schema = schema();
      List<Key> keys = new ArrayList<>();
      for (List<Object> row : rows) {
        Key key = key(schema, row);
        if (key != null) {
          keys.add(key);
        }
      }
      return keys;
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder();
      text.append(String.join(", ", columns)).append(" | ").append(String.join(", ", parts));
      text.append(" | ").append(format);
      rows.forEach(row -> text.append("\n    ").append(Arrays.deepToString(row.toArray())));
      return text.toString();
    }
  }

  private RandomSchemas() {}

  /** The key of {@code row}, filled up for {@code random(n)}; null when some part refuses it. */
  static Key key(KeySchema schema, List<Object> row) {
    Object[] values = row(schema, row);
    try {
      Key key = schema.key(values);
      schema.encode(key);
      return key;
    } catch (KeyException e) {
      return null;
    }
  }

  /** The values of all columns: of those that {@code random(n)} adds, something small. */
  static Object[] row(KeySchema schema, List<Object> row) {
    Object[] values = Arrays.copyOf(row.toArray(), schema.columns().size());
    for (int i = row.size(); i < values.length; i++) {
      values[i] = (row.hashCode() >>> 1) % 3;
    }
    return values;
  }

  /** Declarations in kw1 with {@code rows} rows. */
  static Gen<Sample> kw1(int rows) {
    return gen(rows, random -> KeyFormat.kw1());
  }

  /** Declarations in the text format with {@code rows} rows. */
  static Gen<Sample> text(int rows) {
    return gen(rows, random -> KeyFormat.text(pick(random, "_", "|", "__", "aa", "aba", "", "")));
  }

  /** Declarations in kw1 of one to four columns of any type, in any direction, as they are. */
  static Gen<Sample> columns(int rowCount) {
    return random -> {
      List<String> columns = new ArrayList<>();
      List<Type> types = new ArrayList<>();
      List<String> parts = new ArrayList<>();
      int count = random.nextInt(1, 5);
      for (int i = 0; i < count; i++) {
        String type = Values.TYPES.get(random.nextInt(Values.TYPES.size()));
        types.add(Type.parse(type));
        columns.add("c" + i + " " + type + (random.nextInt(3) == 0 ? " NULL" : ""));
        parts.add("c" + i + direction(random));
      }
      List<List<Object>> rows = new ArrayList<>();
      for (int i = 0; i < rowCount; i++) {
        rows.add(row(columns, types, rows, random));
      }
      return new Sample(columns, parts, KeyFormat.kw1(), rows);
    };
  }

  /**
   * Each type alone before a number, in both directions and with and without nulls: what holds for
   * random declarations, seen for every type at each run.
   */
  static List<Sample> everyType() {
    List<Sample> samples = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(7);
    for (String type : Values.TYPES) {
      for (String direction : List.of("", " DESC", " NULLS LAST", " DESC NULLS LAST")) {
        List<String> columns =
            List.of("c0 " + type + (direction.endsWith("LAST") ? " NULL" : ""), "c1 smallint");
        List<Type> types = List.of(Type.parse(type), Type.parse("smallint"));
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
          rows.add(row(columns, types, rows, random));
        }
        samples.add(new Sample(columns, List.of("c0" + direction, "c1"), KeyFormat.kw1(), rows));
      }
    }
    return samples;
  }

  /** Declarations in the formats of other systems with {@code rows} rows. */
  static Gen<Sample> foreign(int rows) {
    List<String> names = KeyFormat.names().subList(2, KeyFormat.names().size());
    return gen(rows, random -> KeyFormat.of(names.get(random.nextInt(names.size()))));
  }

  private static Gen<Sample> gen(int rows, Gen<KeyFormat> formats) {
    return new Gen<>() {
      @Override
      public Sample generate(SplittableRandom random) {
        while (true) {
          Sample sample = taken(draw(rows, formats.generate(random), random));
          if (!sample.parts().isEmpty()) {
            return sample;
          }
        }
      }

      @Override
      public Iterable<Sample> shrink(Sample value) {
        return smaller(value);
      }
    };
  }

  /** Without the parts that the format refuses after those before them. */
  private static Sample taken(Sample drawn) {
    Sample taken = new Sample(drawn.columns(), List.of(), drawn.format(), drawn.rows());
    for (String part : drawn.parts()) {
      List<String> parts = new ArrayList<>(taken.parts());
      parts.add(part);
      Sample longer = new Sample(drawn.columns(), parts, drawn.format(), drawn.rows());
      taken = isDeclarable(longer) ? longer : taken;
    }
    return taken;
  }

  private static List<Sample> smaller(Sample sample) {
    List<Sample> smaller = new ArrayList<>();
    for (List<String> parts : without(sample.parts())) {
      smaller.add(new Sample(sample.columns(), parts, sample.format(), sample.rows()));
    }
    for (List<List<Object>> rows : without(sample.rows())) {
      smaller.add(new Sample(sample.columns(), sample.parts(), sample.format(), rows));
    }
    smaller.removeIf(s -> s.parts().isEmpty() || s.rows().isEmpty() || !isDeclarable(s));
    return smaller;
  }

  static boolean isDeclarable(Sample sample) {
    try {
      sample.schema();
      return true;
    } catch (KeyException e) {
      return false;
    }
  }

  static <T> List<List<T>> without(List<T> list) {
    List<List<T>> shorter = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      List<T> copy = new ArrayList<>(list);
      copy.remove(i);
      shorter.add(copy);
    }
    return shorter;
  }

  private static Sample draw(int rowCount, KeyFormat format, SplittableRandom random) {
    List<String> columns = new ArrayList<>();
    List<Type> types = new ArrayList<>();
    int columnCount = random.nextInt(1, 5);
    for (int i = 0; i < columnCount; i++) {
      String type = Values.TYPES.get(random.nextInt(Values.TYPES.size()));
      types.add(Type.parse(type));
      columns.add("c" + i + " " + type + (random.nextInt(3) == 0 ? " NULL" : ""));
    }
    List<String> parts = new ArrayList<>();
    int partCount = random.nextInt(1, 7);
    boolean drawn = false;
    for (int i = 0; i < partCount; i++) {
      int column = random.nextInt(columnCount);
      String part;
      if (!drawn && random.nextInt(20) == 0) {
        drawn = true;
        part = "random(3) AS r";
      } else {
        part = Expressions.of("c" + column, types.get(column), random);
      }
      parts.add(part + (format.name().equals("text") ? "" : direction(random)));
    }
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < rowCount; i++) {
      rows.add(row(columns, types, rows, random));
    }
    return new Sample(columns, parts, format, rows);
  }

  /**
   * Half of the values are those of an earlier row, so that keys share their first parts, and some
   * are near one of them.
   */
  private static List<Object> row(
      List<String> columns, List<Type> types, List<List<Object>> earlier, SplittableRandom random) {
    List<Object> row = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      boolean nullable = columns.get(i).endsWith("NULL");
      if (nullable && random.nextInt(4) == 0) {
        row.add(null);
        continue;
      }
      Object known = earlier.isEmpty() ? null : earlier.get(random.nextInt(earlier.size())).get(i);
      int kind = known == null ? 3 : random.nextInt(4);
      row.add(
          kind < 2
              ? known
              : kind == 2
                  ? Values.near(types.get(i), known, random)
                  : Values.of(types.get(i)).generate(random));
    }
    return row;
  }

  private static String direction(SplittableRandom random) {
    return pick(random, "", "", " ASC", " DESC", " DESC")
        + pick(random, "", "", " NULLS FIRST", " NULLS LAST");
  }

  static String pick(SplittableRandom random, String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
