package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import keywright.cli.Keywright.Outcome;
import keywright.server.cassandra.CassandraServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What GeminiDB's guide to primary keys states, on a real Cassandra: its keys hold rows, its
 * queries find them, and what it advises against is refused or found by lint.
 */
@Tag("large")
class GeminidbKeysTest {
  private static String url;

  @TempDir private Path folder;

  @BeforeAll
  static void makeKeyspace() {
    url = CassandraServer.shared().newKeyspace("geminidb") + "?alone=true";
  }

  private static List<String> run(String statements) {
    return Keywright.out("run", "--quiet", "--db", url, "-e", statements, "--output", "csv")
        .lines()
        .toList();
  }

  /** The rows of a SELECT, without the line of the names. */
  private static List<String> rows(String select) {
    List<String> lines = run(select);
    return lines.subList(1, lines.size());
  }

  private static String refusal(String statement) {
    Outcome outcome = Keywright.run("run", "--quiet", "--db", url, "-e", statement);
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err()).hasLineCount(1);
    return outcome.err();
  }

  /** Creates a table and inserts rows, in an order of their own. */
  private static void make(String create, String insert, int count, IntFunction<String> values) {
    List<String> rows = new ArrayList<>(IntStream.range(0, count).mapToObj(values).toList());
    Collections.shuffle(rows, new Random(7));
    StringBuilder statements = new StringBuilder(create).append(';');
    for (int start = 0; start < count; start += 25) {
      statements
          .append("INSERT INTO ")
          .append(insert)
          .append(" VALUES ")
          .append(String.join(", ", rows.subList(start, Math.min(count, start + 25))))
          .append(';');
    }
    var unused = run(statements.toString());
  }

  private Outcome lint(String script, String... more) {
    List<String> arguments = new ArrayList<>(List.of("lint", "-", "--engine", "cassandra"));
    arguments.addAll(List.of(more));
    return Keywright.runWith(script, arguments.toArray(String[]::new));
  }

  @Test
  void aKeyOfOneColumnHasOneRecordForEachUser() {
    make(
        "CREATE TABLE account (userid text PRIMARY KEY, name text)",
        "account (userid, name)",
        20,
        i -> "('u%d', 'n%d')".formatted(i, i));
    var unused = run("INSERT INTO account (userid, name) VALUES ('u3', 'later')");
    assertThat(rows("SELECT name FROM account WHERE userid = 'u3'")).containsExactly("later");
    assertThat(rows("SELECT count(*) FROM account")).containsExactly("20");
  }

  /** Also every query of the guide, and its chained comparison as it stands there. */
  @Test
  void aKeyOfTwoColumnsHasManyRecordsForEachUser() {
    make(
        "CREATE TABLE orders (userid text, orderid bigint, total int, PRIMARY KEY ((userid), orderid))",
        "orders (userid, orderid, total)",
        60,
        i -> "('%s', %d, %d)".formatted(i % 2 == 0 ? "abc" : "xyz", 100 + 10 * (i / 2), i));
    assertThat(rows("SELECT * FROM orders WHERE userid='abc' AND orderid=130"))
        .containsExactly("abc,130,6");
    List<String> range = rows("SELECT orderid FROM orders WHERE userid='abc' AND 123<orderid<170");
    assertThat(range).containsExactly("130", "140", "150", "160");
    assertThat(
            rows(
                "SELECT orderid FROM orders WHERE userid='abc' AND 123<orderid<170 ORDER BY orderid DESC"))
        .containsExactly("160", "150", "140", "130");
    assertThat(rows("SELECT orderid FROM orders WHERE userid='abc' AND total = 8"))
        .as("a condition on another column filters")
        .containsExactly("140");
    assertThat(refusal("SELECT * FROM orders WHERE 123<orderid<456"))
        .contains("no key has all parts of its partition fixed", "CREATE INDEX orders_by_orderid");
    var unused = run("CREATE INDEX orders_by_total ON orders (total)");
    assertThat(rows("SELECT userid, orderid FROM orders WHERE total = 7"))
        .containsExactly("xyz,130");
  }

  @Test
  void descendingInTheKeyMakesTheNewestFirst() {
    make(
        "CREATE TABLE newest (userid text, orderid bigint, PRIMARY KEY ((userid), orderid DESC))",
        "newest (userid, orderid)",
        30,
        i -> "('abc', %d)".formatted(i));
    assertThat(rows("SELECT orderid FROM newest WHERE userid = 'abc' LIMIT 3"))
        .containsExactly("29", "28", "27");
    assertThat(run("EXPLAIN SELECT * FROM newest WHERE userid = 'abc' ORDER BY orderid DESC"))
        .anyMatch(line -> line.contains("key order") && !line.contains("reverse"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "salted|(left(md5(userid), 4) AS salt, userid), orderid",
        "prefixed|(left(md5(userid), 4) AS pk1, userid, orderid)",
        "reversed|(reverse(userid)), orderid",
        "drawn|(userid), orderid, random(100) AS r",
      })
  void aSpreadKeyIsReadByItsColumns(String table, String key) {
    make(
        "CREATE TABLE %s (userid text, orderid bigint, v int, PRIMARY KEY (%s))"
            .formatted(table, key),
        table + " (userid, orderid, v)",
        60,
        i -> "('user%d', %d, %d)".formatted(i % 6, i / 6, i));
    assertThat(rows("SELECT v FROM %s WHERE userid = 'user4' AND orderid = 3".formatted(table)))
        .containsExactly("22");
    if (!table.equals("prefixed")) {
      assertThat(
              rows(
                  "SELECT orderid FROM %s WHERE userid = 'user4' AND 2 < orderid < 6 ORDER BY orderid DESC"
                      .formatted(table)))
          .containsExactly("5", "4", "3");
    }
    assertThat(rows("SELECT count(*) FROM " + table)).containsExactly("60");
  }

  private static String moment(int second) {
    return "2015-12-24 10:%02d:%02d".formatted(second / 60, second % 60);
  }

  /** The remainder of the guide, and the hash that lint advises in its place. */
  @ParameterizedTest
  @CsvSource({"log_by_remainder,'mod(at, 7) AS bucket'", "log_by_hash,bucket(7)"})
  void timeAloneIsReadFromAllBucketsInOrder(String table, String bucket) {
    make(
        "CREATE TABLE %s (at timestamp(s), hostname text, event text, PRIMARY KEY ((%s), at, hostname, event))"
            .formatted(table, bucket),
        table + " (at, hostname, event)",
        100,
        i -> "('%s', 'web-%d', 'e%d')".formatted(moment(i), i % 4, i % 3));
    List<String> hosts =
        IntStream.range(20, 40).mapToObj(i -> "web-" + i % 4 + ",e" + i % 3).toList();
    assertThat(
            rows(
                "SELECT hostname, event FROM %s WHERE at >= '%s' AND at < '%s' ORDER BY at"
                    .formatted(table, moment(20), moment(40))))
        .containsExactlyElementsOf(hosts);
    assertThat(
            run("EXPLAIN SELECT * FROM %s WHERE at >= '2015-12-24' ORDER BY at".formatted(table)))
        .anyMatch(line -> line.contains("7 ranges"));
  }

  @ParameterizedTest
  @CsvSource({"metric,at", "metric_newest,at DESC"})
  void aMetricOfAHostIsReadByTime(String table, String last) {
    make(
        "CREATE TABLE %s (hostname text, event text, at timestamp(s), v int, PRIMARY KEY ((hostname, event), %s))"
            .formatted(table, last),
        table + " (hostname, event, at, v)",
        60,
        i -> "('web-%d', 'cpu', '%s', %d)".formatted(i % 2, moment(i), i));
    assertThat(
            rows(
                "SELECT v FROM %s WHERE hostname = 'web-1' AND event = 'cpu' AND at >= '%s' AND at < '%s' ORDER BY at"
                    .formatted(table, moment(10), moment(16))))
        .containsExactly("11", "13", "15");
    assertThat(
            rows(
                "SELECT v FROM %s WHERE hostname = 'web-1' AND event = 'cpu' ORDER BY at DESC LIMIT 2"
                    .formatted(table)))
        .containsExactly("59", "57");
  }

  private static final String TRADE = "(%s_id, at, order_number, other)";

  /** Three tables as the guide has them, and a join by their keys; then one table with indexes. */
  @Test
  void transactionsAreFoundBySellerBuyerAndNumber() {
    for (String who : List.of("buyer", "seller")) {
      make(
          "CREATE TABLE trade_of_%1$s (%1$s_id int, at timestamp(s), order_number bigint, other int, PRIMARY KEY ((%1$s_id), at, order_number))"
              .formatted(who),
          "trade_of_%s ".formatted(who) + TRADE.formatted(who),
          60,
          i ->
              "(%d, '%s', %d, %d)".formatted(who.equals("buyer") ? i % 5 : i % 7, moment(i), i, i));
    }
    make(
        "CREATE TABLE trade (order_number bigint, buyer_id int NOT NULL, seller_id int NOT NULL, at timestamp(s) NOT NULL, PRIMARY KEY (order_number))",
        "trade (order_number, buyer_id, seller_id, at)",
        60,
        i -> "(%d, %d, %d, '%s')".formatted(i, i % 5, i % 7, moment(i)));
    List<String> ofSeller =
        rows(
            "SELECT order_number FROM trade_of_seller WHERE seller_id = 3 AND at >= '%s' AND at < '%s'"
                .formatted(moment(0), moment(30)));
    assertThat(ofSeller).containsExactly("3", "10", "17", "24");
    Set<String> buyers = new LinkedHashSet<>();
    for (String number : ofSeller) {
      buyers.addAll(rows("SELECT buyer_id FROM trade WHERE order_number = " + number));
    }
    assertThat(buyers).containsExactly("3", "0", "2", "4");
    assertThat(
            rows(
                "SELECT order_number FROM trade_of_buyer WHERE buyer_id = 2 ORDER BY at DESC LIMIT 2"))
        .containsExactly("57", "52");
    var unused =
        run(
            "CREATE INDEX trade_by_buyer ON trade (buyer_id, at); CREATE INDEX trade_by_seller ON trade (seller_id, at)");
    assertThat(
            rows(
                "SELECT order_number FROM trade WHERE seller_id = 3 AND at >= '%s' AND at < '%s' ORDER BY at"
                    .formatted(moment(0), moment(30))))
        .containsExactlyElementsOf(ofSeller);
    assertThat(rows("SELECT order_number FROM trade WHERE buyer_id = 2 ORDER BY at DESC LIMIT 2"))
        .containsExactly("57", "52");
  }

  /** {@code '2015122410' => Long(2015122410)}, {@code 'mobile phone' => 'sj'}. */
  @Test
  void aNumberForATextAndACodeForAName() {
    make(
        "CREATE TABLE sale (kind enum('mobile phone' = 1, 'desk phone' = 2), hour bigint, n int, PRIMARY KEY ((hour), kind, n))",
        "sale (kind, hour, n)",
        20,
        i ->
            "('%s', %d, %d)"
                .formatted(i % 2 == 0 ? "mobile phone" : "desk phone", 2015122410L + i / 10, i));
    assertThat(rows("SELECT n FROM sale WHERE hour = 2015122410 AND kind = 'desk phone'"))
        .containsExactly("1", "3", "5", "7", "9");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // Not dispersed: enumerated values, by type and by name.
        "KW103|CREATE TABLE t (kind enum('shop' = 1, 'web' = 2), id bigint, PRIMARY KEY ((kind), id))",
        "KW103|CREATE TABLE t (order_type text, id bigint, PRIMARY KEY ((order_type), id))",
        // The timestamp as the first column, and as that of an index.
        "KW101|CREATE TABLE t (at timestamp, id bigint, PRIMARY KEY (at, id))",
        "KW101|CREATE TABLE t (day date, id bigint, PRIMARY KEY (day, id))",
        "KW106|CREATE TABLE t (id bigint PRIMARY KEY, at timestamp NOT NULL); CREATE INDEX i ON t (at)",
        // No range in the first column that is fixed: the query is refused.
        "KW701|CREATE TABLE t (id bigint PRIMARY KEY); QUERY q RATE 1/s AS SELECT * FROM t WHERE 123<id<456000",
        "KW701|CREATE TABLE t (userid text, id bigint, PRIMARY KEY ((userid), id)); QUERY q RATE 1/s AS SELECT * FROM t WHERE 123<id<456",
        // Long keys, and many columns.
        "KW401|CREATE TABLE t (a int, b int, c int, d int, PRIMARY KEY ((a), b, c, d))",
        "KW402|CREATE TABLE t (a char(1000), b char(1000), c char(100), PRIMARY KEY ((a), b, c))",
        // What is drawn is known to nobody.
        "KW305|CREATE TABLE t (userid text, id bigint, PRIMARY KEY ((userid), id, random(100) AS r))",
        // Buckets of seconds that a clock of milliseconds leaves empty.
        "KW107|CREATE TABLE t (at timestamp, host text, PRIMARY KEY ((mod(at, 10)), at, host))",
      })
  void whatTheGuideAdvisesAgainstIsFound(String code, String design) {
    assertThat(lint(design).out()).contains(" " + code + ": ");
  }

  /**
   * A sequence, and texts that begin alike, are spread by Cassandra's hash: no finding for writes,
   * as the same rows show under the model of its ring. Under a range of row keys they are hot.
   */
  @Test
  void aSequenceAndACommonBeginningAreHotInKeyOrderAlone() throws IOException {
    Path rows = folder.resolve("t.csv");
    StringBuilder csv = new StringBuilder("pk,v\n");
    for (int i = 0; i < 4_000; i++) {
      csv.append("ORD-2015-%08d,%d\n".formatted(i, i % 9));
    }
    Files.writeString(rows, csv, StandardCharsets.UTF_8);
    String design = "CREATE TABLE t (pk text PRIMARY KEY, v int)";
    assertThat(Keywright.runWith(design, "lint", "-", "--data", rows.toString()).out())
        .contains("KW101", "KW104");
    assertThat(lint(design, "--data", rows.toString()).out()).isEqualTo("nothing found\n");
    assertThat(
            Keywright.runWith(design, "simulate", "-", "--data", rows.toString(), "--model", "ring")
                .out())
        .contains("declared: fine");
    String salted = "CREATE TABLE t (pk text, v int, PRIMARY KEY ((left(md5(pk), 4) AS pk1, pk)))";
    assertThat(lint(salted, "--data", rows.toString()).out()).isEqualTo("nothing found\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CREATE TABLE t (userid text PRIMARY KEY, v int)",
        "CREATE TABLE t (userid text, orderid bigint, PRIMARY KEY ((userid), orderid DESC))",
        "CREATE TABLE t (userid text, orderid bigint, PRIMARY KEY ((left(md5(userid), 4), userid), orderid))",
        "CREATE TABLE t (userid text, orderid bigint, PRIMARY KEY ((reverse(userid)), orderid))",
        "CREATE TABLE t (hostname text, event text, at timestamp, PRIMARY KEY ((hostname, event), at DESC))",
        "CREATE TABLE t (seller_id int, at timestamp, order_number bigint, PRIMARY KEY ((seller_id), at, order_number))",
        "CREATE TABLE t (order_number bigint, buyer_id int, PRIMARY KEY (order_number))",
      })
  void whatTheGuideAdvisesIsFine(String design) {
    assertThat(lint(design).out()).doesNotContain(": error ", ": warning ");
  }
}
