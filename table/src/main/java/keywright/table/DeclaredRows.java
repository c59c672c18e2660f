package keywright.table;

import java.util.List;
import keywright.store.StoreException;

/** Rows of one table on their way, and whether its declaration still is the one they go by. */
final class DeclaredRows {
  private DeclaredRows() {}

  /**
   * Whether rows may be written by the declaration of their table; false when nobody can know what
   * became of one.
   *
   * @throws OutdatedException when all can be started anew, by another declaration
   */
  static boolean hold(Declarations declarations, List<RowCommit> rows) {
    StoredTable table = rows.get(0).table();
    if (declarations.hold(table)) {
      return true;
    }
    requireAnew(rows, new OutdatedException(table));
    return false;
  }

  /** What comes of an engine that refused entries: perhaps their index was dropped. */
  static void failed(Declarations declarations, List<RowCommit> rows, StoreException failure) {
    StoredTable table = rows.get(0).table();
    requireAnew(rows, declarations.areCurrent(table) ? failure : new OutdatedException(table));
  }

  /** Lets the rows fail of which nobody can know what became of them; throws when there is none. */
  private static void requireAnew(List<RowCommit> rows, RuntimeException failure) {
    List<RowCommit> doubtful =
        rows.stream().filter(row -> row.isUnanswered() && row.isConditional()).toList();
    if (doubtful.isEmpty()) {
      throw failure;
    }
    doubtful.forEach(row -> row.fail(SingleRowWriter.unknown(row)));
  }
}
