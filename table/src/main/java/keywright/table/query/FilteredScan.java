package keywright.table.query;

import java.util.List;
import keywright.key.Condition;
import keywright.table.layout.RowTest;
import keywright.table.layout.StoredTable;
import org.jspecify.annotations.Nullable;

/** The rows of a scan that meet conditions. Used by one thread. */
final class FilteredScan implements FoundRow.Source {
  private final FoundRow.Source source;
  private final RowTest test;

  FilteredScan(StoredTable table, FoundRow.Source source, List<Condition> conditions) {
    this.source = source;
    this.test = RowTest.meets(table, conditions);
  }

  @Override
  public @Nullable FoundRow next() {
    FoundRow row = source.next();
    while (row != null && !test.test(row.values())) {
      row = source.next();
    }
    return row;
  }

  @Override
  public void close() {
    source.close();
  }
}
