package keywright.table.model;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import keywright.key.Condition;

/**
 * Alternatives joined by OR, such as {@code (a = 1 AND b = 2) OR c > 3}. A row meets it if it meets
 * all conditions of one alternative.
 *
 * @param alternatives for each alternative its conditions
 */
public record AlternativeConditions(List<List<Condition>> alternatives) implements RowCondition {

  /**
   * Keeps its own copies of the lists.
   *
   * @throws TableException if there is no alternative, or one without conditions
   */
  public AlternativeConditions {
    alternatives = alternatives.stream().map(List::copyOf).toList();
    if (alternatives.isEmpty() || alternatives.stream().anyMatch(List::isEmpty)) {
      throw new TableException(
          "cannot join conditions by OR: found an alternative without conditions, expected at least one in each");
    }
  }

  @Override
  public List<String> columns() {
    return alternatives.stream()
        .flatMap(alternative -> alternative.stream().map(Condition::column))
        .distinct()
        .toList();
  }

  /** For each column on which every alternative has a condition: one of these conditions holds. */
  @Override
  public List<Condition> implied() {
    Set<String> shared = new LinkedHashSet<>(columns());
    for (List<Condition> alternative : alternatives) {
      shared.retainAll(alternative.stream().map(Condition::column).toList());
    }
    List<Condition> implied = new ArrayList<>();
    for (String column : shared) {
      implied.add(
          new Condition.AnyOf(
              column,
              alternatives.stream()
                  .map(
                      alternative ->
                          alternative.stream()
                              .filter(condition -> condition.column().equals(column))
                              .toList())
                  .distinct()
                  .toList()));
    }
    return implied;
  }

  /** The condition as a statement has it. */
  @Override
  public String toString() {
    return alternatives.stream()
        .map(
            alternative ->
                alternative.stream().map(Condition::toString).collect(Collectors.joining(" AND ")))
        .collect(Collectors.joining(" OR ", "(", ")"));
  }
}
