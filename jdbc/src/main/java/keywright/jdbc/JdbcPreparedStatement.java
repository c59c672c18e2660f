package keywright.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.ParameterMetaData;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import keywright.cql.Marker;
import keywright.cql.client.CqlClient;
import keywright.key.Column;
import org.jspecify.annotations.Nullable;

/** A statement with parameters, {@code ?} or {@code :name} in order of first use. */
final class JdbcPreparedStatement extends JdbcStatement implements java.sql.PreparedStatement {
  /** The value of a parameter that the program has not set. */
  private static final Object MISSING = new Object();

  private final CqlClient.Prepared statement;
  private final List<Marker> markers;
  private final @Nullable Object[] values;

  JdbcPreparedStatement(JdbcConnection connection, CqlClient.Prepared statement)
      throws SQLException {
    super(connection);
    this.statement = statement;
    this.markers = SqlErrors.sql(statement::markers);
    this.values = new @Nullable Object[markers.size()];
    Arrays.fill(values, MISSING);
  }

  private void set(int index, @Nullable Object value) throws SQLException {
    requireOpen();
    if (index < 1 || index > values.length) {
      throw SqlErrors.misuse(
          values.length == 0
              ? "cannot set parameter %d: the statement has no parameters".formatted(index)
              : "cannot set parameter %d: expected 1 to %d".formatted(index, values.length));
    }
    values[index - 1] = Conversions.parameter(value);
  }

  private CqlClient.Bound bound() throws SQLException {
    requireOpen();
    for (int i = 0; i < values.length; i++) {
      if (values[i] == MISSING) {
        throw SqlErrors.misuse(
            "cannot execute the statement: found no value for parameter %d, expected one for each; call setObject(%1$d, value) first"
                .formatted(i + 1));
      }
    }
    return SqlErrors.sql(() -> statement.bind(values));
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    return queried(bound());
  }

  @Override
  public int executeUpdate() throws SQLException {
    return small(executeLargeUpdate());
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    return updated(bound());
  }

  @Override
  public boolean execute() throws SQLException {
    return run(bound());
  }

  @Override
  public void addBatch() throws SQLException {
    addToBatch(bound());
  }

  @Override
  public void clearParameters() throws SQLException {
    requireOpen();
    Arrays.fill(values, MISSING);
  }

  /** The columns of the result, by the current declarations; null if there are none. */
  @Override
  public @Nullable ResultSetMetaData getMetaData() throws SQLException {
    requireOpen();
    List<Column> columns = SqlErrors.sql(statement::columns);
    return columns.isEmpty() ? null : new ResultColumns(columns, statement.table().orElse(""));
  }

  @Override
  public ParameterMetaData getParameterMetaData() throws SQLException {
    requireOpen();
    return new ParameterTypes(SqlErrors.sql(statement::markers));
  }

  private static SQLException hasText() {
    return SqlErrors.misuse(
        "cannot execute another text: the statement is prepared; call the method without a text, or create a Statement");
  }

  @Override
  public ResultSet executeQuery(String sql) throws SQLException {
    throw hasText();
  }

  @Override
  public long executeLargeUpdate(String sql) throws SQLException {
    throw hasText();
  }

  @Override
  public boolean execute(String sql) throws SQLException {
    throw hasText();
  }

  @Override
  public void addBatch(String sql) throws SQLException {
    throw hasText();
  }

  @Override
  public void setBoolean(int index, boolean value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setByte(int index, byte value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setShort(int index, short value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setInt(int index, int value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setLong(int index, long value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setFloat(int index, float value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setDouble(int index, double value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setBigDecimal(int index, @Nullable BigDecimal value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setString(int index, @Nullable String value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setNString(int index, @Nullable String value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setBytes(int index, byte @Nullable [] value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setDate(int index, @Nullable Date value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setTime(int index, @Nullable Time value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setTimestamp(int index, @Nullable Timestamp value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setObject(int index, @Nullable Object value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setNull(int index, int sqlType) throws SQLException {
    set(index, null);
  }

  @Override
  public void setNull(int index, int sqlType, String typeName) throws SQLException {
    set(index, null);
  }

  /** The value is converted to the type of its column, whatever {@code sqlType} is. */
  @Override
  public void setObject(int index, @Nullable Object value, int sqlType) throws SQLException {
    set(index, value);
  }

  @Override
  public void setObject(int index, @Nullable Object value, int sqlType, int scale)
      throws SQLException {
    set(index, value);
  }

  @Override
  public void setObject(int index, @Nullable Object value, SQLType sqlType) throws SQLException {
    set(index, value);
  }

  @Override
  public void setObject(int index, @Nullable Object value, SQLType sqlType, int scale)
      throws SQLException {
    set(index, value);
  }

  /** A timestamp is a moment, so the zone of a calendar does not matter. */
  @Override
  public void setTimestamp(int index, @Nullable Timestamp value, Calendar calendar)
      throws SQLException {
    set(index, value);
  }

  // Streams

  private static void requireLength(long length) throws SQLException {
    if (length < 0) {
      throw SqlErrors.misuse(
          "cannot read a stream of %d bytes or characters: expected 0 or more".formatted(length));
    }
  }

  private byte[] bytes(InputStream stream, long length) throws SQLException {
    requireLength(length);
    try {
      return stream.readNBytes((int) Math.min(length, Integer.MAX_VALUE));
    } catch (IOException e) {
      throw SqlErrors.unread(e);
    }
  }

  private String text(Reader reader, long length) throws SQLException {
    requireLength(length);
    try {
      StringWriter text = new StringWriter();
      for (long i = 0; i < length; i++) {
        int next = reader.read();
        if (next < 0) {
          break;
        }
        text.write(next);
      }
      return text.toString();
    } catch (IOException e) {
      throw SqlErrors.unread(e);
    }
  }

  @Override
  public void setBinaryStream(int index, @Nullable InputStream value) throws SQLException {
    setBinaryStream(index, value, Long.MAX_VALUE);
  }

  @Override
  public void setBinaryStream(int index, @Nullable InputStream value, long length)
      throws SQLException {
    set(index, value == null ? null : bytes(value, length));
  }

  @Override
  public void setBinaryStream(int index, @Nullable InputStream value, int length)
      throws SQLException {
    set(index, value == null ? null : bytes(value, length));
  }

  @Override
  public void setBlob(int index, @Nullable InputStream value) throws SQLException {
    setBlob(index, value, Long.MAX_VALUE);
  }

  @Override
  public void setBlob(int index, @Nullable InputStream value, long length) throws SQLException {
    set(index, value == null ? null : bytes(value, length));
  }

  @Override
  public void setCharacterStream(int index, @Nullable Reader value) throws SQLException {
    setCharacterStream(index, value, Long.MAX_VALUE);
  }

  @Override
  public void setCharacterStream(int index, @Nullable Reader value, long length)
      throws SQLException {
    set(index, value == null ? null : text(value, length));
  }

  @Override
  public void setCharacterStream(int index, @Nullable Reader value, int length)
      throws SQLException {
    set(index, value == null ? null : text(value, length));
  }

  @Override
  public void setNCharacterStream(int index, @Nullable Reader value) throws SQLException {
    setNCharacterStream(index, value, Long.MAX_VALUE);
  }

  @Override
  public void setNCharacterStream(int index, @Nullable Reader value, long length)
      throws SQLException {
    set(index, value == null ? null : text(value, length));
  }

  @Override
  public void setClob(int index, @Nullable Reader value) throws SQLException {
    setClob(index, value, Long.MAX_VALUE);
  }

  @Override
  public void setClob(int index, @Nullable Reader value, long length) throws SQLException {
    set(index, value == null ? null : text(value, length));
  }

  @Override
  public void setNClob(int index, @Nullable Reader value) throws SQLException {
    setNClob(index, value, Long.MAX_VALUE);
  }

  @Override
  public void setNClob(int index, @Nullable Reader value, long length) throws SQLException {
    set(index, value == null ? null : text(value, length));
  }

  // What there is not

  @Override
  public void setAsciiStream(int index, InputStream value) throws SQLException {
    throw SqlErrors.unsupported("call setAsciiStream", "use setCharacterStream");
  }

  @Override
  public void setAsciiStream(int index, InputStream value, int length) throws SQLException {
    throw SqlErrors.unsupported("call setAsciiStream", "use setCharacterStream");
  }

  @Override
  public void setAsciiStream(int index, InputStream value, long length) throws SQLException {
    throw SqlErrors.unsupported("call setAsciiStream", "use setCharacterStream");
  }

  @Override
  @Deprecated
  public void setUnicodeStream(int index, InputStream value, int length) throws SQLException {
    throw SqlErrors.unsupported("call setUnicodeStream", "use setCharacterStream");
  }

  @Override
  public void setDate(int index, Date value, Calendar calendar) throws SQLException {
    throw SqlErrors.unsupported(
        "set a date in the zone of a calendar", "use setObject with a LocalDate");
  }

  @Override
  public void setTime(int index, Time value, Calendar calendar) throws SQLException {
    throw SqlErrors.unsupported(
        "set a time in the zone of a calendar", "use setObject with a LocalTime");
  }

  @Override
  public void setRef(int index, Ref value) throws SQLException {
    throw SqlErrors.unsupported("call setRef with a Ref", "there are no references");
  }

  @Override
  public void setBlob(int index, Blob value) throws SQLException {
    throw SqlErrors.unsupported("call setBlob with a Blob", "use setBytes");
  }

  @Override
  public void setClob(int index, Clob value) throws SQLException {
    throw SqlErrors.unsupported("call setClob with a Clob", "use setString");
  }

  @Override
  public void setNClob(int index, NClob value) throws SQLException {
    throw SqlErrors.unsupported("call setNClob with a NClob", "use setString");
  }

  @Override
  public void setArray(int index, Array value) throws SQLException {
    throw SqlErrors.unsupported(
        "call setArray with an Array", "use setObject with a List or a Set");
  }

  @Override
  public void setURL(int index, URL value) throws SQLException {
    throw SqlErrors.unsupported("call setURL with a URL", "use setString");
  }

  @Override
  public void setRowId(int index, RowId value) throws SQLException {
    throw SqlErrors.unsupported("call setRowId with a RowId", "use the columns of the primary key");
  }

  @Override
  public void setSQLXML(int index, SQLXML value) throws SQLException {
    throw SqlErrors.unsupported("call setSQLXML with an SQLXML", "use setString");
  }
}
