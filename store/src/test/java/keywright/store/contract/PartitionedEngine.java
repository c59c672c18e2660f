package keywright.store.contract;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import keywright.key.ByteRange;
import keywright.key.Key;
import keywright.key.KeyRange;
import keywright.key.KeySpan;
import keywright.store.Capability;
import keywright.store.Engine;
import keywright.store.EngineRegions;
import keywright.store.PlainWrites;
import keywright.store.RowCursor;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.TablePart;
import keywright.store.TimedWrite;
import keywright.store.WriteBatch;

/**
 * The reference of engines with partitions: rows lie in the order of a hash of their partition, and
 * in key order only inside each one. Positions in its parts are the hashes. It also writes plain
 * tables, by {@link LastWrites}.
 */
public final class PartitionedEngine extends ForwardingEngine {
  private static final int TOKEN_BYTES = Long.BYTES;

  private final LastWrites lastWrites;

  /**
   * An engine with partitions.
   *
   * @param engine that keeps the rows, in memory, by row keys
   */
  public PartitionedEngine(Engine engine) {
    super(engine);
    this.lastWrites = new LastWrites(engine);
  }

  @Override
  public Optional<PlainWrites> plainWrites() {
    return Optional.of(lastWrites);
  }

  @Override
  public boolean write(WriteBatch batch) {
    batch.writes().forEach(write -> LastWrites.requireNotPlain(write.layout()));
    return super.write(batch);
  }

  @Override
  protected void writeTimed(List<? extends TimedWrite> writes) {
    writes.forEach(write -> LastWrites.requireNotPlain(write.layout()));
    super.writeTimed(writes);
  }

  @Override
  public void dropTable(String name) {
    super.dropTable(name);
    lastWrites.forget(name);
  }

  @Override
  public Set<Capability> capabilities() {
    Set<Capability> capabilities = EnumSet.copyOf(engine.capabilities());
    capabilities.remove(Capability.ROW_KEYS);
    return capabilities;
  }

  @Override
  public Optional<EngineRegions> regions() {
    return Optional.empty();
  }

  @Override
  public boolean isInKeyOrder(TableLayout layout, int fixedParts) {
    return fixedParts >= layout.partitionParts();
  }

  @Override
  public List<TablePart> parts(TableLayout layout, int count) {
    List<TablePart> parts = new ArrayList<>();
    byte[] start = {};
    for (int part = 1; part <= count; part++) {
      byte[] stop = part == count ? null : bytes(Long.divideUnsigned(-1L, count) * part);
      parts.add(new TablePart(ByteRange.between(start, stop)));
      start = stop;
    }
    return parts;
  }

  private static byte[] token(TableLayout layout, Key key) {
    return token(layout, KeyRange.only(key));
  }

  /** The hash of the partition that all keys of a range are in: FNV-1a, mixed. */
  private static byte[] token(TableLayout layout, KeyRange range) {
    KeyRange partition = KeyRange.equalTo(range.prefix().subList(0, layout.partitionParts()));
    long hash = 0xCBF29CE484222325L;
    for (byte one : layout.keySchema().bytes(partition).start()) {
      hash = (hash ^ (one & 0xFF)) * 0x100000001B3L;
    }
    return bytes((hash ^ (hash >>> 29)) * 0x9E3779B97F4A7C15L);
  }

  private static byte[] bytes(long token) {
    byte[] bytes = new byte[TOKEN_BYTES];
    for (int i = 0; i < TOKEN_BYTES; i++) {
      bytes[i] = (byte) (token >>> (Long.SIZE - Byte.SIZE * (i + 1)));
    }
    return bytes;
  }

  /** The engine's order. */
  private static Comparator<Key> order(TableLayout layout) {
    Comparator<Key> byToken = Comparator.comparing(key -> token(layout, key), ByteRange.order());
    return byToken.thenComparing(layout.keySchema()::compare);
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
        return snapshot.get(layout, key, options);
      }

      @Override
      public List<StoredRow> get(TableLayout layout, List<Key> keys, RowOptions options) {
        return snapshot.get(layout, keys, options);
      }

      @Override
      public RowCursor scan(TableLayout layout, KeySpan span, ScanOptions options) {
        if (!isInKeyOrder(layout, span.range().prefix().size())) {
          throw new StoreException(
              "cannot scan %s: found a range over several partitions, expected a range inside one partition"
                  .formatted(layout.name()));
        }
        boolean isInPart = options.part().positions().contains(token(layout, span.range()));
        ScanOptions here = options.within(TablePart.ALL);
        return isInPart
            ? snapshot.scan(layout, span, here)
            : new SortedCursor(snapshot.walk(layout, here), List.of());
      }

      @Override
      public RowCursor walk(TableLayout layout, Key after, ScanOptions options) {
        Comparator<Key> order = order(layout);
        List<StoredRow> rows = new ArrayList<>();
        ScanOptions everything = options.within(TablePart.ALL);
        try (RowCursor cursor = snapshot.walk(layout, everything)) {
          for (StoredRow row = cursor.next(); row != null; row = cursor.next()) {
            if (options.part().positions().contains(token(layout, row.key()))
                && (after == null || order.compare(row.key(), after) > 0)) {
              rows.add(row);
            }
          }
        }
        rows.sort(Comparator.comparing(StoredRow::key, order));
        return new SortedCursor(snapshot.walk(layout, everything), rows);
      }

      @Override
      public void close() {
        snapshot.close();
      }
    };
  }

  /** Rows that were sorted, as long as a cursor over them could be read. */
  private static final class SortedCursor implements RowCursor {
    private final RowCursor open;
    private final Iterator<StoredRow> rows;

    SortedCursor(RowCursor open, List<StoredRow> rows) {
      this.open = open;
      this.rows = rows.iterator();
    }

    @Override
    public StoredRow next() {
      open.next();
      return rows.hasNext() ? rows.next() : null;
    }

    @Override
    public void close() {
      open.close();
    }
  }
}
