package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import keywright.key.KeyException;
import keywright.key.KeySchema;
import keywright.key.Type;
import org.junit.jupiter.api.Test;

/** The tables of {@code docs/keys.md} say what the code does. */
class KeysPageTest {
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern NAME = Pattern.compile("[a-z]\\w*");

  private static Page page() throws IOException {
    return Page.read(Repository.ROOT.resolve("docs/keys.md"));
  }

  private static List<String> codeIn(String cell) {
    return CODE.matcher(cell).results().map(match -> match.group(1)).toList();
  }

  /** Such as {@code decimal(12,2) 9.99 → `80000000000003e7`}. */
  private static void assertExample(String example) {
    Type type =
        Type.parse(
            example.substring(0, example.substring(0, example.indexOf(" → ")).lastIndexOf(' ')));
    String text = example.substring(type.toString().length() + 1, example.indexOf(" → "));
    Object value = type.parseValue(text.replaceAll("^'|'$", ""));
    byte[] bytes = type.toBytes(value);
    assertThat(HexFormat.of().formatHex(bytes)).as(example).isEqualTo(codeIn(example).get(0));
    assertThat(type.compare(type.fromBytes(bytes), value)).as(example).isZero();
  }

  @Test
  void everyTypeHasTheBytesOfItsExample() throws IOException {
    List<List<String>> rows = page().table("type");
    assertThat(rows).hasSizeGreaterThan(10);
    rows.forEach(row -> assertExample(row.get(3)));
  }

  @Test
  void everyTypeIsInTheTable() throws IOException {
    List<String> named = new ArrayList<>();
    for (List<String> row : page().table("type")) {
      codeIn(row.get(0)).forEach(code -> named.add(code.replaceAll("[(<].*", "")));
    }
    KeyException refusal = catchThrowableOfType(KeyException.class, () -> Type.parse("nosuch"));
    String known =
        refusal.getMessage().replaceAll(".*expected ", "").replaceAll("\\([^)]*\\)|<[^>]*>", "");
    assertThat(NAME.matcher(known).results().map(MatchResult::group))
        .contains("tinyint", "timestamp")
        // A duration has no order, so no key can have one.
        .filteredOn(word -> !List.of("each", "also", "or", "duration").contains(word))
        .allSatisfy(type -> assertThat(named).contains(type));
  }

  @Test
  void everyTypeHasTheLengthOfTheTable() throws IOException {
    List<String> types = List.of();
    for (List<String> row : page().table("type")) {
      boolean unsigned = row.get(0).startsWith("the same");
      if (!unsigned) {
        types = codeIn(row.get(0));
      }
      String[] lengths = row.get(1).split(" ", -1);
      if (lengths.length != types.size() || !row.get(1).matches("[0-9 ]+")) {
        continue;
      }
      for (int i = 0; i < lengths.length; i++) {
        Type type =
            Type.parse(types.get(i).replaceAll("\\(.*", "") + (unsigned ? " unsigned" : ""));
        Object value = types.size() > 1 ? type.convert(1) : exampleOf(type, row.get(3));
        assertThat(type.toBytes(value)).as(type.toString()).hasSize(Integer.parseInt(lengths[i]));
      }
    }
  }

  private static Object exampleOf(Type type, String example) {
    return type.fromBytes(HexFormat.of().parseHex(codeIn(example).get(0)));
  }

  @Test
  void decimalsTakeTheBytesOfTheTable() throws IOException {
    String cell =
        page().table("type").stream()
            .filter(row -> row.get(0).contains("decimal"))
            .findFirst()
            .orElseThrow()
            .get(1);
    int[][] columns =
        Stream.of(cell.split(" for p ≤ ", -1))
            .map(list -> Arrays.stream(list.split(" ", -1)).mapToInt(Integer::parseInt).toArray())
            .toArray(int[][]::new);
    int least = 1;
    for (int i = 0; i < columns[1].length; i++) {
      for (int precision = least; precision <= columns[1][i]; precision++) {
        Type type = Type.parse("decimal(" + precision + ",0)");
        assertThat(type.toBytes(type.convert(1))).as(type.toString()).hasSize(columns[0][i]);
      }
      least = columns[1][i] + 1;
    }
    assertThat(least).isEqualTo(39);
  }

  @Test
  void everyExpressionOfTheTableCanBeAPartOfAKey() throws IOException {
    Map<String, String> arguments =
        Map.of(
            "col", "id", "x", "id", "n", "4", "c", "9", "columns", "id", "unit", "hour", "pattern",
            "yyyy");
    List<String> written = new ArrayList<>();
    for (List<String> row : page().table("expression")) {
      for (String expression : codeIn(row.get(0))) {
        String part =
            NAME.matcher(expression)
                .replaceAll(match -> arguments.getOrDefault(match.group(), match.group()));
        assertThat(KeySchema.parse("id bigint, text text, ts timestamp", part + ", id, text, ts"))
            .as(expression)
            .isNotNull();
        written.add(expression.replaceAll("\\(.*", ""));
      }
    }
    assertThat(functions()).isNotEmpty().allSatisfy(name -> assertThat(written).contains(name));
  }

  /** The functions that there are, from the refusal of one that there is not. */
  private static List<String> functions() {
    KeyException refusal =
        catchThrowableOfType(
            KeyException.class, () -> KeySchema.parse("id bigint", "nosuch(id), id"));
    String list = refusal.getMessage().replaceAll(".*expected (.*) or c - x.*", "$1");
    return List.of(list.split(", ", -1));
  }
}
