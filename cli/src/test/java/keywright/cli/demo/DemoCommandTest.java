package keywright.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import keywright.cli.Keywright;
import keywright.cli.Keywright.Outcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("large")
class DemoCommandTest {
  @TempDir private Path directory;

  private String db() {
    return "rocksdb:" + directory.resolve("demo");
  }

  private Outcome demo(String... more) {
    List<String> all = new ArrayList<>(List.of("demo", "--db", db()));
    all.addAll(List.of(more));
    if (!all.contains("--rows")) {
      all.addAll(List.of("--rows", "3000"));
    }
    return Keywright.run(all.toArray(String[]::new));
  }

  /** The lines between the one that holds {@code start} and the next that holds {@code stop}. */
  private static List<String> between(String text, String start, String stop) {
    List<String> lines = text.lines().map(String::strip).toList();
    int first = 0;
    while (!lines.get(first).contains(start)) {
      first++;
    }
    int last = first;
    while (!lines.get(last).contains(stop)) {
      last++;
    }
    return lines.subList(first + 1, last);
  }

  @Test
  void showsTheWrongOrderBesideTheRightOne() {
    String out = demo().out();
    assertThat(between(out, "stop '01-01-2017 16:59:59_000123'", "6 rows where 2 were asked for"))
        .containsExactly(
            "01-01-2017 09:00:00_000123_012345678",
            "01-01-2017 09:00:30_000156_012345679   <- not asked for",
            "01-01-2017 09:00:40_000129_012345680   <- not asked for",
            "01-01-2017 09:05:00_000163_012345681   <- not asked for",
            "01-01-2017 09:07:00_000023_012345683   <- not asked for",
            "01-01-2017 16:06:30_000123_012345682");
    List<String> right =
        List.of("000123_01-01-2017 09:00:00_012345678", "000123_01-01-2017 16:06:30_012345682");
    assertThat(between(out, "stop '000123_01-01-2017 16:59:59'", "2 rows, the right ones"))
        .containsExactlyElementsOf(right);
    assertThat(between(out, "start '000123'   stop '000123'", "2 rows: all payments"))
        .containsExactlyElementsOf(right);
    assertThat(between(out, "stop '01-01-2017 09:59:59'", "5 rows.")).hasSize(5);
    assertThat(out.lines().filter(line -> line.contains("An error in the blog"))).hasSize(2);
  }

  @Test
  void answersEachQuestionFromTheKeyThatServesIt() {
    String out = demo().out();
    assertThat(between(out, "One order by its number", "What did customer 123"))
        .contains("access   full key", "start    from (400000000)");
    List<String> newestFirst = between(out, "What did customer 123 pay on", "All payments of");
    assertThat(newestFirst)
        .anyMatch(line -> line.startsWith("reads    index payments_by_customer"))
        .contains(
            "executed 2 index entries and 2 rows read, 2 rows returned; 2.0 reads per row returned");
    assertThat(newestFirst.stream().filter(line -> line.startsWith("2017-")))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("2017-01-01T16:06:30Z    12345682"),
            second -> assertThat(second).startsWith("2017-01-01T09:00:00Z    12345678"));
    assertThat(between(out, "1 January until ten", "Everybody's payments on 1 January."))
        .filteredOn(line -> line.startsWith("2017-"))
        .hasSize(5);
    assertThat(between(out, "Everybody's payments on 1 January.", "Large orders"))
        .filteredOn(line -> line.startsWith("2017-"))
        .hasSize(6);
    assertThat(out.replaceAll("\\s+", " "))
        .contains("CREATE INDEX customer_order_by_amount ON customer_order (amount) would serve");
  }

  /** The blog's keys are its own, so the screen says what lint says of them. */
  @Test
  void namesEachFindingOfLintAndTheBetterKey() throws IOException {
    Path script = directory.resolve("demo.cql");
    Files.writeString(script, DemoScript.withRowKeys());
    String lint = Keywright.run("lint", script.toString()).out().replaceAll("\\s+", " ");
    assertThat(lint).endsWith("2 errors, 2 warnings, 2 info ");
    String out = demo("--rows", "0").out();
    String told =
        out.substring(out.indexOf("the keys of the blog, unchanged"), out.indexOf("3. The que"));
    List<DemoLint.Judged> judged = DemoLint.judge(DemoScript.withRowKeys());
    assertThat(judged)
        .extracting(DemoLint.Judged::name)
        .containsExactly(
            "payment_by_date", "payment_by_customer", "payments_by_date", "customer_orders");
    for (DemoLint.Judged key : judged) {
      assertThat(lint).contains(key.finding() + ": " + key.reason()).contains(key.better());
      assertThat(told.replaceAll("\\s+", " "))
          .contains(key.name() + ", " + key.finding() + ": " + key.reason())
          .contains("the blog " + key.key())
          .contains("better " + key.better());
    }
    assertThat(told.lines()).allMatch(line -> line.length() <= DemoStory.WIDTH);
  }

  /** With all of them lint has nothing to say. */
  @Test
  void theBetterKeysAreCleanByLint() throws IOException {
    String better = DemoScript.withRowKeys();
    for (DemoLint.Judged key : DemoLint.judge(better)) {
      assertThat(better).contains(key.key());
      better = better.replace(key.key(), key.better());
    }
    assertThat(DemoLint.judge(better)).isEmpty();
    Path script = directory.resolve("better.cql");
    Files.writeString(script, better);
    assertThat(Keywright.run("lint", script.toString(), "--fail-on", "warning").status()).isZero();
    assertThat(Keywright.run("run", "--db", db(), "-f", script.toString()).status()).isZero();
  }

  /** What a refusal names to run is run as it stands. */
  @Test
  void theWaysOutOfItsRefusalsAreWaysOut() {
    String out = demo("--rows", "10").out().replaceAll("\\s+", " ");
    for (String statement :
        List.of(
            "UPDATE customer_order SET order_id = 999999999 WHERE order_id = 2 REKEY",
            "CREATE INDEX customer_order_by_amount ON customer_order (amount)",
            "SELECT order_no FROM customer_order WHERE amount > 900")) {
      assertThat(out).contains(statement);
      Outcome followed = Keywright.run("run", "--db", db(), "-e", statement);
      assertThat(followed.status()).as(followed.err()).isZero();
    }
  }

  @Test
  void endsWithTheHotSpotsOfThreeKeysAndTheirReport() throws IOException {
    String out = demo("--rows", "0").out();
    Path report = directory.resolve("keywright-demo.html");
    assertThat(out.substring(out.indexOf("6. Hot spots")).replaceAll("\\s+", " "))
        .contains("20,000 rows into regions of 625 (policy constant) on 8 servers")
        .contains(
            "BY TIME, key (ordered_at, order_id)", "hot: ordered_at rises as rows arrive, so ")
        .contains("IN BUCKETS, key (bucket(8), ordered_at, order_id)", "with eight hot tails:")
        .contains(
            "BY CUSTOMER, key (customer_id, ordered_at, order_id)",
            "fine: the writes keep 8.0 of 8 servers busy")
        .contains("open " + report);
    assertThat(report).content().startsWith("<!DOCTYPE html>").contains("orders of the demo");
    assertThat(out).doesNotContain("\n\n\n");
    assertThat(out.lines()).noneMatch(line -> line.endsWith(" "));
    Files.writeString(report, "of an earlier run");
    demo("--rows", "0");
    assertThat(report).content().startsWith("<!DOCTYPE html>");
  }

  @Test
  void findsItsOrdersThereTheSecondTime() {
    assertThat(demo().out()).contains("3,006 orders loaded in ");
    Outcome again = demo();
    assertThat(again.status()).isZero();
    assertThat(again.out()).contains("3,006 orders exist from an earlier run.");
    assertThat(demo("--seed", "2").out()).contains("3,006 orders loaded in ");
  }

  @Test
  void leavesATableOfTheSameNameAlone() {
    Keywright.run(
        "run", "--db", db(), "-e", "CREATE TABLE customer_order (id int PRIMARY KEY, note text)");
    Outcome refused = demo();
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err())
        .isEqualTo(
            "keywright: cannot run the demo: the database has a table customer_order that the demo did not create, expected a database without this table; name another database with --db\n");
    assertThat(Keywright.run("tables", "--db", db(), "--output", "csv").out())
        .doesNotContain("payment");
  }

  @Test
  void readingDoesNotCreateADatabase() {
    Path nowhere = directory.resolve("mistyped");
    for (String command : new String[] {"tables", "describe demo", "scan demo"}) {
      String[] words = (command + " --db rocksdb:" + nowhere).split(" ");
      Outcome refused = Keywright.run(words);
      assertThat(refused.status()).isEqualTo(1);
      assertThat(refused.err())
          .isEqualTo(
              "keywright: cannot open rocksdb:"
                  + nowhere
                  + ": found no database, expected an existing one; name another with --db, or create one with"
                  + " keywright run -e \"CREATE TABLE …\" or keywright demo\n");
    }
    assertThat(nowhere).doesNotExist();
  }
}
