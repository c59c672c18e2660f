package keywright.table.model;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import keywright.key.Condition;
import org.jspecify.annotations.Nullable;

/**
 * What a query reads of a column: its value, or one field of its documents. Immutable.
 *
 * @param column the name of the column
 * @param field the name of an outermost field of the documents; null for the whole value
 */
public record FieldRead(String column, @Nullable String field) {

  /** Reads of the whole values of columns. */
  public static Set<FieldRead> columns(Collection<String> columns) {
    Set<FieldRead> reads = new LinkedHashSet<>();
    columns.forEach(column -> reads.add(new FieldRead(column, null)));
    return reads;
  }

  /** The read of the value at a path. */
  static FieldRead at(DocumentPath path) {
    return new FieldRead(path.column(), path.firstField());
  }

  /** What a test of a condition reads. */
  public static Set<FieldRead> of(Condition condition) {
    if (condition instanceof Condition.Matching matching
        && matching.test() instanceof PathPredicate predicate) {
      return Set.of(at(predicate.path()));
    }
    return condition instanceof Condition.AnyOf any
        ? of(any.alternatives())
        : columns(Set.of(condition.column()));
  }

  /** What a test of a condition on several columns reads. */
  public static Set<FieldRead> of(RowCondition condition) {
    return condition instanceof AlternativeConditions any
        ? of(any.alternatives())
        : columns(condition.columns());
  }

  private static Set<FieldRead> of(List<List<Condition>> alternatives) {
    Set<FieldRead> reads = new LinkedHashSet<>();
    alternatives.forEach(each -> each.forEach(one -> reads.addAll(of(one))));
    return reads;
  }
}
