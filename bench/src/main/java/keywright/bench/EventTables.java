package keywright.bench;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.SplittableRandom;
import keywright.cql.CqlSession;
import keywright.table.BatchWriter;
import keywright.table.Database;
import keywright.table.Rows;
import keywright.table.model.OrderBy;
import keywright.table.model.Query;
import keywright.table.model.Row;

/** The same events under a key that begins with a bucket and under one that does not. */
final class EventTables implements AutoCloseable {
  private final Database database;

  EventTables(Path directory, int count) {
    String url = "rocksdb:" + directory;
    // Closing flushes what was written, so that reads find it in files.
    try (Database filled = Database.open(url)) {
      fill(filled, count);
    }
    database = Database.open(url);
  }

  private static void fill(Database database, int count) {
    try (CqlSession session = CqlSession.over(database)) {
      session.execute(
          """
          CREATE TABLE unsalted (at timestamp, id bigint, kind text, note text,
              PRIMARY KEY (at, id))""");
      session.execute(
          """
          CREATE TABLE salted (at timestamp, id bigint, kind text, note text,
              PRIMARY KEY (bucket(16), at, id))""");
    }
    try (BatchWriter unsalted = database.table("unsalted").batchWriter();
        BatchWriter salted = database.table("salted").batchWriter()) {
      SplittableRandom random = new SplittableRandom(7);
      for (int id = 0; id < count; id++) {
        Map<String, Object> event =
            Map.of(
                "at",
                Instant.ofEpochMilli(1_500_000_000_000L + random.nextLong(1L << 40)),
                "id",
                (long) id,
                "kind",
                "kind " + random.nextInt(10),
                "note",
                "note " + random.nextLong());
        unsalted.add(event);
        salted.add(event);
      }
    }
  }

  /** Reads every event in order of time. */
  long scan(String table) {
    Query query = Query.all().orderedBy(new OrderBy("at", false));
    long count = 0;
    Instant last = Instant.MIN;
    try (Rows rows = database.table(table).query(query)) {
      for (Row row = rows.next(); row != null; row = rows.next()) {
        Instant at = row.getInstant(0);
        if (at.isBefore(last)) {
          throw new IllegalStateException("out of order: " + row);
        }
        last = at;
        count++;
      }
    }
    return count;
  }

  @Override
  public void close() {
    database.close();
  }
}
