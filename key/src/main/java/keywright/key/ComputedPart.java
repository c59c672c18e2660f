package keywright.key;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A key part that is computed from columns and has a name, such as {@code left(md5(userid), 4) AS
 * salt}. A computed part is not a column of the table. Immutable.
 */
public final class ComputedPart {
  private final int index;
  private final Column column;
  private final KeyExpression expression;
  private final List<String> inputs;
  private final KeyEvaluation evaluation;

  private ComputedPart(KeySchema schema, KeyEvaluation evaluation, String name, int index) {
    this.index = index;
    this.column = new Column(name, schema.partType(index), schema.partNullable(index));
    this.expression = schema.parts().get(index).expression();
    this.inputs =
        schema.expressions().get(index).columns().stream()
            .mapToObj(i -> schema.columns().get(i).name())
            .toList();
    this.evaluation = evaluation;
  }

  /** The named computed parts of a key by name, in the order of the key. */
  static Map<String, ComputedPart> of(
      KeySchema schema, KeyEvaluation evaluation, Map<String, Integer> named) {
    Map<String, ComputedPart> parts = new LinkedHashMap<>();
    named.forEach(
        (name, index) -> parts.put(name, new ComputedPart(schema, evaluation, name, index)));
    return Collections.unmodifiableMap(parts);
  }

  /** The index of this part among the parts of the key, from 0. */
  public int index() {
    return index;
  }

  /**
   * The name and the type of the part's values, and whether a value may be null, in the form of a
   * column.
   */
  public Column column() {
    return column;
  }

  /** The expression that computes this part. */
  public KeyExpression expression() {
    return expression;
  }

  /**
   * The names of the columns from which the part is computed, in the order of the schema's columns.
   */
  public List<String> inputs() {
    return inputs;
  }

  /**
   * Computes the value of the part in the key of a row.
   *
   * @param values the values of the row: one for each of {@link KeySchema#columns}; only the values
   *     of {@link #inputs} are used
   * @return the value; null if the part is null
   * @throws KeyException as {@link KeySchema#key}
   */
  public @Nullable Object value(@Nullable Object... values) {
    return evaluation.part(index, values);
  }

  /**
   * The error message for a statement that names this part in a place where only a column of {@code
   * table} is allowed.
   */
  public String isNoColumn(String table) {
    String columns = String.join(" and ", inputs.stream().map(Tokens::quoteName).toList());
    return "cannot use %s as a column of %s: found the name of a key part that is computed from %s as %s, expected a column; use %s instead (only the list after SELECT can name a computed part)"
        .formatted(Tokens.quoteName(column.name()), table, columns, expression, columns);
  }

  /** A description of the part, such as {@code salt is computed: char(4), left(md5(userid), 4)}. */
  @Override
  public String toString() {
    return Tokens.quoteName(column.name()) + " is computed: " + column.type() + ", " + expression;
  }
}
