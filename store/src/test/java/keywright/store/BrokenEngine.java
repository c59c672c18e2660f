package keywright.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import keywright.key.ByteRange;
import keywright.key.Key;

/** The engine in memory with one defect, which the contract must find. */
final class BrokenEngine implements Engine {

  /** Defects that engines have had. */
  enum Defect {
    ORDER_IS_SIGNED,
    STOP_IS_INCLUDED,
    REVERSE_STARTS_BELOW_A_BOUND_THAT_IS_NO_KEY,
    SNAPSHOT_MOVES,
    EXPECTATION_IS_IGNORED,
    BATCH_IS_TORN,
    PUT_REPLACES_THE_ROW,
    UNREAD_FAMILY_IS_SHOWN,
    ADDED_FAMILY_EMPTIES_THE_TABLE
  }

  private final Engine engine = new MemoryEngine();
  private final Defect defect;

  BrokenEngine(Defect defect) {
    this.defect = defect;
  }

  @Override
  public Set<Capability> capabilities() {
    return engine.capabilities();
  }

  @Override
  public int maxKeyLength() {
    return engine.maxKeyLength();
  }

  @Override
  public Set<String> tables() {
    return engine.tables();
  }

  @Override
  public void createTable(TableLayout layout) {
    engine.createTable(layout);
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
  public void dropTable(String name) {
    engine.dropTable(name);
  }

  @Override
  public Snapshot snapshot() {
    return new BrokenSnapshot(engine.snapshot());
  }

  @Override
  public boolean write(WriteBatch batch) {
    switch (defect) {
      case BATCH_IS_TORN -> {
        boolean written = true;
        for (RowWrite write : batch.writes()) {
          written &= engine.write(copied(List.of(write)));
        }
        return written;
      }
      case EXPECTATION_IS_IGNORED, PUT_REPLACES_THE_ROW -> {
        return engine.write(copied(batch.writes()));
      }
      default -> {
        return engine.write(batch);
      }
    }
  }

  private WriteBatch copied(List<RowWrite> writes) {
    WriteBatch copy = new WriteBatch();
    for (RowWrite write : writes) {
      long expected =
          defect == Defect.EXPECTATION_IS_IGNORED ? WriteBatch.ANY : write.expectedVersion();
      if (write instanceof RowWrite.Put put) {
        if (defect == Defect.PUT_REPLACES_THE_ROW) {
          copy.delete(put.layout(), put.key(), expected);
          expected = WriteBatch.ANY;
        }
        copy.put(put.layout(), put.key(), expected, put.newVersion(), put.cells());
      } else {
        copy.delete(write.layout(), write.key(), expected);
      }
    }
    return copy;
  }

  @Override
  public void close() {
    engine.close();
  }

  private final class BrokenSnapshot implements Snapshot {
    private final Snapshot snapshot;

    BrokenSnapshot(Snapshot snapshot) {
      this.snapshot = snapshot;
    }

    @Override
    public StoredRow get(TableLayout layout, Key key, Set<String> families) {
      snapshot.get(layout, key, families);
      Snapshot read = defect == Defect.SNAPSHOT_MOVES ? engine.snapshot() : snapshot;
      return read.get(layout, key, shown(layout, families));
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
