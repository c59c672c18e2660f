package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import keywright.table.Database;
import keywright.testkit.Gen;
import keywright.testkit.Gens;
import keywright.testkit.Property;
import org.junit.jupiter.api.Test;

class HostileInputTest {
  private static final List<String> SEEDS = seeds();

  private static List<String> seeds() {
    List<String> seeds = new ArrayList<>();
    for (String file : List.of("errors.txt", "definitions.txt", "statements.txt")) {
      seeds.addAll(Golden.inputs(file));
    }
    return seeds;
  }

  @Test
  void anyTextIsReadOrRefused() {
    Property.check("random text is read or refused", 1_000, Gens.strings(80), this::readOrRefused);
  }

  @Test
  void aDamagedStatementIsReadOrRefused() {
    Gen<String> damaged =
        random -> {
          String text = SEEDS.get(random.nextInt(SEEDS.size()));
          for (int i = random.nextInt(1, 4); i > 0; i--) {
            text = damage(text, random);
          }
          return text;
        };
    Property.check("a damaged statement is read or refused", 1_000, damaged, this::readOrRefused);
  }

  @Test
  void aDamagedStatementIsRunOrRefused() {
    List<String> statements =
        List.of(
            "CREATE TABLE u (a int, b text, c timestamp, PRIMARY KEY ((bucket(4), a), c DESC))",
            "CREATE INDEX i ON t (bucket(4), c DESC, b) WITH key_format = 'kw1'",
            "INSERT INTO t (a, b, c, d) VALUES (1, 'x', '2020-01-01', 2.5), (2, null, 17, -1e3)",
            "UPDATE t SET b = 'y', d = 0.5 WHERE a = 1",
            "DELETE FROM t WHERE a IN (1, 2, 3)",
            "UPDATE t SET a = 2, b = 'z' WHERE a = 1 REKEY IF EXISTS",
            "DELETE FROM t WHERE a = 1 IF b = 'x' AND d IS NULL",
            "BEGIN BATCH INSERT INTO t (a) VALUES (4), (5) IF NOT EXISTS; UPDATE t SET d = 1 WHERE a = 4; DELETE FROM t WHERE a = 5 APPLY BATCH",
            "SELECT a, max(b), count(*) FROM t WHERE 1 <= a < 5 AND c > '2019-01-01T00:00:00Z'",
            "SELECT * FROM t WHERE b LIKE 'x%_' AND d BETWEEN 1 AND 3 ORDER BY a DESC LIMIT 3 ALLOW FILTERING",
            "EXPLAIN ANALYZE SELECT * FROM t WHERE a IN (1, 2) AND e = 0xcafe AND f IS NULL",
            "SELECT f FROM t WHERE f = 123e4567-e89b-12d3-a456-426614174000 ALLOW FILTERING",
            "DESCRIBE t",
            "DROP INDEX IF EXISTS i",
            "DROP TABLE IF EXISTS u");
    Gen<String> damaged =
        random -> {
          String text = statements.get(random.nextInt(statements.size()));
          for (int i = random.nextInt(3); i > 0; i--) {
            String other = statements.get(random.nextInt(statements.size()));
            text = damage(text, other, random);
          }
          return text;
        };
    try (Database database = Database.open("memory:")) {
      CqlSession session = CqlSession.over(database);
      String create =
          "CREATE TABLE IF NOT EXISTS t (a int PRIMARY KEY, b text, c timestamp, d decimal(9,2),"
              + " e blob, f uuid)";
      Property.check(
          "a damaged statement is run or refused",
          1_000,
          damaged,
          text -> {
            session.execute(create);
            try {
              session.execute(text).toList();
            } catch (CqlException e) {
              assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
            }
          });
    }
  }

  private static String damage(String text, SplittableRandom random) {
    return damage(text, SEEDS.get(random.nextInt(SEEDS.size())), random);
  }

  private static String damage(String text, String other, SplittableRandom random) {
    int start = random.nextInt(text.length() + 1);
    int stop = Math.min(text.length(), start + random.nextInt(8));
    int from = random.nextInt(other.length() + 1);
    String inserted =
        switch (random.nextInt(3)) {
          case 0 -> "";
          case 1 -> other.substring(from, Math.min(other.length(), from + random.nextInt(10)));
          default -> Gens.strings(3).generate(random);
        };
    return text.substring(0, start) + inserted + text.substring(stop);
  }

  private void readOrRefused(String text) {
    String understood = Reading.understood(text);
    assertThat(understood).isNotBlank();
    if (understood.startsWith("cannot ")) {
      assertThat(understood.stripTrailing().lines()).hasSizeBetween(2, 3);
    }
  }

  @Test
  void depthIsRefusedBeforeAnyParserRecursesByIt() {
    String deep = "(".repeat(100_000);
    assertThatThrownBy(() -> Reading.parse("CREATE INDEX i ON t " + deep))
        .isInstanceOf(CqlException.class)
        .hasMessage(
            "cannot read statement: line 1, column 121: found '(' inside 100 levels of brackets, expected at most 100 levels; nest less deeply");
    assertThatThrownBy(() -> Reading.parse("INSERT INTO t (a) VALUES (" + "[".repeat(100_000)))
        .isInstanceOf(CqlException.class)
        .hasMessageContaining(
            "found '[' inside 100 levels of brackets, expected at most 100 levels; nest less deeply");
    assertThatThrownBy(() -> Reading.parse("CREATE TABLE t (a " + "list<".repeat(100_000)))
        .isInstanceOf(CqlException.class)
        .hasMessageContaining(
            "found '<' inside 100 levels of brackets, expected at most 100 levels; nest less deeply");
  }

  @Test
  void aLongStatementIsReadInReasonableTime() {
    String row = "(1, 'abc', 2.5, null), ";
    StringBuilder insert = new StringBuilder("INSERT INTO t (a, b, c, d) VALUES ");
    insert.append(row.repeat(20_000));
    String rows = insert.substring(0, insert.length() - 2);
    assertThat(Reading.understood(rows)).isEqualTo("ok");
    assertThat(Reading.understood(rows + ","))
        .contains("found the end of the statement, expected '('");
  }

  @Test
  void aNumberOfAnySizeIsReadOrRefused() {
    assertThat(Reading.understood("SELECT * FROM t WHERE a = 1e999999999"))
        .startsWith(
            "cannot read statement: line 1, column 27: found a number that is too long, expected at"
                + " most 1000 digits before and after the point");
    assertThat(Reading.understood("SELECT * FROM t WHERE a = 1e99999999999999999999"))
        .contains("found a number that is too long");
    assertThat(Reading.understood("SELECT * FROM t WHERE a = " + "9".repeat(5_000)))
        .contains("found a number that is too long");
  }
}
