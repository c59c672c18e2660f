package keywright.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import keywright.table.Database;

/** Pools and templates over a database of this process. */
class PoolAndTemplateTest extends PoolAndTemplateContract {
  @Override
  String url() {
    return "jdbc:keywright:rocksdb:" + folder.resolve("data");
  }

  @Override
  Database database(Connection connection) throws SQLException {
    return connection.unwrap(Database.class);
  }
}
