package keywright.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import keywright.key.Key;
import keywright.key.KeyFormat;
import keywright.key.KeySchema;
import keywright.key.Type;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.phoenix.schema.PColumn;
import org.apache.phoenix.schema.PColumnImpl;
import org.apache.phoenix.schema.PNameFactory;
import org.apache.phoenix.schema.PTable;
import org.apache.phoenix.schema.PTableImpl;
import org.apache.phoenix.schema.PTableType;
import org.apache.phoenix.schema.RowKeySchema;
import org.apache.phoenix.schema.SortOrder;
import org.apache.phoenix.schema.types.PBinary;
import org.apache.phoenix.schema.types.PBoolean;
import org.apache.phoenix.schema.types.PChar;
import org.apache.phoenix.schema.types.PDataType;
import org.apache.phoenix.schema.types.PDate;
import org.apache.phoenix.schema.types.PDecimal;
import org.apache.phoenix.schema.types.PDouble;
import org.apache.phoenix.schema.types.PFloat;
import org.apache.phoenix.schema.types.PInteger;
import org.apache.phoenix.schema.types.PLong;
import org.apache.phoenix.schema.types.PSmallint;
import org.apache.phoenix.schema.types.PTimestamp;
import org.apache.phoenix.schema.types.PTinyint;
import org.apache.phoenix.schema.types.PUnsignedInt;
import org.apache.phoenix.schema.types.PUnsignedLong;
import org.apache.phoenix.schema.types.PUnsignedSmallint;
import org.apache.phoenix.schema.types.PUnsignedTinyint;
import org.apache.phoenix.schema.types.PVarbinary;
import org.apache.phoenix.schema.types.PVarchar;
import org.apache.phoenix.thirdparty.com.google.common.collect.ImmutableList;

/** The format phoenix against the row keys that {@code PTable} makes, unsalted. */
class PhoenixTest extends PeerFormatContract {
  private static final long MILLIS_PER_DAY = 86_400_000;

  @Override
  KeyFormat format() {
    return KeyFormat.of("phoenix");
  }

  /** {@code SALT_BUCKETS}; null for none. */
  Integer buckets() {
    return null;
  }

  @Override
  List<String> otherTypes() {
    return List.of(
        "float",
        "double",
        "decimal(9,3)",
        "decimal(38,0)",
        "decimal(38,20)",
        "decimal",
        "boolean",
        "text",
        "text",
        "text",
        "char(5)",
        "digits(4)",
        "binary(3)",
        "blob",
        "uuid",
        "date",
        "timestamp",
        "timestamp(us)",
        "timestamp(ns)");
  }

  @Override
  Library library(KeySchema schema) {
    PTable table = table(schema, buckets());
    int salt = buckets() == null ? 0 : 1;
    return key -> {
      byte[][] values = new byte[key.size()][];
      for (int i = salt; i < values.length; i++) {
        Object value = value(schema.partType(i), key.part(i));
        PColumn column = table.getPKColumns().get(i);
        values[i] =
            value == null ? null : column.getDataType().toBytes(value, column.getSortOrder());
      }
      byte[] rowKey = newKey(table, values);
      assertReadBack(table, schema, rowKey, key, salt);
      return rowKey;
    };
  }

  static byte[] newKey(PTable table, byte[]... values) {
    ImmutableBytesWritable rowKey = new ImmutableBytesWritable();
    table.newKey(rowKey, values);
    return rowKey.copyBytes();
  }

  /** Phoenix reads what it, and so the format, wrote. */
  private static void assertReadBack(
      PTable table, KeySchema schema, byte[] rowKey, Key key, int salt) {
    RowKeySchema fields = table.getRowKeySchema();
    ImmutableBytesWritable at = new ImmutableBytesWritable();
    int end = fields.iterator(rowKey, 0, rowKey.length, at);
    for (int i = 0; i < key.size(); i++) {
      Boolean present = fields.next(at, i, end);
      if (i < salt) {
        continue;
      }
      PColumn column = table.getPKColumns().get(i);
      Object found =
          present == null || !present
              ? null
              : column.getDataType().toObject(at, column.getSortOrder(), null, null);
      Object expected = value(schema.partType(i), key.part(i));
      boolean same =
          found instanceof byte[] bytes
              ? ByteBuffer.wrap(bytes).compareTo(ByteBuffer.wrap(padded(column, expected))) == 0
              : found == null
                  ? expected == null
                  : column.getDataType().compareTo(found, expected, column.getDataType()) == 0;
      if (!same) {
        assertThat(found).as("part %s of %s as Phoenix reads it", i, key).isEqualTo(expected);
      }
    }
  }

  private static byte[] padded(PColumn column, Object expected) {
    return column.getDataType().equals(PBinary.INSTANCE)
        ? PBinary.INSTANCE.pad((byte[]) expected, column.getMaxLength(), SortOrder.ASC)
        : (byte[]) expected;
  }

  static PTable table(KeySchema schema, Integer buckets) {
    List<PColumn> columns = new ArrayList<>();
    int salt = buckets == null ? 0 : 1;
    for (int i = salt; i < schema.parts().size(); i++) {
      Type type = schema.partType(i);
      columns.add(
          column(
              "C" + i,
              dataType(type),
              length(type),
              schema.partNullable(i),
              schema.parts().get(i).descending(),
              i - salt));
    }
    return table(columns, buckets);
  }

  static PTable table(List<PColumn> columns, Integer buckets) {
    try {
      return new PTableImpl.Builder()
          .setName(PNameFactory.newName("T"))
          .setSchemaName(PNameFactory.newName(""))
          .setTableName(PNameFactory.newName("T"))
          .setPhysicalTableName(PNameFactory.newName("T"))
          .setType(PTableType.TABLE)
          .setColumns(columns)
          .setBucketNum(buckets)
          .setRowKeyOrderOptimizable(true)
          .setIndexes(List.of())
          .setPhysicalNames(List.of())
          .setExcludedColumns(ImmutableList.of())
          .setImmutableStorageScheme(PTable.ImmutableStorageScheme.ONE_CELL_PER_COLUMN)
          .setQualifierEncodingScheme(PTable.QualifierEncodingScheme.NON_ENCODED_QUALIFIERS)
          .build();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  static PColumn column(
      String name,
      PDataType<?> type,
      Integer length,
      boolean nullable,
      boolean descending,
      int position) {
    return new PColumnImpl(
        PNameFactory.newName(name),
        null,
        type,
        length,
        null,
        nullable,
        position,
        descending ? SortOrder.DESC : SortOrder.ASC,
        0,
        null,
        false,
        null,
        false,
        false,
        null,
        0);
  }

  private static Integer length(Type type) {
    String name = type.toString();
    if (name.equals("uuid")) {
      return 16;
    }
    return name.startsWith("char") || name.startsWith("digits") || name.startsWith("binary")
        ? Integer.valueOf(name.substring(name.indexOf('(') + 1, name.length() - 1))
        : null;
  }

  private static PDataType<?> dataType(Type type) {
    return switch (type.toString().split("[(]", -1)[0]) {
      case "tinyint" -> PTinyint.INSTANCE;
      case "smallint" -> PSmallint.INSTANCE;
      case "int" -> PInteger.INSTANCE;
      case "bigint" -> PLong.INSTANCE;
      case "tinyint unsigned" -> PUnsignedTinyint.INSTANCE;
      case "smallint unsigned" -> PUnsignedSmallint.INSTANCE;
      case "int unsigned" -> PUnsignedInt.INSTANCE;
      case "bigint unsigned" -> PUnsignedLong.INSTANCE;
      case "float" -> PFloat.INSTANCE;
      case "double" -> PDouble.INSTANCE;
      case "decimal" -> PDecimal.INSTANCE;
      case "boolean" -> PBoolean.INSTANCE;
      case "text" -> PVarchar.INSTANCE;
      case "char", "digits" -> PChar.INSTANCE;
      case "binary", "uuid" -> PBinary.INSTANCE;
      case "blob" -> PVarbinary.INSTANCE;
      case "date" -> PDate.INSTANCE;
      case "timestamp" ->
          type.toString().equals("timestamp") ? PDate.INSTANCE : PTimestamp.INSTANCE;
      default -> throw new AssertionError(type);
    };
  }

  /** The value as Phoenix takes it. */
  private static Object value(Type type, Object value) {
    if (value instanceof LocalDate date) {
      return new Date(date.toEpochDay() * MILLIS_PER_DAY);
    }
    if (value instanceof Instant instant) {
      if (type.toString().equals("timestamp")) {
        return new Date(instant.toEpochMilli());
      }
      Timestamp timestamp = new Timestamp(instant.toEpochMilli());
      timestamp.setNanos(instant.get(ChronoField.NANO_OF_SECOND));
      return timestamp;
    }
    if (value instanceof UUID uuid) {
      return ByteBuffer.allocate(16)
          .putLong(uuid.getMostSignificantBits())
          .putLong(uuid.getLeastSignificantBits())
          .array();
    }
    if (value instanceof Number number && type.toString().endsWith("unsigned")) {
      return switch (type.toString()) {
        case "tinyint unsigned" -> number.byteValue();
        case "smallint unsigned" -> number.shortValue();
        case "int unsigned" -> number.intValue();
        default -> number.longValue();
      };
    }
    return value;
  }
}
