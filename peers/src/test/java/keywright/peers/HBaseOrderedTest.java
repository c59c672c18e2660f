package keywright.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import keywright.key.KeyFormat;
import keywright.key.KeySchema;
import keywright.key.Type;
import org.apache.hadoop.hbase.types.DataType;
import org.apache.hadoop.hbase.types.OrderedBlob;
import org.apache.hadoop.hbase.types.OrderedBlobVar;
import org.apache.hadoop.hbase.types.OrderedFloat32;
import org.apache.hadoop.hbase.types.OrderedFloat64;
import org.apache.hadoop.hbase.types.OrderedInt16;
import org.apache.hadoop.hbase.types.OrderedInt32;
import org.apache.hadoop.hbase.types.OrderedInt64;
import org.apache.hadoop.hbase.types.OrderedInt8;
import org.apache.hadoop.hbase.types.OrderedNumeric;
import org.apache.hadoop.hbase.types.OrderedString;
import org.apache.hadoop.hbase.types.Struct;
import org.apache.hadoop.hbase.util.Order;
import org.apache.hadoop.hbase.util.SimplePositionedMutableByteRange;
import org.junit.jupiter.api.Test;

/** The format hbase-ordered against {@code Struct} of {@code OrderedBytes} fields. */
final class HBaseOrderedTest extends PeerFormatContract {

  @Override
  KeyFormat format() {
    return KeyFormat.of("hbase-ordered");
  }

  @Override
  List<String> otherTypes() {
    return List.of(
        "float",
        "double",
        "date",
        "timestamp(s)",
        "timestamp",
        "text",
        "text",
        "char(5)",
        "digits(4)",
        "blob",
        "blob",
        "decimal(9,3)",
        "decimal(38,0)",
        "decimal(38,37)");
  }

  @Override
  Library library(KeySchema schema) {
    DataType<?>[] fields = new DataType<?>[schema.parts().size()];
    for (int i = 0; i < fields.length; i++) {
      boolean last = i == fields.length - 1;
      Order order = schema.parts().get(i).descending() ? Order.DESCENDING : Order.ASCENDING;
      fields[i] = field(schema.partType(i), last, order);
    }
    return key -> {
      Object[] values = new Object[key.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = value(schema.partType(i), key.part(i));
      }
      return struct(fields, values);
    };
  }

  private static byte[] struct(DataType<?>[] fields, Object... values) {
    SimplePositionedMutableByteRange range = new SimplePositionedMutableByteRange(512);
    int length = new Struct(fields).encode(range, values);
    return Arrays.copyOf(range.getBytes(), length);
  }

  private static DataType<?> field(Type type, boolean last, Order order) {
    Class<?> value = type.valueClass();
    boolean ascending = order == Order.ASCENDING;
    if (value == Byte.class) {
      return ascending ? OrderedInt8.ASCENDING : OrderedInt8.DESCENDING;
    }
    if (value == Short.class) {
      return ascending ? OrderedInt16.ASCENDING : OrderedInt16.DESCENDING;
    }
    if (value == Integer.class || value == LocalDate.class) {
      return ascending ? OrderedInt32.ASCENDING : OrderedInt32.DESCENDING;
    }
    if (value == Long.class || value == Instant.class) {
      return ascending ? OrderedInt64.ASCENDING : OrderedInt64.DESCENDING;
    }
    if (value == Float.class) {
      return ascending ? OrderedFloat32.ASCENDING : OrderedFloat32.DESCENDING;
    }
    if (value == Double.class) {
      return ascending ? OrderedFloat64.ASCENDING : OrderedFloat64.DESCENDING;
    }
    if (value == String.class) {
      return ascending ? OrderedString.ASCENDING : OrderedString.DESCENDING;
    }
    if (value == byte[].class && last) {
      return ascending ? OrderedBlob.ASCENDING : OrderedBlob.DESCENDING;
    }
    if (value == byte[].class) {
      return ascending ? OrderedBlobVar.ASCENDING : OrderedBlobVar.DESCENDING;
    }
    return ascending ? OrderedNumeric.ASCENDING : OrderedNumeric.DESCENDING;
  }

  private static Object value(Type type, Object value) {
    if (value instanceof LocalDate date) {
      return (int) date.toEpochDay();
    }
    if (value instanceof Instant instant) {
      return HBaseTest.units(type.toString(), instant);
    }
    return value instanceof BigInteger whole ? new BigDecimal(whole) : value;
  }

  @Test
  void theLibraryStillSortsBlobVarInAnotherOrderThanBytes() {
    assertThat(hex(blobVar(1))).isEqualTo("378040");
    assertThat(hex(blobVar(0, 16))).isEqualTo("37808400");
    int wrong = 0;
    for (int x = 0; x < 256; x++) {
      for (int y = 0; y < 256; y++) {
        int values = Arrays.compareUnsigned(blob(x), blob(y, 16));
        int bytes = Arrays.compareUnsigned(blobVar(x), blobVar(y, 16));
        wrong += Integer.signum(values) == Integer.signum(bytes) ? 0 : 1;
      }
    }
    assertThat(wrong).as("of 65,536 pairs of {x} and {y 10}").isEqualTo(128);
  }

  private static byte[] blob(int... bytes) {
    byte[] blob = new byte[bytes.length];
    for (int i = 0; i < blob.length; i++) {
      blob[i] = (byte) bytes[i];
    }
    return blob;
  }

  private static byte[] blobVar(int... bytes) {
    return struct(new DataType<?>[] {OrderedBlobVar.ASCENDING}, (Object) blob(bytes));
  }

  @Test
  void theLibraryStillLeavesOutTrailingNullsWhichThenSortFirstInDescendingOrder() {
    DataType<?>[] fields = {OrderedString.ASCENDING, OrderedString.DESCENDING};
    byte[] ofNull = struct(fields, "a", null);
    byte[] ofValue = struct(fields, "a", "b");
    assertThat(hex(ofNull)).isEqualTo("346100");
    assertThat(Arrays.compareUnsigned(ofNull, ofValue)).isNegative();
    DataType<?>[] more = {OrderedString.DESCENDING, OrderedInt8.ASCENDING};
    assertThat(Arrays.compareUnsigned(struct(more, null, (byte) 1), struct(more, "b", (byte) 1)))
        .as("where it is written, a descending null sorts last")
        .isPositive();
  }

  @Test
  void theLibraryStillRoundsToThirtyOneDigits() {
    DataType<?>[] fields = {OrderedNumeric.ASCENDING};
    BigDecimal number = new BigDecimal("1" + "0".repeat(30) + "1");
    assertThat(number.precision()).isEqualTo(32);
    assertThat(struct(fields, number)).isEqualTo(struct(fields, BigDecimal.TEN.pow(31)));
  }
}
