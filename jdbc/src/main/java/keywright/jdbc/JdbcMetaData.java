package keywright.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.RowIdLifetime;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import keywright.cql.client.CqlClient;
import keywright.key.Column;
import keywright.key.KeyExpression;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.DocumentTable;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/** The tables, columns, keys and indexes of the database, by the current declarations. */
final class JdbcMetaData extends FixedMetaData {
  private static final String TABLE = "TABLE";

  private static final String TABLES =
      "TABLE_CAT text, TABLE_SCHEM text, TABLE_NAME text, TABLE_TYPE text, REMARKS text, TYPE_CAT text, TYPE_SCHEM text, TYPE_NAME text, SELF_REFERENCING_COL_NAME text, REF_GENERATION text";
  private static final String COLUMNS =
      "TABLE_CAT text, TABLE_SCHEM text, TABLE_NAME text, COLUMN_NAME text, DATA_TYPE int, TYPE_NAME text, COLUMN_SIZE int, BUFFER_LENGTH int, DECIMAL_DIGITS int, NUM_PREC_RADIX int, NULLABLE int, REMARKS text, COLUMN_DEF text, SQL_DATA_TYPE int, SQL_DATETIME_SUB int, CHAR_OCTET_LENGTH int, ORDINAL_POSITION int, IS_NULLABLE text, SCOPE_CATALOG text, SCOPE_SCHEMA text, SCOPE_TABLE text, SOURCE_DATA_TYPE smallint, IS_AUTOINCREMENT text, IS_GENERATEDCOLUMN text";
  private static final String PRIMARY_KEYS =
      "TABLE_CAT text, TABLE_SCHEM text, TABLE_NAME text, COLUMN_NAME text, KEY_SEQ smallint, PK_NAME text";
  private static final String INDEXES =
      "TABLE_CAT text, TABLE_SCHEM text, TABLE_NAME text, NON_UNIQUE boolean, INDEX_QUALIFIER text, INDEX_NAME text, TYPE smallint, ORDINAL_POSITION smallint, COLUMN_NAME text, ASC_OR_DESC text, CARDINALITY bigint, PAGES bigint, FILTER_CONDITION text";
  private static final String IDENTIFIERS =
      "SCOPE smallint, COLUMN_NAME text, DATA_TYPE int, TYPE_NAME text, COLUMN_SIZE int, BUFFER_LENGTH int, DECIMAL_DIGITS smallint, PSEUDO_COLUMN smallint";
  private static final String TYPES =
      "TYPE_NAME text, DATA_TYPE int, PRECISION int, LITERAL_PREFIX text, LITERAL_SUFFIX text, CREATE_PARAMS text, NULLABLE smallint, CASE_SENSITIVE boolean, SEARCHABLE smallint, UNSIGNED_ATTRIBUTE boolean, FIXED_PREC_SCALE boolean, AUTO_INCREMENT boolean, LOCAL_TYPE_NAME text, MINIMUM_SCALE smallint, MAXIMUM_SCALE smallint, SQL_DATA_TYPE int, SQL_DATETIME_SUB int, NUM_PREC_RADIX int";

  /** The types without parameters, and examples of those with parameters. */
  private static final List<String> TYPE_NAMES =
      List.of(
          "tinyint",
          "smallint",
          "int",
          "bigint",
          "tinyint unsigned",
          "smallint unsigned",
          "int unsigned",
          "bigint unsigned",
          "varint",
          "float",
          "double",
          "decimal",
          "boolean",
          "text",
          "blob",
          "uuid",
          "timeuuid",
          "inet",
          "duration",
          "date",
          "time",
          "timestamp",
          "variant");

  private final JdbcConnection connection;

  JdbcMetaData(JdbcConnection connection) {
    this.connection = connection;
  }

  /** A table with its keyspace, which is the schema of JDBC. */
  private record Found(String keyspace, TableDefinition definition) {
    String name() {
      return Names.unqualified(definition.name());
    }
  }

  /** The tables whose keyspaces and names match patterns, sorted by keyspace and name. */
  private List<Found> tables(@Nullable String keyspace, @Nullable String name) throws SQLException {
    connection.requireOpen();
    CqlClient client = connection.client();
    return SqlErrors.sql(
        () -> {
          String defaultKeyspace = client.defaultKeyspace();
          List<Found> found = new ArrayList<>();
          for (String table : client.tables()) {
            String of = Names.keyspace(table);
            String shown = of.isEmpty() ? defaultKeyspace : of;
            if (matches(shown, keyspace) && matches(Names.unqualified(table), name)) {
              client
                  .find(Names.qualified(table))
                  .ifPresent(definition -> found.add(new Found(shown, definition)));
            }
          }
          found.sort(Comparator.comparing(Found::keyspace).thenComparing(Found::name));
          return found;
        });
  }

  /**
   * The table with exactly this name. Without a keyspace it is the table that a statement with this
   * name means.
   */
  private List<Found> table(@Nullable String keyspace, @Nullable String name) throws SQLException {
    connection.requireOpen();
    CqlClient client = connection.client();
    if (name == null) {
      return List.of();
    }
    return SqlErrors.sql(
        () ->
            client.find(keyspace == null ? name : Names.in(keyspace, name)).stream()
                .map(
                    definition -> {
                      String of = definition.keyspace();
                      return new Found(of.isEmpty() ? client.defaultKeyspace() : of, definition);
                    })
                .toList());
  }

  /** Whether a name matches a pattern with {@code %} and {@code _}, which a backslash escapes. */
  static boolean matches(String name, @Nullable String pattern) {
    if (pattern == null) {
      return true;
    }
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char character = pattern.charAt(i);
      if (character == '\\' && i + 1 < pattern.length()) {
        i++;
        regex.append(Pattern.quote(String.valueOf(pattern.charAt(i))));
      } else if (character == '%') {
        regex.append(".*");
      } else {
        regex.append(character == '_' ? "." : Pattern.quote(String.valueOf(character)));
      }
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL).matcher(name).matches();
  }

  @Override
  public ResultSet getTables(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String name,
      String @Nullable [] types)
      throws SQLException {
    MetaRows rows = new MetaRows(TABLES);
    if (types == null || Arrays.asList(types).contains(TABLE)) {
      for (Found table : tables(schema, name)) {
        String comment = table.definition().storage().comment();
        rows.add(
            null, table.keyspace(), table.name(), TABLE, comment, null, null, null, null, null);
      }
    }
    return rows.result();
  }

  @Override
  public ResultSet getTableTypes() {
    MetaRows rows = new MetaRows("TABLE_TYPE text");
    rows.add(TABLE);
    return rows.result();
  }

  @Override
  public ResultSet getSchemas() throws SQLException {
    return getSchemas(null, null);
  }

  /** The keyspaces. */
  @Override
  public ResultSet getSchemas(@Nullable String catalog, @Nullable String schema)
      throws SQLException {
    connection.requireOpen();
    MetaRows rows = new MetaRows("TABLE_SCHEM text, TABLE_CATALOG text");
    for (String keyspace : SqlErrors.sql(() -> connection.client().keyspaces())) {
      if (matches(keyspace, schema)) {
        rows.add(keyspace, null);
      }
    }
    return rows.result();
  }

  @Override
  public ResultSet getCatalogs() {
    return MetaRows.none("TABLE_CAT text");
  }

  @Override
  public ResultSet getColumns(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String tableName,
      @Nullable String columnName)
      throws SQLException {
    MetaRows rows = new MetaRows(COLUMNS);
    for (Found table : tables(schema, tableName)) {
      int position = 0;
      for (Column column : DocumentTable.shownColumns(table.definition())) {
        position++;
        if (matches(column.name(), columnName)) {
          add(rows, table, column, position);
        }
      }
    }
    return rows.result();
  }

  private static void add(MetaRows rows, Found table, Column column, int position) {
    Type type = column.type();
    boolean isDerived =
        table.definition().column(column.name()).map(ColumnDefinition::isDerived).orElse(false);
    rows.add(
        null,
        table.keyspace(),
        table.name(),
        column.name(),
        JdbcTypes.code(type),
        type.toString(),
        JdbcTypes.precision(type),
        null,
        JdbcTypes.scale(type),
        JdbcTypes.isNumber(type) ? 10 : null,
        column.nullable() ? columnNullable : columnNoNulls,
        "",
        null,
        null,
        null,
        JdbcTypes.isText(type) ? JdbcTypes.precision(type) : null,
        position,
        column.nullable() ? "YES" : "NO",
        null,
        null,
        null,
        null,
        "NO",
        isDerived ? "YES" : "NO");
  }

  /** The key columns; KEY_SEQ counts them in the order of the key. */
  @Override
  public ResultSet getPrimaryKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String tableName)
      throws SQLException {
    MetaRows rows = new MetaRows(PRIMARY_KEYS);
    for (Found table : table(schema, tableName)) {
      List<String> key = table.definition().keyColumns();
      for (int i = 0; i < key.size(); i++) {
        rows.add(null, table.keyspace(), table.name(), key.get(i), i + 1, null);
      }
    }
    return rows.sorted(Comparator.comparing(row -> row.getString("COLUMN_NAME"))).result();
  }

  @Override
  public ResultSet getBestRowIdentifier(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String tableName,
      int scope,
      boolean nullable)
      throws SQLException {
    MetaRows rows = new MetaRows(IDENTIFIERS);
    for (Found table : table(schema, tableName)) {
      for (String name : table.definition().keyColumns()) {
        Type type = table.definition().column(name).orElseThrow().type();
        rows.add(
            bestRowSession,
            name,
            JdbcTypes.code(type),
            type.toString(),
            JdbcTypes.precision(type),
            null,
            JdbcTypes.scale(type),
            bestRowNotPseudo);
      }
    }
    return rows.result();
  }

  /**
   * The parts of the primary key, as the index without a name of its own, and of each index. The
   * name of a computed part is its expression, such as {@code bucket(8)}.
   */
  @Override
  public ResultSet getIndexInfo(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String tableName,
      boolean unique,
      boolean approximate)
      throws SQLException {
    MetaRows rows = new MetaRows(INDEXES);
    for (Found table : table(schema, tableName)) {
      TableDefinition definition = table.definition();
      add(rows, table, "PRIMARY KEY", true, tableIndexClustered, definition.primaryKey());
      for (IndexDefinition index : definition.indexes()) {
        if (index.unique() || !unique) {
          add(rows, table, index.name(), index.unique(), tableIndexOther, index.parts());
        }
      }
    }
    return rows.sorted(
            Comparator.comparing((keywright.table.model.Row row) -> row.getBoolean("NON_UNIQUE"))
                .thenComparing(row -> row.getInt("TYPE"))
                .thenComparing(row -> row.getString("INDEX_NAME"))
                .thenComparing(row -> row.getInt("ORDINAL_POSITION")))
        .result();
  }

  private static void add(
      MetaRows rows, Found table, String name, boolean isUnique, short type, List<KeyPart> parts) {
    for (int i = 0; i < parts.size(); i++) {
      KeyPart part = parts.get(i);
      KeyExpression expression = part.expression();
      rows.add(
          null,
          table.keyspace(),
          table.name(),
          !isUnique,
          null,
          name,
          type,
          i + 1,
          expression.toString(),
          part.descending() ? "D" : "A",
          0,
          0,
          null);
    }
  }

  @Override
  public ResultSet getTypeInfo() {
    MetaRows rows = new MetaRows(TYPES);
    for (String name : TYPE_NAMES) {
      Type type = Type.parse(name);
      boolean isQuoted =
          JdbcTypes.isText(type)
              || JdbcTypes.code(type) == Types.DATE
              || JdbcTypes.code(type) == Types.TIME
              || JdbcTypes.code(type) == Types.TIMESTAMP_WITH_TIMEZONE;
      rows.add(
          name,
          JdbcTypes.code(type),
          JdbcTypes.precision(type),
          isQuoted ? "'" : null,
          isQuoted ? "'" : null,
          null,
          typeNullable,
          JdbcTypes.isText(type),
          JdbcTypes.isText(type) ? typeSearchable : typePredBasic,
          JdbcTypes.isNumber(type) && !JdbcTypes.isSigned(type),
          false,
          false,
          name,
          JdbcTypes.scale(type),
          JdbcTypes.scale(type),
          null,
          null,
          10);
    }
    return rows.sorted(Comparator.comparing(row -> row.getInt("DATA_TYPE"))).result();
  }

  @Override
  public String getURL() {
    return connection.url();
  }

  @Override
  public Connection getConnection() {
    return connection;
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    return connection.isReadOnly();
  }

  @Override
  public String getDatabaseProductVersion() {
    return Version.TEXT;
  }

  @Override
  public String getDriverVersion() {
    return Version.TEXT;
  }

  /** Keywords of the language that SQL does not have. */
  @Override
  public String getSQLKeywords() {
    return "ALLOW,FILTERING,IF,LIMIT,TRUNCATE,USE";
  }

  @Override
  public boolean supportsConvert() {
    return false;
  }

  @Override
  public boolean supportsConvert(int from, int to) {
    return false;
  }

  @Override
  public boolean supportsTransactions() throws SQLException {
    return connection.hasTransactions();
  }

  @Override
  public boolean supportsDataManipulationTransactionsOnly() throws SQLException {
    return connection.hasTransactions();
  }

  @Override
  public boolean supportsTransactionIsolationLevel(int level) throws SQLException {
    return level == getDefaultTransactionIsolation();
  }

  @Override
  public int getDefaultTransactionIsolation() throws SQLException {
    return connection.hasTransactions()
        ? Connection.TRANSACTION_READ_COMMITTED
        : Connection.TRANSACTION_NONE;
  }

  @Override
  public boolean supportsResultSetType(int type) {
    return type == ResultSet.TYPE_FORWARD_ONLY;
  }

  @Override
  public boolean supportsResultSetConcurrency(int type, int concurrency) {
    return supportsResultSetType(type) && concurrency == ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  public boolean supportsResultSetHoldability(int holdability) {
    return holdability == ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public RowIdLifetime getRowIdLifetime() {
    return RowIdLifetime.ROWID_UNSUPPORTED;
  }

  @Override
  public <T> T unwrap(Class<T> target) throws SQLException {
    return Wrapped.unwrap(target, this);
  }

  @Override
  public boolean isWrapperFor(Class<?> target) {
    return target.isInstance(this);
  }
}
