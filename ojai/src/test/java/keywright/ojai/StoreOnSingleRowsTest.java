package keywright.ojai;

import java.time.InstantSource;
import keywright.store.MemoryEngine;
import keywright.table.Database;
import org.junit.jupiter.api.AfterAll;
import org.ojai.store.Connection;

/** Stores on the reference engine that changes one row at a time. */
class StoreOnSingleRowsTest extends StoreContract {
  private Database database;

  @Override
  Connection connect() {
    database = Database.over(MemoryEngine.ofSingleRows(1), InstantSource.system(), 1);
    return KeywrightDriver.over(database);
  }

  @AfterAll
  void closeDatabase() {
    database.close();
  }
}
