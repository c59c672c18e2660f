package keywright.examples;

import keywright.cql.CqlSession;
import keywright.cql.Result;
import keywright.table.Database;
import keywright.table.model.Row;

/** The rows of the first table, from Java. */
public final class FirstQuery {
  private FirstQuery() {}

  /** Runs on the database of the first argument, such as {@code rocksdb:./target/start}. */
  public static void main(String... arguments) {
    String url = arguments[0];
    // region
    try (Database database = Database.open(url); // "rocksdb:./target/start"
        CqlSession session = CqlSession.over(database);
        Result visits =
            session.execute(
                "SELECT at, page FROM visit WHERE user_id = ? ORDER BY at DESC LIMIT 2", "ada")) {
      for (Row visit : visits) {
        System.out.println(visit.getInstant("at") + " " + visit.getString("page"));
      }
    }
    // endregion
  }
}
