package keywright.cql.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import keywright.cql.server.NaiveType.Refused;
import keywright.cql.server.ServedDatabases.Answer;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random arithmetic and casts, in memory, in RocksDB and through a server, against values that
 * plain Java computes.
 */
@Tag("large")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RandomExpressionsTest {
  private static final int ROWS = 12;

  private final Random random = new Random(Seeds.base());
  private ServedDatabases databases;

  /** How often each kind of answer was met. */
  private final Map<String, Integer> met = new HashMap<>();

  @BeforeAll
  void open(@TempDir Path directory) {
    databases = new ServedDatabases(directory, random);
  }

  @AfterAll
  void close() {
    databases.close();
  }

  private static String seed() {
    return Seeds.reproduction(Seeds.base());
  }

  private void count(String kind) {
    met.merge(kind, 1, Integer::sum);
  }

  /** A table with a column of each type, and what its rows are. */
  private final class Table {
    private final String name;
    private final List<NaiveType> types;
    private final List<String> columns;
    private final List<Map<String, @Nullable Object>> rows = new ArrayList<>();

    Table(String name, List<NaiveType> types) {
      this.name = name;
      this.types = types;
      this.columns = NaiveType.columns(types);
      databases.run(
          "CREATE TABLE %s (id int PRIMARY KEY, %s)"
              .formatted(
                  name,
                  IntStream.range(0, types.size())
                      .mapToObj(i -> columns.get(i) + " " + types.get(i))
                      .collect(Collectors.joining(", "))));
    }

    private NaiveType type(String column) {
      return types.get(columns.indexOf(column));
    }

    private int some(int bound) {
      return random.nextInt(bound);
    }

    /** Inserts a row, or replaces all of its values. */
    void put(int id) {
      Map<String, @Nullable Object> row = new LinkedHashMap<>();
      for (String column : columns) {
        row.put(column, some(9) == 0 ? null : type(column).random(random));
      }
      put(id, row);
    }

    void put(int id, Map<String, @Nullable Object> row) {
      List<@Nullable Object> values = new ArrayList<>(List.of(id));
      row.forEach((column, value) -> values.add(type(column).parameter(value)));
      databases.run(
          "INSERT INTO %s (id, %s) VALUES (?%s)"
              .formatted(name, String.join(", ", row.keySet()), ", ?".repeat(row.size())),
          values.toArray());
      if (id == rows.size()) {
        rows.add(new LinkedHashMap<>());
      }
      rows.get(id).putAll(row);
    }

    String column() {
      return columns.get(some(columns.size()));
    }
  }

  @Test
  void expressionsHaveTheirExactValuesOrAreRefused() {
    Table table = new Table("numbers", NaiveType.NUMBERS);
    databases.run("ALTER TABLE numbers ADD counts map<text, bigint>");
    Map<String, NaiveType> operands = new LinkedHashMap<>();
    table.columns.forEach(column -> operands.put(column, table.type(column)));
    operands.put("counts['a']", NaiveType.of("bigint"));
    for (int id = 0; id < ROWS; id++) {
      table.put(id);
      BigDecimal count = NaiveType.plain(BigDecimal.valueOf(random.nextInt(100)));
      databases.run("UPDATE numbers SET counts = ? WHERE id = ?", Map.of("a", count), id);
      table.rows.get(id).put("counts['a']", count);
    }
    int trials = Trials.of(3_000);
    met.clear();
    for (int trial = 0; trial < trials; trial++) {
      if (trial % 200 == 199) {
        table.put(random.nextInt(ROWS));
      }
      List<NaiveExpression> items = new ArrayList<>();
      for (int i = random.nextInt(3); i >= 0; i--) {
        items.add(NaiveExpression.random(random, operands, 1 + random.nextInt(3)));
      }
      checkExpressions(table, items);
    }
    assertThat(met)
        .hasEntrySatisfying("rows", count -> assertThat(count).isGreaterThan(trials / 3))
        .hasEntrySatisfying("null", count -> assertThat(count).isGreaterThan(trials / 20))
        .hasEntrySatisfying("refused", count -> assertThat(count).isGreaterThan(trials / 20))
        .hasEntrySatisfying("by zero", count -> assertThat(count).isGreaterThan(trials / 100));
  }

  private void checkExpressions(Table table, List<NaiveExpression> items) {
    boolean isAll = random.nextInt(6) == 0;
    int id = random.nextInt(ROWS);
    String text =
        items.stream().map(item -> item.written(random)).collect(Collectors.joining(", "));
    String statement =
        "SELECT " + text + " FROM numbers" + (isAll ? "" : " WHERE id = ?") + " LIMIT 100";
    List<NaiveType> types = items.stream().map(NaiveExpression::type).toList();
    Answer answer = isAll ? databases.read(types, statement) : databases.read(types, statement, id);
    List<List<@Nullable Object>> expected = new ArrayList<>();
    String refused = null;
    for (Map<String, @Nullable Object> row : isAll ? table.rows : List.of(table.rows.get(id))) {
      List<@Nullable Object> values = new ArrayList<>();
      for (NaiveExpression item : items) {
        try {
          values.add(item.value(row));
        } catch (Refused e) {
          refused = refused == null ? String.valueOf(e.getMessage()) : refused;
        }
      }
      expected.add(values);
    }
    String shown = "%s with id %s; %s".formatted(statement, id, seed());
    if (refused != null) {
      assertThat(answer.refusal()).as(shown).isNotNull().startsWith("cannot compute ");
      boolean isByZero = refused.endsWith("by zero");
      // A message shows 100 characters, and a number that ends in zeros with an exponent.
      if (!isAll && refused.length() < 100 && !refused.endsWith("0")) {
        assertThat(answer.refusal()).as(shown).contains("found ", refused);
      }
      count(isByZero ? "by zero" : "refused");
      return;
    }
    assertThat(answer.refusal()).as(shown).isNull();
    assertThat(answer.types()).as(shown).isEqualTo(types.stream().map(NaiveType::name).toList());
    assertThat(answer.rows()).as(shown).isEqualTo(expected);
    count("rows");
    if (expected.toString().contains("null")) {
      count("null");
    }
  }

  /** {@code SET a = b + 1}, several of them at once, sometimes under a condition. */
  @Test
  void sumsInUpdatesAreExactOrRefused() {
    Table table = new Table("sums", NaiveType.NUMBERS);
    for (int id = 0; id < ROWS; id++) {
      table.put(id);
    }
    met.clear();
    int trials = Trials.of(1_600);
    for (int trial = 0; trial < trials; trial++) {
      if (trial % 50 == 49) {
        table.put(random.nextInt(ROWS));
      }
      checkUpdate(table);
    }
    assertThat(met)
        .hasEntrySatisfying("changed", count -> assertThat(count).isGreaterThan(trials / 4))
        .hasEntrySatisfying("not applied", count -> assertThat(count).isGreaterThan(trials / 50))
        .hasEntrySatisfying("refused", count -> assertThat(count).isGreaterThan(trials / 20));
  }

  private void checkUpdate(Table table) {
    // The last one does not exist.
    int id = random.nextInt(30) == 0 ? ROWS : random.nextInt(ROWS);
    Map<String, @Nullable Object> before = id == ROWS ? Map.of() : table.rows.get(id);
    Map<String, @Nullable Object> after = new LinkedHashMap<>();
    List<String> sums = new ArrayList<>();
    List<@Nullable Object> values = new ArrayList<>();
    boolean isRefused = false;
    for (int i = random.nextInt(4) == 0 ? 2 : 1; i > 0; i--) {
      String target = table.column();
      if (after.containsKey(target)) {
        continue;
      }
      String source = random.nextInt(4) == 0 ? table.column() : target;
      boolean isMinus = random.nextBoolean();
      boolean isParameter = random.nextBoolean();
      BigDecimal operand = isParameter ? null : operand();
      Object parameter = isParameter ? small(table.type(source)) : null;
      sums.add(
          "%s = %s %s %s"
              .formatted(
                  target,
                  source,
                  isMinus ? "-" : "+",
                  isParameter ? "?" : operand.toPlainString()));
      if (isParameter) {
        values.add(ofDriver(table.type(source), parameter));
      }
      try {
        Object sum =
            sum(
                before.get(source),
                isParameter ? new BigDecimal(parameter.toString()) : operand,
                isMinus);
        after.put(
            target,
            sum instanceof Double binary
                ? table.type("c13").cast(binary, table.type(target))
                : table.type(target).number((BigDecimal) sum));
      } catch (Refused e) {
        after.put(target, null);
        isRefused = true;
      }
    }
    String statement = "UPDATE sums SET " + String.join(", ", sums) + " WHERE id = " + id;
    boolean isMet = true;
    if (random.nextInt(4) == 0) {
      String column = "c2"; // An int.
      BigDecimal stored = (BigDecimal) before.get(column);
      int bound = random.nextBoolean() && stored != null ? stored.intValue() : 0;
      String sign = List.of("=", "<", ">=", "!=").get(random.nextInt(4));
      statement += " IF " + column + " " + sign + " " + bound;
      isMet = isMet(stored, sign, BigDecimal.valueOf(bound));
    }
    Answer answer = databases.change(statement, values.toArray());
    String shown = "%s %s of %s; %s".formatted(statement, values, before, seed());
    if (isMet && isRefused) {
      assertThat(answer.refusal()).as(shown).isNotNull().startsWith("cannot ");
      count("refused");
    } else {
      assertThat(answer.refusal()).as(shown).isNull();
      if (isMet) {
        table.rows.get(id).putAll(after);
      }
      count(isMet ? "changed" : "not applied");
    }
    Answer stored =
        databases.read(
            table.types,
            "SELECT " + String.join(", ", table.columns) + " FROM sums WHERE id = ?",
            id);
    assertThat(stored.rows())
        .as(shown)
        .isEqualTo(id == ROWS ? List.of() : List.of(new ArrayList<>(before.values())));
  }

  private static boolean isMet(@Nullable BigDecimal stored, String sign, BigDecimal bound) {
    if (stored == null) {
      return sign.equals("!=");
    }
    int order = stored.compareTo(bound);
    return switch (sign) {
      case "=" -> order == 0;
      case "<" -> order < 0;
      case ">=" -> order >= 0;
      default -> order != 0;
    };
  }

  private static Object sum(@Nullable Object stored, BigDecimal operand, boolean isMinus) {
    if (stored == null) {
      throw new Refused("null");
    }
    BigDecimal signed = isMinus ? operand.negate() : operand;
    if (stored instanceof BigDecimal number) {
      return number.add(signed);
    }
    return ((Number) stored).doubleValue() + signed.doubleValue();
  }

  private BigDecimal operand() {
    return switch (random.nextInt(8)) {
      case 0 -> new BigDecimal(Long.MAX_VALUE);
      case 1 -> BigDecimal.valueOf(2).pow(100);
      case 2 -> BigDecimal.valueOf(random.nextInt(1_000), 1 + random.nextInt(3));
      default -> BigDecimal.valueOf(random.nextInt(100));
    };
  }

  private Object small(NaiveType type) {
    boolean isAny = random.nextInt(4) == 0 && !type.isFloating();
    return isAny
        ? type.random(random)
        : type.number(BigDecimal.valueOf(random.nextInt(120), type.isFloating() ? 3 : 0));
  }

  /** A number as a value that a driver sends for a type. */
  private static Object ofDriver(NaiveType type, Object value) {
    if (!(value instanceof BigDecimal number)) {
      return value;
    }
    return switch (type.name()) {
      case "tinyint" -> number.byteValueExact();
      case "smallint", "tinyint unsigned" -> number.shortValueExact();
      case "int", "smallint unsigned" -> number.intValueExact();
      case "bigint", "int unsigned" -> number.longValueExact();
      case "varint", "bigint unsigned" -> number.toBigIntegerExact();
      default -> number;
    };
  }

  /** Each type to each type. What is not refused is selected at once. */
  @Test
  void castsGiveTheSameValueOrAreRefused() {
    Table table = new Table("casts", NaiveType.ALL);
    table.put(0);
    met.clear();
    int rounds = Trials.of(8);
    for (int round = 0; round < rounds; round++) {
      table.put(0);
      for (String column : table.columns) {
        checkCasts(table, column);
      }
    }
    int pairs = NaiveType.ALL.size() * NaiveType.ALL.size();
    assertThat(met)
        .hasEntrySatisfying("cast", count -> assertThat(count).isGreaterThan(rounds * pairs / 20))
        .hasEntrySatisfying(
            "refused", count -> assertThat(count).isGreaterThan(rounds * pairs / 20));
  }

  private void checkCasts(Table table, String column) {
    NaiveType from = table.type(column);
    Object value = table.rows.get(0).get(column);
    List<NaiveType> types = new ArrayList<>();
    List<@Nullable Object> expected = new ArrayList<>();
    for (NaiveType to : NaiveType.ALL) {
      try {
        expected.add(value == null ? null : from.cast(value, to));
        types.add(to);
      } catch (Refused e) {
        if (from.isNear(to) ? random.nextBoolean() : random.nextInt(6) == 0) {
          String statement = "SELECT CAST(%s AS %s) FROM casts WHERE id = 0".formatted(column, to);
          Answer answer = databases.read(List.of(to), statement);
          assertThat(answer.refusal())
              .as("%s of %s %s; %s", statement, from, value, seed())
              .isNotNull()
              .startsWith("cannot compute cast(");
          count("refused");
        }
      }
    }
    String statement =
        "SELECT %s FROM casts WHERE id = ?"
            .formatted(
                types.stream()
                    .map(to -> "CAST(%s AS %s)".formatted(column, to))
                    .collect(Collectors.joining(", ")));
    Answer answer = databases.read(types, statement, 0);
    String shown = "%s of %s %s; %s".formatted(statement, from, value, seed());
    assertThat(answer.refusal()).as(shown).isNull();
    for (int i = 0; i < types.size(); i++) {
      assertThat(answer.rows().get(0).get(i))
          .as("CAST(%s AS %s) of %s %s; %s", column, types.get(i), from, value, seed())
          .isEqualTo(expected.get(i));
      count("cast");
    }
  }
}
