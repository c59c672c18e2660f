package keywright.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.jspecify.annotations.Nullable;

/** The events by HBase's client alone: a scanner for each bucket, and a queue that merges them. */
final class PlainHBaseEvents implements EventStore {
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
      puts.add(
          new Put(EventBytes.key(event))
              .addColumn(RawHBaseTables.FAMILY, RawHBaseTables.VALUE, EventBytes.value(event)));
    }
    rows.putAll(puts).join();
  }

  /** The events of one scanner, then null. */
  private static Supplier<@Nullable Event> events(ResultScanner scanner) {
    return () -> {
      try {
        Result row = scanner.next();
        return row == null
            ? null
            : EventBytes.event(
                row.getRow(), row.getValue(RawHBaseTables.FAMILY, RawHBaseTables.VALUE));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  @Override
  public void between(Instant from, Instant to, int limit, Consumer<Event> found) {
    List<ResultScanner> scanners = new ArrayList<>(EventBytes.BUCKETS);
    for (int bucket = 0; bucket < EventBytes.BUCKETS; bucket++) {
      Scan scan =
          new Scan()
              .withStartRow(EventBytes.after(bucket, to))
              .withStopRow(EventBytes.after(bucket, from))
              .addColumn(RawHBaseTables.FAMILY, RawHBaseTables.VALUE)
              .setCaching(Math.min(limit, 2_000));
      scanners.add(rows.getScanner(scan));
    }
    try {
      EventMerge.merge(scanners.stream().map(PlainHBaseEvents::events).toList(), limit, found);
    } finally {
      scanners.forEach(ResultScanner::close);
    }
  }

  @Override
  public void close() {
    tables.close();
  }
}
