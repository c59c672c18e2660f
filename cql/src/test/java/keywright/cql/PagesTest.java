package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import keywright.table.Database;
import keywright.table.model.Limits;
import keywright.table.model.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** SELECT by pages, and EXPLAIN … FOR. */
class PagesTest {
  private static final String BY_AMOUNT = "SELECT id AS n FROM t WHERE a = ? ORDER BY amount DESC";

  private final Database database = Database.open("memory:");
  private final CqlSession session = CqlSession.over(database);

  @BeforeEach
  void createTable() {
    run("CREATE TABLE t (id int PRIMARY KEY, a int, amount int)");
    run("CREATE INDEX t_by_a ON t (a)");
    for (int i = 0; i < 20; i++) {
      run("INSERT INTO t (id, a, amount) VALUES (" + i + ", " + i % 2 + ", " + i / 5 + ")");
    }
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void run(String statement) {
    session.execute(statement).close();
  }

  @Test
  void pagesGiveTheRowsOfTheStatementOnce() {
    List<Row> whole = session.execute(BY_AMOUNT + " LIMIT 100", 1).toList();
    List<Row> found = new ArrayList<>();
    Result page = session.page(3, null, BY_AMOUNT, 1);
    assertThat(page.columns().get(0).name()).isEqualTo("n");
    found.addAll(page.toList());
    while (page.nextPage().isPresent()) {
      page = session.page(3, page.nextPage().get(), BY_AMOUNT, 1);
      found.addAll(page.toList());
    }
    assertThat(found).extracting(Row::values).isEqualTo(whole.stream().map(Row::values).toList());
    assertThat(found).hasSize(10);
  }

  @Test
  void functionsHaveTheSameValuesInAllPages() {
    run("CREATE TABLE ev (k int, at timestamp(ns), id timeuuid, tag uuid, PRIMARY KEY (k, at))");
    for (int i = 0; i < 10; i++) {
      run("INSERT INTO ev (k, at, id, tag) VALUES (1, now(), now(), uuid())");
    }
    String select =
        "SELECT at FROM ev WHERE k = 1 AND at <= now() AND id < now() AND (k < 2 OR tag = uuid() OR tag = uuid()) ALLOW FILTERING";
    PreparedStatement prepared = session.prepare(select);
    List<Row> found = new ArrayList<>();
    Result page = prepared.page(3, null);
    found.addAll(page.toList());
    List<String> tokens = new ArrayList<>();
    while (page.nextPage().isPresent()) {
      tokens.add(page.nextPage().get());
      page = prepared.page(3, page.nextPage().get());
      found.addAll(page.toList());
    }
    assertThat(found).hasSize(10).doesNotHaveDuplicates();
    String token = tokens.get(0);
    for (String bad : List.of(".", ".x", ".2024-01-01T00:00:00Z~1", ".2024-01-01T00:00:00Z~x=y")) {
      String cut = token.substring(0, token.indexOf('.')) + bad;
      assertThatThrownBy(() -> prepared.page(3, cut))
          .isInstanceOf(CqlException.class)
          .hasMessage(
              "cannot resume at the page token: the token was cut or altered; start without a token");
    }
    assertThatThrownBy(() -> prepared.page(3, token.substring(0, token.indexOf('.'))))
        .hasMessageContaining("belongs to another query");
  }

  @Test
  void whatHasNoPagesAndWhatIsNoTokenOfTheStatementIsRefused() {
    String token = session.page(3, null, BY_AMOUNT, 1).nextPage().orElseThrow();
    assertThatThrownBy(() -> session.page(3, token, BY_AMOUNT, 0))
        .isInstanceOf(CqlException.class)
        .hasMessage(
            "cannot resume at page token '%s…': the token belongs to another query; repeat the query that returned it, or start without a token",
            token.substring(0, 16));
    assertThatThrownBy(() -> session.page(3, "x", BY_AMOUNT, 1))
        .isInstanceOf(CqlException.class)
        .hasMessage(
            "cannot read page token 'x': the token has characters or a length that no page token has; pass the whole token that the previous page returned");
    assertThatThrownBy(() -> session.page(3, null, "DELETE FROM t WHERE id = 1"))
        .isInstanceOf(CqlException.class)
        .hasMessage(
            "cannot read a page: found another statement, expected SELECT; run it without pages");
    assertThatThrownBy(() -> session.page(0, null, BY_AMOUNT, 1))
        .isInstanceOf(CqlException.class)
        .hasMessage("cannot read a page of 0 rows: expected 1 or more");
    assertThat(session.execute("SELECT count(*) FROM t").next())
        .extracting(row -> row.get(0))
        .isEqualTo(20L);
  }

  @Test
  void anOrderThatNoKeyGivesIsSortedOnDiskAboveItsMemory() {
    CqlSession small = session.withLimits(Limits.DEFAULT.withSorts(600, 1 << 20, 100_000));
    assertThat(small.execute(BY_AMOUNT, 1).stream().map(Row::values).toList())
        .isNotEmpty()
        .isEqualTo(session.execute(BY_AMOUNT, 1).stream().map(Row::values).toList());
    assertThat(small.execute("EXPLAIN ANALYZE " + BY_AMOUNT, 1).stream().map(Row::toString))
        .anySatisfy(line -> assertThat(line).contains("; sorted on disk, ").contains(" runs"));
    assertThat(session.execute("EXPLAIN ANALYZE " + BY_AMOUNT, 1).stream().map(Row::toString))
        .anySatisfy(line -> assertThat(line).contains("executed: "))
        .noneSatisfy(line -> assertThat(line).contains("sorted on disk, "));
    CqlSession none = session.withLimits(Limits.DEFAULT.withSorts(600, 100, 100_000));
    assertThatThrownBy(() -> none.execute(BY_AMOUNT, 1).next())
        .isInstanceOf(CqlException.class)
        .hasMessageContaining(
            "take more than 100 bytes, the limit on disk; add a LIMIT or conditions");
  }

  private List<Object> explain(String select, String keyValues) {
    return session.execute("EXPLAIN " + select + " FOR " + keyValues).stream()
        .map(row -> Objects.requireNonNull(row.get("plan")))
        .toList();
  }

  @Test
  void aRowIsExplained() {
    assertThat(explain("SELECT * FROM t WHERE a = 1 AND amount > 1 ALLOW FILTERING", "(3)"))
        .contains(
            "condition amount > 1: does not hold, amount is 0",
            "result: the row is not in the result: amount > 1 does not hold");
    assertThat(explain("SELECT * FROM t WHERE a = 1 LIMIT 2", "(3)"))
        .endsWith("limit: the row is number 2 of at most 2", "result: the row is in the result");
  }

  @Test
  void theKeyOfAnExplainedRowIsChecked() {
    assertThatThrownBy(() -> explain("SELECT * FROM t", "(3, 4)"))
        .hasMessage(
            "cannot read statement: line 1, column 29: found 2 values, expected one for each column of the primary key: id");
    assertThatThrownBy(() -> explain("SELECT * FROM t", "('x')"))
        .hasMessageContaining("cannot set id: found 'x'");
    assertThatThrownBy(() -> session.execute("EXPLAIN ANALYZE SELECT * FROM t FOR (1)"))
        .hasMessageContaining("found 'FOR', expected ");
  }
}
