package keywright.bench;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The events by the driver of Cassandra alone: a query for each bucket, all sent at once, and a
 * queue that merges their rows.
 */
final class PlainCassandraEvents implements EventStore {
  private static final int BUCKETS = 16;
  private static final int WRITES_AT_ONCE = 128;
  private static final int PAGE_ROWS = 2_000;

  private final RawCassandra cassandra;
  private final PreparedStatement insert;
  private final PreparedStatement between;

  PlainCassandraEvents(String address, String keyspace) {
    cassandra = new RawCassandra(address, keyspace);
    cassandra.create(
        """
        CREATE TABLE event (bucket int, at timestamp, id bigint, kind text, note text,
            v bigint, n bigint, PRIMARY KEY ((bucket), at, id))
        WITH CLUSTERING ORDER BY (at DESC, id ASC)""");
    insert =
        cassandra.prepare(
            "INSERT INTO event (bucket, at, id, kind, note, v, n) VALUES (?, ?, ?, ?, ?, ?, ?)");
    between = select(cassandra, "at, id, kind, note");
  }

  private PlainCassandraEvents(PlainCassandraEvents other, PreparedStatement between) {
    cassandra = other.cassandra;
    insert = other.insert;
    this.between = between;
  }

  private static PreparedStatement select(RawCassandra cassandra, String columns) {
    return cassandra.prepare(
        "SELECT " + columns + " FROM event WHERE bucket = ? AND at >= ? AND at < ?");
  }

  /**
   * The same events, read with version and nonce, as a program reads them that changes rows on
   * conditions. Closed with this store.
   */
  PlainCassandraEvents withVersions() {
    return new PlainCassandraEvents(this, select(cassandra, "at, id, kind, note, v, n"));
  }

  @Override
  public void putAll(List<Event> events) {
    long version = 1_000 * System.currentTimeMillis();
    RawCassandra.forEach(
        events.iterator(),
        WRITES_AT_ONCE,
        event ->
            cassandra.send(
                insert.bind(
                    (int) (event.id() % BUCKETS),
                    event.at(),
                    event.id(),
                    event.kind(),
                    event.note(),
                    version,
                    event.id())));
  }

  private static Event event(Row row) {
    return new Event(
        Objects.requireNonNull(row.getInstant(0)),
        row.getLong(1),
        Objects.requireNonNull(row.getString(2)),
        Objects.requireNonNull(row.getString(3)));
  }

  @Override
  public void between(Instant from, Instant to, int limit, Consumer<Event> found) {
    // A bucket has its part, and some more: they are never quite even.
    int each = limit / BUCKETS * 5 / 4 + 8;
    int page = Math.min(PAGE_ROWS, each);
    List<Supplier<@Nullable Event>> scans = new ArrayList<>(BUCKETS);
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      RawCassandra.Pages rows =
          cassandra.pages(between.bind(bucket, from, to).setPageSize(page), each > page);
      scans.add(
          () -> {
            Row row = rows.next();
            return row == null ? null : event(row);
          });
    }
    EventMerge.merge(scans, limit, found);
  }

  @Override
  public void close() {
    cassandra.close();
  }
}
