package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import keywright.key.Column;
import keywright.table.Database;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Aggregates, GROUP BY, DISTINCT and PER PARTITION LIMIT. */
class GroupsTest {
  private static final int ROWS_OF_A_SHOP = 500;

  private final Database database = Database.open("memory:");
  private final CqlSession session = CqlSession.over(database);

  @BeforeEach
  void createSales() {
    session.execute(
        """
        CREATE TABLE sale (shop int, day date, at int, amount decimal(9,2), pieces int, weight double,
          ref bigint, note text, PRIMARY KEY (shop, day DESC, at))""");
    session.execute(
        """
        INSERT INTO sale (shop, day, at, amount, pieces, weight, ref, note) VALUES
          (1, '2024-01-01', 1, 1.10, 1, 0.1, 9223372036854775807, 'a'),
          (1, '2024-01-01', 2, 2.20, 2, 0.2, 1, null),
          (1, '2024-01-02', 1, null, 4, 0.3, 1, 'c'),
          (2, '2024-01-01', 1, 4.00, 5, null, 1, 'd'),
          (3, '2024-01-03', 1, 1.00, null, null, null, 'e')""");
  }

  @AfterEach
  void close() {
    database.close();
  }

  private List<String> query(String statement, Object... parameters) {
    return shown(session.execute(statement, parameters));
  }

  private static List<String> shown(Result result) {
    List<Column> columns = result.columns();
    return result.toList().stream()
        .map(
            row ->
                IntStream.range(0, row.size())
                    .mapToObj(
                        i -> {
                          Object value = row.get(i);
                          return value == null ? "null" : columns.get(i).type().format(value);
                        })
                    .collect(Collectors.joining(" ")))
        .toList();
  }

  @Test
  void sumsAndAveragesAreExact() {
    assertThat(query("SELECT sum(amount), avg(amount), sum(pieces), avg(pieces) FROM sale"))
        .containsExactly("8.3 2.075 12 3");
    assertThat(query("SELECT avg(pieces) FROM sale WHERE shop = 1")).containsExactly("2.333333");
    assertThat(query("SELECT sum(weight), avg(weight) FROM sale WHERE shop = 1"))
        .as("0.1 + 0.2 + 0.3 rounded once")
        .containsExactly("0.6 0.2");
    assertThat(query("SELECT count(*), count(1), count(note), count(pieces) FROM sale"))
        .containsExactly("5 5 4 4");
    assertThat(query("SELECT count(note), sum(pieces), avg(pieces) FROM sale WHERE shop = 9"))
        .containsExactly("0 0 null");
  }

  @Test
  void anAverageDoesNotDependOnTheOrderOfTheRows() {
    session.execute(
        "CREATE TABLE measure (series int, at int, amount decimal, PRIMARY KEY (series, at))");
    session.execute(
        """
        INSERT INTO measure (series, at, amount) VALUES
          (1, 1, 0.5), (1, 2, -0.5), (1, 3, 10),
          (2, 1, 10), (2, 2, 0.5), (2, 3, -0.5)""");
    assertThat(query("SELECT series, avg(amount) FROM measure GROUP BY series"))
        .as("the same values in two orders")
        .containsExactly("1 3.333333", "2 3.333333");
  }

  @Test
  void theTypesOfAggregatesAreThoseOfTheDocumentation() {
    assertThat(
            session
                .execute("SELECT sum(pieces), avg(pieces), sum(amount), sum(weight) FROM sale")
                .columns()
                .stream()
                .map(column -> column.name() + " " + column.type()))
        .containsExactly(
            "sum(pieces) bigint",
            "avg(pieces) decimal",
            "sum(amount) decimal",
            "sum(weight) double");
  }

  @Test
  void aSumThatDoesNotFitIsRefused() {
    assertThatThrownBy(() -> query("SELECT sum(ref) FROM sale"))
        .hasMessageContaining(
            "cannot compute sum(ref) of sale: found 9223372036854775810, expected a sum that a bigint can hold; add conditions, or add the values in your program");
    assertThat(query("SELECT avg(ref) FROM sale WHERE shop = 2")).containsExactly("1");
  }

  /** Each mean of the first two groups is halfway between two doubles. */
  @Test
  void anAverageOfDoublesIsRoundedOnce() {
    session.execute("CREATE TABLE fine (g int, id int, x double, PRIMARY KEY (g, id))");
    session.execute(
        """
        INSERT INTO fine (g, id, x) VALUES
          (1, 1, 1.0000000000000002), (1, 2, 1.0000000000000004),
          (2, 1, 5e-324), (2, 2, 0.0),
          (3, 1, -1.0000000000000002), (3, 2, -1.0000000000000004),
          (4, 1, 1e308), (4, 2, 1.5e308),
          (5, 1, 1), (5, 2, 1), (5, 3, 2), (6, 1, 0.0), (6, 2, 0.0), (7, 1, 1e308), (7, 2, 5e-324)""");
    assertThat(query("SELECT avg(x) FROM fine GROUP BY g"))
        .containsExactly(
            "1.0000000000000004",
            "0.0",
            "-1.0000000000000004",
            "1.25E308",
            "1.3333333333333333",
            "0.0",
            "5.0E307");
  }

  @Test
  void aSumAboveTheRangeOfDoublesIsRefused() {
    session.execute("CREATE TABLE wide (id int PRIMARY KEY, x double)");
    session.execute("INSERT INTO wide (id, x) VALUES (1, 1e308), (2, 1.5e308)");
    assertThatThrownBy(() -> query("SELECT sum(x) FROM wide"))
        .hasMessageContaining(
            "cannot compute sum(x) of wide: found the sum 2.500e+308, expected a number within the range of double; add conditions, or add the values in your program");
    session.execute("INSERT INTO wide (id, x) VALUES (3, ?)", Double.POSITIVE_INFINITY);
    assertThat(query("SELECT sum(x), avg(x) FROM wide")).containsExactly("Infinity Infinity");
  }

  @Test
  void otherArgumentsAreRefused() {
    assertThatThrownBy(() -> query("SELECT sum(note) FROM sale"))
        .hasMessageContaining(
            "cannot query sale: found sum(note) of type text, expected a column of numbers; count, min and max take values of every type");
    assertThatThrownBy(() -> query("SELECT count(2) FROM sale"))
        .hasMessageContaining("found count(2), expected count(*), count(column)");
    assertThatThrownBy(() -> query("SELECT sum(1) FROM sale"))
        .hasMessageContaining("found sum(1), expected count(*), count(column)");
  }

  @Test
  void groupsComeInTheOrderOfTheKey() {
    assertThat(query("SELECT shop, count(*), sum(pieces) FROM sale GROUP BY shop"))
        .containsExactly("1 3 7", "2 1 5", "3 1 0");
    assertThat(query("SELECT shop, day, count(*) FROM sale GROUP BY shop, day"))
        .containsExactly("1 2024-01-02 1", "1 2024-01-01 2", "2 2024-01-01 1", "3 2024-01-03 1");
    assertThat(query("SELECT day, max(at) FROM sale WHERE shop = 1 GROUP BY day"))
        .containsExactly("2024-01-02 1", "2024-01-01 2");
    assertThat(query("SELECT shop, day, max(at) FROM sale WHERE shop = 1 GROUP BY day LIMIT 1"))
        .containsExactly("1 2024-01-02 1");
    assertThat(query("SELECT shop, count(*) FROM sale GROUP BY shop ORDER BY shop DESC LIMIT 2"))
        .containsExactly("3 1", "2 1");
    assertThat(query("SELECT shop, day, count(*) FROM sale GROUP BY shop, day ORDER BY shop DESC"))
        .containsExactly("3 2024-01-03 1", "2 2024-01-01 1", "1 2024-01-01 2", "1 2024-01-02 1");
    assertThat(query("SELECT shop, count(*) FROM sale WHERE shop = 9 GROUP BY shop")).isEmpty();
  }

  @Test
  void groupsOfSeveralRangesAreMerged() {
    session.execute("CREATE INDEX by_day ON sale (bucket(4), day)");
    assertThat(query("SELECT day, count(*) FROM sale WHERE day >= '2024-01-01' GROUP BY day"))
        .containsExactly("2024-01-01 3", "2024-01-02 1", "2024-01-03 1");
    assertThat(query("SELECT DISTINCT day FROM sale WHERE day >= '2024-01-02'"))
        .containsExactly("2024-01-02", "2024-01-03");
    assertThat(query("EXPLAIN SELECT DISTINCT day FROM sale WHERE day >= '2024-01-02'"))
        .contains("order: merged from the ranges in key order")
        .contains(
            "groups: by day, adjacent in the order of the key: one row of a group is enough, the next group is then sought");
  }

  @Test
  void groupsThatNoKeyHasInOrderAreRefused() {
    assertThatThrownBy(() -> query("SELECT note, count(*) FROM sale GROUP BY note"))
        .hasMessageContaining(
            "cannot group sale by note: groups are read one after the other, in the order of a key, but the primary key is not read in the order of note; group by the columns with which a key begins, or CREATE INDEX sale_by_note ON sale (note)");
    assertThatThrownBy(() -> query("SELECT shop, note FROM sale GROUP BY shop"))
        .hasMessageContaining(
            "cannot query sale: found note, which can differ within a group of shop; add it to GROUP BY, or select an aggregate such as max(column)");
    assertThatThrownBy(() -> query("SELECT shop FROM sale GROUP BY shop ORDER BY day"))
        .hasMessageContaining("found ORDER BY day, which can differ within a group of shop");
    assertThatThrownBy(
            () -> query("SELECT shop, count(*) AS n FROM sale GROUP BY shop ORDER BY n DESC"))
        .hasMessageContaining(
            "line 1, column 61: found ORDER BY n, the name of count(*), expected a column of the table; sort the result in your program");
    assertThatThrownBy(() -> query("SELECT shop AS place FROM sale ORDER BY place"))
        .hasMessageContaining(
            "found ORDER BY place, the name of shop, expected a column of the table; write ORDER BY shop");
    assertThat(query("SELECT shop, count(*) AS shop FROM sale GROUP BY shop ORDER BY shop LIMIT 1"))
        .as("a column is before a name by AS")
        .isNotEmpty();
    assertThatThrownBy(() -> query("SELECT * FROM sale GROUP BY shop"))
        .hasMessageContaining("found * with GROUP BY; name the columns and aggregates");
    assertThatThrownBy(() -> query("SELECT shop, writetime(note) FROM sale GROUP BY shop"))
        .hasMessageContaining("found writetime(note), which can differ within a group of shop");
    assertThatThrownBy(() -> query("SELECT DISTINCT * FROM sale"))
        .hasMessageContaining("found DISTINCT *, expected the columns");
    assertThatThrownBy(() -> query("SELECT DISTINCT shop FROM sale GROUP BY shop"))
        .hasMessageContaining("found GROUP BY after DISTINCT");
    assertThatThrownBy(() -> query("SELECT DISTINCT max(at) FROM sale"))
        .hasMessageContaining("found a function after DISTINCT");
    assertThatThrownBy(() -> query("SELECT shop, count(*) FROM sale"))
        .hasMessageContaining("found columns together with an aggregate such as count");
  }

  /** Many rows, of which DISTINCT reads a few of each group. */
  @Test
  void distinctSeeksTheNextGroup() {
    fill();
    assertThat(query("SELECT DISTINCT shop FROM sale")).hasSize(20).startsWith("1", "2", "3");
    assertThat(rowsRead("SELECT DISTINCT shop FROM sale")).isLessThan(20 * 12);
    assertThat(query("SELECT DISTINCT shop FROM sale ORDER BY shop DESC LIMIT 2"))
        .containsExactly("20", "19");
    assertThat(rowsRead("SELECT DISTINCT shop FROM sale ORDER BY shop DESC LIMIT 2"))
        .isLessThan(3 * 12);
    assertThat(rowsRead("SELECT DISTINCT shop FROM sale WHERE pieces = 0 ALLOW FILTERING"))
        .as("a filter that only the first rows meet")
        .isLessThan(20 * 14);
    assertThat(rowsRead("SELECT shop, count(*) FROM sale GROUP BY shop"))
        .as("aggregates need every row")
        .isGreaterThan(15 * ROWS_OF_A_SHOP);
  }

  @Test
  void partitionsAreLimited() {
    fill();
    assertThat(query("SELECT shop, at FROM sale WHERE shop > 17 PER PARTITION LIMIT 2"))
        .containsExactly("18 0", "18 1", "19 0", "19 1", "20 0", "20 1");
    assertThat(query("SELECT shop, at FROM sale WHERE shop > 17 PER PARTITION LIMIT 2 LIMIT 3"))
        .containsExactly("18 0", "18 1", "19 0");
    assertThat(query("SELECT shop, at FROM sale WHERE shop IN (4, 5) PER PARTITION LIMIT ?", 1))
        .containsExactly("4 0", "5 0");
    assertThat(rowsRead("SELECT * FROM sale PER PARTITION LIMIT 1")).isLessThan(20 * 12);
    assertThat(query("SELECT shop, at FROM sale ORDER BY shop DESC PER PARTITION LIMIT 1 LIMIT 2"))
        .containsExactly("20 499", "19 499");
    assertThat(query("EXPLAIN SELECT * FROM sale PER PARTITION LIMIT 3"))
        .contains("partitions: up to 3 rows of each, the next partition is then sought");
    assertThatThrownBy(() -> query("SELECT * FROM sale PER PARTITION LIMIT 0"))
        .hasMessageContaining("found partition limit 0, expected a whole number from 1");
    assertThatThrownBy(() -> query("SELECT * FROM sale ORDER BY at PER PARTITION LIMIT 1"))
        .hasMessageContaining("cannot read the first rows of each partition of sale")
        .hasMessageContaining("leave ORDER BY out");
    session.execute("CREATE INDEX sale_by_note ON sale (note)");
    assertThatThrownBy(() -> query("SELECT * FROM sale WHERE note = 'a' PER PARTITION LIMIT 1"))
        .hasMessageContaining("found conditions that only an index serves");
    assertThat(
            query("SELECT shop FROM sale WHERE note = 'a' PER PARTITION LIMIT 1 ALLOW FILTERING"))
        .containsExactly("1");
    assertThatThrownBy(() -> query("SELECT DISTINCT shop FROM sale PER PARTITION LIMIT 1"))
        .hasMessageContaining("found PER PARTITION LIMIT with an aggregate, GROUP BY or DISTINCT");
  }

  @Test
  void groupsAreReadPageByPage() {
    fill();
    for (String statement :
        List.of(
            "SELECT DISTINCT shop FROM sale",
            "SELECT shop, count(*) FROM sale GROUP BY shop",
            "SELECT shop, at FROM sale PER PARTITION LIMIT 2",
            "SELECT shop, at FROM sale PER PARTITION LIMIT 3",
            "SELECT shop, at FROM sale ORDER BY shop DESC, day PER PARTITION LIMIT 7 LIMIT 100",
            "SELECT shop, at FROM sale WHERE shop IN (1, 3, 5) PER PARTITION LIMIT 4",
            "SELECT shop, day FROM sale GROUP BY shop, day ORDER BY shop DESC LIMIT 11")) {
      List<String> found = new ArrayList<>();
      Result page = session.page(3, null, statement);
      found.addAll(shown(page));
      Optional<String> next = page.nextPage();
      while (next.isPresent()) {
        page = session.page(3, next.get(), statement);
        found.addAll(shown(page));
        next = page.nextPage();
      }
      assertThat(found).as(statement).isEqualTo(query(statement));
    }
  }

  @Test
  void theNewWordsAreNamesToo() {
    session.execute(
        "CREATE TABLE per (partition int, \"group\" int, distinct int, PRIMARY KEY (partition))");
    session.execute("INSERT INTO per (partition, group, distinct) VALUES (1, 2, 3)");
    assertThat(query("SELECT distinct, group FROM per WHERE partition = 1")).containsExactly("3 2");
    assertThat(query("SELECT DISTINCT partition FROM per")).containsExactly("1");
  }

  private void fill() {
    for (int shop = 4; shop <= 20; shop++) {
      List<String> rows = new ArrayList<>();
      for (int at = 0; at < ROWS_OF_A_SHOP; at++) {
        rows.add("(%d, '2024-02-01', %d, %d)".formatted(shop, at, at));
      }
      session.execute("INSERT INTO sale (shop, day, at, pieces) VALUES " + String.join(", ", rows));
    }
  }

  private long rowsRead(String select) {
    List<String> lines = query("EXPLAIN ANALYZE " + select);
    String executed = lines.get(lines.size() - 1);
    assertThat(executed).startsWith("executed: ");
    return Long.parseLong(
        executed.replaceFirst("executed: .* and ([0-9,]+) rows? read, .*", "$1").replace(",", ""));
  }
}
