package keywright.cli.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import keywright.cli.Keywright;
import keywright.cli.Keywright.Outcome;
import keywright.cli.Shop;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CopyCommandTest {
  @TempDir private Path directory;
  private String source = "";
  private String target = "";

  @BeforeEach
  void loadTable() {
    Shop shop = Shop.open(directory);
    shop.out("load", "payment", shop.file("payment.csv", Shop.PAYMENTS_CSV));
    shop.out("run", "-e", "CREATE TABLE note (id int PRIMARY KEY, text text)");
    source = "rocksdb:" + directory.resolve("db");
    target = "rocksdb:" + directory.resolve("target");
  }

  private Outcome copy(String... options) {
    String[] all = new String[options.length + 5];
    System.arraycopy(new String[] {"copy", "--from", source, "--to", target}, 0, all, 0, 5);
    System.arraycopy(options, 0, all, 5, options.length);
    return Keywright.run(all);
  }

  private static String withoutTimes(Outcome outcome) {
    assertThat(outcome.out()).isEmpty();
    return outcome.err().replaceAll(", in [0-9.]+ s \\([0-9,]+ rows/s\\)\n", "\n");
  }

  private static String rows(String url) {
    return Keywright.run(
            "run",
            "--db",
            url,
            "--output",
            "csv",
            "-e",
            "SELECT payment_id, note, WRITETIME(note) FROM payment")
        .out();
  }

  @Test
  void allTablesAreCopiedAndCompared() {
    Outcome copy = copy();
    assertThat(withoutTimes(copy))
        .isEqualTo(
            """
            note: 0 rows copied
            payment: 3 rows copied
            note: 0 rows at the source, 0 at the target, all the same
            payment: 3 rows at the source, 3 at the target, all the same
            """);
    assertThat(copy.status()).isZero();
    assertThat(rows(target)).isEqualTo(rows(source));
    String explained =
        Keywright.run(
                "run",
                "--db",
                target,
                "-e",
                "EXPLAIN SELECT payment_id FROM payment WHERE customer_id = 5")
            .out();
    assertThat(explained).contains("reads: index payments_by_customer");
    assertThat(withoutTimes(copy())).contains("payment: resumes after 3 rows, which are copied\n");
  }

  @Test
  void aRefusedCopyMakesNoTarget() {
    assertThat(copy("--tables", "payments").status()).isEqualTo(1);
    assertThat(Path.of(target.replaceFirst("rocksdb:", ""))).doesNotExist();
  }

  @Test
  void someTablesAreCopied() {
    assertThat(copy("--tables", "PAYMENT").status()).isZero();
    assertThat(Keywright.run("tables", "--db", target, "--output", "csv").out())
        .contains("payment")
        .doesNotContain("note");
    assertThat(copy("--tables", "payments").err())
        .startsWith("keywright: cannot find table payments")
        .hasLineCount(1);
  }

  @Test
  void whatDiffersIsNamedAndTheStatusIsOne() {
    assertThat(copy().status()).isZero();
    assertThat(
            Keywright.run(
                    "run",
                    "--db",
                    target,
                    "-e",
                    "UPDATE payment SET amount = 1 WHERE payment_id = 2")
                .status())
        .isZero();
    Outcome compared = copy("--compare", "--tables", "payment");
    assertThat(compared.err())
        .isEqualTo(
            """
            payment: 3 rows at the source, 3 at the target, 1 of them different
            keywright: cannot confirm the copy of table payment: row (2) differs in amount; drop the table at the target and copy it again, while nobody writes to either side
            """);
    assertThat(compared.status()).isEqualTo(1);
  }

  @Test
  void mistakesAreToldInOneLine() {
    target = source;
    Outcome itself = copy();
    assertThat(itself.err()).contains("into itself: expected another --to").hasLineCount(1);
    assertThat(itself.status()).isEqualTo(2);
    source = "rocksdb:" + directory.resolve("nowhere");
    Outcome missing = copy();
    assertThat(missing.err())
        .startsWith("keywright: cannot open " + source + ": found no database")
        .hasLineCount(1);
    assertThat(missing.status()).isEqualTo(1);
    assertThat(directory.resolve("nowhere")).doesNotExist();
    assertThat(Keywright.run("copy", "--from", target).err()).contains("--to").hasLineCount(1);
  }
}
