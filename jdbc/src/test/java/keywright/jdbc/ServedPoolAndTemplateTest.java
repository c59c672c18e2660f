package keywright.jdbc;

import java.sql.Connection;
import keywright.table.Database;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** Pools and templates over a server. */
@Tag("large")
class ServedPoolAndTemplateTest extends PoolAndTemplateContract {
  private final ServedDatabase served = new ServedDatabase();

  @Override
  String url() {
    return served.url();
  }

  @Override
  Database database(Connection connection) {
    return served.database();
  }

  @AfterEach
  void stop() {
    served.close();
  }
}
