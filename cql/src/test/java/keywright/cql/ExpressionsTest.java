package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import keywright.key.Column;
import keywright.table.Database;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Arithmetic and CAST after SELECT. */
class ExpressionsTest {
  private final Database database = Database.open("memory:");
  private final CqlSession session = CqlSession.over(database);

  @BeforeEach
  void createTable() {
    session.execute(
        """
        CREATE TABLE t (id int PRIMARY KEY, a int, b bigint, d decimal(8,2), f double, v varint, s text, at timestamp,
          day date, good boolean, raw blob, u uuid)""");
    session.execute(
        """
        INSERT INTO t (id, a, b, d, f, v, s, at, day, good, raw, u) VALUES
          (1, 7, 9223372036854775807, 1.25, 0.5, 10, '42', '2024-01-02', '2024-01-03', true, 0xcafe,
           123e4567-e89b-12d3-a456-426614174000)""");
    session.execute("INSERT INTO t (id, a, b) VALUES (2, -7, 0)");
  }

  @AfterEach
  void close() {
    database.close();
  }

  private String one(String items) {
    Result result = session.execute("SELECT " + items + " FROM t WHERE id = 1");
    List<Column> columns = result.columns();
    return result.toList().stream()
        .map(
            row ->
                IntStream.range(0, row.size())
                    .mapToObj(
                        i -> row.get(i) == null ? "null" : columns.get(i).type().format(row.get(i)))
                    .collect(Collectors.joining(" ")))
        .collect(Collectors.joining(", "));
  }

  private String types(String items) {
    return session.prepare("SELECT " + items + " FROM t").columns().stream()
        .map(column -> column.name() + ": " + column.type())
        .collect(Collectors.joining(", "));
  }

  @Test
  void numbersAreComputedExactly() {
    assertThat(one("a + 1, a * 2 + a, -a, a - -3, a % 4, -(a + 1) * 2, a - (a - 1), a+1"))
        .isEqualTo("8 21 -7 10 3 -16 1 8");
    assertThat(one("d * 3, d + a, d % 1, 0.1 + 0.2, d * d")).isEqualTo("3.75 8.25 0.25 0.3 1.5625");
    assertThat(one("f * 2, f + a, v * v * v, v + b")).isEqualTo("1.0 7.5 1000 9223372036854775817");
    assertThat(one("b + 1 - 1, b - 1"))
        .as("only the result must fit")
        .isEqualTo("9223372036854775807 9223372036854775806");
    assertThat(session.execute("SELECT a % 4, a + d FROM t WHERE id = 2").toList().get(0).values())
        .containsExactly(-3L, null);
    assertThat(
            types(
                "a + 1, a * 2 AS twice, d + 1, f + d, v + a, -(a + b), a - (b - a), CAST(a AS text), 5"))
        .isEqualTo(
            "a + 1: bigint, twice: bigint, d + 1: decimal, f + d: double, v + a: varint, -(a + b): bigint, a - (b - a): bigint, cast(a as text): text, 5: bigint");
  }

  @Test
  void onlyAnOperatorWithADoubleRounds() {
    assertThat(one("(b + 1 - b) * f, (0.1 + 0.2) * f, f - (b - b)")).isEqualTo("0.5 0.15 0.5");
    assertThat(one("-(f - f), (f - f) * -1")).isEqualTo("0.0 0.0");
    session.execute("UPDATE t SET f = ? WHERE id = 1", Double.POSITIVE_INFINITY);
    assertThat(one("f * 2, f - f, -f")).isEqualTo("Infinity NaN -Infinity");
  }

  @Test
  void aDoubleThatDoesNotFitIsRefused() {
    assertThatThrownBy(() -> one("a % (a - a) + f"))
        .hasMessageContaining("cannot compute a % (a - a): found a division by zero");
    assertThatThrownBy(() -> one("1 + f % 0"))
        .hasMessageContaining("cannot compute f % 0: found a division by zero");
    session.execute("UPDATE t SET f = 1e308 WHERE id = 1");
    assertThatThrownBy(() -> one("1 + f * -10"))
        .hasMessageContaining(
            "cannot compute f * -10: found -Infinity, expected a number within the range of double; cast to another type, or compute in your program");
    assertThatThrownBy(() -> one("f + 1e400"))
        .hasMessageContaining(
            "cannot compute f + 1E+400: found 1E+400, expected a number within the range of double");
    assertThat(types("f * 1e300, a + 1e20, a * 1e-31"))
        .isEqualTo("f * 1E+300: double, a + 100000000000000000000: varint, a * 1E-31: decimal");
    assertThatThrownBy(() -> session.execute("UPDATE t SET f = f + 1.7e308 WHERE id = 1"))
        .hasMessageContaining(
            "cannot add to f of t: found the sum Infinity, expected a number within the range of double");
    assertThat(one("f")).isEqualTo("1.0E308");
  }

  /** Whose exact results would not fit into memory. */
  @Test
  void numbersWithLargeExponentsAreNotWrittenOut() {
    session.execute("ALTER TABLE t ADD n decimal");
    for (String number : List.of("1e999999999", "-1e-999999999", "1e100000")) {
      session.execute("UPDATE t SET n = ? WHERE id = 1", new BigDecimal(number));
      assertThatThrownBy(() -> one("n + 1"))
          .hasMessageContaining(
              "cannot compute n + 1: found a result that can have more than 10,000 digits");
      assertThatThrownBy(() -> one("7 % n")).hasMessageContaining("cannot compute 7 % n: found a");
      assertThatThrownBy(() -> session.execute("UPDATE t SET n = n - 1 WHERE id = 1"))
          .hasMessageContaining(
              "cannot add to n of t: found a sum that can have more than 10,000 digits");
      assertThat(one("n + 0 * n, n * 1, -n")).isNotEmpty();
      assertThat(session.execute("SELECT sum(n) FROM t").toList().get(0).get(0))
          .isEqualTo(new BigDecimal(number));
    }
    assertThatThrownBy(() -> session.execute("SELECT avg(n) FROM t").toList())
        .hasMessageContaining("found a sum of more than 10,000 digits");
    session.execute("UPDATE t SET n = 1 WHERE id = 2");
    assertThatThrownBy(() -> session.execute("SELECT sum(n) FROM t").toList())
        .hasMessageContaining(
            "cannot compute sum(n) of t: found a sum that can have more than 10,000 digits");
    session.execute("UPDATE t SET n = ? WHERE id = 1", new BigDecimal("1e999999999"));
    assertThatThrownBy(() -> one("n * n * n"))
        .hasMessageContaining("cannot compute (n * n) * n: found a result");
  }

  @Test
  void aResultThatDoesNotFitIsRefused() {
    assertThatThrownBy(() -> one("b + 1"))
        .hasMessageContaining(
            "cannot compute b + 1: found 9223372036854775808, expected a whole number");
    assertThatThrownBy(() -> one("a % (a - a)"))
        .hasMessageContaining("cannot compute a % (a - a): found a division by zero");
    assertThatThrownBy(() -> one("s + 1"))
        .hasMessageContaining("cannot compute s + 1: found s of type text, expected a number");
    assertThatThrownBy(() -> one("a / 2")).hasMessageContaining("SELECT does not divide");
    assertThatThrownBy(() -> one("a" + " + 1".repeat(201)))
        .hasMessageContaining("found an expression with 202 operands, expected at most 100");
    assertThatThrownBy(() -> one("sum(a) + 1"))
        .hasMessageContaining("found the function sum in an expression");
    assertThatThrownBy(() -> one("nothing + 1"))
        .hasMessageContaining("cannot find column \"nothing\"");
  }

  @Test
  void castsAreExactOrRefused() {
    assertThat(
            one(
                "CAST(a AS text), CAST(s AS int), CAST(a AS decimal), CAST(d AS text), CAST(good AS text)"))
        .isEqualTo("7 42 7 1.25 true");
    assertThat(one("CAST(at AS date), CAST(day AS timestamp), CAST(f AS decimal), CAST(u AS text)"))
        .isEqualTo("2024-01-02 2024-01-03T00:00:00.000Z 0.5 123e4567-e89b-12d3-a456-426614174000");
    assertThat(one("cast(a + 1 as smallint) + 1, CAST(s AS int) * 2")).isEqualTo("9 84");
    assertThatThrownBy(() -> one("CAST(d AS int)"))
        .hasMessageContaining("cannot compute cast(d as int): found 1.25, expected a whole number");
    session.execute("UPDATE t SET at = '2024-01-02T10:20:30Z' WHERE id = 1");
    assertThatThrownBy(() -> one("CAST(at AS date)"))
        .hasMessage(
            "cannot compute cast(at as date): found 2024-01-02T10:20:30.000Z, expected a timestamp at 00:00 UTC, because CAST does not truncate; select the timestamp and truncate it in your program (date_trunc('day', …) truncates in keys and indexes only)");
    assertThatThrownBy(() -> one("CAST(b AS int)"))
        .hasMessageContaining("cannot compute cast(b as int)");
    assertThatThrownBy(() -> one("CAST(raw AS int)"))
        .hasMessageContaining("cannot compute cast(raw as int)");
    assertThatThrownBy(() -> one("CAST(a AS nothing)")).hasMessageContaining("nothing");
    assertThatThrownBy(() -> one("CAST(a AS counter)")).hasMessageContaining("use bigint");
    // Java 17 prints this double with one digit more than it needs.
    assertThat(one("CAST(CAST(9223372036854774784 AS double) AS decimal)"))
        .isEqualTo("9223372036854775000");
  }

  @Test
  void aCastOfATimeTruncatesNothing() {
    session.execute("UPDATE t SET at = '2024-01-02 10:30:00.500' WHERE id = 1");
    assertThat(one("CAST(at AS timestamp(ns))")).isEqualTo("2024-01-02T10:30:00.500000000Z");
    assertThatThrownBy(() -> one("CAST(at AS timestamp(s))"))
        .hasMessageContaining("cannot compute cast(at as timestamp(s)): found")
        .hasMessageContaining("2024-01-02T10:30:00.500Z', expected a UTC timestamp");
    assertThat(one("CAST(1500 AS timestamp)")).isEqualTo("1970-01-01T00:00:01.500Z");
  }

  @Test
  void messagesShowBlobsInsideOfSetsInHex() {
    session.execute("ALTER TABLE t ADD raws set<blob>");
    session.execute("UPDATE t SET raws = {0xcafe, 0x00} WHERE id = 1");
    assertThatThrownBy(() -> one("CAST(raws AS int)"))
        .hasMessageContaining("found the set {0x00, 0xcafe}, expected a whole number");
  }

  @Test
  void expressionsCanBeGroupedPagedAndSelectedFromAnIndex() {
    session.execute("CREATE INDEX t_by_a ON t (a)");
    assertThat(session.execute("EXPLAIN SELECT a * 2 FROM t WHERE a = 7").toList().toString())
        .contains("none read, because the index contains every column");
    assertThat(session.execute("SELECT a + 1, count(*) FROM t GROUP BY a").toList()).hasSize(2);
    assertThatThrownBy(() -> session.execute("SELECT b + 1, count(*) FROM t GROUP BY a"))
        .hasMessageContaining("found b + 1, which can differ within a group of a");
    assertThat(session.page(1, null, "SELECT a * 2 AS n FROM t WHERE a = ?", 7).next())
        .extracting(row -> row.get("n"))
        .isEqualTo(14L);
    assertThat(session.execute("SELECT JSON a * 2 FROM t WHERE a = 7").toList().get(0).values())
        .containsExactly("{\"a * 2\": 14}");
    assertThatThrownBy(() -> session.execute("SELECT DISTINCT a + 1 FROM t"))
        .hasMessageContaining("found a function after DISTINCT");
  }
}
