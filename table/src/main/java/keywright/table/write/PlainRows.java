package keywright.table.write;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keywright.store.Cell;
import keywright.store.PlainWrite;
import keywright.store.StoredRow;
import keywright.table.layout.StoredTable;
import keywright.table.model.Using;
import org.jspecify.annotations.Nullable;

/** What changes of rows are as writes without conditions. */
final class PlainRows {
  /** Values of a row that are written together. */
  private record Written(long micros, int ttlSeconds) {}

  private PlainRows() {}

  /**
   * The writes of a change, all of its row.
   *
   * @param micros their timestamp, unless the change gives one
   */
  static List<PlainWrite> of(RowChange change, Instant now, long micros) {
    StoredTable table = change.table();
    Using using = change.using();
    RowCells.requirePast(table, using, now);
    long timestamp = using.hasTimestamp() ? using.timestampMicros() : micros;
    StoredRow original = change.original();
    if (original != null) {
      return copies(change, original, now.toEpochMilli());
    }
    if (change.isDelete()) {
      return List.of(new PlainWrite.Delete(table.layout(), change.key(), timestamp));
    }
    Map<Integer, @Nullable Object> values = new HashMap<>();
    for (int place = 0; place < change.values().length; place++) {
      if (sets(change, place)) {
        values.put(table.columnId(place), change.values()[place]);
      }
    }
    int ttl =
        using.ttlSeconds() == Using.TTL_OF_FAMILY
            ? PlainWrite.TTL_OF_TABLE
            : (int) using.ttlSeconds();
    return List.of(
        new PlainWrite.Put(
            table.layout(), change.key(), timestamp, change.isInsert(), ttl, values));
  }

  /** Where the columns stand that a change sets, without those that the key holds. */
  static List<Integer> places(RowChange change) {
    List<Integer> places = new ArrayList<>();
    for (int place = 0; place < change.values().length; place++) {
      if (sets(change, place)) {
        places.add(place);
      }
    }
    return places;
  }

  private static boolean sets(RowChange change, int place) {
    return change.names(place) && change.table().hasCells(place);
  }

  /** The row as it is elsewhere: its newest values, each with its time and what is left of it. */
  private static List<PlainWrite> copies(RowChange change, StoredRow row, long nowMillis) {
    StoredTable table = change.table();
    Map<Written, Map<Integer, @Nullable Object>> together = new LinkedHashMap<>();
    int lastId = 0;
    for (Cell cell : row.cells()) {
      if (cell.columnId() != lastId && cell.value() != null) {
        int left = secondsLeft(cell.expiryMillis(), nowMillis);
        if (left >= 0) {
          together
              .computeIfAbsent(new Written(cell.timestamp(), left), each -> new HashMap<>())
              .put(cell.columnId(), cell.value());
        }
      }
      lastId = cell.columnId();
    }
    List<PlainWrite> writes = new ArrayList<>(together.size() + 1);
    int left = secondsLeft(row.head().expiryMillis(), nowMillis);
    if (left >= 0) {
      writes.add(
          new PlainWrite.Put(table.layout(), change.key(), row.version(), true, left, Map.of()));
    }
    together.forEach(
        (written, values) ->
            writes.add(
                new PlainWrite.Put(
                    table.layout(),
                    change.key(),
                    written.micros,
                    false,
                    written.ttlSeconds,
                    values)));
    return writes;
  }

  /** The seconds until a moment, at least one; 0 for never, below 0 when it is past. */
  private static int secondsLeft(long expiryMillis, long nowMillis) {
    if (expiryMillis == 0) {
      return 0;
    }
    return expiryMillis <= nowMillis
        ? -1
        : (int) Math.min(Using.TTL_MAX, (expiryMillis - nowMillis + 999) / 1_000);
  }
}
