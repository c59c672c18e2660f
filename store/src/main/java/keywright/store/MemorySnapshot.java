package keywright.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import keywright.key.ByteRange;
import keywright.key.ErrorCode;
import keywright.key.Key;
import org.jspecify.annotations.Nullable;

/**
 * The tables as they were, which the engine never changes, or as they are at each call, when it
 * makes no snapshots.
 */
final class MemorySnapshot implements ByteSnapshot {
  private final MemoryEngine engine;
  private final Supplier<? extends Map<String, MemoryEngine.Table>> tables;
  private final long nowMillis;
  private volatile boolean closed;

  MemorySnapshot(
      MemoryEngine engine,
      Supplier<? extends Map<String, MemoryEngine.Table>> tables,
      LongSupplier clock) {
    this.engine = engine;
    this.tables = tables;
    this.nowMillis = clock.getAsLong();
  }

  @Override
  public long nowMillis() {
    return nowMillis;
  }

  @Override
  public @Nullable StoredRow get(TableLayout layout, Key key, RowOptions options) {
    MemoryEngine.Table table = table(layout);
    Reading reading = reading(layout, options);
    byte[] rowKey = layout.keySchema().encode(key);
    SortedRows.Row row = SortedRows.get(table.rows(), rowKey);
    return row == null ? null : reading.row(rowKey, row);
  }

  @Override
  public RowCursor scan(TableLayout layout, ByteRange range, ScanOptions options) {
    MemoryEngine.Table unused = table(layout);
    return options.reverse()
        ? new Backwards(layout, range, options)
        : new Forwards(layout, range, options);
  }

  private MemoryEngine.Table table(TableLayout layout) {
    requireOpen();
    return MemoryEngine.table(tables.get(), "read", layout);
  }

  private void requireOpen() {
    engine.requireOpen();
    if (closed) {
      throw new StoreException(
          ErrorCode.CLOSED,
          "cannot read from the snapshot: found it closed, expected an open snapshot; open another snapshot");
    }
  }

  private Reading reading(TableLayout layout, RowOptions options) {
    boolean[] read = new boolean[layout.families().size()];
    read[0] = true;
    for (String family : options.families()) {
      read[layout.familyIndex(family)] = true;
    }
    return new Reading(layout, read, options);
  }

  /** What is read of each row. */
  private final class Reading {
    private final TableLayout layout;
    private final boolean[] families;
    private final RowOptions options;

    Reading(TableLayout layout, boolean[] families, RowOptions options) {
      this.layout = layout;
      this.families = families;
      this.options = options;
    }

    /** The row as it is read; null when it has expired. */
    @Nullable StoredRow row(byte[] rowKey, SortedRows.Row row) {
      long moment = options.momentOf(row.head(), nowMillis);
      if (row.head().isExpired(moment)) {
        return null;
      }
      List<Cell> cells = new ArrayList<>();
      for (int family = 0; family < families.length; family++) {
        int at = family;
        row.cells()
            .forEach(
                (id, ofColumn) -> {
                  if (families[at] && layout.column(id) != null && layout.familyOf(id) == at) {
                    add(ofColumn, layout.families().get(at).versions(), moment, cells);
                  }
                });
      }
      return StoredRow.of(layout, rowKey, row.head(), cells);
    }

    private void add(List<Cell> ofColumn, int versions, long moment, List<Cell> cells) {
      boolean history = options.history();
      for (Cell cell : history ? ofColumn : ofColumn.subList(0, Math.min(1, ofColumn.size()))) {
        if (!cell.isDead(moment)) {
          cells.add(cell);
        } else if (history && (versions > 1 || cell.writeTimeMicros() != 0)) {
          cells.add(cell.withoutValue());
        }
      }
    }
  }

  @Override
  public void close() {
    closed = true;
  }

  private abstract class MemoryCursor implements RowCursor {
    final ByteRange range;
    private final TableLayout layout;
    private final ScanOptions options;
    private final Reading reading;
    private boolean cursorClosed;
    private long skipped;

    MemoryCursor(TableLayout layout, ByteRange range, ScanOptions options) {
      this.layout = layout;
      this.range = range;
      this.options = options;
      this.reading = reading(layout, options.row());
    }

    /** The rows of the table as they are now. */
    final @Nullable SortedRows rows() {
      return table(layout).rows();
    }

    /** The next place, in or out of the range. */
    abstract @Nullable SortedRows advance();

    @Override
    public @Nullable StoredRow next() {
      requireOpen();
      if (cursorClosed) {
        throw new StoreException(
            ErrorCode.CLOSED,
            "cannot read the next row: found the cursor closed, expected an open cursor; scan again");
      }
      SortedRows at = advance();
      while (at != null && range.contains(at.rowKey())) {
        StoredRow row = readable(at);
        if (row != null) {
          return row;
        }
        reading.options.checkSkipped(++skipped, reading.layout);
        at = advance();
      }
      return null;
    }

    /** The row; null when it has expired, or cannot be read and is skipped. */
    private @Nullable StoredRow readable(SortedRows at) {
      Consumer<UnreadableRowException> unreadable = options.unreadable();
      try {
        return options.checked(reading.row(at.rowKey(), at.row()));
      } catch (UnreadableRowException e) {
        if (unreadable == null) {
          throw e;
        }
        unreadable.accept(e);
        return null;
      }
    }

    @Override
    public void close() {
      cursorClosed = true;
    }
  }

  private final class Forwards extends MemoryCursor {
    private byte[] start;

    Forwards(TableLayout layout, ByteRange range, ScanOptions options) {
      super(layout, range, options);
      start = range.start();
    }

    @Override
    @Nullable SortedRows advance() {
      SortedRows at = SortedRows.seek(rows(), start);
      if (at != null) {
        start = Arrays.copyOf(at.rowKey(), at.rowKey().length + 1);
      }
      return at;
    }
  }

  private final class Backwards extends MemoryCursor {
    private byte @Nullable [] stop;

    Backwards(TableLayout layout, ByteRange range, ScanOptions options) {
      super(layout, range, options);
      stop = range.stop();
    }

    @Override
    @Nullable SortedRows advance() {
      SortedRows at = SortedRows.seekBefore(rows(), stop);
      if (at != null) {
        stop = at.rowKey();
      }
      return at;
    }
  }
}
