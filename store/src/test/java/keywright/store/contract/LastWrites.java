package keywright.store.contract;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import keywright.key.Key;
import keywright.store.Cell;
import keywright.store.Engine;
import keywright.store.PlainWrite;
import keywright.store.PlainWrites;
import keywright.store.RowHead;
import keywright.store.StoreException;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;

/**
 * Plain tables of an engine in memory: it notes the last write of each column and puts what follows
 * from these into the engine, where it is read. Safe for many threads.
 */
final class LastWrites implements PlainWrites {
  private final Engine engine;
  private final Map<String, Map<Key, PlainRow>> tables = new HashMap<>();
  private long version;

  LastWrites(Engine engine) {
    this.engine = engine;
  }

  static void requireNotPlain(TableLayout layout) {
    if (layout.isPlain()) {
      throw new StoreException(
          "cannot write to %s: found a conditional write, expected a plain write"
              .formatted(layout.name()));
    }
  }

  synchronized void forget(String table) {
    tables.remove(table);
  }

  @Override
  public synchronized List<Optional<StoreException>> write(
      List<? extends List<? extends PlainWrite>> groups, long nowMillis) {
    List<Optional<StoreException>> refusals = new ArrayList<>();
    for (List<? extends PlainWrite> group : groups) {
      refusals.add(refusal(group, nowMillis));
    }
    return refusals;
  }

  private Optional<StoreException> refusal(List<? extends PlainWrite> group, long nowMillis) {
    try {
      for (PlainWrite write : group) {
        requirePossible(group.get(0), write);
      }
      for (PlainWrite write : group) {
        write(write, nowMillis);
      }
      return Optional.empty();
    } catch (StoreException e) {
      return Optional.of(e);
    }
  }

  private void requirePossible(PlainWrite first, PlainWrite write) {
    TableLayout layout = write.layout();
    if (!layout.name().equals(first.layout().name())
        || !layout.isOnePartition(write.key(), first.key())) {
      throw new StoreException(
          "cannot write to %s: found rows of several partitions, expected rows of one partition; write the rows of each partition separately"
              .formatted(layout.name()));
    }
    int length = layout.keySchema().encode(write.key()).length;
    if (length > engine.maxKeyLength()) {
      throw new StoreException(
          "cannot write to %s: found a row key of %d bytes, expected at most %d"
              .formatted(layout.name(), length, engine.maxKeyLength()));
    }
    if (!layout.isPlain()) {
      throw new StoreException(
          "cannot write to %s: found a plain write, expected a conditional write; write a WriteBatch with Engine.write"
              .formatted(layout.name()));
    }
  }

  private void write(PlainWrite write, long nowMillis) {
    PlainRow row =
        tables
            .computeIfAbsent(write.layout().name(), name -> new HashMap<>())
            .computeIfAbsent(write.key(), key -> new PlainRow());
    row.take(write, nowMillis);
    WriteBatch batch = new WriteBatch(0);
    batch.delete(write.layout(), write.key(), WriteBatch.ANY);
    List<Cell> cells = row.cells(version += engine.versionStep());
    if (row.marker != null || !cells.isEmpty()) {
      batch.put(
          write.layout(),
          write.key(),
          WriteBatch.ABSENT,
          new RowHead(version, row.expiryMillis(), 0),
          cells);
    }
    if (!engine.write(batch)) {
      throw new IllegalStateException("a batch without expectations was refused");
    }
  }

  /** The last write of a column, or of a row's existence. */
  private record Last(Object value, long micros, long expiryMillis) {}

  private static final class PlainRow {
    private long deletedMicros = Long.MIN_VALUE;
    private Last marker;
    private final TreeMap<Integer, Last> columns = new TreeMap<>();

    void take(PlainWrite write, long nowMillis) {
      if (write instanceof PlainWrite.Delete) {
        deletedMicros = Math.max(deletedMicros, write.timestampMicros());
        columns.values().removeIf(last -> last.micros <= deletedMicros);
        marker = marker == null || marker.micros <= deletedMicros ? null : marker;
        return;
      }
      PlainWrite.Put put = (PlainWrite.Put) write;
      if (put.timestampMicros() <= deletedMicros) {
        return;
      }
      long seconds =
          put.ttlSeconds() == PlainWrite.TTL_OF_TABLE
              ? put.layout().ttlSeconds()
              : put.ttlSeconds();
      long expiry = seconds == 0 ? 0 : nowMillis + seconds * 1_000;
      if (put.makesRow()) {
        marker = later(marker, new Last(true, put.timestampMicros(), expiry));
      }
      put.values()
          .forEach(
              (id, value) ->
                  columns.merge(
                      id,
                      new Last(value, put.timestampMicros(), value == null ? 0 : expiry),
                      PlainRow::later));
    }

    /** Of two of one time, nobody may expect the later to arrive to win. */
    private static Last later(Last before, Last now) {
      return before == null || now.micros > before.micros ? now : before;
    }

    List<Cell> cells(long version) {
      List<Cell> cells = new ArrayList<>();
      columns.forEach(
          (id, last) -> {
            if (last.value != null) {
              cells.add(new Cell(id, last.value, version, last.micros, last.expiryMillis));
            }
          });
      return cells;
    }

    /** When the last of what makes the row exist expires; 0 for never. */
    long expiryMillis() {
      long latest = marker == null ? -1 : marker.expiryMillis;
      for (Last last : columns.values()) {
        if (last.value != null && latest != 0) {
          latest = last.expiryMillis == 0 ? 0 : Math.max(latest, last.expiryMillis);
        }
      }
      return Math.max(0, latest);
    }
  }
}
