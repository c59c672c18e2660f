package keywright.store;

/**
 * Takes stored and new cells in their order and writes those that are kept; see {@link WriteBatch}
 * for which. Used by one thread, once.
 */
final class CellMerge {
  private final CellWriter out;
  private final int versions;
  private final long nowMillis;
  private int columnId;
  private int kept;

  CellMerge(CellWriter out, int versions, long nowMillis) {
    this.out = out;
    this.versions = versions;
    this.nowMillis = nowMillis;
  }

  /**
   * A stored cell.
   *
   * @param unknown whether it is of a column that the layout lacks; it is then left as it is
   */
  void take(CellReader in, boolean unknown) {
    if (unknown || isKept(in.columnId(), in.isDead(nowMillis), in.writeTimeMicros())) {
      out.copy(in, nowMillis);
    }
  }

  /** A cell that is put. */
  void take(Cell cell, TableLayout layout) {
    Object value = cell.isDead(nowMillis) ? null : cell.shared();
    ColumnLayout column = layout.column(cell.columnId());
    // A deletion that says no time is the latest: what is older goes with it.
    if (value == null && versions == 1 && cell.writeTimeMicros() == 0) {
      start(cell.columnId());
      kept++;
    } else if (isKept(cell.columnId(), value == null, cell.writeTimeMicros()) && column != null) {
      boolean isPut =
          value instanceof String text && CellValues.isText(column) && out.putAscii(cell, text);
      if (!isPut) {
        out.put(cell, value == null ? null : CellValues.encode(column, value));
      }
    }
  }

  private boolean isKept(int id, boolean dead, long writeTimeMicros) {
    start(id);
    if (kept >= versions || (dead && versions == 1 && writeTimeMicros == 0)) {
      return false;
    }
    kept++;
    return true;
  }

  private void start(int id) {
    if (id != columnId) {
      columnId = id;
      kept = 0;
    }
  }
}
