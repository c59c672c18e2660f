package keywright.design.rows;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import keywright.key.Column;
import keywright.key.KeyException;
import keywright.key.KeyExpression;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/**
 * A key with a name. A replay writes sample rows under this key to find out how it spreads writes.
 * Immutable.
 *
 * @param name the name of the strategy, such as {@code declared} or {@code reversed}
 * @param schema the key
 * @param partitionParts how many leading parts form the partition key, on an engine with partitions
 */
public record Strategy(String name, KeySchema schema, int partitionParts) {
  private static final int PADDED_DIGITS = 19;
  private static final int DIGEST_DIGITS = 4;
  private static final int UNIT_DIGITS = 10;

  /** Makes a strategy whose partition key is the first part of the key. */
  public Strategy(String name, KeySchema schema) {
    this(name, schema, 1);
  }

  /**
   * Parses a key from its parts, such as {@code "bucket(8), paid_at, id"}. A partition key with
   * several parts is in parentheses: {@code "(bucket(8), day), paid_at, id"}.
   *
   * @throws KeyException if the text cannot be parsed, or if it names a column that is not in
   *     {@code columns}
   */
  public static Strategy parse(String parts, List<Column> columns, KeyFormat format) {
    String text = parts.strip();
    int group = groupEnd(text);
    if (group < 0) {
      return new Strategy(parts, KeySchema.of(columns, KeyPart.parseList(parts), format));
    }
    List<KeyPart> all = new ArrayList<>(KeyPart.parseList(text.substring(1, group)));
    int partition = all.size();
    String rest = text.substring(group + 1).strip();
    if (!rest.isEmpty()) {
      all.addAll(KeyPart.parseList(rest.substring(1)));
    }
    return new Strategy(parts, KeySchema.of(columns, all, format), partition);
  }

  /**
   * The index of the parenthesis that closes the first one, if the text ends there or continues
   * with a comma; otherwise -1.
   */
  private static int groupEnd(String text) {
    int depth = 0;
    char quote = 0;
    for (int i = 0; i < text.length() && (i == 0 || depth > 0); i++) {
      char c = text.charAt(i);
      if (quote != 0 || c == '\'' || c == '"') {
        quote = quote == 0 ? c : c == quote ? 0 : quote;
        continue;
      }
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (depth == 0 && c == ')') {
        String rest = text.substring(i + 1).strip();
        return rest.isEmpty() || rest.startsWith(",") ? i : -1;
      }
    }
    return -1;
  }

  /**
   * The name of the index of {@code table} that has the name and the key of this strategy; null if
   * the table has no such index.
   */
  public @Nullable String indexOf(TableDefinition table) {
    return table.index(name).isPresent() && table.indexSchema(name).parts().equals(schema.parts())
        ? name
        : null;
  }

  /** The parts of the key as text. */
  public String key() {
    return text(schema.parts());
  }

  /**
   * The parts of the key as text. If the partition key has several parts, these are in parentheses.
   */
  public String partitionedKey() {
    List<KeyPart> parts = schema.parts();
    if (partitionParts == 1) {
      return text(parts);
    }
    String group = "(" + text(parts.subList(0, partitionParts)) + ")";
    return partitionParts == parts.size()
        ? group
        : group + ", " + text(parts.subList(partitionParts, parts.size()));
  }

  /**
   * Makes strategies that are often used against hot spots, from the columns of a declared key.
   * They are:
   *
   * <ul>
   *   <li>the columns unchanged
   *   <li>the column that identifies rows moved to the front, and in this position padded,
   *       reversed, replaced by its digest, or preceded by the beginning of its digest or by its
   *       last digit
   *   <li>a bucket in front, with one bucket for each server
   *   <li>a random number in front, with one value for each server
   *   <li>the columns in another order
   * </ul>
   *
   * Keys that the types of the columns do not allow are left out, and so is a key that equals
   * {@code declared} or another of these keys.
   *
   * @param servers the number of servers, which is also the number of buckets
   */
  public static List<Strategy> comparison(KeySchema declared, int servers) {
    return comparison(new Strategy("declared", declared), servers);
  }

  /**
   * Makes strategies as {@link #comparison(KeySchema, int)} does, for an engine with partitions: a
   * part that is added in front of the key also becomes a part of the partition key.
   */
  public static List<Strategy> comparison(Strategy of, int servers) {
    KeySchema declared = of.schema();
    List<String> columns = new ArrayList<>(declared.keyColumns());
    columns.removeAll(declared.randomColumns().keySet());
    List<Strategy> strategies = new ArrayList<>();
    if (columns.isEmpty()) {
      return strategies;
    }
    Set<String> keys = new LinkedHashSet<>(List.of(unnamed(declared.parts())));
    Adder adder = new Adder(of, columns, keys, strategies);
    adder.add("natural", List.of());
    adder.addFirstOf("padded", c -> padded(declared, c), true);
    adder.addFirstOf(
        "reversed",
        c -> {
          List<KeyExpression> reversed = new ArrayList<>();
          padded(declared, c).forEach(padded -> reversed.add(KeyExpression.reverse(padded)));
          reversed.add(KeyExpression.reverse(KeyExpression.column(c)));
          reversed.add(KeyExpression.reverseBytes(KeyExpression.column(c)));
          return reversed;
        },
        true);
    adder.addFirstOf("hashed", c -> List.of(KeyExpression.md5(KeyExpression.column(c))), true);
    adder.addFirstOf(
        "digest salt",
        c -> List.of(KeyExpression.left(KeyExpression.md5(KeyExpression.column(c)), DIGEST_DIGITS)),
        false);
    adder.addFirstOf(
        "unit digit", c -> List.of(KeyExpression.mod(KeyExpression.column(c), UNIT_DIGITS)), false);
    if (servers > 1) {
      adder.add("bucket(" + servers + ")", List.of(KeyExpression.bucket(servers)));
      adder.add("random(" + servers + ")", List.of(KeyExpression.random(servers)));
    }
    if (columns.size() > 1) {
      List<String> swapped = new ArrayList<>(columns.subList(1, columns.size()));
      swapped.add(columns.get(0));
      new Adder(of, swapped, keys, strategies).add("swapped", List.of());
    }
    return strategies;
  }

  /**
   * The column, padded with zeros. Empty for a text, which may contain other characters than
   * digits.
   */
  private static List<KeyExpression> padded(KeySchema schema, String column) {
    boolean isText =
        schema.columns().stream()
            .anyMatch(c -> c.name().equals(column) && DesignedKey.isFreeText(c.type()));
    return isText
        ? List.of()
        : List.of(KeyExpression.lpad(KeyExpression.column(column), PADDED_DIGITS));
  }

  /** Adds keys with the columns in one order. */
  private record Adder(
      Strategy of, List<String> columns, Set<String> keys, List<Strategy> strategies) {

    /**
     * Adds a key with {@code leading} and then the columns. Returns false if a type does not allow
     * such a key.
     */
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
        KeySchema schema = KeySchema.of(withoutRandom(of.schema()), parts, of.schema().format());
        int inFront = leftOut.isEmpty() ? leading.size() : 0;
        if (keys.add(unnamed(parts))) {
          int partition = Math.min(of.partitionParts() + inFront, parts.size());
          strategies.add(new Strategy(name, schema, partition));
        }
        return true;
      } catch (KeyException e) {
        return false;
      }
    }

    /**
     * Moves the last column for which one of the expressions is possible to the front. This column
     * identifies rows: columns are usually put after others to make keys different.
     *
     * @param replaces whether the expression replaces the column itself
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

  /** The parts without their names. Two keys with equal parts are the same key. */
  private static String unnamed(List<KeyPart> parts) {
    return text(
        parts.stream()
            .map(part -> new KeyPart(part.expression(), part.descending(), part.nulls(), null))
            .toList());
  }

  private static String text(List<KeyPart> parts) {
    return String.join(", ", parts.stream().map(KeyPart::toString).toList());
  }
}
