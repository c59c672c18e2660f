package keywright.table.query;

import org.jspecify.annotations.Nullable;

/** What of a scan in the plan's order follows a place. Used by one thread. */
final class RestOfScan implements FoundRow.Source {
  private final RowOrder order;
  private final FoundRow.Source source;
  private final RowOrder.Place place;
  private boolean behind;

  RestOfScan(RowOrder order, FoundRow.Source source, RowOrder.Place place) {
    this.order = order;
    this.source = source;
    this.place = place;
  }

  @Override
  public @Nullable FoundRow next() {
    FoundRow row = source.next();
    while (row != null && !behind && !order.isBehind(row, place)) {
      row = source.next();
    }
    behind = true;
    return row;
  }

  @Override
  public void close() {
    source.close();
  }
}
