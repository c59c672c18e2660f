package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keywright.key.Vectors.Group;
import keywright.key.Vectors.Vector;
import org.junit.jupiter.api.Test;

/** {@code docs/format.md}, the code and the vectors say the same. */
final class FormatPageTest {
  private static final Pattern EXAMPLE = Pattern.compile("`(.+)` `(.+)` is `([0-9a-f]+)`");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  private static List<String> lines() throws IOException {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("docs/format.md"))) {
      root = root.getParent();
    }
    return Files.readAllLines(root.resolve("docs/format.md"));
  }

  /** The cells of the table whose first header is {@code header}. */
  private static List<String[]> table(String header) throws IOException {
    List<String[]> rows = new ArrayList<>();
    boolean inside = false;
    for (String line : lines()) {
      if (inside && !line.startsWith("|")) {
        break;
      }
      if (inside && !line.startsWith("|---")) {
        rows.add(line.substring(2, line.length() - 2).split(" \\| ", -1));
      }
      inside |= line.startsWith("| " + header + " |");
    }
    assertThat(rows).as(header).isNotEmpty();
    return rows;
  }

  private static List<String> code(String cell) {
    return CODE.matcher(cell).results().map(match -> match.group(1)).toList();
  }

  @Test
  void everyExampleIsEncodedSoAndIsAVector() throws IOException {
    Set<Class<?>> shown = new HashSet<>();
    Set<String> vectors = new HashSet<>();
    for (Vector vector : Vectors.all()) {
      if (vector.group().equals("types")) {
        vectors.add(vector.text("columns") + "|" + vector.text("key") + vector.list("values"));
      }
    }
    for (String[] row : table("type")) {
      Matcher matcher = EXAMPLE.matcher(row[3]);
      assertThat(matcher.matches()).as(row[3]).isTrue();
      Type type = Type.parse(matcher.group(1));
      Object value = type.parseValue(matcher.group(2));
      assertThat(HexFormat.of().formatHex(type.toBytes(value)))
          .as(row[3])
          .isEqualTo(matcher.group(3));
      if (type.isOrdered()) {
        // Others are in no key.
        assertThat(vectors).contains("a " + matcher.group(1) + "|a[" + matcher.group(2) + "]");
      }
      shown.add(type.getClass());
    }
    assertThat(shown).containsExactlyInAnyOrder(Type.class.getPermittedSubclasses());
  }

  @Test
  void theLengthsAreThoseOfTheTypes() throws IOException {
    int compared = 0;
    for (String[] row : table("type")) {
      List<String> types =
          row[0].contains("…` ") || row[0].contains(" … ")
              ? List.of("tinyint unsigned", "smallint unsigned", "int unsigned", "bigint unsigned")
              : code(row[0]);
      String[] lengths = row[1].split(" ", -1);
      for (int i = 0; row[1].matches("[0-9 ]+") && i < types.size(); i++) {
        if (!types.get(i).matches("(enum|decimal).*")) {
          int length = Integer.parseInt(lengths[lengths.length == 1 ? 0 : i]);
          assertThat(Type.parse(types.get(i)).fixedLength()).as(types.get(i)).isEqualTo(length);
          compared++;
        }
      }
    }
    assertThat(compared).isEqualTo(23);
    int[] precisions = {2, 4, 9, 18, 38};
    int[] lengths = {1, 2, 4, 8, 16};
    for (int i = 0; i < precisions.length; i++) {
      Type type = Type.parse("decimal(" + precisions[i] + ",0)");
      assertThat(type.fixedLength()).isEqualTo(lengths[i]);
    }
  }

  @Test
  void theMarkersAreThoseOfTheCode() throws IOException {
    List<Integer> markers = new ArrayList<>();
    for (String[] row : table("marker")) {
      markers.add(Integer.parseInt(code(row[0]).get(0), 16));
    }
    assertThat(markers.subList(0, 3))
        .containsExactly(Kw1Codec.NULL_FIRST, Kw1Codec.PRESENT, Kw1Codec.NULL_LAST);
    KeySchema schema = KeySchema.parse("a boolean NULL", "a");
    assertThat(HexFormat.of().formatHex(schema.encode(schema.key((Object) null)))).isEqualTo("11");
  }

  @Test
  void theTerminatorIsThatOfTheCode() throws IOException {
    KeyWriter out = new KeyWriter();
    out.putEscaped(new byte[] {0});
    out.putTerminator();
    assertThat(HexFormat.of().formatHex(out.toBytes())).isEqualTo("00ff0001");
    String row = String.join("\n", lines());
    assertThat(row).contains("every `00` followed by `FF`, then `00 01`");
  }

  @Test
  void theThirteenGroupsAreThoseOfTheVectors() throws IOException {
    List<String> named = new ArrayList<>(List.of("types", "tuples", "functions", "buckets"));
    List<String> thirteen = table("group").stream().map(row -> code(row[0]).get(0)).toList();
    named.addAll(thirteen);
    assertThat(thirteen).hasSize(13);
    assertThat(Vectors.groups().stream().map(Group::name)).containsExactlyElementsOf(named);
  }

  @Test
  void everyMemberOfAVectorIsOnThePage() throws IOException {
    Set<String> forms = new HashSet<>();
    Set<String> words = new HashSet<>();
    for (String[] row : table("members")) {
      forms.addAll(code(row[0]));
      words.addAll(code(row[1]));
    }
    for (Vector vector : Vectors.all()) {
      for (Map.Entry<String, Object> member : vector.members().entrySet()) {
        if (!member.getKey().equals("same_as")) {
          assertThat(forms).contains(member.getKey());
        }
      }
      if (vector.has("refused")) {
        assertThat(words).contains(vector.text("refused"));
      }
    }
  }

  @Test
  void theLimitsAreThoseOfTheCode() throws IOException {
    Map<String, String> limits =
        Map.of(
            "advised", number(KeyLimit.ADVISED.bytes()),
            "hbase", number(KeyLimit.hbase("").bytes() + 16) + " less 16 less the table's name",
            "cassandra", number(KeyLimit.CASSANDRA.bytes()),
            "rocksdb", number(KeyLimit.ROCKSDB.bytes()));
    for (String[] row : table("limit")) {
      assertThat(row[1]).isEqualTo(limits.get(row[0]));
    }
    assertThat(table("limit")).hasSize(limits.size());
  }

  private static String number(int bytes) {
    return String.format(Locale.ROOT, "%,d", bytes);
  }

  @Test
  void theDescriptorsAreRead() throws IOException {
    List<String> descriptors =
        lines().stream().filter(line -> line.matches("(kw1|text '_') xxh64 .*")).toList();
    assertThat(descriptors).hasSize(2);
    for (String descriptor : descriptors) {
      assertThat(KeySchema.parseDescriptor(descriptor).descriptor()).isEqualTo(descriptor);
    }
  }

  @Test
  void everyTypeThatCanBeDeclaredHasARow() throws IOException {
    Set<String> rows = new HashSet<>();
    for (String[] row : table("type")) {
      for (String code : code(row[0])) {
        rows.add(code.replaceAll("[( <].*", ""));
      }
    }
    List<String> declared = new ArrayList<>();
    Values.TYPES.forEach(type -> declared.add(type.replaceAll("[( <].*", "")));
    assertThat(rows).containsAll(declared);
  }
}
