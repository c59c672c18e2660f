package keywright.table.write;

import java.util.ArrayList;
import java.util.List;
import keywright.key.KeyException;
import keywright.store.stop.Cancellation;
import keywright.table.catalog.Tables;
import keywright.table.layout.StoredTable;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * Inserts that were checked with an earlier declaration of their table, and are written with its
 * current declaration. Used by one thread.
 */
public final class PendingInserts {
  private final List<RowChange> inserts;

  public PendingInserts(List<RowChange> inserts) {
    this.inserts = new ArrayList<>(inserts);
  }

  /**
   * Writes the inserts. An insert that does not fit the current declaration is left out, and the
   * result has its error.
   *
   * @param table the name of the table
   * @param cancellation ends the call early
   */
  public RowWriter.Result write(
      Tables tables, RowWriter writer, String table, Cancellation cancellation) {
    return tables.using(table, stored -> write(writer, stored, cancellation));
  }

  private RowWriter.Result write(RowWriter writer, StoredTable table, Cancellation cancellation) {
    @Nullable RuntimeException[] misfits = new @Nullable RuntimeException[inserts.size()];
    List<RowChange> fitting = new ArrayList<>(misfits.length);
    for (int i = 0; i < misfits.length; i++) {
      try {
        inserts.set(i, inserts.get(i).insertedInto(table));
        fitting.add(inserts.get(i));
      } catch (KeyException | TableException e) {
        misfits[i] = e;
      }
    }
    RowWriter.Result written =
        fitting.isEmpty()
            ? new RowWriter.Result(List.of(), List.of())
            : writer.write(table, fitting, cancellation);
    return fitting.size() == misfits.length ? written : written.with(misfits);
  }
}
