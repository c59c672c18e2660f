package keywright.table.model;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import keywright.key.Condition;
import keywright.key.Condition.Operator;

/**
 * A condition on several columns at once: {@code (a, b) > (1, 2)}, or {@code (a, b) IN ((1, 2), (3,
 * 4))}. Tuples are compared by their first different element, as in SQL. A row in which the
 * comparison reaches a null does not meet the condition.
 *
 * @param operator for one tuple; {@code =} for several tuples of which one must be equal
 * @param tuples the values, each of the type of its column
 */
public record TupleCondition(List<String> columns, Operator operator, List<List<Object>> tuples)
    implements RowCondition {

  /**
   * Keeps its own copies of the lists.
   *
   * @throws TableException if a tuple has not one value for each column, or if there are several
   *     tuples for another operator than {@code =}
   */
  public TupleCondition {
    columns = List.copyOf(columns);
    tuples = tuples.stream().map(List::copyOf).toList();
    int size = columns.size();
    boolean fits = size > 0 && tuples.stream().allMatch(tuple -> tuple.size() == size);
    if (!fits || tuples.isEmpty() || (tuples.size() > 1 && operator != Operator.EQ)) {
      throw new TableException(
          "cannot compare (%s): found tuples of another length, expected one value for each column"
              .formatted(String.join(", ", columns)));
    }
  }

  /** One tuple: {@code (columns) operator (values)}. */
  public static TupleCondition of(List<String> columns, Operator operator, List<Object> values) {
    return new TupleCondition(columns, operator, List.of(values));
  }

  @Override
  public List<Condition> implied() {
    List<Condition> implied = new ArrayList<>();
    if (operator == Operator.EQ) {
      for (int i = 0; i < columns.size(); i++) {
        int place = i;
        List<Object> values = tuples.stream().map(tuple -> tuple.get(place)).distinct().toList();
        implied.add(
            values.size() == 1
                ? new Condition.Compare(columns.get(i), Operator.EQ, values.get(0))
                : new Condition.In(columns.get(i), values));
      }
      return implied;
    }
    Operator first =
        switch (operator) {
          case LT, LE -> Operator.LE;
          default -> Operator.GE;
        };
    boolean isOnly = columns.size() == 1;
    implied.add(
        new Condition.Compare(columns.get(0), isOnly ? operator : first, tuples.get(0).get(0)));
    return implied;
  }

  /** The condition as a statement has it. */
  @Override
  public String toString() {
    List<String> texts = tuples.stream().map(this::text).toList();
    return "(%s) %s"
        .formatted(
            columns.stream().map(Names::quote).collect(Collectors.joining(", ")),
            texts.size() == 1
                ? operator + " " + texts.get(0)
                : "IN (" + String.join(", ", texts) + ")");
  }

  private String text(List<Object> tuple) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < tuple.size(); i++) {
      String whole = new Condition.Compare("c", Operator.EQ, tuple.get(i)).toString();
      values.add(whole.substring("c = ".length()));
    }
    return "(" + String.join(", ", values) + ")";
  }
}
