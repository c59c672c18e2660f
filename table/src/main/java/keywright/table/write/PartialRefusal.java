package keywright.table.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import keywright.table.model.OutcomeUnknownException;
import keywright.table.model.TableException;

/** The refusal of a statement of several changes, and what is written all the same. */
final class PartialRefusal {
  private static final int NAMED_MAX = 20;

  private PartialRefusal() {}

  /**
   * Throws the first refusal, if any.
   *
   * @param places per row: the place of its change
   * @param count of changes
   * @param thing what each change is of, for the message; of a single change the rows are counted
   */
  static void throwIfAny(RowWriter.Each each, List<Integer> places, int count, String thing) {
    RuntimeException first = null;
    int firstPlace = -1;
    long made = 0;
    Set<Integer> refused = new TreeSet<>();
    OutcomeUnknownException unknown = null;
    for (int row = 0; row < places.size(); row++) {
      RuntimeException refusal = each.refusals().get(row);
      made += each.outcomes().get(row) == null ? 0 : 1;
      if (refusal != null) {
        refused.add(count == 1 ? row : places.get(row));
        firstPlace = first == null ? places.get(row) : firstPlace;
        first = first == null ? refusal : first;
        unknown = refusal instanceof OutcomeUnknownException one && unknown == null ? one : unknown;
      }
    }
    if (first == null) {
      return;
    }
    if (places.size() == 1) {
      throw first;
    }
    if (unknown != null) {
      throw new OutcomeUnknownException(
          unknown.table(),
          "%s (one of %d rows of the statement; read the others, too)"
              .formatted(unknown.getMessage(), places.size()),
          unknown);
    }
    boolean single = count == 1;
    throw refusal(
        single ? "row" : thing,
        first,
        single ? -1 : firstPlace,
        refused,
        single ? places.size() : count,
        made);
  }

  private static RuntimeException refusal(
      String thing,
      RuntimeException first,
      int place,
      Set<Integer> refused,
      int things,
      long made) {
    List<String> numbers = new ArrayList<>();
    refused.stream().limit(NAMED_MAX).forEach(each -> numbers.add(String.valueOf(each + 1)));
    if (refused.size() > NAMED_MAX) {
      numbers.add("%d more".formatted(refused.size() - NAMED_MAX));
    }
    String which =
        refused.size() == 1
            ? "%s %s of %d".formatted(thing, numbers.get(0), things)
            : "%ss %s and %s of %d are refused"
                .formatted(
                    thing,
                    String.join(", ", numbers.subList(0, numbers.size() - 1)),
                    numbers.get(numbers.size() - 1),
                    things);
    int others = things - refused.size();
    String rest =
        made == 0
            ? others == 0 ? "" : ", none is written"
            : "; the other %s written, since the engine has no multi-row transactions"
                .formatted(others == 1 ? "one is" : others + " are");
    return new TableException("%s (%s%s)".formatted(first.getMessage(), which, rest), first, place);
  }
}
