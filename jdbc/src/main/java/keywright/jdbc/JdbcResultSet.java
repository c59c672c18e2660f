package keywright.jdbc;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import keywright.key.Column;
import keywright.table.model.Row;
import org.jspecify.annotations.Nullable;

/** Rows that are read as the program asks for them. Used by one thread. */
final class JdbcResultSet extends ReadOnlyResultSet {
  private final List<Column> columns;
  private final Supplier<@Nullable Row> rows;
  private final Runnable close;
  private final @Nullable JdbcStatement statement;
  private final String table;
  private final long maxRows;

  /** The place of each label in lower case, from 1; made at the first use of a label. */
  private @Nullable Map<String, Integer> places;

  private @Nullable Row row;

  /** The first row, if {@link #isBeforeFirst} has read it before {@link #next}. */
  private @Nullable Row first;

  /** How many rows next has returned. */
  private long count;

  /** Whether next has returned false. */
  private boolean ended;

  private boolean wasNull;
  private boolean closed;
  private int fetchSize;

  /**
   * @param statement null for the rows of metadata
   * @param table the table that is read; empty if there is none
   * @param maxRows the most rows to return; 0 for all
   */
  JdbcResultSet(
      List<Column> columns,
      Supplier<@Nullable Row> rows,
      Runnable close,
      @Nullable JdbcStatement statement,
      String table,
      long maxRows) {
    this.columns = columns;
    this.rows = rows;
    this.close = close;
    this.statement = statement;
    this.table = table;
    this.maxRows = maxRows;
  }

  @Override
  public boolean next() throws SQLException {
    requireOpen();
    boolean isAtMost = maxRows > 0 && count >= maxRows;
    row = ended || isAtMost ? null : first == null ? read() : first;
    first = null;
    ended = row == null;
    count += ended ? 0 : 1;
    return !ended;
  }

  private @Nullable Row read() throws SQLException {
    if (statement != null) {
      statement.requireRunning();
    }
    return SqlErrors.sql(rows::get);
  }

  @Override
  public void close() throws SQLException {
    if (!closed) {
      closed = true;
      row = null;
      close.run();
      if (statement != null) {
        statement.resultClosed();
      }
    }
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  private void requireOpen() throws SQLException {
    if (closed) {
      throw SqlErrors.misuse(
          "cannot read the result set: it is closed; execute the statement again");
    }
  }

  /** The value in the current row. */
  private @Nullable Object value(int index) throws SQLException {
    requireOpen();
    if (row == null) {
      throw SqlErrors.misuse(
          ended
              ? "cannot read a column: found the end of the rows; stop when next returns false"
              : "cannot read a column: found no current row; call next first");
    }
    Object value = row.get(checked(index) - 1);
    wasNull = value == null;
    return value;
  }

  private int checked(int index) throws SQLException {
    if (index < 1 || index > columns.size()) {
      throw SqlErrors.misuse(
          "cannot read column %d: expected 1 to %d".formatted(index, columns.size()));
    }
    return index;
  }

  private <T> @Nullable T value(int index, Class<T> target) throws SQLException {
    Object value = value(index);
    return value == null
        ? null
        : target.cast(Conversions.convert(columns.get(index - 1), value, target));
  }

  private <T> T value(int index, Class<T> target, T ofNull) throws SQLException {
    T value = value(index, target);
    return value == null ? ofNull : value;
  }

  @Override
  public int findColumn(String label) throws SQLException {
    SqlErrors.requireGiven(label, "find a column", "its name");
    if (places == null) {
      places = new HashMap<>();
      for (int i = 0; i < columns.size(); i++) {
        places.putIfAbsent(columns.get(i).name().toLowerCase(Locale.ROOT), i + 1);
      }
    }
    Integer place = places.get(label.toLowerCase(Locale.ROOT));
    if (place == null) {
      throw SqlErrors.misuse(
          "cannot find column %s in the result: expected one of %s"
              .formatted(label, String.join(", ", columns.stream().map(Column::name).toList())));
    }
    return place;
  }

  @Override
  public boolean wasNull() {
    return wasNull;
  }

  @Override
  public boolean getBoolean(int index) throws SQLException {
    return value(index, Boolean.class, false);
  }

  @Override
  public boolean getBoolean(String label) throws SQLException {
    return getBoolean(findColumn(label));
  }

  @Override
  public byte getByte(int index) throws SQLException {
    return value(index, Byte.class, (byte) 0);
  }

  @Override
  public byte getByte(String label) throws SQLException {
    return getByte(findColumn(label));
  }

  @Override
  public short getShort(int index) throws SQLException {
    return value(index, Short.class, (short) 0);
  }

  @Override
  public short getShort(String label) throws SQLException {
    return getShort(findColumn(label));
  }

  @Override
  public int getInt(int index) throws SQLException {
    return value(index, Integer.class, 0);
  }

  @Override
  public int getInt(String label) throws SQLException {
    return getInt(findColumn(label));
  }

  @Override
  public long getLong(int index) throws SQLException {
    return value(index, Long.class, 0L);
  }

  @Override
  public long getLong(String label) throws SQLException {
    return getLong(findColumn(label));
  }

  @Override
  public float getFloat(int index) throws SQLException {
    return value(index, Float.class, 0f);
  }

  @Override
  public float getFloat(String label) throws SQLException {
    return getFloat(findColumn(label));
  }

  @Override
  public double getDouble(int index) throws SQLException {
    return value(index, Double.class, 0d);
  }

  @Override
  public double getDouble(String label) throws SQLException {
    return getDouble(findColumn(label));
  }

  @Override
  public @Nullable String getString(int index) throws SQLException {
    return value(index, String.class);
  }

  @Override
  public @Nullable String getString(String label) throws SQLException {
    return getString(findColumn(label));
  }

  @Override
  public @Nullable BigDecimal getBigDecimal(int index) throws SQLException {
    return value(index, BigDecimal.class);
  }

  @Override
  public @Nullable BigDecimal getBigDecimal(String label) throws SQLException {
    return getBigDecimal(findColumn(label));
  }

  @Override
  public @Nullable Date getDate(int index) throws SQLException {
    return value(index, Date.class);
  }

  @Override
  public @Nullable Date getDate(String label) throws SQLException {
    return getDate(findColumn(label));
  }

  @Override
  public @Nullable Time getTime(int index) throws SQLException {
    return value(index, Time.class);
  }

  @Override
  public @Nullable Time getTime(String label) throws SQLException {
    return getTime(findColumn(label));
  }

  @Override
  public @Nullable Timestamp getTimestamp(int index) throws SQLException {
    return value(index, Timestamp.class);
  }

  @Override
  public @Nullable Timestamp getTimestamp(String label) throws SQLException {
    return getTimestamp(findColumn(label));
  }

  @Override
  public byte @Nullable [] getBytes(int index) throws SQLException {
    return value(index, byte[].class);
  }

  @Override
  public byte @Nullable [] getBytes(String label) throws SQLException {
    return getBytes(findColumn(label));
  }

  @Override
  public @Nullable Object getObject(int index) throws SQLException {
    return value(index);
  }

  @Override
  public @Nullable Object getObject(String label) throws SQLException {
    return getObject(findColumn(label));
  }

  @Override
  public @Nullable String getNString(int index) throws SQLException {
    return getString(index);
  }

  @Override
  public @Nullable String getNString(String label) throws SQLException {
    return getNString(findColumn(label));
  }

  @Override
  public @Nullable InputStream getBinaryStream(int index) throws SQLException {
    byte[] bytes = getBytes(index);
    return bytes == null ? null : new ByteArrayInputStream(bytes);
  }

  @Override
  public @Nullable InputStream getBinaryStream(String label) throws SQLException {
    return getBinaryStream(findColumn(label));
  }

  @Override
  public @Nullable Reader getCharacterStream(int index) throws SQLException {
    String text = getString(index);
    return text == null ? null : new StringReader(text);
  }

  @Override
  public @Nullable Reader getCharacterStream(String label) throws SQLException {
    return getCharacterStream(findColumn(label));
  }

  @Override
  public @Nullable Reader getNCharacterStream(int index) throws SQLException {
    return getCharacterStream(index);
  }

  @Override
  public @Nullable Reader getNCharacterStream(String label) throws SQLException {
    return getNCharacterStream(findColumn(label));
  }

  @Override
  public <T> @Nullable T getObject(int index, Class<T> target) throws SQLException {
    SqlErrors.requireGiven(target, "read a column", "a class");
    return value(index, target);
  }

  @Override
  public <T> @Nullable T getObject(String label, Class<T> target) throws SQLException {
    return getObject(findColumn(label), target);
  }

  @Override
  @Deprecated
  public @Nullable BigDecimal getBigDecimal(int index, int scale) throws SQLException {
    BigDecimal value = getBigDecimal(index);
    try {
      return value == null ? null : value.setScale(scale, RoundingMode.UNNECESSARY);
    } catch (ArithmeticException e) {
      throw SqlErrors.data(
          "cannot read %s with scale %d: found %s; use getBigDecimal without a scale"
              .formatted(columns.get(index - 1).name(), scale, value));
    }
  }

  @Override
  @Deprecated
  public @Nullable BigDecimal getBigDecimal(String label, int scale) throws SQLException {
    return getBigDecimal(findColumn(label), scale);
  }

  /** A timestamp is a moment, so the zone of a calendar does not matter. */
  @Override
  public @Nullable Timestamp getTimestamp(int index, Calendar calendar) throws SQLException {
    return getTimestamp(index);
  }

  @Override
  public @Nullable Timestamp getTimestamp(String label, Calendar calendar) throws SQLException {
    return getTimestamp(label);
  }

  @Override
  public @Nullable SQLWarning getWarnings() {
    return null;
  }

  @Override
  public void clearWarnings() {}

  @Override
  public ResultSetMetaData getMetaData() {
    return new ResultColumns(columns, table);
  }

  @Override
  public int getRow() {
    return row == null ? 0 : (int) Math.min(count, Integer.MAX_VALUE);
  }

  /** Reads the first row, since the result is false if there is none. */
  @Override
  public boolean isBeforeFirst() throws SQLException {
    requireOpen();
    if (count == 0 && !ended && first == null) {
      first = read();
      ended = first == null;
    }
    return count == 0 && !ended;
  }

  @Override
  public boolean isAfterLast() throws SQLException {
    requireOpen();
    return ended && count > 0;
  }

  @Override
  public boolean isFirst() throws SQLException {
    requireOpen();
    return row != null && count == 1;
  }

  @Override
  public void setFetchDirection(int direction) throws SQLException {
    if (direction != ResultSet.FETCH_FORWARD) {
      throw SqlErrors.unsupported("fetch backwards", "add ORDER BY … DESC to the SELECT");
    }
  }

  @Override
  public int getFetchDirection() {
    return ResultSet.FETCH_FORWARD;
  }

  @Override
  public void setFetchSize(int rowCount) {
    fetchSize = rowCount;
  }

  @Override
  public int getFetchSize() {
    return fetchSize;
  }

  @Override
  public int getType() {
    return ResultSet.TYPE_FORWARD_ONLY;
  }

  @Override
  public int getConcurrency() {
    return ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  public int getHoldability() {
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public @Nullable Statement getStatement() {
    return statement;
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
