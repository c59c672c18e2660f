package keywright.store.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import keywright.key.Key;
import keywright.key.KeySpan;
import keywright.store.Engine;
import keywright.store.RowCursor;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import org.jspecify.annotations.Nullable;

/**
 * An engine for tests of calls that end early. It counts the open snapshots, tells of each row of
 * one table that is read, and can let the scans of this table never end.
 */
public class WatchedEngine extends ForwardingEngine {
  private static final int ROWS_AT_ONCE = 10;
  private static final long PAUSE_NANOS = 1_000_000;

  private final AtomicInteger open = new AtomicInteger();
  private final AtomicLong rows = new AtomicLong();
  private volatile String table = "";
  private volatile LongConsumer reading = row -> {};
  private volatile boolean isEndless;

  public WatchedEngine(Engine engine) {
    super(engine);
  }

  /** How many snapshots are open. */
  public int openSnapshots() {
    return open.get();
  }

  /** How many rows of the watched table or index were read since it is watched. */
  public long rowsRead() {
    return rows.get();
  }

  /**
   * Watches a table or an index.
   *
   * @param newReading called before each row that is read, with its number from 1
   */
  public void watch(String newTable, LongConsumer newReading) {
    table = newTable;
    reading = newReading;
    rows.set(0);
  }

  /**
   * Lets the scans of a table begin again when they end, unless it is empty. They read about ten
   * thousand rows a second, so that a test which waits leaves the processor to others.
   */
  public void endless(String newTable) {
    watch(newTable, row -> {});
    isEndless = true;
  }

  private boolean isWatched(TableLayout layout) {
    return layout.name().equals(table);
  }

  private void read(TableLayout layout) {
    if (isWatched(layout)) {
      long row = rows.incrementAndGet();
      reading.accept(row);
      if (isEndless && row % ROWS_AT_ONCE == 0) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  @Override
  public Snapshot snapshot(LongSupplier clock) {
    Snapshot view = super.snapshot(clock);
    open.incrementAndGet();
    return new Watched(view);
  }

  private final class Watched implements Snapshot {
    private final Snapshot view;
    private final AtomicBoolean closed = new AtomicBoolean();

    Watched(Snapshot view) {
      this.view = view;
    }

    @Override
    public long nowMillis() {
      return view.nowMillis();
    }

    @Override
    public @Nullable StoredRow get(TableLayout layout, Key key, RowOptions options) {
      read(layout);
      return view.get(layout, key, options);
    }

    @Override
    public List<@Nullable StoredRow> get(TableLayout layout, List<Key> keys, RowOptions options) {
      List<@Nullable StoredRow> found = new ArrayList<>(view.get(layout, keys, options));
      keys.forEach(key -> read(layout));
      return found;
    }

    @Override
    public RowCursor scan(TableLayout layout, KeySpan span, ScanOptions options) {
      return new Cursor(layout, () -> view.scan(layout, span, options));
    }

    @Override
    public RowCursor walk(TableLayout layout, @Nullable Key after, ScanOptions options) {
      return new Cursor(layout, () -> view.walk(layout, after, options));
    }

    @Override
    public void close() {
      view.close();
      if (closed.compareAndSet(false, true)) {
        open.decrementAndGet();
      }
    }
  }

  private final class Cursor implements RowCursor {
    private final TableLayout layout;
    private final Supplier<RowCursor> opened;
    private RowCursor cursor;

    Cursor(TableLayout layout, Supplier<RowCursor> opened) {
      this.layout = layout;
      this.opened = opened;
      this.cursor = opened.get();
    }

    @Override
    public @Nullable StoredRow next() {
      read(layout);
      StoredRow row = cursor.next();
      if (row == null && isEndless && isWatched(layout)) {
        cursor.close();
        cursor = opened.get();
        row = cursor.next();
      }
      return row;
    }

    @Override
    public void close() {
      cursor.close();
    }
  }
}
