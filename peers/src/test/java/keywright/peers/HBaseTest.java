package keywright.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import keywright.key.KeyFormat;
import keywright.key.KeySchema;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** The format hbase against {@code Bytes.toBytes}. */
final class HBaseTest extends PeerFormatContract {

  @Override
  KeyFormat format() {
    return KeyFormat.of("hbase");
  }

  @Override
  List<String> otherTypes() {
    return List.of(
        "float",
        "double",
        "boolean",
        "char(5)",
        "digits(4)",
        "uuid",
        "date",
        "timestamp(s)",
        "timestamp",
        "timestamp(ns)",
        "text",
        "blob",
        "decimal(9,3)",
        "decimal(38,0)");
  }

  @Override
  Library library(KeySchema schema) {
    String[] types = new String[schema.parts().size()];
    for (int i = 0; i < types.length; i++) {
      types[i] = schema.partType(i).toString();
    }
    return key -> {
      byte[] rowKey = {};
      for (int i = 0; i < types.length; i++) {
        rowKey = Bytes.add(rowKey, toBytes(types[i], key.part(i)));
      }
      return rowKey;
    };
  }

  private static byte[] toBytes(String type, Object value) {
    if (value instanceof Byte number) {
      return new byte[] {number};
    }
    if (value instanceof Short number) {
      return type.equals("smallint")
          ? Bytes.toBytes(number)
          : new byte[] {(byte) number.shortValue()};
    }
    if (value instanceof Integer number) {
      return type.equals("int") ? Bytes.toBytes(number) : Bytes.toBytes((short) (int) number);
    }
    if (value instanceof Long number) {
      return type.equals("bigint") ? Bytes.toBytes(number) : Bytes.toBytes((int) (long) number);
    }
    if (value instanceof BigInteger number) {
      return Bytes.toBytes(number.longValue());
    }
    if (value instanceof Float number) {
      return Bytes.toBytes(number);
    }
    if (value instanceof Double number) {
      return Bytes.toBytes(number);
    }
    if (value instanceof BigDecimal number) {
      return Bytes.toBytes(number);
    }
    if (value instanceof Boolean truth) {
      return Bytes.toBytes(truth);
    }
    if (value instanceof UUID uuid) {
      return Bytes.add(
          Bytes.toBytes(uuid.getMostSignificantBits()),
          Bytes.toBytes(uuid.getLeastSignificantBits()));
    }
    if (value instanceof LocalDate date) {
      return Bytes.toBytes((int) date.toEpochDay());
    }
    if (value instanceof Instant instant) {
      return Bytes.toBytes(units(type, instant));
    }
    if (value instanceof byte[] bytes) {
      return Bytes.toBytes(ByteBuffer.wrap(bytes));
    }
    byte[] text = Bytes.toBytes((String) value);
    return type.startsWith("char") ? Bytes.padTail(text, 5 - text.length) : text;
  }

  static long units(String type, Instant instant) {
    return switch (type) {
      case "timestamp(s)" -> instant.getEpochSecond();
      case "timestamp" -> instant.toEpochMilli();
      default ->
          BigInteger.valueOf(instant.getEpochSecond())
              .multiply(BigInteger.valueOf(1_000_000_000))
              .add(BigInteger.valueOf(instant.getNano()))
              .longValueExact();
    };
  }

  @Test
  void theLibraryStillSortsNegativeNumbersBehindTheOthers() {
    assertThat(Bytes.compareTo(Bytes.toBytes(-1L), Bytes.toBytes(1L))).isPositive();
    assertThat(Bytes.compareTo(Bytes.toBytes(-1.0), Bytes.toBytes(-2.0))).isNegative();
  }

  @Test
  void theLibraryStillTakesNoSuccessorOfAllOnes() {
    byte[] next = Bytes.unsignedCopyAndIncrement(new byte[] {-1, -1});
    assertThat(hex(next)).isEqualTo("010000");
    assertThat(Bytes.compareTo(next, new byte[] {-1, -1})).isNegative();
  }
}
