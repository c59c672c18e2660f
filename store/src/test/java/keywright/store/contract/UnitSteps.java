package keywright.store.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import keywright.key.Key;
import keywright.key.KeySpan;
import keywright.store.Cell;
import keywright.store.Engine;
import keywright.store.RowCursor;
import keywright.store.RowHead;
import keywright.store.RowOptions;
import keywright.store.RowWrite;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.TimedWrite;
import keywright.store.TimedWrites;
import keywright.store.WriteBatch;
import keywright.store.Written;

/**
 * An engine whose versions are multiples of more than 1, seen as if they were multiples of 1, so
 * that the cases need not know: every version and write time is multiplied on its way in and
 * divided on its way out.
 */
final class UnitSteps extends ForwardingEngine {
  private final long step;

  private UnitSteps(Engine engine) {
    super(engine);
    this.step = engine.versionStep();
  }

  static Engine of(Engine engine) {
    return engine.versionStep() == 1 ? engine : new UnitSteps(engine);
  }

  private StoredRow divided(TableLayout layout, StoredRow row) {
    return row == null ? null : scaled(layout, row, 1, step);
  }

  private StoredRow multiplied(TableLayout layout, StoredRow row) {
    return row == null ? null : scaled(layout, row, step, 1);
  }

  private static StoredRow scaled(TableLayout layout, StoredRow row, long times, long by) {
    List<Cell> cells = row.cells().stream().map(cell -> scaled(cell, times, by)).toList();
    return StoredRow.of(layout, row.rowKey(), scaled(row.head(), times, by), cells);
  }

  private static Cell scaled(Cell cell, long times, long by) {
    return new Cell(
        cell.columnId(),
        cell.value(),
        cell.version() * times / by,
        cell.writeTimeMicros() * times / by,
        cell.expiryMillis());
  }

  private static RowHead scaled(RowHead head, long times, long by) {
    return new RowHead(
        head.version() * times / by,
        head.expiryMillis(),
        head.createdMicros() * times / by,
        head.nonce(),
        head.mark());
  }

  private WriteBatch multiplied(WriteBatch batch) {
    WriteBatch copy = new WriteBatch(batch.nowMillis());
    for (RowWrite write : batch.writes()) {
      StoredRow found = multiplied(write.layout(), write.found());
      long version = write.expectedVersion();
      long expected = version > 0 ? version * step : version;
      if (!(write instanceof RowWrite.Put put)) {
        if (found == null) {
          copy.delete(write.layout(), write.key(), expected);
        } else {
          copy.delete(write.layout(), write.key(), found);
        }
        continue;
      }
      RowHead head = put.head();
      if (head == null) {
        TreeMap<Integer, Object> values = new TreeMap<>();
        put.cells().forEach(cell -> values.put(cell.columnId(), cell.value()));
        copy.put(put.layout(), put.key(), expected, put.newVersion() * step, values);
        continue;
      }
      List<Cell> cells = put.cells().stream().map(cell -> scaled(cell, step, 1)).toList();
      if (found == null) {
        copy.put(put.layout(), put.key(), expected, scaled(head, step, 1), cells);
      } else {
        copy.put(put.layout(), put.key(), found, scaled(head, step, 1), cells);
      }
    }
    return copy;
  }

  private TimedWrite multiplied(TimedWrite write) {
    if (write instanceof TimedWrite.Put put && put.row().head() != null) {
      RowHead head = scaled(put.row().head(), step, 1);
      List<Cell> cells = put.row().cells().stream().map(cell -> scaled(cell, step, 1)).toList();
      return TimedWrite.put(
          new WriteBatch(0).put(put.layout(), put.key(), WriteBatch.ABSENT, head, cells));
    }
    if (write instanceof TimedWrite.Put put) {
      TreeMap<Integer, Object> values = new TreeMap<>();
      put.row().cells().forEach(cell -> values.put(cell.columnId(), cell.value()));
      return TimedWrite.put(put.layout(), put.key(), put.timestamp() * step, values);
    }
    return TimedWrite.delete(write.layout(), write.key(), write.timestamp() * step);
  }

  @Override
  public long versionStep() {
    return 1;
  }

  @Override
  public boolean hasTable(String name) {
    return engine.hasTable(name);
  }

  @Override
  public StoredRow get(TableLayout layout, Key key, RowOptions options, long nowMillis) {
    return divided(layout, engine.get(layout, key, options, nowMillis));
  }

  @Override
  public <R> R read(
      TableLayout layout,
      Key key,
      RowOptions options,
      LongSupplier clock,
      Function<StoredRow, R> use) {
    return engine.read(layout, key, options, clock, row -> use.apply(divided(layout, row)));
  }

  @Override
  public boolean write(WriteBatch batch) {
    return engine.write(multiplied(batch));
  }

  @Override
  public boolean write(WriteBatch batch, long mark) {
    return engine.write(multiplied(batch), mark);
  }

  @Override
  public long mark() {
    return engine.mark();
  }

  @Override
  public List<Written> writeEach(List<WriteBatch> batches) {
    return engine.writeEach(batches.stream().map(this::multiplied).toList());
  }

  @Override
  protected void writeTimed(List<? extends TimedWrite> writes) {
    TimedWrites.of(engine).write(writes.stream().map(this::multiplied).toList());
  }

  @Override
  public Snapshot snapshot(LongSupplier clock) {
    Snapshot snapshot = engine.snapshot(clock);
    return new Snapshot() {
      @Override
      public long nowMillis() {
        return snapshot.nowMillis();
      }

      @Override
      public StoredRow get(TableLayout layout, Key key, RowOptions options) {
        return divided(layout, snapshot.get(layout, key, options));
      }

      @Override
      public List<StoredRow> get(TableLayout layout, List<Key> keys, RowOptions options) {
        List<StoredRow> rows = new ArrayList<>();
        snapshot.get(layout, keys, options).forEach(row -> rows.add(divided(layout, row)));
        return rows;
      }

      @Override
      public RowCursor scan(TableLayout layout, KeySpan span, ScanOptions options) {
        return dividing(layout, snapshot.scan(layout, span, options));
      }

      @Override
      public RowCursor walk(TableLayout layout, Key after, ScanOptions options) {
        return dividing(layout, snapshot.walk(layout, after, options));
      }

      private RowCursor dividing(TableLayout layout, RowCursor cursor) {
        return new RowCursor() {
          @Override
          public StoredRow next() {
            return divided(layout, cursor.next());
          }

          @Override
          public void close() {
            cursor.close();
          }
        };
      }

      @Override
      public void close() {
        snapshot.close();
      }
    };
  }
}
