package keywright.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keywright.cql.CqlException;
import keywright.cql.CqlSession;
import keywright.cql.Design;
import keywright.cql.Statements;
import keywright.design.lint.Lint;
import keywright.design.lint.Severity;
import keywright.table.Database;
import keywright.table.model.IndexDefinition;
import keywright.table.model.TableDefinition;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The statements that refusals of queries name, over random tables and queries: each is run as it
 * stands, is accepted, serves the query, and is clean by lint.
 */
@Tag("large")
class AdvisedIndexTest {
  private static final int TABLES = Integer.getInteger("keywright.tables", Trials.of(300));
  private static final int QUERIES = 12;

  private static final Pattern ADVICE =
      Pattern.compile(
          "(CREATE INDEX \\S+ ON \\S+ \\(.*?\\))(?: in place of index (.*?))?"
              + "(?:$| would serve the query; run this statement)");

  /** Types, each with literals. */
  private static final Map<String, List<String>> LITERALS =
      new TreeMap<>(
          Map.of(
              "int", List.of("0", "7", "123"),
              "bigint", List.of("1", "9", "100000"),
              "text", List.of("''", "'a'", "'web-3'"),
              "timestamp", List.of("'2017-01-01'", "'2017-01-02 10:00'"),
              "date", List.of("'2017-01-01'", "'2017-02-01'"),
              "boolean", List.of("true", "false"),
              "enum('new' = 1, 'paid' = 2)", List.of("'new'", "'paid'"),
              "uuid", List.of("00000000-0000-0000-0000-000000000001"),
              "decimal(8,2)", List.of("1.50", "100.00"),
              "char(900)", List.of("'x'", "'y'")));

  private final Map<String, Integer> counts = new TreeMap<>();
  private Random random = new Random(0);
  private List<String> types = List.of();

  @Test
  void everyIndexThatARefusalNamesIsAcceptedServesAndIsCleanByLint() {
    long base = Seeds.base();
    for (int table = 0; table < TABLES; table++) {
      random = new Random(base + table);
      try {
        followAdvice();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            "%s -Dkeywright.tables=1: %s"
                .formatted(Seeds.reproduction(base + table), e.getMessage()),
            e);
      }
    }
    System.out.printf("seed %d: %s%n", base, counts);
    assertThat(counts).as("seed %d: %s", base, counts).containsKeys("bucketed", "plain");
    assertThat(counts.get("followed")).as("%s", counts).isGreaterThan(TABLES * QUERIES / 12);
  }

  private void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  private <T> T one(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private void followAdvice() {
    try (Database database = Database.open("memory:")) {
      CqlSession session = CqlSession.over(database);
      createTables(session);
      for (int i = 0; i < QUERIES; i++) {
        follow(database, session, query());
      }
    }
  }

  /** A table, indexes perhaps, and others whose names an advised index would like to have. */
  private void createTables(CqlSession session) {
    boolean isCreated = false;
    while (!isCreated) {
      types = new ArrayList<>();
      for (int i = 0; i < 3 + random.nextInt(4); i++) {
        types.add(one(List.copyOf(LITERALS.keySet())));
      }
      List<String> elements = new ArrayList<>();
      for (int i = 0; i < types.size(); i++) {
        elements.add("c" + i + " " + types.get(i));
      }
      elements.add("PRIMARY KEY (" + key(1 + random.nextInt(3)) + ")");
      if (random.nextInt(5) == 0) {
        elements.add("FAMILY f (c" + random.nextInt(types.size()) + ") WITH ttl = 60");
      }
      String text =
          random.nextInt(6) == 0 ? " WITH key_format = 'text' AND key_delimiter = '|'" : "";
      isCreated = run(session, "CREATE TABLE t (" + String.join(", ", elements) + ")" + text);
    }
    for (int i = 0; i < random.nextInt(3); i++) {
      run(session, "CREATE INDEX i" + i + " ON t (" + key(1 + random.nextInt(2)) + ")");
    }
    for (int i = 0; i < types.size(); i++) {
      if (random.nextInt(3) == 0) {
        run(session, "CREATE TABLE t_by_c%d (a int PRIMARY KEY)".formatted(i));
        run(session, "CREATE INDEX t_by_c%d_2 ON t_by_c%d (bucket(2), a)".formatted(i, i));
      }
    }
  }

  private static boolean run(CqlSession session, String statement) {
    try {
      session.execute(statement).close();
      return true;
    } catch (CqlException e) {
      return false;
    }
  }

  private List<Integer> shuffled() {
    List<Integer> columns = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      columns.add(i);
    }
    Collections.shuffle(columns, random);
    return columns;
  }

  private String key(int columns) {
    List<String> parts = new ArrayList<>();
    if (random.nextInt(6) == 0) {
      parts.add("bucket(4)");
    }
    for (int i : shuffled().subList(0, columns)) {
      String column = "c" + i;
      boolean isInteger = types.get(i).endsWith("int");
      parts.add(
          isInteger && random.nextInt(3) == 0
              ? one(List.of("bit_reverse(%s)", "reverse(lpad(%s, 19))")).formatted(column)
              : column + (random.nextInt(5) == 0 ? " DESC" : ""));
    }
    return String.join(", ", parts);
  }

  private String query() {
    List<String> conditions = new ArrayList<>();
    for (int i : shuffled().subList(0, random.nextInt(4))) {
      String literal = one(LITERALS.get(types.get(i)));
      conditions.add(
          switch (random.nextInt(5)) {
            case 0 -> "c%d >= %s".formatted(i, literal);
            case 1 -> "c%d IN (%s, %s)".formatted(i, literal, one(LITERALS.get(types.get(i))));
            case 2 -> "c%d < %s".formatted(i, literal);
            default -> "c%d = %s".formatted(i, literal);
          });
    }
    List<String> order = new ArrayList<>();
    for (int i : shuffled().subList(0, Math.max(0, random.nextInt(4) - 1))) {
      order.add("c" + i + (random.nextBoolean() ? " DESC" : ""));
    }
    return "SELECT * FROM t"
        + (conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions))
        + (order.isEmpty() ? "" : " ORDER BY " + String.join(", ", order))
        + (random.nextBoolean() ? " LIMIT 5" : "");
  }

  private void follow(Database database, CqlSession session, String query) {
    String refusal = refusal(session, query);
    Matcher advice = ADVICE.matcher(refusal);
    if (!advice.find()) {
      count(refusal.isEmpty() ? "served" : "no advice");
      return;
    }
    count("followed");
    String statement = advice.group(1);
    count(statement.contains("bucket(8)") ? "bucketed" : "plain");
    TableDefinition before = database.table("t").definition();
    session.execute(statement).close();
    assertThat(refusal(session, query))
        .as("%s then %s on %s", statement, query, script(before))
        .isEmpty();
    if (advice.group(2) != null) {
      count("in place of another");
      for (String replaced : advice.group(2).split(" and ")) {
        before =
            before.withIndexes(
                before.indexes().stream().filter(i -> !i.name().equals(replaced)).toList());
        session.execute("DROP INDEX " + replaced).close();
      }
    }
    TableDefinition after = database.table("t").definition();
    List<String> known = findings(before);
    assertThat(findings(after))
        .as("%s for %s on %s", statement, query, script(before))
        .allMatch(known::contains);
    List<IndexDefinition> indexes = after.indexes();
    session.execute("DROP INDEX " + indexes.get(indexes.size() - 1).name()).close();
  }

  private static String refusal(CqlSession session, String query) {
    try {
      session.execute(query).close();
      return "";
    } catch (CqlException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static String script(TableDefinition table) {
    List<String> statements = new ArrayList<>(List.of(Statements.createTable(table)));
    table.indexes().forEach(i -> statements.add(Statements.createIndex(table.name(), i)));
    return String.join(";\n", statements) + ";\n";
  }

  /** What lint finds at warning or above. */
  private static List<String> findings(TableDefinition table) {
    return Lint.of(Design.read(script(table))).findings().stream()
        .filter(finding -> finding.severity() != Severity.INFO)
        .map(finding -> finding.code().id() + " " + finding.reason())
        .toList();
  }
}
