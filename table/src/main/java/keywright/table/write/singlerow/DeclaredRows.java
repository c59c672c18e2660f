package keywright.table.write.singlerow;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import keywright.store.NoTableException;
import keywright.store.StoreException;
import keywright.store.UnansweredException;
import keywright.store.Written;
import keywright.table.catalog.Declarations;
import keywright.table.catalog.OutdatedException;
import keywright.table.layout.Reason;
import keywright.table.layout.StoredTable;
import keywright.table.model.OutcomeUnknownException;
import keywright.table.write.RowChange;

/**
 * Rows of one table that are being written, and whether the declaration that they use is still
 * current.
 */
final class DeclaredRows {
  private DeclaredRows() {}

  /**
   * Whether rows may be written by the declaration of their table; false when nobody can know what
   * became of one.
   *
   * @throws OutdatedException when all can be started again, by another declaration
   */
  static boolean hold(Declarations declarations, List<RowCommit> rows) {
    StoredTable table = rows.get(0).table();
    if (declarations.hold(table)) {
      return true;
    }
    requireAnew(rows, new OutdatedException(table));
    return false;
  }

  /** The answers to a write of rows; notes it when there is none to one of them. */
  static List<Written> answers(
      Declarations declarations, List<RowCommit> rows, Supplier<List<Written>> write) {
    try {
      List<Written> answers = write.get();
      if (answers.contains(Written.UNANSWERED)) {
        declarations.unanswered();
      }
      return answers;
    } catch (UnansweredException e) {
      declarations.unanswered();
      rows.forEach(row -> row.to(row.sent().unanswered()));
      throw e;
    }
  }

  /**
   * Requires that others have waited for the rows that are written.
   *
   * @throws OutdatedException when they may not have, and the statement can begin again: {@link
   *     DelayedRows} have their entries then
   */
  static void requireInTime(
      Declarations declarations, List<RowCommit> rows, List<RowCommit> written) {
    if (written.isEmpty() || declarations.heldUntilNow(written.get(0).table())) {
      return;
    }
    StoredTable table = written.get(0).table();
    if (!written.get(0).isTogether()) {
      requireAnew(rows, new OutdatedException(table));
    }
    for (RowCommit row : written) {
      row.fail(DelayedRows.unknown(table, table.primaryKey().readable(row.key())));
    }
  }

  /**
   * Notes which rows are written, or may be, before the statement starts again.
   *
   * @throws OutcomeUnknownException when it must not: a conditional change may be made, and made
   *     again it would be refused for what it has written itself
   */
  static void requireRepeatable(Map<RowChange, RowCommit> rows) {
    for (RowCommit row : rows.values()) {
      if (!row.isWritten() && row.mayBeWritten() && row.isConditional()) {
        String table = row.table().name();
        throw new OutcomeUnknownException(
            table,
            "cannot tell which rows of the statement are written, or will still be written: the engine did not answer a conditional write to %s, and the declaration of this table changed meanwhile; read the rows, and repeat the statement if the changes are missing"
                .formatted(table));
      }
    }
    rows.forEach(
        (change, row) -> {
          if (row.isWritten()) {
            change.noteDone(row.outcome(change));
          } else if (row.mayBeWritten()) {
            change.noteMaybeDone();
          }
        });
  }

  /**
   * What comes of rows when an engine fails: nobody can know what became of them when one was
   * written, or may be, before. A table that is gone has none of them, and no other gets its name;
   * they are written again, to the one in its place.
   */
  static void failed(List<RowCommit> rows, StoreException failure) {
    if (failure instanceof NoTableException) {
      requireAnew(rows, failure);
      return;
    }
    if (rows.stream().noneMatch(RowCommit::mayBeWritten)) {
      throw failure;
    }
    RowCommit row = rows.get(0);
    if (rows.size() > 1) {
      throw new OutcomeUnknownException(
          row.table().name(),
          "cannot tell which of %d rows of %s are written, or will still be written; write all of these rows again (%s)"
              .formatted(rows.size(), row.table().name(), Reason.of(failure)),
          failure);
    }
    row.fail(row.unknown(failure));
  }

  /** What comes of an engine that refused entries: perhaps their index was dropped. */
  static void failed(Declarations declarations, List<RowCommit> rows, StoreException failure) {
    StoredTable table = rows.get(0).table();
    if (declarations.areCurrent(table)) {
      failed(rows, failure);
    } else {
      requireAnew(rows, new OutdatedException(table));
    }
  }

  /** Lets the rows fail of which nobody can know what became of them; throws when there is none. */
  private static void requireAnew(List<RowCommit> rows, RuntimeException failure) {
    List<RowCommit> doubtful =
        rows.stream().filter(row -> row.mayBeWritten() && row.isConditional()).toList();
    if (doubtful.isEmpty()) {
      throw failure;
    }
    doubtful.forEach(row -> row.fail(row.unknown()));
  }
}
