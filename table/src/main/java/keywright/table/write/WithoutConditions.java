package keywright.table.write;

import keywright.key.ErrorCode;
import keywright.table.layout.StoredTable;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/** What a table cannot have whose rows are written without conditions. */
final class WithoutConditions {
  private WithoutConditions() {}

  /**
   * Refuses a change that depends on what is stored.
   *
   * @param dependent what makes it depend on the row, as the message names it; null for nothing
   */
  static void require(StoredTable table, @Nullable String dependent) {
    if (dependent != null) {
      throw new TableException(
          ErrorCode.UNSUPPORTED,
          "cannot write to %s: found %s, expected a write without conditions, since %s"
              .formatted(
                  table.name(),
                  dependent,
                  table.definition().isAttached()
                      ? "the other clients of this attached table write without conditions; leave it out, or copy the table into another database"
                      : "the table has writes = 'plain'; leave it out, or copy the rows into a table with writes = 'exact'"));
    }
  }
}
