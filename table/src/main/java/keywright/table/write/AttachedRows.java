package keywright.table.write;

import keywright.key.ErrorCode;
import keywright.store.ColumnLayout;
import keywright.table.layout.StoredTable;
import keywright.table.model.Names;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import org.jspecify.annotations.Nullable;

/** What the rows of another client's table cannot have. */
final class AttachedRows {
  private AttachedRows() {}

  /**
   * Refuses a change that its other client would not understand.
   *
   * @param moves whether the change moves the row
   * @param underCondition whether it inserts a row unless one exists
   * @param given one value per column
   */
  static void requirePlain(
      StoredTable table,
      boolean moves,
      Using using,
      boolean underCondition,
      @Nullable Object[] given) {
    String found =
        moves
            ? "REKEY, expected none, since the other clients of this attached table cannot read its move intents; INSERT the row with its new key, and DELETE the old row"
            : !using.equals(Using.NOTHING)
                ? "a timestamp or a ttl, expected none, since the other clients of this attached table could not read such values; leave USING out"
                : null;
    ColumnLayout compared =
        table.layout().families().stream()
            .flatMap(family -> family.columns().stream())
            .findFirst()
            .orElseThrow();
    if (found == null && underCondition && isWithout(table, given, compared)) {
      throw new TableException(
          "cannot insert into %s with IF NOT EXISTS: found no value for %s, expected one, since the engine checks this column to see whether the row exists; give the column a value"
              .formatted(table.name(), Names.quote(compared.name())));
    }
    if (found != null) {
      throw new TableException(
          ErrorCode.UNSUPPORTED, "cannot write to %s: found %s".formatted(table.name(), found));
    }
  }

  private static boolean isWithout(
      StoredTable table, @Nullable Object[] given, ColumnLayout column) {
    for (int i = 0; i < given.length; i++) {
      if (table.columnId(i) == column.id()) {
        return given[i] == null || given[i] == StoredTable.UNNAMED;
      }
    }
    return true;
  }
}
