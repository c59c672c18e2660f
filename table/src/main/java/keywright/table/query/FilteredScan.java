package keywright.table.query;

import keywright.table.layout.RowTest;
import org.jspecify.annotations.Nullable;

/** The rows of a scan that meet conditions. Used by one thread. */
final class FilteredScan implements FoundRow.Source {
  private final FoundRow.Source source;
  private final RowTest test;

  FilteredScan(FoundRow.Source source, RowTest test) {
    this.source = source;
    this.test = test;
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
