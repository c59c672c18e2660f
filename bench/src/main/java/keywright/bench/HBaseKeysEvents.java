package keywright.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import keywright.hbase.keys.HBaseKeys;
import keywright.hbase.keys.HBaseRecords;
import keywright.key.Condition.Operator;
import keywright.key.KeySchema;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;

/** The events by HBase's client with a declared key; the same bytes as {@link PlainHBaseEvents}. */
final class HBaseKeysEvents implements EventStore {
  private static final HBaseKeys KEYS =
      HBaseKeys.of(KeySchema.parse("id bigint, at timestamp", "mod(id, 16) AS bucket, at DESC, id"))
          .column("value blob", "d:d");
  private static final HBaseRecords<StoredEvent> EVENTS =
      KEYS.records(StoredEvent.class, MethodHandles.lookup());

  /** An event as it is stored. */
  @SuppressWarnings("ArrayRecordComponent") // The value class of blob.
  record StoredEvent(long id, Instant at, byte[] value) {
    static StoredEvent of(Event event) {
      byte[] value = (event.kind() + "\0" + event.note()).getBytes(UTF_8);
      return new StoredEvent(event.id(), event.at(), value);
    }

    /** As the hand-written code makes it. */
    Event event() {
      int end = 0;
      while (value[end] != 0) {
        end++;
      }
      return new Event(
          at,
          id,
          new String(value, 0, end, UTF_8),
          new String(value, end + 1, value.length - end - 1, UTF_8));
    }
  }

  private final RawHBaseTables tables;
  private final AsyncTable<AdvancedScanResultConsumer> rows;

  HBaseKeysEvents(String quorum, String namespace) {
    tables = new RawHBaseTables(quorum, namespace);
    rows = tables.create("event");
  }

  @Override
  public void putAll(List<Event> events) {
    List<Put> puts = new ArrayList<>(events.size());
    for (Event event : events) {
      puts.add(EVENTS.put(StoredEvent.of(event)));
    }
    rows.putAll(puts).join();
  }

  @Override
  public void between(Instant from, Instant to, int limit, Consumer<Event> found) {
    Scan settings =
        new Scan()
            .addColumn(RawHBaseTables.FAMILY, RawHBaseTables.VALUE)
            .setLimit(limit)
            .setCaching(Math.min(limit, 2_000));
    try (ResultScanner scanner =
        KEYS.where("at", Operator.GE, from).and("at", Operator.LT, to).scan(rows, settings)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        found.accept(EVENTS.record(row).event());
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    tables.close();
  }
}
