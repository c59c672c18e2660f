package keywright.design;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import keywright.key.Column;
import keywright.key.KeyException;
import keywright.key.KeyExpression;
import keywright.key.KeyPart;
import keywright.key.KeySchema;

/**
 * A key under which rows are replayed, and what it is called. Immutable.
 *
 * @param name as people know it: {@code declared}, {@code reversed}
 */
public record Strategy(String name, KeySchema schema) {
  private static final int PADDED_DIGITS = 19;
  private static final int DIGEST_DIGITS = 4;

  /** The parts of the key as text. */
  public String key() {
    return text(schema.parts());
  }

  /**
   * What people try against hot spots, on the columns of a key: these as they are, the column that
   * tells rows apart in front padded, reversed or behind its digest, a bucket for each server in
   * front, the columns in another order. What the types do not allow is left out, and so is a key
   * that equals {@code declared} or another one.
   *
   * @param servers the number of buckets
   */
  public static List<Strategy> comparison(KeySchema declared, int servers) {
    List<String> columns = new ArrayList<>(declared.keyColumns());
    columns.removeAll(declared.randomColumns().keySet());
    List<Strategy> strategies = new ArrayList<>();
    if (columns.isEmpty()) {
      return strategies;
    }
    Set<String> keys = new LinkedHashSet<>(List.of(text(declared.parts())));
    Adder adder = new Adder(declared, columns, keys, strategies);
    adder.add("natural", List.of());
    adder.addFirstOf(
        "padded", c -> List.of(KeyExpression.lpad(KeyExpression.column(c), PADDED_DIGITS)), true);
    adder.addFirstOf(
        "reversed",
        c ->
            List.of(
                KeyExpression.reverse(KeyExpression.lpad(KeyExpression.column(c), PADDED_DIGITS)),
                KeyExpression.reverse(KeyExpression.column(c)),
                KeyExpression.reverseBytes(KeyExpression.column(c))),
        true);
    adder.addFirstOf(
        "digest salt",
        c -> List.of(KeyExpression.left(KeyExpression.md5(KeyExpression.column(c)), DIGEST_DIGITS)),
        false);
    if (servers > 1) {
      String name = "bucket(" + servers + ")";
      adder.add(name, List.of(KeyExpression.bucket(servers)));
    }
    if (columns.size() > 1) {
      List<String> swapped = new ArrayList<>(columns.subList(1, columns.size()));
      swapped.add(columns.get(0));
      new Adder(declared, swapped, keys, strategies).add("swapped", List.of());
    }
    return strategies;
  }

  /** Adds keys over columns in one order. */
  private record Adder(
      KeySchema declared, List<String> columns, Set<String> keys, List<Strategy> strategies) {

    /** The columns behind {@code leading}; false when a type does not allow it. */
    boolean add(String name, List<KeyExpression> leading) {
      return add(name, leading, "");
    }

    private boolean add(String name, List<KeyExpression> leading, String leftOut) {
      List<KeyPart> parts = new ArrayList<>();
      leading.forEach(expression -> parts.add(KeyPart.asc(expression)));
      for (String column : columns) {
        if (!column.equals(leftOut)) {
          parts.add(KeyPart.asc(KeyExpression.column(column)));
        }
      }
      try {
        KeySchema schema = KeySchema.of(withoutRandom(declared), parts, declared.format());
        if (keys.add(text(parts))) {
          strategies.add(new Strategy(name, schema));
        }
        return true;
      } catch (KeyException e) {
        return false;
      }
    }

    /**
     * The last column for which one of the expressions can be had, before the others. It is the one
     * that tells rows apart, for what is behind the others was put there to do so.
     *
     * @param replaces whether the expression stands for the column itself
     */
    void addFirstOf(
        String name, Function<String, List<KeyExpression>> expressions, boolean replaces) {
      for (int i = columns.size() - 1; i >= 0; i--) {
        String column = columns.get(i);
        for (KeyExpression expression : expressions.apply(column)) {
          if (add(name, List.of(expression), replaces ? column : "")) {
            return;
          }
        }
      }
    }
  }

  private static List<Column> withoutRandom(KeySchema schema) {
    return schema.columns().stream()
        .filter(column -> !schema.randomColumns().containsKey(column.name()))
        .toList();
  }

  private static String text(List<KeyPart> parts) {
    return String.join(", ", parts.stream().map(KeyPart::toString).toList());
  }
}
