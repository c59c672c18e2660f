package keywright.table.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import keywright.key.ErrorCode;
import keywright.key.KeyException;
import keywright.store.stop.Cancellation;
import keywright.table.layout.StoredTable;
import keywright.table.model.Change;
import keywright.table.model.ChangeResult;
import keywright.table.model.TableException;
import keywright.table.model.WriteResult;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one statement or batch, and the changes of single rows that result from them. Used
 * by one thread.
 */
public final class ChangeBatch {
  private static final int ROWS_MAX = 10_000;

  private final boolean isOneStatement;
  private final List<Change> changes;

  /**
   * The numbers of random(n) that each change has drawn. A change keeps its numbers when the batch
   * starts again.
   */
  private final List<DrawnNumbers> drawn = new ArrayList<>();

  private List<RowChange> rows = List.of();

  /** For each changed row, the index of its change. */
  private List<Integer> places = List.of();

  /**
   * Makes the batch of several changes.
   *
   * @param draw draws the numbers of {@code random(n)}: the argument is n, the result is from 0 to
   *     n - 1
   */
  public ChangeBatch(List<Change> changes, IntUnaryOperator draw) {
    this(changes, draw, false);
  }

  /**
   * Makes the batch of one statement, which has one change for each of its rows.
   *
   * @param draw draws the numbers of {@code random(n)}: the argument is n, the result is from 0 to
   *     n - 1
   */
  public static ChangeBatch ofStatement(List<Change> changes, IntUnaryOperator draw) {
    return new ChangeBatch(changes, draw, true);
  }

  private ChangeBatch(List<Change> changes, IntUnaryOperator draw, boolean isOneStatement) {
    this.isOneStatement = isOneStatement;
    this.changes = List.copyOf(changes);
    changes.forEach(change -> drawn.add(new DrawnNumbers(draw)));
  }

  /**
   * Computes the changes of rows with the current declarations of the tables.
   *
   * @param tables returns the current declaration of a table, by the table's name. The declarations
   *     do not change until the batch is written
   * @return this batch
   */
  public ChangeBatch resolved(Function<String, StoredTable> tables) {
    List<RowChange> before = rows;
    rows = new ArrayList<>();
    places = new ArrayList<>();
    HeldBytes held = new HeldBytes();
    for (int place = 0; place < changes.size(); place++) {
      Change change = changes.get(place);
      try {
        StoredTable table = tables.apply(change.table());
        for (RowChange row :
            ChangeResolver.resolve(change, table, drawn.get(place).again(), isSeveral())) {
          rows.add(row);
          places.add(place);
          held.add(row);
        }
      } catch (KeyException | TableException e) {
        throw placed(e, place);
      }
      if (rows.size() > ROWS_MAX) {
        throw new TableException(
            ErrorCode.LIMIT_EXCEEDED,
            "cannot write more than %,d rows in one statement: %s; write them in several statements, or load them from a file"
                .formatted(ROWS_MAX, found(place)));
      }
      if (rows.size() > 1 && held.isTooMany()) {
        throw new TableException(
            ErrorCode.LIMIT_EXCEEDED,
            "cannot write more than %,d bytes in one statement: %s; write the rows in several statements, load them from a file, or give Java more memory"
                .formatted(HeldBytes.MAX, found(place)));
      }
    }
    for (int i = 0; i < before.size() && before.size() == rows.size(); i++) {
      rows.get(i).noteDoneAs(before.get(i));
    }
    return this;
  }

  private String found(int place) {
    return isSeveral()
        ? "found more in the first %,d of its %,d changes".formatted(place + 1, changes.size())
        : "found %,d rows".formatted(rows.size());
  }

  private boolean isSeveral() {
    return changes.size() > 1;
  }

  private RuntimeException placed(RuntimeException refusal, int place) {
    String where =
        isOneStatement
            ? "row %d of %d, none is written".formatted(place + 1, changes.size())
            : "change %d of the batch".formatted(place + 1);
    return isSeveral()
        ? new TableException("%s (%s)".formatted(refusal.getMessage(), where), refusal, place)
        : refusal;
  }

  /**
   * Writes all changes, or none of them. If there is only one change, each of its rows is written
   * separately on engines with single-row atomicity.
   *
   * @param cancellation ends the call early
   * @return the result of all changes together
   */
  public ChangeResult write(RowWriter writer, Cancellation cancellation) {
    if (rows.isEmpty()) {
      return new ChangeResult(true, 0, -1, Optional.empty());
    }
    if (!isSeveral() && rows.size() > 1) {
      RowWriter.Each each = writeEach(writer, cancellation);
      return new ChangeResult(true, changed(each.outcomes()), -1, Optional.empty());
    }
    RowWriter.Together outcome = writer.writeTogether(rows, cancellation);
    if (outcome.isWhole()) {
      return new ChangeResult(true, outcome.changed(), -1, Optional.empty());
    }
    int place = places.get(outcome.failed());
    RuntimeException refusal = outcome.refusal();
    if (refusal != null) {
      throw placed(refusal, place);
    }
    RowState state = outcome.found();
    return unmet(outcome.failed(), state == null ? null : state.current(), place);
  }

  private ChangeResult unmet(int row, @Nullable Object @Nullable [] found, int place) {
    return new ChangeResult(
        false,
        0,
        place,
        found == null ? Optional.empty() : Optional.of(rows.get(row).table().shown(found)));
  }

  private static long changed(List<RowChange.@Nullable Outcome> outcomes) {
    return outcomes.stream()
        .filter(outcome -> outcome != null && outcome != RowChange.Outcome.UNCHANGED)
        .filter(outcome -> outcome != RowChange.Outcome.UNMET)
        .count();
  }

  /**
   * Makes the changes as one statement: {@link RowWriter#writeEach}.
   *
   * @throws TableException if a change is refused; the message says what was written
   */
  private RowWriter.Each writeEach(RowWriter writer, Cancellation cancellation) {
    String thing =
        changes.stream().allMatch(change -> change.kind() == Change.Kind.INSERT) ? "row" : "change";
    RowWriter.Each each = writer.writeEach(rows, cancellation);
    PartialRefusal.throwIfAny(each, places, changes.size(), thing);
    return each;
  }

  /**
   * Writes the changes as one statement. A change whose row does not meet its condition is left
   * out.
   *
   * @param cancellation ends the call early
   * @return the result of each change, in order
   */
  public List<ChangeResult> writeSeparately(RowWriter writer, Cancellation cancellation) {
    List<ChangeResult> results = new ArrayList<>();
    RowWriter.Each each = rows.isEmpty() ? new RowWriter.Each() : writeEach(writer, cancellation);
    int row = 0;
    for (int place = 0; place < changes.size(); place++) {
      int start = row;
      while (row < rows.size() && places.get(row) == place) {
        row++;
      }
      List<RowChange.@Nullable Outcome> outcomes = each.outcomes().subList(start, row);
      results.add(
          outcomes.contains(RowChange.Outcome.UNMET)
              ? unmet(start, each.found(start), 0)
              : new ChangeResult(true, changed(outcomes), -1, Optional.empty()));
    }
    return results;
  }

  /**
   * Writes inserts as one statement.
   *
   * @param cancellation ends the call early
   * @return the result of each inserted row, in order
   */
  public List<WriteResult> insert(RowWriter writer, Cancellation cancellation) {
    return rows.isEmpty()
        ? List.of()
        : writeEach(writer, cancellation).outcomes().stream()
            .map(RowChange.Outcome::ofInsert)
            .toList();
  }
}
