package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;
import keywright.table.Database;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Conditions on several columns at once. */
class TuplesTest {
  private final Database database = Database.open("memory:");
  private final CqlSession session = CqlSession.over(database);

  @BeforeEach
  void createRows() {
    session.execute("CREATE TABLE t (p int, a int, b int, c int, PRIMARY KEY (p, a, b))");
    session.execute("CREATE TABLE m (p int, a int, b int, PRIMARY KEY (p, a, b DESC))");
    for (int a = 0; a < 5; a++) {
      for (int b = 0; b < 5; b++) {
        session.execute("INSERT INTO t (p, a, b, c) VALUES (1, ?, ?, ?)", a, b, a * b);
        session.execute("INSERT INTO m (p, a, b) VALUES (1, ?, ?)", a, b);
      }
    }
  }

  @AfterEach
  void close() {
    database.close();
  }

  private String query(String statement, Object... parameters) {
    return session.execute(statement, parameters).toList().stream()
        .map(row -> row.values().stream().map(String::valueOf).collect(Collectors.joining("")))
        .collect(Collectors.joining(" "));
  }

  private List<String> lines(String statement) {
    return session.execute(statement).toList().stream().map(row -> (String) row.get(0)).toList();
  }

  @Test
  void tuplesBoundTheRangesOfAKey() {
    assertThat(query("SELECT a, b FROM t WHERE p = 1 AND (a, b) > (3, 2)"))
        .isEqualTo("33 34 40 41 42 43 44");
    assertThat(query("SELECT a, b FROM t WHERE p = 1 AND (a, b) <= (0, 2)")).isEqualTo("00 01 02");
    assertThat(query("SELECT a, b FROM t WHERE p = 1 AND (a, b) >= (1, 3) AND (a, b) < (2, 1)"))
        .isEqualTo("13 14 20");
    assertThat(query("SELECT a, b FROM t WHERE (p, a) = (1, 2) AND (b) > (?)", 2))
        .isEqualTo("23 24");
    List<String> explained =
        lines(
            "EXPLAIN ANALYZE SELECT a FROM t WHERE p = 1 AND (a, b) >= (1, 3) AND (a, b) < (2, 1)");
    assertThat(explained)
        .anyMatch(line -> line.startsWith("start: from (1, 1, 3) = "))
        .anyMatch(line -> line.startsWith("stop: before (1, 2, 1) = "))
        .contains("filter: (a, b) >= (1, 3) AND (a, b) < (2, 1)")
        .anyMatch(line -> line.startsWith("executed: 0 index entries and 3 rows read, 3 rows"));
    assertThat(
            query(
                "SELECT a, b FROM t WHERE p = 1 AND (a, b) > (?, ?) ORDER BY a DESC, b DESC", 4, 2))
        .isEqualTo("44 43");
  }

  @Test
  void mixedDirectionsAreTestedOnEachRow() {
    assertThat(query("SELECT a, b FROM m WHERE p = 1 AND (a, b) > (3, 2)"))
        .isEqualTo("34 33 44 43 42 41 40");
    assertThat(lines("EXPLAIN SELECT a, b FROM m WHERE p = 1 AND (a, b) > (3, 2)"))
        .anyMatch(line -> line.startsWith("start: from (1, 3) = "))
        .contains("filter: (a, b) > (3, 2)");
    assertThat(query("SELECT a, b FROM t WHERE p = 1 AND (c, b) >= (12, 4)")).isEqualTo("34 44");
  }

  @Test
  void oneOfSeveralTuples() {
    assertThat(query("SELECT a, b FROM t WHERE p = 1 AND (a, b) IN ((1, 2), (3, 4), (9, 9))"))
        .isEqualTo("12 34");
    assertThat(lines("EXPLAIN ANALYZE SELECT a FROM t WHERE p = 1 AND (a, b) IN ((1, 2), (3, 4))"))
        .contains("ranges: 2 are left out, which have none of the tuples")
        .anyMatch(line -> line.startsWith("executed: 0 index entries and 2 rows read, 2 rows"));
  }

  @Test
  void aTupleThatDoesNotMeetTheOtherConditionsBoundsNothingInAFormatThatSortsOnlyAmongThem() {
    session.execute("CREATE TABLE h (a int, b int, PRIMARY KEY (a, b)) WITH key_format = 'hbase'");
    for (int a = -2; a <= 2; a++) {
      for (int b = -2; b <= 2; b++) {
        session.execute("INSERT INTO h (a, b) VALUES (?, ?)", a, b);
      }
    }
    assertThat(query("SELECT b FROM h WHERE a = 1 AND (b) < (0)")).isEqualTo("-2 -1");
    assertThat(query("SELECT a, b FROM h WHERE a < 0 AND (a, b) < (0, 0) AND b = 1"))
        .isEqualTo("-21 -11");
    assertThat(query("SELECT b FROM h WHERE a = 1 AND b > 0 AND (a, b) > (1, -1)"))
        .isEqualTo("1 2");
    assertThat(query("SELECT b FROM h WHERE a = 1 AND b > 0 AND (b) > (1)")).isEqualTo("2");
  }

  @Test
  void pagesContinueBehindTheTuple() {
    String select = "SELECT a, b FROM t WHERE p = 1 AND (a, b) > (3, 2)";
    Result page = session.page(3, null, select);
    assertThat(page.toList()).hasSize(3);
    assertThat(session.page(9, page.nextPage().orElseThrow(), select).toList()).hasSize(4);
  }

  @Test
  void whatCannotBeComparedIsRefused() {
    assertThatThrownBy(() -> query("SELECT a FROM t WHERE p = 1 AND (a, b) > (1)"))
        .hasMessageContaining("found 1 value, expected 2, one for each column");
    assertThatThrownBy(() -> query("SELECT a FROM t WHERE p = 1 AND (a, b) > (1.5, 2)"))
        .hasMessageContaining("cannot compare a with others at once: ");
    assertThatThrownBy(() -> query("SELECT a FROM t WHERE p = 1 AND (a, b) > (1, null)"))
        .hasMessageContaining("found null, expected a value");
    assertThatThrownBy(() -> query("DELETE FROM t WHERE p = 1 AND (a, b) > (1, 2)"))
        .hasMessageContaining(
            "found a comparison of several columns at once, expected conditions on single columns");
    assertThat(query("SELECT c FROM t WHERE (p, a, b) = (1, 3, 4)")).isEqualTo("12");
  }
}
