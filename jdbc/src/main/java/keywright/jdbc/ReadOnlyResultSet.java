package keywright.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;

/** What the result sets of this driver refuse: they are read once, forward, and never changed. */
abstract class ReadOnlyResultSet implements ResultSet {

  private static SQLException readOnly(String method) {
    return SqlErrors.unsupported(
        "call " + method, "result sets are read only: execute an UPDATE or a DELETE");
  }

  private static SQLException forwardOnly(String method) {
    return SqlErrors.unsupported(
        "call " + method, "result sets are forward only: call next, or collect the rows in a list");
  }

  @Override
  public InputStream getAsciiStream(int a) throws SQLException {
    throw SqlErrors.unsupported("call getAsciiStream", "use getCharacterStream");
  }

  @Override
  public InputStream getAsciiStream(String a) throws SQLException {
    throw SqlErrors.unsupported("call getAsciiStream", "use getCharacterStream");
  }

  @Override
  @Deprecated
  public InputStream getUnicodeStream(int a) throws SQLException {
    throw SqlErrors.unsupported("call getUnicodeStream", "use getCharacterStream");
  }

  @Override
  @Deprecated
  public InputStream getUnicodeStream(String a) throws SQLException {
    throw SqlErrors.unsupported("call getUnicodeStream", "use getCharacterStream");
  }

  @Override
  public String getCursorName() throws SQLException {
    throw SqlErrors.unsupported("call getCursorName", "update rows by their primary key");
  }

  @Override
  public boolean isLast() throws SQLException {
    throw forwardOnly("isLast");
  }

  @Override
  public void beforeFirst() throws SQLException {
    throw forwardOnly("beforeFirst");
  }

  @Override
  public void afterLast() throws SQLException {
    throw forwardOnly("afterLast");
  }

  @Override
  public boolean first() throws SQLException {
    throw forwardOnly("first");
  }

  @Override
  public boolean last() throws SQLException {
    throw forwardOnly("last");
  }

  @Override
  public boolean absolute(int a) throws SQLException {
    throw forwardOnly("absolute");
  }

  @Override
  public boolean relative(int a) throws SQLException {
    throw forwardOnly("relative");
  }

  @Override
  public boolean previous() throws SQLException {
    throw forwardOnly("previous");
  }

  @Override
  public boolean rowUpdated() throws SQLException {
    throw readOnly("rowUpdated");
  }

  @Override
  public boolean rowInserted() throws SQLException {
    throw readOnly("rowInserted");
  }

  @Override
  public boolean rowDeleted() throws SQLException {
    throw readOnly("rowDeleted");
  }

  @Override
  public void updateNull(int a) throws SQLException {
    throw readOnly("updateNull");
  }

  @Override
  public void updateBoolean(int a, boolean b) throws SQLException {
    throw readOnly("updateBoolean");
  }

  @Override
  public void updateByte(int a, byte b) throws SQLException {
    throw readOnly("updateByte");
  }

  @Override
  public void updateShort(int a, short b) throws SQLException {
    throw readOnly("updateShort");
  }

  @Override
  public void updateInt(int a, int b) throws SQLException {
    throw readOnly("updateInt");
  }

  @Override
  public void updateLong(int a, long b) throws SQLException {
    throw readOnly("updateLong");
  }

  @Override
  public void updateFloat(int a, float b) throws SQLException {
    throw readOnly("updateFloat");
  }

  @Override
  public void updateDouble(int a, double b) throws SQLException {
    throw readOnly("updateDouble");
  }

  @Override
  public void updateBigDecimal(int a, BigDecimal b) throws SQLException {
    throw readOnly("updateBigDecimal");
  }

  @Override
  public void updateString(int a, String b) throws SQLException {
    throw readOnly("updateString");
  }

  @Override
  public void updateBytes(int a, byte[] b) throws SQLException {
    throw readOnly("updateBytes");
  }

  @Override
  public void updateDate(int a, Date b) throws SQLException {
    throw readOnly("updateDate");
  }

  @Override
  public void updateTime(int a, Time b) throws SQLException {
    throw readOnly("updateTime");
  }

  @Override
  public void updateTimestamp(int a, Timestamp b) throws SQLException {
    throw readOnly("updateTimestamp");
  }

  @Override
  public void updateAsciiStream(int a, InputStream b, int c) throws SQLException {
    throw readOnly("updateAsciiStream");
  }

  @Override
  public void updateBinaryStream(int a, InputStream b, int c) throws SQLException {
    throw readOnly("updateBinaryStream");
  }

  @Override
  public void updateCharacterStream(int a, Reader b, int c) throws SQLException {
    throw readOnly("updateCharacterStream");
  }

  @Override
  public void updateObject(int a, Object b, int c) throws SQLException {
    throw readOnly("updateObject");
  }

  @Override
  public void updateObject(int a, Object b) throws SQLException {
    throw readOnly("updateObject");
  }

  @Override
  public void updateNull(String a) throws SQLException {
    throw readOnly("updateNull");
  }

  @Override
  public void updateBoolean(String a, boolean b) throws SQLException {
    throw readOnly("updateBoolean");
  }

  @Override
  public void updateByte(String a, byte b) throws SQLException {
    throw readOnly("updateByte");
  }

  @Override
  public void updateShort(String a, short b) throws SQLException {
    throw readOnly("updateShort");
  }

  @Override
  public void updateInt(String a, int b) throws SQLException {
    throw readOnly("updateInt");
  }

  @Override
  public void updateLong(String a, long b) throws SQLException {
    throw readOnly("updateLong");
  }

  @Override
  public void updateFloat(String a, float b) throws SQLException {
    throw readOnly("updateFloat");
  }

  @Override
  public void updateDouble(String a, double b) throws SQLException {
    throw readOnly("updateDouble");
  }

  @Override
  public void updateBigDecimal(String a, BigDecimal b) throws SQLException {
    throw readOnly("updateBigDecimal");
  }

  @Override
  public void updateString(String a, String b) throws SQLException {
    throw readOnly("updateString");
  }

  @Override
  public void updateBytes(String a, byte[] b) throws SQLException {
    throw readOnly("updateBytes");
  }

  @Override
  public void updateDate(String a, Date b) throws SQLException {
    throw readOnly("updateDate");
  }

  @Override
  public void updateTime(String a, Time b) throws SQLException {
    throw readOnly("updateTime");
  }

  @Override
  public void updateTimestamp(String a, Timestamp b) throws SQLException {
    throw readOnly("updateTimestamp");
  }

  @Override
  public void updateAsciiStream(String a, InputStream b, int c) throws SQLException {
    throw readOnly("updateAsciiStream");
  }

  @Override
  public void updateBinaryStream(String a, InputStream b, int c) throws SQLException {
    throw readOnly("updateBinaryStream");
  }

  @Override
  public void updateCharacterStream(String a, Reader b, int c) throws SQLException {
    throw readOnly("updateCharacterStream");
  }

  @Override
  public void updateObject(String a, Object b, int c) throws SQLException {
    throw readOnly("updateObject");
  }

  @Override
  public void updateObject(String a, Object b) throws SQLException {
    throw readOnly("updateObject");
  }

  @Override
  public void insertRow() throws SQLException {
    throw readOnly("insertRow");
  }

  @Override
  public void updateRow() throws SQLException {
    throw readOnly("updateRow");
  }

  @Override
  public void deleteRow() throws SQLException {
    throw readOnly("deleteRow");
  }

  @Override
  public void refreshRow() throws SQLException {
    throw readOnly("refreshRow");
  }

  @Override
  public void cancelRowUpdates() throws SQLException {
    throw readOnly("cancelRowUpdates");
  }

  @Override
  public void moveToInsertRow() throws SQLException {
    throw readOnly("moveToInsertRow");
  }

  @Override
  public void moveToCurrentRow() throws SQLException {
    throw readOnly("moveToCurrentRow");
  }

  @Override
  public Object getObject(int a, Map<String, Class<?>> b) throws SQLException {
    throw SqlErrors.unsupported("read a value by a type map", "use getObject(column, class)");
  }

  @Override
  public Ref getRef(int a) throws SQLException {
    throw SqlErrors.unsupported("call getRef", "there are no references");
  }

  @Override
  public Blob getBlob(int a) throws SQLException {
    throw SqlErrors.unsupported("call getBlob", "use getBytes");
  }

  @Override
  public Clob getClob(int a) throws SQLException {
    throw SqlErrors.unsupported("call getClob", "use getString");
  }

  @Override
  public Array getArray(int a) throws SQLException {
    throw SqlErrors.unsupported(
        "call getArray", "use getObject(column, List.class), or Set.class for a set");
  }

  @Override
  public Object getObject(String a, Map<String, Class<?>> b) throws SQLException {
    throw SqlErrors.unsupported("read a value by a type map", "use getObject(column, class)");
  }

  @Override
  public Ref getRef(String a) throws SQLException {
    throw SqlErrors.unsupported("call getRef", "there are no references");
  }

  @Override
  public Blob getBlob(String a) throws SQLException {
    throw SqlErrors.unsupported("call getBlob", "use getBytes");
  }

  @Override
  public Clob getClob(String a) throws SQLException {
    throw SqlErrors.unsupported("call getClob", "use getString");
  }

  @Override
  public Array getArray(String a) throws SQLException {
    throw SqlErrors.unsupported(
        "call getArray", "use getObject(column, List.class), or Set.class for a set");
  }

  @Override
  public Date getDate(int a, Calendar b) throws SQLException {
    throw SqlErrors.unsupported(
        "read a date in the zone of a calendar", "use getObject(column, LocalDate.class)");
  }

  @Override
  public Date getDate(String a, Calendar b) throws SQLException {
    throw SqlErrors.unsupported(
        "read a date in the zone of a calendar", "use getObject(column, LocalDate.class)");
  }

  @Override
  public Time getTime(int a, Calendar b) throws SQLException {
    throw SqlErrors.unsupported(
        "read a time in the zone of a calendar", "use getObject(column, LocalTime.class)");
  }

  @Override
  public Time getTime(String a, Calendar b) throws SQLException {
    throw SqlErrors.unsupported(
        "read a time in the zone of a calendar", "use getObject(column, LocalTime.class)");
  }

  @Override
  public URL getURL(int a) throws SQLException {
    throw SqlErrors.unsupported("call getURL", "use getString");
  }

  @Override
  public URL getURL(String a) throws SQLException {
    throw SqlErrors.unsupported("call getURL", "use getString");
  }

  @Override
  public void updateRef(int a, Ref b) throws SQLException {
    throw readOnly("updateRef");
  }

  @Override
  public void updateRef(String a, Ref b) throws SQLException {
    throw readOnly("updateRef");
  }

  @Override
  public void updateBlob(int a, Blob b) throws SQLException {
    throw readOnly("updateBlob");
  }

  @Override
  public void updateBlob(String a, Blob b) throws SQLException {
    throw readOnly("updateBlob");
  }

  @Override
  public void updateClob(int a, Clob b) throws SQLException {
    throw readOnly("updateClob");
  }

  @Override
  public void updateClob(String a, Clob b) throws SQLException {
    throw readOnly("updateClob");
  }

  @Override
  public void updateArray(int a, Array b) throws SQLException {
    throw readOnly("updateArray");
  }

  @Override
  public void updateArray(String a, Array b) throws SQLException {
    throw readOnly("updateArray");
  }

  @Override
  public RowId getRowId(int a) throws SQLException {
    throw SqlErrors.unsupported("call getRowId", "select the columns of the primary key");
  }

  @Override
  public RowId getRowId(String a) throws SQLException {
    throw SqlErrors.unsupported("call getRowId", "select the columns of the primary key");
  }

  @Override
  public void updateRowId(int a, RowId b) throws SQLException {
    throw readOnly("updateRowId");
  }

  @Override
  public void updateRowId(String a, RowId b) throws SQLException {
    throw readOnly("updateRowId");
  }

  @Override
  public void updateNString(int a, String b) throws SQLException {
    throw readOnly("updateNString");
  }

  @Override
  public void updateNString(String a, String b) throws SQLException {
    throw readOnly("updateNString");
  }

  @Override
  public void updateNClob(int a, NClob b) throws SQLException {
    throw readOnly("updateNClob");
  }

  @Override
  public void updateNClob(String a, NClob b) throws SQLException {
    throw readOnly("updateNClob");
  }

  @Override
  public NClob getNClob(int a) throws SQLException {
    throw SqlErrors.unsupported("call getNClob", "use getString");
  }

  @Override
  public NClob getNClob(String a) throws SQLException {
    throw SqlErrors.unsupported("call getNClob", "use getString");
  }

  @Override
  public SQLXML getSQLXML(int a) throws SQLException {
    throw SqlErrors.unsupported("call getSQLXML", "use getString");
  }

  @Override
  public SQLXML getSQLXML(String a) throws SQLException {
    throw SqlErrors.unsupported("call getSQLXML", "use getString");
  }

  @Override
  public void updateSQLXML(int a, SQLXML b) throws SQLException {
    throw readOnly("updateSQLXML");
  }

  @Override
  public void updateSQLXML(String a, SQLXML b) throws SQLException {
    throw readOnly("updateSQLXML");
  }

  @Override
  public void updateNCharacterStream(int a, Reader b, long c) throws SQLException {
    throw readOnly("updateNCharacterStream");
  }

  @Override
  public void updateNCharacterStream(String a, Reader b, long c) throws SQLException {
    throw readOnly("updateNCharacterStream");
  }

  @Override
  public void updateAsciiStream(int a, InputStream b, long c) throws SQLException {
    throw readOnly("updateAsciiStream");
  }

  @Override
  public void updateBinaryStream(int a, InputStream b, long c) throws SQLException {
    throw readOnly("updateBinaryStream");
  }

  @Override
  public void updateCharacterStream(int a, Reader b, long c) throws SQLException {
    throw readOnly("updateCharacterStream");
  }

  @Override
  public void updateAsciiStream(String a, InputStream b, long c) throws SQLException {
    throw readOnly("updateAsciiStream");
  }

  @Override
  public void updateBinaryStream(String a, InputStream b, long c) throws SQLException {
    throw readOnly("updateBinaryStream");
  }

  @Override
  public void updateCharacterStream(String a, Reader b, long c) throws SQLException {
    throw readOnly("updateCharacterStream");
  }

  @Override
  public void updateBlob(int a, InputStream b, long c) throws SQLException {
    throw readOnly("updateBlob");
  }

  @Override
  public void updateBlob(String a, InputStream b, long c) throws SQLException {
    throw readOnly("updateBlob");
  }

  @Override
  public void updateClob(int a, Reader b, long c) throws SQLException {
    throw readOnly("updateClob");
  }

  @Override
  public void updateClob(String a, Reader b, long c) throws SQLException {
    throw readOnly("updateClob");
  }

  @Override
  public void updateNClob(int a, Reader b, long c) throws SQLException {
    throw readOnly("updateNClob");
  }

  @Override
  public void updateNClob(String a, Reader b, long c) throws SQLException {
    throw readOnly("updateNClob");
  }

  @Override
  public void updateNCharacterStream(int a, Reader b) throws SQLException {
    throw readOnly("updateNCharacterStream");
  }

  @Override
  public void updateNCharacterStream(String a, Reader b) throws SQLException {
    throw readOnly("updateNCharacterStream");
  }

  @Override
  public void updateAsciiStream(int a, InputStream b) throws SQLException {
    throw readOnly("updateAsciiStream");
  }

  @Override
  public void updateBinaryStream(int a, InputStream b) throws SQLException {
    throw readOnly("updateBinaryStream");
  }

  @Override
  public void updateCharacterStream(int a, Reader b) throws SQLException {
    throw readOnly("updateCharacterStream");
  }

  @Override
  public void updateAsciiStream(String a, InputStream b) throws SQLException {
    throw readOnly("updateAsciiStream");
  }

  @Override
  public void updateBinaryStream(String a, InputStream b) throws SQLException {
    throw readOnly("updateBinaryStream");
  }

  @Override
  public void updateCharacterStream(String a, Reader b) throws SQLException {
    throw readOnly("updateCharacterStream");
  }

  @Override
  public void updateBlob(int a, InputStream b) throws SQLException {
    throw readOnly("updateBlob");
  }

  @Override
  public void updateBlob(String a, InputStream b) throws SQLException {
    throw readOnly("updateBlob");
  }

  @Override
  public void updateClob(int a, Reader b) throws SQLException {
    throw readOnly("updateClob");
  }

  @Override
  public void updateClob(String a, Reader b) throws SQLException {
    throw readOnly("updateClob");
  }

  @Override
  public void updateNClob(int a, Reader b) throws SQLException {
    throw readOnly("updateNClob");
  }

  @Override
  public void updateNClob(String a, Reader b) throws SQLException {
    throw readOnly("updateNClob");
  }

  @Override
  public void updateObject(int a, Object b, SQLType c) throws SQLException {
    throw readOnly("updateObject");
  }

  @Override
  public void updateObject(int a, Object b, SQLType c, int d) throws SQLException {
    throw readOnly("updateObject");
  }

  @Override
  public void updateObject(String a, Object b, SQLType c) throws SQLException {
    throw readOnly("updateObject");
  }

  @Override
  public void updateObject(String a, Object b, SQLType c, int d) throws SQLException {
    throw readOnly("updateObject");
  }
}
