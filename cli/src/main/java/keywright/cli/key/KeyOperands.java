package keywright.cli.key;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import keywright.cli.console.CliException;
import keywright.key.Column;
import keywright.key.KeyException;
import keywright.key.KeySchema;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a key in the order in which the command line takes and prints their values: those
 * that the key reads, as declared, then one for each {@code random(n)}.
 *
 * <p>Random values may be left out together; then they are drawn. Used by one thread.
 */
final class KeyOperands {
  private final KeySchema schema;
  private final SplittableRandom random;
  private final List<Column> columns = new ArrayList<>();
  private final int[] places;
  private final int declared;
  private final @Nullable Object[] values;

  KeyOperands(KeySchema schema, SplittableRandom random) {
    this.schema = schema;
    this.random = random;
    Map<String, Integer> drawn = schema.randomColumns();
    List<Column> all = schema.columns();
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      String name = all.get(i).name();
      if (schema.keyColumns().contains(name) || drawn.containsKey(name)) {
        columns.add(all.get(i));
        found.add(i);
      }
    }
    places = found.stream().mapToInt(Integer::intValue).toArray();
    declared = columns.size() - drawn.size();
    values = new Object[all.size()];
  }

  /** The columns, in the order of their values. */
  List<Column> columns() {
    return columns;
  }

  boolean accepts(int count) {
    return count == declared || count == columns.size();
  }

  /** What is wrong with {@code count} values. */
  String expectation(int count) {
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < declared; i++) {
      names.append(i == 0 ? "" : ", ").append(columns.get(i).name());
    }
    return "found %d value%s, expected %d: %s"
        .formatted(count, count == 1 ? "" : "s", declared, names);
  }

  /**
   * The row key of {@code count} values given as text; null for a null.
   *
   * @throws CliException for a text that is no value of its column
   * @throws KeyException for a value that does not fit
   */
  byte[] encode(int count, IntFunction<@Nullable String> texts) {
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      if (i >= count) {
        Integer n = schema.randomColumns().get(column.name());
        values[places[i]] = random.nextInt(n == null ? 1 : n);
        continue;
      }
      String text = texts.apply(i);
      values[places[i]] = text == null ? null : parse(column, text);
    }
    return schema.encode(schema.key(values));
  }

  private static Object parse(Column column, String text) {
    try {
      return column.type().parseValue(text);
    } catch (KeyException e) {
      throw new CliException("cannot encode " + column.name() + ": " + e.getMessage(), e);
    }
  }

  /** The values of a row key, in the order of {@link #columns}; null where it does not tell. */
  @Nullable Object[] decode(byte[] rowKey) {
    @Nullable Object[] all = schema.columnValues(schema.decode(rowKey));
    @Nullable Object[] found = new Object[places.length];
    for (int i = 0; i < places.length; i++) {
      found[i] = all[places[i]];
    }
    return found;
  }

  /** The columns that a row key does not give back. */
  List<String> lost() {
    return columns.stream().map(Column::name).filter(name -> !schema.recovers(name)).toList();
  }
}
