package keywright.key;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import keywright.key.Vectors.Group;
import keywright.key.Vectors.Vector;
import org.junit.jupiter.api.Test;

/**
 * The format, frozen: row keys that were worked out from the specification by another program and
 * must stay as they are. The file is plain enough for other languages to hold themselves to it.
 */
final class VectorsTest {
  private static final HexFormat HEX = HexFormat.of();

  /** What the message of each kind of refusal says. */
  private static final Map<String, String> REFUSALS =
      Map.of(
          "value", ".*found .*, expected .*",
          "null", ".*found null, expected .*",
          "truncated", ".* needs \\d+ bytes? from byte \\d+ of the row key on, found \\d+;.*",
          "terminator", ".* has no terminator 00 01 from byte \\d+ of the row key on;.*",
          "escape", ".* holds 00 .. at byte \\d+ of the row key, expected 00 ff or 00 01;.*",
          "marker", ".* starts with .. at byte \\d+ of the row key, expected the marker .*",
          "utf8", ".* holds malformed UTF-8 at byte .* of the row key, .*",
          "canonical", ".* (holds|starts with) .* at byte .* of the row key, expected .*",
          "trailing", ".* ends at byte \\d+ of the row key, found \\d+ more bytes;.*",
          "computed",
              ".* (computed from the other parts|expected a value that this expression can have);.*");

  /**
   * How many vectors of a group are frozen, and a digest of their lines. Vectors are appended;
   * whoever appends some freezes them here. A line that is here never changes again.
   */
  private static final List<String> FROZEN =
      List.of(
          "types 1218 4b3c9bc5ecbf1218",
          "tuples 64 8d4097563cc9fdb0",
          "functions 5 92f0da83746c1d03",
          "buckets 8 750db20c0e1dc0c0",
          "nul-and-continuations 35 bf1deb75796a64aa",
          "empty-null-absent 48 7c8bea4e1e2e27f2",
          "floating-point 76 93052b2686971f37",
          "integers-and-hashes 172 01b5af4a964e5e2d",
          "decimals 136 b8cda781e59c19be",
          "code-points 76 49122d85110ffe71",
          "prefixes-of-ff 32 38c85373e2eb13e0",
          "time-before-1970 30 c8a960398ab29e10",
          "longest-keys 18 f58357bfb9843cfb",
          "uuid-high-bit 25 4004b432ede7d86e",
          "char-padding 28 bbb4a6c1e6d75c17",
          "blobs-last-bit 95 14d9a1e2b2feaef0",
          "refused-bytes 27 ec2d3e3d3b8958f4");

  @Test
  void whatIsFrozenStaysAsItIs() throws Exception {
    List<String> found = new ArrayList<>();
    Map<String, Group> groups = new HashMap<>();
    Vectors.groups().forEach(group -> groups.put(group.name(), group));
    for (String frozen : FROZEN) {
      String[] fields = frozen.split(" ", -1);
      int count = Integer.parseInt(fields[1]);
      List<String> lines = groups.get(fields[0]).lines();
      found.add(
          fields[0] + " " + count + " " + digest(lines.subList(0, Math.min(count, lines.size()))));
      groups.remove(fields[0]);
    }
    assertThat(found).isEqualTo(FROZEN);
    assertThat(groups).as("groups that are not frozen").isEmpty();
  }

  private static String digest(List<String> lines) throws Exception {
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    byte[] digest = sha256.digest(String.join("\n", lines).getBytes(UTF_8));
    return HEX.formatHex(digest, 0, 8);
  }

  @Test
  void everyVectorHolds() {
    int held = 0;
    for (Vector vector : Vectors.all()) {
      if (vector.has("refused")) {
        assertRefused(vector);
      } else if (vector.has("hex")) {
        assertRowKey(vector);
      } else if (vector.has("start")) {
        assertRange(vector);
      } else if (vector.has("successor")) {
        assertThat(ByteRange.successor(vector.bytes("prefix")))
            .as("%s", vector)
            .isEqualTo(vector.bytes("successor"));
      } else {
        assertLongest(vector);
      }
      held++;
    }
    assertThat(held).isGreaterThan(1_700);
  }

  private static void assertRowKey(Vector vector) {
    KeySchema schema = vector.schema();
    Key key = schema.key(vector.row(schema));
    assertThat(HEX.formatHex(schema.encode(key))).as("%s", vector).isEqualTo(vector.text("hex"));
    Key decoded = schema.decode(vector.bytes("hex"));
    assertThat(decoded).as("%s", vector).isEqualTo(key);
    assertThat(schema.encode(decoded)).as("%s", vector).isEqualTo(vector.bytes("hex"));
    if (vector.has("same_as")) {
      Object same = schema.columns().get(0).type().parseValue(vector.text("same_as"));
      assertThat(schema.encode(schema.key(same))).isEqualTo(vector.bytes("hex"));
    }
  }

  private static void assertRefused(Vector vector) {
    KeySchema schema = vector.schema();
    KeyException error =
        catchThrowableOfType(
            KeyException.class,
            () -> {
              if (vector.has("hex")) {
                schema.decode(vector.bytes("hex"));
              } else {
                schema.encode(schema.key(vector.row(schema)));
              }
            });
    assertThat(error).as("%s", vector).isNotNull();
    assertThat(error.getMessage())
        .as("%s", vector)
        .matches(REFUSALS.get(vector.text("refused")))
        .doesNotContain("\n");
    assertThat(List.of(error.part(), error.offset()))
        .as("%s: %s", vector, error.getMessage())
        .isEqualTo(
            vector.has("hex")
                ? List.of(vector.number("part"), vector.number("offset"))
                : List.of(-1, -1));
    if (vector.has("hex")) {
      assertThatThrownBy(() -> schema.columnValues(vector.bytes("hex")))
          .as("%s, for its columns alone", vector)
          .hasMessage(error.getMessage());
    }
  }

  private static void assertRange(Vector vector) {
    KeySchema schema = vector.schema();
    List<Object> equal = new ArrayList<>();
    for (Object value : vector.list("equal")) {
      equal.add(Vector.value(schema.partType(equal.size()), value));
    }
    ByteRange range =
        schema.bytes(new KeyRange(equal, null, null, vector.text("starts_with"), false));
    assertThat(range.start()).as("%s", vector).isEqualTo(vector.bytes("start"));
    assertThat(range.stop()).as("%s", vector).isEqualTo(vector.bytes("stop"));
  }

  private static void assertLongest(Vector vector) {
    KeySchema schema = vector.schema();
    OptionalInt longest = schema.longestKey();
    assertThat(longest.isPresent() ? longest.getAsInt() : null)
        .as("%s", vector)
        .isEqualTo(vector.members().get("longest") == null ? null : vector.number("longest"));
    List<KeyLimit> limits =
        List.of(KeyLimit.ADVISED, KeyLimit.hbase("payment"), KeyLimit.CASSANDRA, KeyLimit.ROCKSDB);
    for (KeyLimit limit : limits) {
      List<?> expected = vector.list(limit.holds(schema) ? "fits" : "exceeds");
      assertThat(expected.contains(limit.name())).as("%s: %s", vector, limit).isTrue();
    }
  }

  /** Of vectors that share a declaration, in the groups that say so, each is above the last. */
  @Test
  void sortedGroupsAreSorted() {
    int compared = 0;
    for (Group group : Vectors.groups()) {
      Map<String, byte[]> lasts = new HashMap<>();
      for (Vector vector : group.vectors()) {
        if (!group.sorted()
            || vector.has("refused")
            || vector.has("same_as")
            || vector.text("key").contains("bucket")) {
          continue;
        }
        byte[] rowKey = vector.bytes("hex");
        byte[] last = lasts.put(vector.text("columns") + "|" + vector.text("key"), rowKey);
        if (last != null) {
          assertThat(Arrays.compareUnsigned(last, rowKey)).as("%s", vector).isNegative();
          compared++;
        }
      }
    }
    assertThat(compared).isGreaterThan(250);
  }

  @Test
  void thereAreVectorsOfEveryTypeInEveryDirectionAndOfNull() {
    Set<String> seen = new HashSet<>();
    for (Vector vector : Vectors.all()) {
      if (vector.group().equals("types")) {
        seen.add(
            vector.text("columns")
                + "|"
                + vector.text("key")
                + (vector.list("values").contains(null) ? "|null" : ""));
      }
    }
    Set<String> types = new HashSet<>();
    seen.forEach(s -> types.add(s.substring(2, s.indexOf('|')).replaceAll(" NULL$", "")));
    assertThat(types).hasSizeGreaterThanOrEqualTo(26);
    for (String type : types) {
      List<String> missing =
          new ArrayList<>(
              List.of(
                  "a " + type + "|a",
                  "a " + type + "|a DESC",
                  "a " + type + " NULL|a|null",
                  "a " + type + " NULL|a DESC|null",
                  "a " + type + " NULL|a NULLS LAST|null",
                  "a " + type + " NULL|a DESC NULLS FIRST|null"));
      missing.removeAll(seen);
      assertThat(missing).as(type).isEmpty();
    }
    Set<Class<?>> classes = new HashSet<>();
    types.forEach(type -> classes.add(Type.parse(type).getClass()));
    classes.add(DurationType.class); // It is in no key.
    assertThat(classes).containsExactlyInAnyOrder(Type.class.getPermittedSubclasses());
  }

  private static void assertBytes(String type, String value, String hex) {
    Type t = Type.parse(type);
    assertThat(HEX.formatHex(t.toBytes(t.parseValue(value)))).isEqualTo(hex);
    assertThat(t.format(t.fromBytes(HEX.parseHex(hex)))).isEqualTo(value);
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
    assertBytes("boolean", "true", "01");
    assertBytes("uuid", "01234567-89ab-cdef-0123-456789abcdef", "0123456789abcdef0123456789abcdef");
  }

  @Test
  void aTenantATimeAndANumberTake22Bytes() {
    KeySchema schema =
        KeySchema.parse("tenant text, ts timestamp, id bigint", "tenant, ts DESC, id");
    byte[] rowKey = schema.encode(schema.key("acme", 0L, 1L));
    assertThat(HEX.formatHex(rowKey))
        .isEqualTo("61636d6500017fffffffffffffff8000000000000001")
        .hasSize(2 * 22);
    assertThat(schema.readable(schema.decode(rowKey)))
        .isEqualTo("(acme, 1970-01-01T00:00:00.000Z, 1)");
  }

  @Test
  void aKeyReadsAsItsColumnsWhereAPartGivesThemBack() {
    KeySchema schema =
        KeySchema.parse(
            "id bigint, tag text, at timestamp",
            "bucket(4, id), reverse(lpad(id, 9)), 1000 - id, left(md5(tag), 4), tag, at DESC");
    byte[] rowKey = schema.rowKey(12L, "x", 0L);
    assertThat(schema.readable(schema.decode(rowKey)))
        .isEqualTo("(2, 12, 12, 9dd4, x, 1970-01-01T00:00:00.000Z)");
  }
}
