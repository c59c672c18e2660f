package keywright.cql.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import keywright.cql.server.NaiveType.Refused;
import keywright.cql.server.ServedDatabases.Answer;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random INSERT JSON and SELECT JSON of all types, in memory, in RocksDB and through a server. What
 * is expected is computed by Jackson and plain Java.
 */
@Tag("large")
class RandomJsonTest {
  private static final int ROWS = 6;
  private static final NaiveType TEXT = NaiveType.of("text");

  private final Random random = new Random(Seeds.base());
  private final List<NaiveType> types = new ArrayList<>(NaiveType.ALL);
  private final List<String> columns = new ArrayList<>(NaiveType.columns(types));
  private final Map<BigDecimal, Map<String, @Nullable Object>> rows = new HashMap<>();
  private final Map<String, Integer> met = new HashMap<>();

  /** The object of an INSERT, and the values of its columns; null if it is refused. */
  private record Inserted(String json, @Nullable Map<String, @Nullable Object> values) {}

  private boolean oneOf(int times) {
    return random.nextInt(times) == 0;
  }

  @Test
  void rowsAreReadAsTheJsonOfTheirValues(@TempDir Path directory) {
    types.add(0, NaiveType.of("int"));
    columns.add(0, "id");
    types.add(TEXT);
    columns.add("Mixed Name");
    int trials = Trials.of(1_200);
    try (ServedDatabases databases = new ServedDatabases(directory, random)) {
      databases.run(
          columns.stream()
              .skip(1)
              .map(column -> quoted(column) + " " + types.get(columns.indexOf(column)))
              .collect(Collectors.joining(", ", "CREATE TABLE t (id int PRIMARY KEY, ", ")")));
      for (int trial = 0; trial < trials; trial++) {
        BigDecimal id = new BigDecimal(random.nextInt(ROWS));
        insert(databases, id);
        check(databases, id);
      }
    }
    assertThat(met)
        .hasEntrySatisfying("inserted", count -> assertThat(count).isGreaterThan(trials / 4))
        .hasEntrySatisfying("refused", count -> assertThat(count).isGreaterThan(trials / 20))
        .hasEntrySatisfying("copied", count -> assertThat(count).isGreaterThan(trials / 20))
        .hasEntrySatisfying("exists", count -> assertThat(count).isGreaterThan(trials / 200));
  }

  private static String quoted(String column) {
    return '"' + column + '"';
  }

  private void insert(ServedDatabases databases, BigDecimal id) {
    Inserted row = row(id);
    boolean isUnset = oneOf(3);
    boolean isIf = oneOf(8);
    boolean isParameter = random.nextBoolean();
    String statement =
        "INSERT INTO t JSON "
            + (isParameter ? "?" : "'" + row.json.replace("'", "''") + "'")
            + (isUnset ? " DEFAULT UNSET" : oneOf(3) ? " DEFAULT NULL" : "")
            + (isIf ? " IF NOT EXISTS" : "");
    Answer answer =
        isParameter ? databases.change(statement, row.json) : databases.change(statement);
    String shown = "%s of %s; %s".formatted(statement, row.json, Seeds.reproduction(Seeds.base()));
    if (row.values == null) {
      assertThat(answer.refusal()).as(shown).isNotNull().startsWith("cannot ");
      count("refused");
      return;
    }
    assertThat(answer.refusal()).as(shown).isNull();
    if (isIf && rows.containsKey(id)) {
      count("exists");
      return;
    }
    Map<String, @Nullable Object> stored = new LinkedHashMap<>();
    for (String column : columns) {
      stored.put(column, isUnset ? rows.getOrDefault(id, Map.of()).get(column) : null);
    }
    stored.putAll(row.values);
    rows.put(id, stored);
    count("inserted");
  }

  private void count(String kind) {
    met.merge(kind, 1, Integer::sum);
  }

  private Inserted row(BigDecimal id) {
    List<String> fields = new ArrayList<>();
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    boolean isRefused = false;
    for (int i = 0; i < columns.size(); i++) {
      String column = columns.get(i);
      if (i > 0 ? !oneOf(3) : oneOf(60)) {
        isRefused |= i == 0;
        continue;
      }
      NaiveType type = types.get(i);
      String json = i == 0 ? id.toPlainString() : json(type);
      fields.add(name(column) + ":" + json);
      try {
        values.put(column, valueOf(type, json));
      } catch (Refused e) {
        isRefused = true;
      }
    }
    if (oneOf(60)) {
      fields.add("\"nothing\":1");
      isRefused = true;
    }
    if (oneOf(60) && !fields.isEmpty()) {
      String column = columns.get(1);
      fields.add(name(column) + ":1");
      fields.add(name(column) + ":1");
      isRefused = true;
    }
    Collections.shuffle(fields, random);
    String json = written(fields.stream().collect(Collectors.joining(",", "{", "}")));
    if (oneOf(60)) {
      json = json.substring(0, random.nextInt(json.length()));
      isRefused = true;
    }
    return new Inserted(json, isRefused ? null : values);
  }

  private static @Nullable Object valueOf(NaiveType type, String json) {
    Object read = NaiveJson.read(json);
    return read == null ? null : NaiveJson.value(type, read, true);
  }

  /** In lower case or any case, or between quotes that are inside of the name. */
  private String name(String column) {
    boolean isLower = column.equals(column.toLowerCase(Locale.ROOT));
    return NaiveJson.quoted(
        !isLower || oneOf(4)
            ? quoted(column)
            : oneOf(4) ? column.toUpperCase(Locale.ROOT) : column);
  }

  /** The JSON of a value of the type, in one of its forms, and sometimes of another type. */
  private String json(NaiveType type) {
    if (oneOf(6)) {
      return "null";
    }
    NaiveType of = oneOf(60) ? types.get(random.nextInt(types.size())) : type;
    Object value = of.random(random);
    if (oneOf(6) && type.element() == null && !type.name().equals("variant")) {
      return NaiveJson.quoted(of.text(value));
    }
    return NaiveJson.text(of, value, !oneOf(6));
  }

  /** The same JSON with blanks, and with other escapes. */
  private String written(String json) {
    StringBuilder written = new StringBuilder();
    boolean isInText = false;
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (c == '\\') {
        int stop = i + (json.charAt(i + 1) == 'u' ? 6 : 2);
        written.append(json, i, stop);
        i = stop - 1;
        continue;
      }
      isInText ^= c == '"';
      if (Character.isHighSurrogate(c)) {
        char low = json.charAt(++i);
        written.append(oneOf(2) ? "" + c + low : escaped(c) + escaped(low));
        continue;
      }
      if (isInText && c != '"' && oneOf(12)) {
        written.append(escaped(c));
        continue;
      }
      written.append(c);
      if (!isInText && "{[,:".indexOf(c) >= 0 && oneOf(4)) {
        written.append(" \t\r\n".charAt(random.nextInt(4)));
      }
    }
    return written.toString();
  }

  private String escaped(char c) {
    return "\\u" + (random.nextBoolean() ? "%04x" : "%04X").formatted((int) c);
  }

  private void check(ServedDatabases databases, BigDecimal id) {
    Map<String, @Nullable Object> row = rows.get(id);
    String shown = "%s; %s".formatted(row, Seeds.reproduction(Seeds.base()));
    int key = id.intValueExact();
    Answer values = databases.read(types, "SELECT * FROM t WHERE id = ?", key);
    Answer json =
        databases.read(
            List.of(TEXT),
            "SELECT JSON " + (oneOf(3) ? "*" : list()) + " FROM t WHERE id = ?",
            key);
    if (row == null) {
      assertThat(values.rows()).as(shown).isEmpty();
      assertThat(json.rows()).as(shown).isEmpty();
      return;
    }
    assertThat(values.rows()).as(shown).isEqualTo(List.of(new ArrayList<>(row.values())));
    String text = (String) Objects.requireNonNull(json.only());
    assertThat(NaiveJson.read(text)).as("%s of %s", text, shown).isEqualTo(expected(row));
    if (oneOf(4)) {
      copy(databases, row, text);
    }
  }

  private String list() {
    return columns.stream().map(RandomJsonTest::quoted).collect(Collectors.joining(", "));
  }

  private @Nullable Object expected(Map<String, @Nullable Object> row) {
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      String column = columns.get(i);
      boolean isLower = column.equals(column.toLowerCase(Locale.ROOT));
      fields.add(
          NaiveJson.quoted(isLower ? column : quoted(column))
              + ":"
              + NaiveJson.text(types.get(i), row.get(column), true));
    }
    return NaiveJson.read(fields.stream().collect(Collectors.joining(",", "{", "}")));
  }

  /** What SELECT JSON gives is what INSERT JSON takes. */
  private void copy(ServedDatabases databases, Map<String, @Nullable Object> row, String json) {
    int id = random.nextInt(ROWS);
    String copied = json.replaceFirst("^\\{\"id\": \\d+", "{\"id\": " + id);
    assertThat(databases.change("INSERT INTO t JSON ?", copied).refusal()).as(copied).isNull();
    Map<String, @Nullable Object> copy = new LinkedHashMap<>(row);
    copy.put("id", NaiveType.plain(new BigDecimal(id)));
    rows.put(new BigDecimal(id), copy);
    count("copied");
  }
}
