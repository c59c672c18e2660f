package keywright.jdbc;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import keywright.cql.server.CqlServer;
import keywright.cql.server.ServerOptions;
import keywright.table.Database;

/** A database in memory that a server of this process serves. */
final class ServedDatabase implements AutoCloseable {
  private final Database database;
  private final CqlServer server;

  ServedDatabase(Database database) {
    this.database = database;
    this.server =
        CqlServer.start(
            database,
            ServerOptions.DEFAULT
                .withAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .withPages(3, 1 << 20));
  }

  ServedDatabase() {
    this(Database.open("memory:"));
  }

  Database database() {
    return database;
  }

  String url() {
    return "jdbc:keywright:cql://127.0.0.1:" + server.address().getPort();
  }

  @Override
  public void close() {
    server.close();
    database.close();
  }
}
