package keywright.jdbc;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import keywright.key.Column;
import keywright.key.Type;
import keywright.table.model.Names;

/** The columns of a result. Immutable. */
final class ResultColumns implements ResultSetMetaData {
  private static final int DISPLAY_DEFAULT = 100;

  private final List<Column> columns;
  private final String table;

  /**
   * @param table the table that is read; empty if there is none
   */
  ResultColumns(List<Column> columns, String table) {
    this.columns = columns;
    this.table = table;
  }

  private Column column(int index) throws SQLException {
    if (index < 1 || index > columns.size()) {
      throw SqlErrors.misuse(
          "cannot describe column %d: expected 1 to %d".formatted(index, columns.size()));
    }
    return columns.get(index - 1);
  }

  private Type type(int index) throws SQLException {
    return column(index).type();
  }

  @Override
  public int getColumnCount() {
    return columns.size();
  }

  @Override
  public String getColumnName(int index) throws SQLException {
    return column(index).name();
  }

  @Override
  public String getColumnLabel(int index) throws SQLException {
    return column(index).name();
  }

  @Override
  public int getColumnType(int index) throws SQLException {
    return JdbcTypes.code(type(index));
  }

  @Override
  public String getColumnTypeName(int index) throws SQLException {
    return type(index).toString();
  }

  @Override
  public String getColumnClassName(int index) throws SQLException {
    return JdbcTypes.className(type(index));
  }

  @Override
  public int getPrecision(int index) throws SQLException {
    return JdbcTypes.precision(type(index));
  }

  @Override
  public int getScale(int index) throws SQLException {
    return JdbcTypes.scale(type(index));
  }

  @Override
  public int getColumnDisplaySize(int index) throws SQLException {
    int precision = getPrecision(index);
    return precision == 0 ? DISPLAY_DEFAULT : precision + 2;
  }

  @Override
  public int isNullable(int index) throws SQLException {
    return column(index).nullable() ? columnNullable : columnNoNulls;
  }

  @Override
  public boolean isSigned(int index) throws SQLException {
    return JdbcTypes.isSigned(type(index));
  }

  @Override
  public boolean isCaseSensitive(int index) throws SQLException {
    return JdbcTypes.isText(type(index));
  }

  @Override
  public boolean isSearchable(int index) throws SQLException {
    return column(index) != null;
  }

  @Override
  public boolean isAutoIncrement(int index) {
    return false;
  }

  @Override
  public boolean isCurrency(int index) {
    return false;
  }

  @Override
  public boolean isReadOnly(int index) {
    return true;
  }

  @Override
  public boolean isWritable(int index) {
    return false;
  }

  @Override
  public boolean isDefinitelyWritable(int index) {
    return false;
  }

  @Override
  public String getTableName(int index) {
    return Names.unqualified(table);
  }

  /** The keyspace; empty for the default keyspace. */
  @Override
  public String getSchemaName(int index) {
    return Names.keyspace(table);
  }

  @Override
  public String getCatalogName(int index) {
    return "";
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
