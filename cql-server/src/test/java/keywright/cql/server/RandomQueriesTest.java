package keywright.cql.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import keywright.cql.CqlException;
import keywright.cql.CqlSession;
import keywright.table.Database;
import keywright.table.model.Row;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random queries by a driver against the same queries by a session on the same database. */
@Tag("large")
class RandomQueriesTest {
  private final Random random = new Random(Seeds.base());

  /** A query, with its parameters as the session and as the driver takes them. */
  private record RandomQuery(String text, List<Object> values) {}

  @Test
  void aDriverGetsTheRowsThatASessionGets() {
    try (Database database = Database.open("memory:");
        CqlSession session = CqlSession.over(database);
        CqlServer server = CqlServer.start(database, Drivers.options());
        var driver = Drivers.connect(server.address(), "")) {
      session.execute(
          "CREATE TABLE t (a int, b bigint, c text, at timestamp, amount decimal(8,2), note text, tags list<text>,"
              + " PRIMARY KEY ((a), b DESC, c))");
      session.execute("CREATE INDEX by_at ON t (at, a)");
      session.execute("CREATE INDEX by_note ON t (note, amount DESC)");
      for (int i = 0; i < 400; i++) {
        session.execute(
            "INSERT INTO t (a, b, c, at, amount, note, tags) VALUES (?, ?, ?, ?, ?, ?, ?)",
            random.nextInt(5),
            random.nextLong(10),
            text(),
            orNull(Instant.ofEpochSecond(random.nextInt(20))),
            orNull(BigDecimal.valueOf(random.nextInt(1_000), 2)),
            orNull(text()),
            orNull(List.of(text(), text())));
      }
      int refused = 0;
      int several = 0;
      int trials = Trials.of(6_000, 800);
      for (int trial = 0; trial < trials; trial++) {
        RandomQuery query = query();
        List<String> expected;
        try {
          expected = bySession(session, query);
        } catch (CqlException e) {
          expected = List.of(withoutIndexName(e));
          refused++;
        }
        List<String> actual;
        try {
          actual = byDriver(driver, query, random.nextBoolean());
        } catch (QueryValidationException e) {
          actual = List.of(withoutIndexName(e));
        }
        if (!query.text().contains("ORDER BY")) {
          expected = sorted(expected);
          actual = sorted(actual);
        }
        assertThat(actual)
            .as("%s %s; %s", query.text(), query.values(), Seeds.reproduction(Seeds.base()))
            .isEqualTo(expected);
        several += expected.size() > 5 ? 1 : 0;
      }
      assertThat(refused).isLessThan(trials / 2);
      assertThat(several).isGreaterThan(trials / 20);
    }
  }

  private static List<String> sorted(List<String> rows) {
    List<String> sorted = new ArrayList<>(rows);
    Collections.sort(sorted);
    return sorted;
  }

  private String text() {
    return random.nextInt(10) == 0 ? "" : String.valueOf((char) ('a' + random.nextInt(4)));
  }

  private Object orNull(Object value) {
    return random.nextInt(6) == 0 ? null : value;
  }

  private RandomQuery query() {
    StringBuilder text = new StringBuilder("SELECT ");
    text.append(random.nextInt(4) == 0 ? "c, at, a, b, note" : "*").append(" FROM t");
    List<Object> values = new ArrayList<>();
    String join = " WHERE ";
    if (random.nextInt(3) > 0) {
      text.append(join).append("a = ?");
      values.add(random.nextInt(6));
      join = " AND ";
    }
    if (random.nextInt(3) == 0) {
      text.append(join).append("b ").append(comparison()).append(" ?");
      values.add(random.nextLong(10));
      join = " AND ";
    }
    if (random.nextInt(4) == 0) {
      text.append(join).append("at ").append(comparison()).append(" ?");
      values.add(Instant.ofEpochSecond(random.nextInt(20)));
      join = " AND ";
    }
    if (random.nextInt(4) == 0) {
      text.append(join).append("note IN ?");
      values.add(List.of(text(), text()));
      join = " AND ";
    }
    if (random.nextInt(4) == 0) {
      text.append(join).append("(a = ? OR a ").append(comparison()).append(" ?)");
      values.add(random.nextInt(6));
      values.add(random.nextInt(6));
    }
    if (random.nextInt(3) == 0) {
      text.append(" ORDER BY a, b DESC, c");
    }
    if (random.nextInt(3) == 0) {
      text.append(" LIMIT ").append(1 + random.nextInt(30));
    }
    if (random.nextBoolean()) {
      text.append(" ALLOW FILTERING");
    }
    return new RandomQuery(text.toString(), values);
  }

  private String comparison() {
    return List.of("=", "<", "<=", ">", ">=").get(random.nextInt(5));
  }

  private static List<String> bySession(CqlSession session, RandomQuery query) {
    List<String> rows = new ArrayList<>();
    for (Row row : session.prepare(query.text()).execute(query.values().toArray()).toList()) {
      StringBuilder text = new StringBuilder();
      for (String column : row.columns()) {
        text.append(column).append('=').append(row.get(column)).append(' ');
      }
      rows.add(text.toString());
    }
    return rows;
  }

  private List<String> byDriver(
      com.datastax.oss.driver.api.core.CqlSession driver, RandomQuery query, boolean isPrepared) {
    int pageSize = 1 + random.nextInt(20);
    ResultSet found =
        driver.execute(
            isPrepared
                ? driver.prepare(query.text()).bind(query.values().toArray()).setPageSize(pageSize)
                : SimpleStatement.builder(query.text())
                    .addPositionalValues(query.values())
                    .setPageSize(pageSize)
                    .build());
    List<String> rows = new ArrayList<>();
    found.forEach(
        row -> {
          StringBuilder text = new StringBuilder();
          row.getColumnDefinitions()
              .forEach(
                  column ->
                      text.append(column.getName().asInternal())
                          .append('=')
                          // An empty list would stand for a null.
                          .append(
                              row.isNull(column.getName()) ? null : row.getObject(column.getName()))
                          .append(' '));
          rows.add(text.toString());
        });
    return rows;
  }

  /**
   * The message of a refusal. The query of a page can be advised another name for the same index.
   */
  private static String withoutIndexName(Exception refusal) {
    return refusal.getMessage().replaceAll("CREATE INDEX \\w+", "CREATE INDEX");
  }
}
