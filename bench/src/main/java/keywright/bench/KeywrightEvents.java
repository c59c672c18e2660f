package keywright.bench;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import keywright.cql.CqlSession;
import keywright.key.Condition;
import keywright.key.Condition.Compare;
import keywright.table.BatchWriter;
import keywright.table.BulkLoad;
import keywright.table.Database;
import keywright.table.Rows;
import keywright.table.Table;
import keywright.table.model.OrderBy;
import keywright.table.model.Query;
import keywright.table.model.Row;

/** The events in a table. */
final class KeywrightEvents implements EventStore {
  private static final String TABLE =
      """
      CREATE TABLE IF NOT EXISTS event (at timestamp, id bigint, kind text, note text,
          PRIMARY KEY (bucket(16), at DESC, id))""";

  private final Database database;
  private final Table table;

  KeywrightEvents(String url) {
    this(url, "");
  }

  /**
   * @param with options of the table, as in {@code WITH ...}
   */
  KeywrightEvents(String url, String with) {
    database = Database.open(url);
    try (CqlSession session = CqlSession.over(database)) {
      session.execute(TABLE + with);
    }
    table = database.table("event");
  }

  @Override
  public void putAll(List<Event> events) {
    try (BatchWriter writer = table.batchWriter()) {
      events.forEach(event -> writer.add(event.values()));
    }
  }

  /** Fills the table, which is empty. */
  void load(List<Event> events) {
    BulkLoad load = table.bulkLoad(waiting -> true);
    events.forEach(event -> load.add(event.values()));
    load.finish();
  }

  @Override
  public void between(Instant from, Instant to, int limit, Consumer<Event> found) {
    Query query =
        Query.all()
            .where(
                new Compare("at", Condition.Operator.GE, from),
                new Compare("at", Condition.Operator.LT, to))
            .orderedBy(new OrderBy("at", true))
            .withLimit(limit);
    try (Rows rows = table.query(query)) {
      for (Row row = rows.next(); row != null; row = rows.next()) {
        found.accept(
            new Event(row.getInstant(0), row.getLong(1), row.getString(2), row.getString(3)));
      }
    }
  }

  @Override
  public void close() {
    database.close();
  }
}
