package keywright.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What tools such as DBeaver ask a database for before they show it. */
abstract class MetaDataContract {
  private Connection connection;
  private DatabaseMetaData meta;

  /** The URL of an empty database. */
  abstract String url();

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection(url());
    meta = connection.getMetaData();
    try (Statement plain = connection.createStatement()) {
      plain.execute(
          "CREATE TABLE visit (guest bigint, seen timestamp(us), page text NOT NULL, price"
              + " decimal(8,2), doc text, city text FROM doc 'city', PRIMARY KEY (seen DESC, guest))");
      plain.execute("CREATE INDEX by_page ON visit (bucket(4), page, seen DESC)");
      plain.execute("CREATE UNIQUE INDEX by_price ON visit (price)");
      plain.execute("CREATE TABLE other_visit (id uuid PRIMARY KEY)");
      plain.execute("CREATE TABLE otherxvisit (id int PRIMARY KEY)");
    }
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private static List<String> rows(ResultSet rows, String... columns) throws SQLException {
    try (rows) {
      List<String> found = new ArrayList<>();
      while (rows.next()) {
        List<String> row = new ArrayList<>();
        for (String column : columns) {
          row.add(rows.getString(column));
        }
        found.add(String.join(" ", row.stream().map(String::valueOf).toList()));
      }
      return found;
    }
  }

  @Test
  void tablesAreFoundByPatterns() throws SQLException {
    String[] columns = {"TABLE_NAME", "TABLE_TYPE", "TABLE_SCHEM"};
    assertThat(rows(meta.getTables(null, null, "%", null), columns))
        .containsExactly(
            "other_visit TABLE keywright", "otherxvisit TABLE keywright", "visit TABLE keywright");
    assertThat(rows(meta.getTables(null, null, "other_visit", new String[] {"TABLE"}), columns))
        .hasSize(2);
    assertThat(rows(meta.getTables(null, null, "other\\_visit", null), columns))
        .containsExactly("other_visit TABLE keywright");
    assertThat(rows(meta.getTables(null, null, null, new String[] {"VIEW"}), columns)).isEmpty();
    assertThat(rows(meta.getTableTypes(), "TABLE_TYPE")).containsExactly("TABLE");
    assertThat(rows(meta.getCatalogs(), "TABLE_CAT")).isEmpty();
    assertThat(rows(meta.getSchemas(), "TABLE_SCHEM")).containsExactly("keywright");
  }

  @Test
  void commentsAndDocumentsAreShown() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE basket (_id text PRIMARY KEY, document blob) WITH comment = 'a cart''s JSON'");
    }
    assertThat(rows(meta.getTables(null, null, "basket", null), "REMARKS"))
        .containsExactly("a cart's JSON");
    assertThat(
            rows(
                meta.getColumns(null, null, "basket", null),
                "COLUMN_NAME",
                "TYPE_NAME",
                "DATA_TYPE"))
        .containsExactly("_id text " + Types.VARCHAR, "document text " + Types.VARCHAR);
  }

  @Test
  void keyspacesAreSchemas() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE KEYSPACE stock");
      statement.execute("CREATE TABLE stock.visit (id int PRIMARY KEY, place text)");
      statement.execute("CREATE INDEX stock.by_place ON stock.visit (place)");
      assertThat(rows(meta.getSchemas(), "TABLE_SCHEM")).containsExactly("keywright", "stock");
      assertThat(rows(meta.getSchemas(null, "s%"), "TABLE_SCHEM")).containsExactly("stock");
      assertThat(rows(meta.getTables(null, null, "visit", null), "TABLE_SCHEM", "TABLE_NAME"))
          .containsExactly("keywright visit", "stock visit");
      assertThat(rows(meta.getTables(null, "stock", "%", null), "TABLE_NAME"))
          .containsExactly("visit");
      assertThat(rows(meta.getColumns(null, "stock", "visit", null), "TABLE_SCHEM", "COLUMN_NAME"))
          .containsExactly("stock id", "stock place");
      assertThat(rows(meta.getPrimaryKeys(null, "stock", "visit"), "TABLE_SCHEM", "COLUMN_NAME"))
          .containsExactly("stock id");
      assertThat(rows(meta.getIndexInfo(null, "stock", "visit", false, true), "INDEX_NAME"))
          .containsExactly("PRIMARY KEY", "by_place");

      statement.execute("INSERT INTO visit (guest, seen, page) VALUES (77, 0, 'p')");
      try (PreparedStatement here = connection.prepareStatement("SELECT page FROM visit")) {
        assertThat(connection.getSchema()).isNull();
        connection.setSchema("stock");
        assertThat(connection.getSchema()).isEqualTo("stock");
        statement.execute("INSERT INTO visit (id, place) VALUES (1, 'x')");
        try (ResultSet found = statement.executeQuery("SELECT place FROM visit")) {
          assertThat(found.getMetaData().getSchemaName(1)).isEqualTo("stock");
          assertThat(found.getMetaData().getTableName(1)).isEqualTo("visit");
          assertThat(rows(found, "place")).containsExactly("x");
        }
        // It was prepared in no keyspace.
        assertThat(rows(here.executeQuery(), "page")).containsExactly("p");
        assertThat(rows(meta.getPrimaryKeys(null, null, "visit"), "TABLE_SCHEM"))
            .containsExactly("stock");
      }
      assertThatThrownBy(() -> connection.setSchema("stok"))
          .hasMessageContaining("did you mean stock?");
      statement.execute("DROP TABLE visit");
      connection.setSchema("keywright");
      assertThat(rows(statement.executeQuery("SELECT page FROM visit"), "page")).hasSize(1);
      statement.execute("DELETE FROM visit WHERE seen = 0 AND guest = 77");
      statement.execute("DROP KEYSPACE stock");
    }
  }

  @Test
  void columnsHaveTheirTypes() throws SQLException {
    assertThat(
            rows(
                meta.getColumns(null, null, "visit", null),
                "ORDINAL_POSITION",
                "COLUMN_NAME",
                "DATA_TYPE",
                "TYPE_NAME",
                "COLUMN_SIZE",
                "DECIMAL_DIGITS",
                "IS_NULLABLE",
                "IS_GENERATEDCOLUMN"))
        .containsExactly(
            "1 guest " + Types.BIGINT + " bigint 19 0 NO NO",
            "2 seen " + Types.TIMESTAMP_WITH_TIMEZONE + " timestamp(us) 30 6 NO NO",
            "3 page " + Types.VARCHAR + " text 0 0 NO NO",
            "4 price " + Types.DECIMAL + " decimal(8,2) 8 2 YES NO",
            "5 doc " + Types.VARCHAR + " text 0 0 YES NO",
            "6 city " + Types.VARCHAR + " text 0 0 YES YES");
    assertThat(rows(meta.getColumns(null, null, "%", "p%"), "COLUMN_NAME"))
        .containsExactly("page", "price");
    assertThat(rows(meta.getTypeInfo(), "TYPE_NAME"))
        .contains("bigint", "timestamp", "uuid", "text", "decimal");
  }

  @Test
  void keysAndIndexesAreInTheirOrder() throws SQLException {
    assertThat(rows(meta.getPrimaryKeys(null, null, "visit"), "COLUMN_NAME", "KEY_SEQ"))
        .containsExactly("guest 2", "seen 1");
    assertThat(
            rows(
                meta.getIndexInfo(null, null, "visit", false, false),
                "INDEX_NAME",
                "NON_UNIQUE",
                "ORDINAL_POSITION",
                "COLUMN_NAME",
                "ASC_OR_DESC"))
        .containsExactly(
            "PRIMARY KEY false 1 seen D",
            "PRIMARY KEY false 2 guest A",
            "by_price false 1 price A",
            "by_page true 1 bucket(4) A",
            "by_page true 2 page A",
            "by_page true 3 seen D");
    assertThat(rows(meta.getIndexInfo(null, null, "visit", true, false), "INDEX_NAME"))
        .doesNotContain("by_page");
    assertThat(rows(meta.getBestRowIdentifier(null, null, "visit", 2, true), "COLUMN_NAME"))
        .containsExactly("seen", "guest");
    assertThat(rows(meta.getPrimaryKeys(null, null, "nothing"), "COLUMN_NAME")).isEmpty();
    assertThat(rows(meta.getImportedKeys(null, null, "visit"), "PKTABLE_NAME")).isEmpty();
  }

  /** Tools call everything; nothing may fail but what says that it is not supported. */
  @Test
  void everyMethodAnswersOrSaysWhatToDo() throws Exception {
    try (Statement plain = connection.createStatement();
        PreparedStatement prepared =
            connection.prepareStatement("INSERT INTO other_visit (id) VALUES (?)")) {
      callAll(DatabaseMetaData.class, meta);
      try (ResultSet columns = meta.getColumns(null, null, "visit", "page")) {
        assertThat(columns.next()).isTrue();
        callAll(ResultSetMetaData.class, columns.getMetaData());
        callAll(ResultSet.class, columns);
      }
      callAll(PreparedStatement.class, prepared);
      callAll(Statement.class, plain);
      callAll(Connection.class, connection);
    }
  }

  private static void callAll(Class<?> api, Object target) throws Exception {
    TreeSet<String> called = new TreeSet<>();
    for (Method method : api.getMethods()) {
      String name = method.getName();
      boolean ends = List.of("close", "abort", "unwrap", "next").contains(name);
      if (ends || java.lang.reflect.Modifier.isStatic(method.getModifiers())) {
        continue;
      }
      called.add(name);
      Object[] arguments =
          Arrays.stream(method.getParameterTypes()).map(MetaDataContract::of).toArray();
      try {
        Object found = method.invoke(target, arguments);
        if (found instanceof ResultSet rows && api == DatabaseMetaData.class) {
          assertThat(rows.getMetaData().getColumnCount()).as(name).isPositive();
          rows.close();
        }
      } catch (InvocationTargetException e) {
        assertThat(e.getCause())
            .as(api.getSimpleName() + "." + method)
            .isInstanceOf(SQLException.class);
        String message = e.getCause().getMessage();
        if (e.getCause() instanceof SQLFeatureNotSupportedException) {
          assertThat(message).as(name).startsWith("cannot ").contains("; ");
        }
        assertThat(message).as(name).doesNotContain("\n");
      }
    }
    assertThat(called).hasSizeGreaterThan(10);
  }

  private static Properties properties() {
    Properties properties = new Properties();
    properties.setProperty("ApplicationName", "test");
    return properties;
  }

  private static Object of(Class<?> type) {
    if (type == int.class || type == short.class || type == byte.class) {
      return type == int.class ? (Object) 1 : type == short.class ? (Object) (short) 1 : (byte) 1;
    } else if (type == long.class) {
      return 1L;
    } else if (type == boolean.class) {
      return true;
    } else if (type == float.class || type == double.class) {
      return type == float.class ? (Object) 1f : 1d;
    } else if (type == String.class) {
      return "COLUMN_NAME";
    } else if (type == Class.class) {
      return String.class;
    } else if (type == Properties.class || type == Map.class) {
      return type == Map.class ? Map.of("a", String.class) : properties();
    } else if (type == java.sql.SQLType.class) {
      return java.sql.JDBCType.INTEGER;
    }
    return type.isArray() && type.getComponentType() == String.class
        ? new String[0]
        : type.isArray() && type.getComponentType() == int.class ? new int[0] : null;
  }

  @Test
  void whatTheDatabaseCanDoIsSaid() throws SQLException {
    assertThat(meta.getDatabaseProductName()).isEqualTo("Keywright");
    assertThat(meta.getJDBCMajorVersion() + "." + meta.getJDBCMinorVersion()).isEqualTo("4.3");
    assertThat(meta.getDriverVersion())
        .startsWith(meta.getDriverMajorVersion() + "." + meta.getDriverMinorVersion());
    assertThat(meta.supportsTransactions()).isTrue();
    assertThat(meta.supportsBatchUpdates()).isTrue();
    assertThat(meta.supportsGroupBy()).isTrue();
    assertThat(meta.supportsGroupByUnrelated()).isFalse();
    assertThat(meta.supportsResultSetType(ResultSet.TYPE_SCROLL_INSENSITIVE)).isFalse();
    assertThat(meta.getIdentifierQuoteString()).isEqualTo("\"");
    assertThat(meta.getURL()).isEqualTo(url());
    assertThat(connection.getTransactionIsolation())
        .isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
    assertThatCode(() -> connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED))
        .doesNotThrowAnyException();
  }
}
