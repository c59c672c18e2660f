import java.sql.Driver;
import keywright.jdbc.JdbcDriver;

/** The JDBC driver: statements of the language behind the API {@code java.sql}. */
module keywright.jdbc {
  requires transitive java.sql;
  requires transitive keywright.cql;
  requires keywright.cql.client;
  requires static transitive org.jspecify;

  exports keywright.jdbc;

  provides Driver with
      JdbcDriver;
}
