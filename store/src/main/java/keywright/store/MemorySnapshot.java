package keywright.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import keywright.key.ByteRange;
import keywright.key.Key;
import org.jspecify.annotations.Nullable;

/** The tables as they were; the engine never changes them. */
final class MemorySnapshot implements Snapshot {
  private final MemoryEngine engine;
  private final Map<String, MemoryEngine.Table> tables;
  private volatile boolean closed;

  MemorySnapshot(MemoryEngine engine, Map<String, MemoryEngine.Table> tables) {
    this.engine = engine;
    this.tables = tables;
  }

  @Override
  public @Nullable StoredRow get(TableLayout layout, Key key, Set<String> families) {
    MemoryEngine.Table table = table(layout);
    boolean[] read = read(layout, families);
    byte[] rowKey = layout.keySchema().encode(key);
    SortedRows.Row row = SortedRows.get(table.rows(), rowKey);
    return row == null ? null : stored(layout, rowKey, row, read);
  }

  @Override
  public RowCursor scan(TableLayout layout, ByteRange range, ScanOptions options) {
    SortedRows rows = table(layout).rows();
    boolean[] read = read(layout, options.families());
    return options.reverse()
        ? new Backwards(layout, rows, range, read)
        : new Forwards(layout, rows, range, read);
  }

  private MemoryEngine.Table table(TableLayout layout) {
    requireOpen();
    return MemoryEngine.table(tables, "read", layout);
  }

  private void requireOpen() {
    engine.requireOpen();
    if (closed) {
      throw new StoreException("cannot read: found the snapshot closed, expected open");
    }
  }

  private static boolean[] read(TableLayout layout, Set<String> families) {
    boolean[] read = new boolean[layout.families().size()];
    read[0] = true;
    for (String family : families) {
      read[layout.familyIndex(family)] = true;
    }
    return read;
  }

  private static StoredRow stored(
      TableLayout layout, byte[] rowKey, SortedRows.Row row, boolean[] read) {
    List<Cell> cells = new ArrayList<>();
    for (int family = 0; family < read.length; family++) {
      for (Cell cell : row.cells().values()) {
        if (read[family]
            && layout.column(cell.columnId()) != null
            && layout.familyOf(cell.columnId()) == family) {
          cells.add(cell);
        }
      }
    }
    return StoredRow.of(layout, rowKey, row.version(), cells);
  }

  @Override
  public void close() {
    closed = true;
  }

  private abstract class MemoryCursor implements RowCursor {
    final @Nullable SortedRows rows;
    final ByteRange range;
    private final TableLayout layout;
    private final boolean[] read;
    private boolean cursorClosed;

    MemoryCursor(TableLayout layout, @Nullable SortedRows rows, ByteRange range, boolean[] read) {
      this.layout = layout;
      this.rows = rows;
      this.range = range;
      this.read = read;
    }

    /** The next place, in or out of the range. */
    abstract @Nullable SortedRows advance();

    @Override
    public @Nullable StoredRow next() {
      requireOpen();
      if (cursorClosed) {
        throw new StoreException("cannot read: found the cursor closed, expected open");
      }
      SortedRows at = advance();
      return at == null || !range.contains(at.rowKey())
          ? null
          : stored(layout, at.rowKey(), at.row(), read);
    }

    @Override
    public void close() {
      cursorClosed = true;
    }
  }

  private final class Forwards extends MemoryCursor {
    private byte[] start;

    Forwards(TableLayout layout, @Nullable SortedRows rows, ByteRange range, boolean[] read) {
      super(layout, rows, range, read);
      start = range.start();
    }

    @Override
    @Nullable SortedRows advance() {
      SortedRows at = SortedRows.seek(rows, start);
      if (at != null) {
        start = Arrays.copyOf(at.rowKey(), at.rowKey().length + 1);
      }
      return at;
    }
  }

  private final class Backwards extends MemoryCursor {
    private byte @Nullable [] stop;

    Backwards(TableLayout layout, @Nullable SortedRows rows, ByteRange range, boolean[] read) {
      super(layout, rows, range, read);
      stop = range.stop();
    }

    @Override
    @Nullable SortedRows advance() {
      SortedRows at = SortedRows.seekBefore(rows, stop);
      if (at != null) {
        stop = at.rowKey();
      }
      return at;
    }
  }
}
