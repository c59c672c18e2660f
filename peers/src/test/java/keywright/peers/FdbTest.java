package keywright.peers;

import com.apple.foundationdb.tuple.Tuple;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import keywright.key.Key;
import keywright.key.KeyFormat;
import keywright.key.KeySchema;
import keywright.key.Type;

/** The format fdb against FoundationDB's {@code Tuple}. */
final class FdbTest extends PeerFormatContract {

  @Override
  KeyFormat format() {
    return KeyFormat.of("fdb");
  }

  @Override
  List<String> otherTypes() {
    return List.of(
        "varint",
        "float",
        "double",
        "boolean",
        "text",
        "text",
        "char(5)",
        "digits(4)",
        "blob",
        "binary(3)",
        "uuid",
        "date",
        "time(ms)",
        "timestamp(s)",
        "timestamp",
        "timestamp(ns)",
        "enum('a' = 300, 'b' = 2, 'c' = 0)",
        "list<text>",
        "list<int>",
        "list<list<blob>>");
  }

  @Override
  Library library(KeySchema schema) {
    return new Library() {
      @Override
      public byte[] encode(Key key) {
        return tuple(schema, key).pack();
      }

      @Override
      public int compare(Key a, byte[] x, Key b, byte[] y) {
        return Integer.signum(tuple(schema, a).compareTo(tuple(schema, b)));
      }
    };
  }

  private static Tuple tuple(KeySchema schema, Key key) {
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < key.size(); i++) {
      elements.add(element(schema.partType(i), key.part(i)));
    }
    return Tuple.fromList(elements);
  }

  private static Object element(Type type, Object value) {
    if (value instanceof LocalDate date) {
      return date.toEpochDay();
    }
    if (value instanceof LocalTime time) {
      return time.toNanoOfDay() / 1_000_000;
    }
    if (value instanceof Instant instant) {
      return HBaseTest.units(type.toString(), instant);
    }
    if (type.toString().startsWith("enum") && value != null) {
      return switch ((String) value) {
        case "a" -> 300L;
        case "b" -> 2L;
        default -> 0L;
      };
    }
    if (value instanceof Byte || value instanceof Short || value instanceof Integer) {
      return ((Number) value).longValue();
    }
    if (value instanceof List<?> list) {
      String inner = type.toString().substring(5, type.toString().length() - 1);
      return list.stream().map(element -> element(Type.parse(inner), element)).toList();
    }
    return value;
  }
}
