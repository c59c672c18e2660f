package keywright.key;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The format, frozen: row keys that were worked out from the specification by another program and
 * must stay as they are. The file is plain enough for other languages to hold themselves to it.
 */
final class VectorsTest {

  private record Vector(String columns, String key, List<String> values, String hex) {}

  private static List<Vector> vectors() throws IOException {
    List<Vector> vectors = new ArrayList<>();
    try (InputStream in = VectorsTest.class.getResourceAsStream("kw1-vectors.txt")) {
      for (String line : new String(in.readAllBytes(), UTF_8).split("\n", -1)) {
        if (!line.isEmpty() && !line.startsWith("#")) {
          String[] fields = line.split("\t", -1);
          vectors.add(new Vector(fields[0], fields[1], array(fields[2]), fields[3]));
        }
      }
    }
    return vectors;
  }

  /** A JSON array of texts and nulls. */
  private static List<String> array(String json) {
    List<String> values = new ArrayList<>();
    for (int i = 1; json.charAt(i) != ']'; i++) {
      if (json.startsWith("null", i)) {
        values.add(null);
        i += 3;
      } else if (json.charAt(i) == '"') {
        StringBuilder text = new StringBuilder();
        for (i++; json.charAt(i) != '"'; i++) {
          if (json.charAt(i) != '\\') {
            text.append(json.charAt(i));
          } else if (json.charAt(++i) == 'u') {
            text.append((char) Integer.parseInt(json.substring(i + 1, i + 5), 16));
            i += 4;
          } else {
            text.append(json.charAt(i));
          }
        }
        values.add(text.toString());
      }
    }
    return values;
  }

  @Test
  void everyVectorIsEncodedAndDecodedAsItStands() throws IOException {
    for (Vector vector : vectors()) {
      KeySchema schema = KeySchema.parse(vector.columns, vector.key);
      Object[] row = new Object[schema.columns().size()];
      for (int i = 0; i < row.length; i++) {
        String value = vector.values.get(i);
        row[i] = value == null ? null : schema.columns().get(i).type().parseValue(value);
      }
      Key key = schema.key(row);
      assertThat(HexFormat.of().formatHex(schema.encode(key)))
          .as("%s", vector)
          .isEqualTo(vector.hex);
      Key decoded = schema.decode(HexFormat.of().parseHex(vector.hex));
      assertThat(decoded).as("%s", vector).isEqualTo(key);
    }
  }

  @Test
  void thereAreVectorsOfEveryTypeInEveryDirectionAndOfNull() throws IOException {
    Set<String> seen = new HashSet<>();
    for (Vector vector : vectors()) {
      seen.add(vector.columns + "|" + vector.key + (vector.values.contains(null) ? "|null" : ""));
    }
    for (String type :
        List.of(
            "tinyint",
            "smallint",
            "int",
            "bigint",
            "tinyint unsigned",
            "smallint unsigned",
            "int unsigned",
            "bigint unsigned",
            "float",
            "double",
            "decimal(2,1)",
            "decimal(4,2)",
            "decimal(9,0)",
            "decimal(12,2)",
            "decimal(38,10)",
            "boolean",
            "text",
            "blob",
            "char(4)",
            "digits(3)",
            "uuid",
            "date",
            "timestamp(s)",
            "timestamp",
            "timestamp(us)",
            "timestamp(ns)",
            "varint",
            "decimal",
            "time(s)",
            "time(ms)",
            "time(us)",
            "time",
            "enum('mobile phone' = 1 AS 'sj', 'fax' = 2)",
            "enum('a' = 0, 'b' = 256)",
            "binary(4)",
            "list<int>",
            "list<text>",
            "list<list<varint>>",
            "variant")) {
      assertThat(seen)
          .contains(
              "a " + type + "|a",
              "a " + type + "|a DESC",
              "a " + type + " NULL|a|null",
              "a " + type + " NULL|a DESC|null",
              "a " + type + " NULL|a NULLS LAST|null",
              "a " + type + " NULL|a DESC NULLS FIRST|null");
    }
  }

  private static void assertBytes(String type, String value, String hex) {
    Type t = Type.parse(type);
    assertThat(HexFormat.of().formatHex(t.toBytes(t.parseValue(value)))).isEqualTo(hex);
    assertThat(t.format(t.fromBytes(HexFormat.of().parseHex(hex)))).isEqualTo(value);
  }

  /** Each is the example of its type's documentation. */
  @Test
  void theExamplesOfTheTypesHold() {
    assertBytes("int", "1", "80000001");
    assertBytes("double", "1.0", "bff0000000000000");
    assertBytes("decimal(12,2)", "9.99", "80000000000003e7");
    assertBytes("text", "a", "610001");
    assertBytes("blob", "00ff", "00ffff0001");
    assertBytes("char(4)", "ab", "61620000");
    assertBytes("digits(3)", "007", "303037");
    assertBytes("date", "1970-01-02", "80000001");
    assertBytes("timestamp", "1970-01-01T00:00:00.001Z", "8000000000000001");
    assertBytes("varint", "1", "8101");
    assertBytes("varint", "-1", "7efe");
    assertBytes("decimal", "9.99", "c081010a6400");
    assertBytes("time(s)", "00:00:01", "000001");
    assertBytes("enum('mobile phone' = 1 AS 'sj', 'fax' = 2)", "mobile phone", "01");
    assertBytes("binary(4)", "00ff", "00ff0000");
    assertBytes("list<int>", "[1]", "028000000101");
    assertBytes("variant", "\"a\"", "40610001");
    assertBytes("boolean", "true", "01");
    assertBytes("uuid", "01234567-89ab-cdef-0123-456789abcdef", "0123456789abcdef0123456789abcdef");
  }

  @Test
  void aTenantATimeAndANumberTake22Bytes() {
    KeySchema schema =
        KeySchema.parse("tenant text, ts timestamp, id bigint", "tenant, ts DESC, id");
    byte[] rowKey = schema.encode(schema.key("acme", 0L, 1L));
    assertThat(HexFormat.of().formatHex(rowKey))
        .isEqualTo("61636d6500017fffffffffffffff8000000000000001")
        .hasSize(2 * 22);
    assertThat(schema.readable(schema.decode(rowKey)))
        .isEqualTo("(acme, 1970-01-01T00:00:00.000Z, 1)");
  }
}
