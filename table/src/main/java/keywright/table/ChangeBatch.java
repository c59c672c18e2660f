package keywright.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import keywright.key.Column;
import keywright.key.KeyException;
import org.jspecify.annotations.Nullable;

/** Changes of rows that are made together, and the {@link Change} that each comes from. */
final class ChangeBatch {
  private static final int ROWS_MAX = 10_000;

  private final List<RowChange> rows = new ArrayList<>();

  /** Per row: the place of its change. */
  private final List<Integer> places = new ArrayList<>();

  private final boolean several;

  private ChangeBatch(boolean several) {
    this.several = several;
  }

  /**
   * @param tables gives a table as it is now, and as it stays until the batch is written
   * @param draw gives the numbers of random(n)
   */
  static ChangeBatch of(
      List<Change> changes, Function<String, StoredTable> tables, IntUnaryOperator draw) {
    ChangeBatch batch = new ChangeBatch(changes.size() > 1);
    for (int place = 0; place < changes.size(); place++) {
      batch.add(changes.get(place), place, tables, draw);
    }
    return batch;
  }

  private void add(
      Change change, int place, Function<String, StoredTable> tables, IntUnaryOperator draw) {
    try {
      for (RowChange row : change.resolve(tables.apply(change.table()), draw)) {
        rows.add(row);
        places.add(place);
      }
    } catch (KeyException | TableException e) {
      throw placed(e, place);
    }
    if (rows.size() > ROWS_MAX) {
      throw new TableException(
          "cannot write a batch of more than %,d rows: found more up to change %,d; write it in several batches"
              .formatted(ROWS_MAX, place + 1));
    }
  }

  private RuntimeException placed(RuntimeException refusal, int place) {
    return several
        ? new TableException(
            "%s (change %d of the batch)".formatted(refusal.getMessage(), place + 1),
            refusal,
            place)
        : refusal;
  }

  ChangeResult write(RowWriter writer) {
    if (rows.isEmpty()) {
      return new ChangeResult(true, 0, -1, Optional.empty());
    }
    RowWriter.Together outcome = writer.writeTogether(rows, several);
    if (outcome.isWhole()) {
      return new ChangeResult(true, outcome.changed(), -1, Optional.empty());
    }
    int place = places.get(outcome.failed());
    RuntimeException refusal = outcome.refusal();
    if (refusal != null) {
      throw placed(refusal, place);
    }
    RowState state = outcome.found();
    @Nullable Object @Nullable [] found = state == null ? null : state.current();
    List<Column> columns = rows.get(outcome.failed()).table().columns();
    return new ChangeResult(
        false,
        0,
        place,
        found == null
            ? Optional.empty()
            : Optional.of(new Row(columns.stream().map(Column::name).toList(), found)));
  }
}
