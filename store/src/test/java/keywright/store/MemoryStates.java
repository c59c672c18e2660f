package keywright.store;

import java.util.HexFormat;
import java.util.TreeMap;

/** States of a {@link MemoryEngine}, for tests that try what may come of each. */
public final class MemoryStates {
  private MemoryStates() {}

  /** An engine with all that another holds now; from then on each changes by itself. */
  public static MemoryEngine copy(MemoryEngine engine) {
    return new MemoryEngine(engine);
  }

  /** Lets the engine forget its timed deletes, as others do when they compact. */
  public static void forgetDeletes(MemoryEngine engine) {
    engine.forgetDeletes();
  }

  /** All that is in the engine; two engines that do the same from now on have the same. */
  public static String describe(MemoryEngine engine) {
    StringBuilder text = new StringBuilder();
    engine
        .state()
        .forEach(
            (name, table) -> {
              text.append(name).append(' ');
              rows(table.rows(), text);
              text.append(" deleted ");
              rows(table.deleted(), text);
              text.append('\n');
            });
    return text.toString();
  }

  /**
   * Whether a batch of one row, which expects none there, would be written under a timed delete of
   * that row, where some engines acknowledge it and nobody sees it.
   */
  public static boolean isMasked(MemoryEngine engine, WriteBatch batch) {
    RowWrite last = batch.writes().get(batch.size() - 1);
    MemoryEngine.Table table = engine.state().get(last.layout().name());
    byte[] rowKey = last.layout().keySchema().encode(last.key());
    SortedRows.Row deleted = table == null ? null : SortedRows.get(table.deleted(), rowKey);
    return last instanceof RowWrite.Put put
        && batch.writes().get(0).expects(null)
        && put.expects(null)
        && deleted != null
        && deleted.head().version() >= put.newVersion()
        && SortedRows.get(table.rows(), rowKey) == null;
  }

  /**
   * Leaves a timed delete where a batch has removed its row, at the version that it has put, or
   * that it expects.
   */
  public static void markRemoved(MemoryEngine engine, WriteBatch batch) {
    RowWrite first = batch.writes().get(0);
    RowWrite last = batch.writes().get(batch.size() - 1);
    long version = first instanceof RowWrite.Put put ? put.newVersion() : first.expectedVersion();
    if (last instanceof RowWrite.Delete && version > 0) {
      TimedWrites.of(engine)
          .write(java.util.List.of(TimedWrite.delete(last.layout(), last.key(), version)));
    }
  }

  /** The highest version of the rows of a table; 0 for none. */
  public static long newest(MemoryEngine engine, String table) {
    MemoryEngine.Table found = engine.state().get(table);
    long newest = 0;
    byte[] start = {};
    SortedRows rows = found == null ? null : found.rows();
    for (SortedRows at = SortedRows.seek(rows, start); at != null; ) {
      newest = Math.max(newest, at.row().head().version());
      at = SortedRows.seek(rows, java.util.Arrays.copyOf(at.rowKey(), at.rowKey().length + 1));
    }
    return newest;
  }

  private static void rows(SortedRows rows, StringBuilder text) {
    byte[] start = {};
    for (SortedRows at = SortedRows.seek(rows, start); at != null; ) {
      RowHead head = at.row().head();
      text.append(HexFormat.of().formatHex(at.rowKey()))
          .append('@')
          .append(head.version())
          .append('/')
          .append(head.nonce())
          .append(head.mark().isLive() ? "" : head.mark().toString())
          .append(head.expiryMillis() == 0 ? "" : " until " + head.expiryMillis());
      new TreeMap<>(at.row().cells())
          .forEach(
              (id, cells) ->
                  cells.forEach(
                      cell -> {
                        Object value = cell.value();
                        text.append(' ').append(id).append('=');
                        text.append(
                            value instanceof byte[] bytes
                                ? HexFormat.of().formatHex(bytes)
                                : value);
                      }));
      text.append("; ");
      byte[] next = java.util.Arrays.copyOf(at.rowKey(), at.rowKey().length + 1);
      at = SortedRows.seek(rows, next);
    }
  }
}
