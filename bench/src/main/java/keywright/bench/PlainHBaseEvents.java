package keywright.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.jspecify.annotations.Nullable;

/** The events by HBase's client alone: a scanner for each bucket, and a queue that merges them. */
final class PlainHBaseEvents implements EventStore {
  private static final int BUCKETS = 16;
  private static final int KEY_LENGTH = 1 + 2 * Long.BYTES;

  private final RawHBaseTables tables;
  private final AsyncTable<AdvancedScanResultConsumer> rows;

  PlainHBaseEvents(String quorum, String namespace) {
    tables = new RawHBaseTables(quorum, namespace);
    rows = tables.create("event");
  }

  @Override
  public void putAll(List<Event> events) {
    List<Put> puts = new ArrayList<>(events.size());
    for (Event event : events) {
      byte[] rowKey =
          ByteBuffer.allocate(KEY_LENGTH)
              .put((byte) (event.id() % BUCKETS))
              .putLong(descending(event.at()))
              .putLong(event.id() ^ Long.MIN_VALUE)
              .array();
      byte[] value = (event.kind() + "\0" + event.note()).getBytes(UTF_8);
      puts.add(new Put(rowKey).addColumn(RawHBaseTables.FAMILY, RawHBaseTables.VALUE, value));
    }
    rows.putAll(puts).join();
  }

  private static long descending(Instant at) {
    return ~(at.toEpochMilli() ^ Long.MIN_VALUE);
  }

  private static Event event(Result row) {
    ByteBuffer key = ByteBuffer.wrap(row.getRow(), 1, 2 * Long.BYTES);
    long millis = ~(key.getLong() ^ Long.MIN_VALUE);
    byte[] value = row.getValue(RawHBaseTables.FAMILY, RawHBaseTables.VALUE);
    int end = 0;
    while (value[end] != 0) {
      end++;
    }
    return new Event(
        Instant.ofEpochMilli(millis),
        key.getLong() ^ Long.MIN_VALUE,
        new String(value, 0, end, UTF_8),
        new String(value, end + 1, value.length - end - 1, UTF_8));
  }

  /** Where the scan of a bucket is. */
  private static final class Place {
    final ResultScanner scanner;
    private @Nullable Event next;

    Place(ResultScanner scanner) {
      this.scanner = scanner;
    }

    boolean advance() throws IOException {
      Result row = scanner.next();
      next = row == null ? null : event(row);
      return row != null;
    }

    Event next() {
      return Objects.requireNonNull(next);
    }
  }

  @Override
  public void between(Instant from, Instant to, int limit, Consumer<Event> found) {
    List<Place> places = new ArrayList<>(BUCKETS);
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      Scan scan =
          new Scan()
              .withStartRow(bound(bucket, to))
              .withStopRow(bound(bucket, from))
              .addColumn(RawHBaseTables.FAMILY, RawHBaseTables.VALUE)
              .setCaching(Math.min(limit, 2_000));
      places.add(new Place(rows.getScanner(scan)));
    }
    PriorityQueue<Place> queue =
        new PriorityQueue<>(
            Comparator.comparing((Place place) -> place.next().at())
                .reversed()
                .thenComparing(place -> place.next().id()));
    try {
      for (Place place : places) {
        if (place.advance()) {
          queue.add(place);
        }
      }
      for (int count = 0; count < limit && !queue.isEmpty(); count++) {
        Place place = queue.remove();
        found.accept(place.next());
        if (place.advance()) {
          queue.add(place);
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } finally {
      places.forEach(place -> place.scanner.close());
    }
  }

  /** After every event of a moment, which is before those of earlier ones. */
  private static byte[] bound(int bucket, Instant at) {
    return ByteBuffer.allocate(1 + Long.BYTES)
        .put((byte) bucket)
        .putLong(descending(at) + 1)
        .array();
  }

  @Override
  public void close() {
    tables.close();
  }
}
