package keywright.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import keywright.key.ByteRange;
import keywright.key.Key;
import keywright.store.contract.ForwardingEngine;

/** The engine in memory with one defect, which the contract must find. */
final class BrokenEngine extends ForwardingEngine {

  /** Defects that engines have had. */
  enum Defect {
    ORDER_IS_SIGNED,
    STOP_IS_INCLUDED,
    REVERSE_STARTS_BELOW_A_BOUND_THAT_IS_NO_KEY,
    SNAPSHOT_MOVES,
    EXPECTATION_IS_IGNORED,
    ABSENCE_IS_TAKEN_FOR_GRANTED,
    BATCH_IS_TORN,
    PUT_REPLACES_THE_ROW,
    UNREAD_FAMILY_IS_SHOWN,
    ADDED_FAMILY_EMPTIES_THE_TABLE,
    OLDER_TIMESTAMP_WINS,
    EXPIRED_IS_SHOWN,
    EXPIRED_STANDS_IN_THE_WAY,
    HEAD_IS_FORGOTTEN,
    ONE_VERSION_IS_KEPT,
    DELETED_VERSION_IS_FORGOTTEN,
    NONCE_IS_NOT_COMPARED,
    MARKED_ROW_IS_ABSENT
  }

  private final Defect defect;

  BrokenEngine(Defect defect) {
    super(new MemoryEngine());
    this.defect = defect;
  }

  @Override
  public void addFamilies(TableLayout layout) {
    if (defect == Defect.ADDED_FAMILY_EMPTIES_THE_TABLE) {
      engine.dropTable(layout.name());
      engine.createTable(layout);
    } else {
      engine.addFamilies(layout);
    }
  }

  @Override
  public Snapshot snapshot(LongSupplier clock) {
    return new BrokenSnapshot(
        defect == Defect.EXPIRED_IS_SHOWN ? engine.snapshot(0) : engine.snapshot(clock));
  }

  @Override
  public boolean write(WriteBatch batch) {
    switch (defect) {
      case BATCH_IS_TORN -> {
        boolean written = true;
        for (RowWrite write : batch.writes()) {
          written &= engine.write(copied(batch.nowMillis(), List.of(write)));
        }
        return written;
      }
      case EXPECTATION_IS_IGNORED,
          PUT_REPLACES_THE_ROW,
          OLDER_TIMESTAMP_WINS,
          HEAD_IS_FORGOTTEN,
          NONCE_IS_NOT_COMPARED -> {
        return engine.write(copied(batch.nowMillis(), batch.writes()));
      }
      case EXPIRED_STANDS_IN_THE_WAY -> {
        return engine.write(copied(0, batch.writes()));
      }
      default -> {
        return engine.write(batch);
      }
    }
  }

  @Override
  public boolean write(WriteBatch batch, long mark) {
    return defect == Defect.ABSENCE_IS_TAKEN_FOR_GRANTED
        ? engine.write(copied(batch.nowMillis(), batch.writes()))
        : write(batch);
  }

  private WriteBatch copied(long nowMillis, List<RowWrite> writes) {
    WriteBatch copy = new WriteBatch(nowMillis);
    for (RowWrite write : writes) {
      long expected =
          defect == Defect.EXPECTATION_IS_IGNORED || defect == Defect.ABSENCE_IS_TAKEN_FOR_GRANTED
              ? WriteBatch.ANY
              : write.expectedVersion();
      StoredRow same =
          defect == Defect.NONCE_IS_NOT_COMPARED ? ofVersion(write, nowMillis) : write.found();
      if (same != null && expected != WriteBatch.ANY) {
        // Refuses what has another stamp, and else nothing.
        copy.put(write.layout(), write.key(), same, same.head(), List.of());
        expected = WriteBatch.ANY;
      }
      if (write instanceof RowWrite.Put put) {
        if (defect == Defect.PUT_REPLACES_THE_ROW) {
          copy.delete(put.layout(), put.key(), expected);
          expected = WriteBatch.ANY;
        }
        putCopy(copy, put, expected);
      } else {
        copy.delete(write.layout(), write.key(), expected);
      }
    }
    return copy;
  }

  /** The row as it is now, if it has the version that is expected of it. */
  private StoredRow ofVersion(RowWrite write, long nowMillis) {
    Set<String> families = Set.of(write.layout().families().get(0).name());
    StoredRow now = engine.get(write.layout(), write.key(), RowOptions.of(families), nowMillis);
    return now != null && now.version() == write.expectedVersion() ? now : null;
  }

  private void putCopy(WriteBatch copy, RowWrite.Put put, long expected) {
    RowHead head = put.head();
    if (head == null && defect != Defect.HEAD_IS_FORGOTTEN) {
      TreeMap<Integer, Object> values = new TreeMap<>();
      put.cells().forEach(cell -> values.put(cell.columnId(), cell.value()));
      copy.put(put.layout(), put.key(), expected, put.newVersion(), values);
      return;
    }
    RowHead said = head == null ? RowHead.of(put.newVersion()) : head;
    List<Cell> cells = put.cells();
    if (defect == Defect.OLDER_TIMESTAMP_WINS) {
      cells =
          cells.stream()
              .map(c -> new Cell(c.columnId(), c.value(), c.version(), 0, c.expiryMillis()))
              .toList();
    }
    copy.put(put.layout(), put.key(), expected, said, cells);
  }

  private final class BrokenSnapshot implements ByteSnapshot {
    private final ByteSnapshot snapshot;

    BrokenSnapshot(Snapshot snapshot) {
      this.snapshot = (ByteSnapshot) snapshot;
    }

    @Override
    public long nowMillis() {
      return snapshot.nowMillis();
    }

    @Override
    public StoredRow get(TableLayout layout, Key key, RowOptions options) {
      snapshot.get(layout, key, options);
      Snapshot read = defect == Defect.SNAPSHOT_MOVES ? engine.snapshot(nowMillis()) : snapshot;
      Set<String> families = shown(layout, options.families());
      RowOptions shown = options.withFamilies(families);
      StoredRow row = read.get(layout, key, shown);
      boolean hidden =
          row != null && defect == Defect.MARKED_ROW_IS_ABSENT && !row.head().mark().isLive();
      return row == null || hidden ? null : forgetful(layout, row);
    }

    private StoredRow forgetful(TableLayout layout, StoredRow row) {
      List<Cell> cells = new ArrayList<>();
      Set<Integer> columns = new HashSet<>();
      for (Cell cell : row.cells()) {
        boolean first = columns.add(cell.columnId());
        boolean deleted = cell.value() == null && cell.writeTimeMicros() == 0;
        boolean forgotten =
            defect == Defect.ONE_VERSION_IS_KEPT
                ? !first
                : defect == Defect.DELETED_VERSION_IS_FORGOTTEN && deleted;
        if (!forgotten) {
          cells.add(cell);
        }
      }
      return StoredRow.of(layout, row.rowKey(), row.head(), cells);
    }

    private Set<String> shown(TableLayout layout, Set<String> families) {
      if (defect != Defect.UNREAD_FAMILY_IS_SHOWN || !layout.name().equals("rows")) {
        return families;
      }
      return families.contains("z") ? families : Set.of("a", "b");
    }

    @Override
    public RowCursor scan(TableLayout layout, ByteRange range, ScanOptions options) {
      byte[] stop = range.stop();
      if (defect == Defect.STOP_IS_INCLUDED && stop != null) {
        range = ByteRange.between(range.start(), Arrays.copyOf(stop, stop.length + 1));
      }
      RowCursor cursor = snapshot.scan(layout, range, options);
      if (defect == Defect.ORDER_IS_SIGNED) {
        return sorted(cursor, options.reverse());
      }
      boolean skips =
          defect == Defect.REVERSE_STARTS_BELOW_A_BOUND_THAT_IS_NO_KEY
              && options.reverse()
              && stop != null
              && !isKey(layout, stop);
      if (skips) {
        cursor.next();
      }
      return cursor;
    }

    private boolean isKey(TableLayout layout, byte[] stop) {
      ByteRange only = ByteRange.between(stop, Arrays.copyOf(stop, stop.length + 1));
      try (RowCursor cursor = snapshot.scan(layout, only, ScanOptions.of(Set.of()))) {
        return cursor.next() != null;
      }
    }

    private RowCursor sorted(RowCursor cursor, boolean reverse) {
      List<StoredRow> rows = new ArrayList<>();
      for (StoredRow row = cursor.next(); row != null; row = cursor.next()) {
        rows.add(row);
      }
      Comparator<StoredRow> signed = (a, b) -> Arrays.compare(a.rowKey(), b.rowKey());
      rows.sort(reverse ? signed.reversed() : signed);
      return new RowCursor() {
        @Override
        public StoredRow next() {
          cursor.next();
          return rows.isEmpty() ? null : rows.remove(0);
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
  }
}
