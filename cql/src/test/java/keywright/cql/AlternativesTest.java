package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import keywright.table.Database;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Conditions joined by OR. */
class AlternativesTest {
  private final Database database = Database.open("memory:");
  private final CqlSession session = CqlSession.over(database);

  @BeforeEach
  void createTable() {
    session.execute(
        "CREATE TABLE t (a int, b int, c int, note text, PRIMARY KEY (a, b)); ".replace(";", ""));
    session.execute("CREATE INDEX t_by_c ON t (c)");
    for (int a = 0; a < 4; a++) {
      for (int b = 0; b < 10; b++) {
        session.execute(
            "INSERT INTO t (a, b, c, note) VALUES (?, ?, ?, ?)",
            a,
            b,
            b == 9 ? null : b % 3,
            "n" + a);
      }
    }
  }

  @AfterEach
  void close() {
    database.close();
  }

  private List<String> query(String statement, Object... parameters) {
    return session.execute(statement, parameters).toList().stream()
        .map(row -> row.values().stream().map(String::valueOf).collect(Collectors.joining(" ")))
        .toList();
  }

  @Test
  void alternativesOfAKeyPartAreSeveralRanges() {
    String statement = "SELECT b FROM t WHERE a = 1 AND (b < 2 OR b = 5 OR b > 7)";
    assertThat(query(statement)).containsExactly("0", "1", "5", "8", "9");
    assertThat(query("EXPLAIN " + statement))
        .contains("fan-out: 3 ranges, 3 ranges of b", "filter: (b < 2 OR b = 5 OR b > 7)")
        .contains("access: partial key");
    assertThat(query(statement + " ORDER BY b DESC LIMIT 2")).containsExactly("9", "8");
    assertThat(query("SELECT b FROM t WHERE a = ? AND (b < ? OR b > 3 AND b <= ?)", 2, 1, 5))
        .containsExactly("0", "4", "5");
    assertThat(query("SELECT a, b FROM t WHERE a = 1 AND b = 2 OR a = 1 AND b = 2"))
        .as("once")
        .containsExactly("1 2");
    assertThat(query("SELECT b FROM t WHERE a = 1 AND (b < 4 OR b < 3 OR b >= 9)"))
        .containsExactly("0", "1", "2", "3", "9");
  }

  @Test
  void equalitiesAreIn() {
    assertThat(query("EXPLAIN SELECT b FROM t WHERE a = 3 OR a = 1 OR a IN (1, 2)"))
        .contains("fan-out: 3 ranges, 3 values of a", "filter: none");
    assertThat(query("SELECT count(*) FROM t WHERE a = 3 OR a = 1 OR a IN (1, 2)"))
        .containsExactly("30");
    session.execute("UPDATE t SET note = 'x' WHERE (a = 1 OR a = 2) AND b = 3");
    assertThat(query("SELECT a FROM t WHERE note = 'x' ALLOW FILTERING")).containsExactly("1", "2");
    session.execute("DELETE FROM t WHERE a = 1 AND (b < 2 OR b > 3)");
    assertThat(query("SELECT b FROM t WHERE a = 1")).containsExactly("2", "3");
    assertThat(query("UPDATE t SET note = 'y' WHERE a = 1 AND b = 2 IF note = 'x' OR note = 'n1'"))
        .containsExactly("true");
  }

  @Test
  void alternativesOfSeveralColumnsAreReadByWhatTheyShare() {
    String statement = "SELECT a, b FROM t WHERE a = 0 AND b > 7 OR a = 2 AND (b = 1 OR c = 2)";
    assertThat(query(statement)).containsExactly("0 8", "0 9", "2 1", "2 2", "2 5", "2 8");
    assertThat(query("EXPLAIN " + statement))
        .contains("access: partial key", "fan-out: 2 ranges, 2 values of a")
        .anyMatch(line -> line.contains("(a = 0 AND b > 7 OR a = 2 AND b = 1 OR a = 2 AND c = 2)"));
    List<String> paged = new ArrayList<>();
    Optional<String> token = Optional.empty();
    do {
      Result page = session.page(2, token.orElse(null), statement);
      page.toList().forEach(row -> paged.add(row.get(0) + " " + row.get(1)));
      token = page.nextPage();
    } while (token.isPresent());
    assertThat(paged).isEqualTo(query(statement));
    assertThat(query("EXPLAIN " + statement + " FOR (2, 3)"))
        .contains(
            "result: the row is not in the result: (a = 0 AND b > 7 OR a = 2 AND b = 1 OR a = 2 AND c = 2) does not hold");
  }

  @Test
  void alternativesThatShareNoKeyAreRefused() {
    assertThatThrownBy(() -> query("SELECT * FROM t WHERE a = 1 OR c = 2"))
        .hasMessageContaining("cannot read t by these conditions")
        .hasMessageEndingWith(
            "no index can serve these conditions; run one query for each alternative of OR, or add ALLOW FILTERING to read every row");
    assertThat(query("SELECT count(*) FROM t WHERE a = 1 OR c = 2 ALLOW FILTERING"))
        .containsExactly("19");
    assertThat(query("SELECT count(*) FROM t WHERE c = 1 OR c IS NULL")).containsExactly("16");
    assertThatThrownBy(() -> query("SELECT * FROM t WHERE (a, b) > (1, 2) OR a = 0"))
        .hasMessageContaining("found a comparison of several columns beside OR");
    assertThatThrownBy(() -> query("DELETE FROM t WHERE a = 1 OR b = 2"))
        .hasMessageContaining("found OR between conditions on several columns");
    assertThatThrownBy(
            () -> query("UPDATE t SET note = '' WHERE a = 1 AND b = 1 IF note != 'x' OR c = 1"))
        .hasMessageContaining("found != beside OR");
    assertThatThrownBy(
            () ->
                query(
                    "SELECT * FROM t WHERE a = 0 OR a = 1"
                        + " AND (b = 1 AND c = 1 OR c = 2 AND b = 3)".repeat(11)))
        .hasMessageContaining("found more than 1,024 alternatives joined by OR");
  }

  @Test
  void nullsAreAlternativesToo() {
    assertThat(query("SELECT b FROM t WHERE a = 1 AND (c > 1 OR c IS NULL)"))
        .containsExactly("2", "5", "8", "9");
    assertThat(
            query(
                "SELECT a, b FROM t WHERE c > 1 OR c IS NULL ORDER BY c, a, b LIMIT 1 ALLOW FILTERING"))
        .containsExactly("0 9");
  }
}
