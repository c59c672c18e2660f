package keywright.cli.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import keywright.cli.Keywright;
import keywright.cli.Keywright.Outcome;
import keywright.cli.Shop;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.store.ColumnLayout;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.FamilyLayout;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScrubCommandTest {
  static final String TABLE =
      """
      CREATE TABLE t (id int, n int, PRIMARY KEY (id));
      CREATE INDEX by_n ON t (n);
      INSERT INTO t (id, n) VALUES (1, 7), (2, 6), (3, 5);
      """;

  @TempDir private Path directory;
  private Shop shop;

  @BeforeEach
  void createTable() {
    shop = new Shop(directory);
    shop.out("run", "-e", TABLE);
  }

  /** Loses the entry of row 2 and adds one for a row 9. */
  static void damage(Path database) {
    try (Engine engine = Engines.open("rocksdb:" + database)) {
      String name =
          engine.tables().stream()
              .filter(each -> each.startsWith("t.by_n"))
              .findFirst()
              .orElseThrow();
      TableLayout index =
          new TableLayout(
              name,
              KeySchema.parse("n int null, id int", "n, id"),
              List.of(
                  FamilyLayout.of(
                      "e", List.of(new ColumnLayout(1, "row_key", Type.parse("blob"))))));
      assertThat(
              engine.write(
                  new WriteBatch(0)
                      .delete(index, index.keySchema().key(6, 2), WriteBatch.ANY)
                      .put(
                          index,
                          index.keySchema().key(4, 9),
                          WriteBatch.ABSENT,
                          1,
                          Map.of(1, new byte[] {1}))))
          .isTrue();
    }
  }

  @Test
  void whatDiffersIsReportedAndRepaired() {
    Outcome well = shop.run("scrub", "t", "--check");
    assertThat(well)
        .isEqualTo(new Outcome(0, "", "t: 3 rows and 3 index entries read, nothing is wrong\n"));
    damage(directory.resolve("db"));
    String found =
        """
        by_n: 1 row without entry%1$s
          row (2) of t has no entry (6, 2) in by_n
        by_n: 1 entry without row%1$s
          entry (4, 9) of by_n has no row
        """;
    assertThat(shop.run("scrub", "T", "--check"))
        .isEqualTo(
            new Outcome(
                1, found.formatted(""), "t: 3 rows and 3 index entries read, 2 not repaired\n"));
    assertThat(shop.run("scrub", "t"))
        .isEqualTo(
            new Outcome(
                0,
                found.formatted(", repaired"),
                "t: 3 rows and 4 index entries read, everything is repaired\n"));
    assertThat(shop.run("scrub", "t", "--check").status()).isZero();
    assertThat(shop.out("run", "-e", "SELECT id FROM t WHERE n = 6", "--output", "csv"))
        .isEqualTo("id\n2\n");
  }

  @Test
  void wrongUsageIsSaid() {
    assertThat(shop.refusal("scrub", "by_n"))
        .isEqualTo(
            "cannot find table by_n: it is an index of t; name the table t instead; the planner reads the index if it is the best key for the query");
    assertThat(shop.run("scrub", "t", "--examples", "-1"))
        .isEqualTo(
            new Outcome(
                2,
                "",
                "keywright: cannot use --examples -1: expected 0 or more; see 'keywright scrub"
                    + " --help'\n"));
  }

  @Test
  void anUnreadableRowIsNamedCountedLeftOutAndMovedOnRequest() throws IOException {
    KeySchema hosts = KeySchema.parse("host text", "host");
    TableLayout foreign =
        new TableLayout(
            "t",
            hosts,
            List.of(FamilyLayout.of("d", List.of(new ColumnLayout(2, "n", Type.parse("int"))))));
    try (Engine engine = Engines.open("rocksdb:" + directory.resolve("db"))) {
      assertThat(
              engine.write(
                  new WriteBatch(0)
                      .put(foreign, hosts.key("web-1"), WriteBatch.ABSENT, 1, Map.of(2, 8))))
          .isTrue();
    }
    Outcome refused = shop.run("run", "-e", "SELECT * FROM t");
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err())
        .contains("cannot read a row of t: ")
        .contains(" (row key 7765622d310001)")
        .endsWith(
            "; 'scrub TABLE --check' counts such rows, 'run', 'export' and 'copy' skip them with --skip-unreadable\n");
    String skipped =
        "keywright: 1 row of t skipped, because it cannot be read (row key 7765622d310001)\n";
    Outcome run = shop.run("run", "--skip-unreadable", "--output", "csv", "-e", "SELECT * FROM t");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo("id,n\n1,7\n2,6\n3,5\n");
    assertThat(run.err()).isEqualTo("(3 rows)\n" + skipped);
    Outcome export = shop.run("export", "t", "-", "--skip-unreadable");
    assertThat(export.out()).isEqualTo(run.out());
    assertThat(export.err()).endsWith(skipped);
    Outcome copy =
        Keywright.run(
            "copy",
            "--from",
            "rocksdb:" + directory.resolve("db"),
            "--to",
            "rocksdb:" + directory.resolve("copied"),
            "--skip-unreadable");
    assertThat(copy.status()).as(copy.err()).isZero();
    assertThat(copy.err())
        .endsWith(
            """
            t: 3 rows at the source, 3 at the target, all the same
            t: 1 row at the source skipped, because it cannot be read; 'keywright scrub t --check' shows the row keys
            """);
    Outcome scrub = shop.run("scrub", "t");
    assertThat(scrub.status()).isEqualTo(1);
    assertThat(scrub.out() + scrub.err()).contains("1 unreadable row", "row key 7765622d310001");
    assertThat(
            shop.refusal(
                "scrub", "t", "--move-unreadable", directory.resolve("no/where.jsonl").toString()))
        .contains("found no directory for this file; create the directory first");
    assertMovedTo(directory.resolve("unreadable.jsonl"));
  }

  private void assertMovedTo(Path file) throws IOException {
    Outcome moved = shop.run("scrub", "t", "--move-unreadable", file.toString());
    assertThat(moved.status()).as(moved.err()).isZero();
    assertThat(moved.out()).contains("t: 1 unreadable row, repaired");
    assertThat(moved.err()).endsWith("t: 1 unreadable row moved to " + file + "\n");
    assertThat(Files.readString(file))
        .startsWith("{\"table\": \"t\", \"row_key\": \"7765622d310001\", \"cells\": [{")
        .contains("\"family\": \"d\", \"qualifier\": \"\", \"timestamp\": 0, \"value\": \"")
        .hasLineCount(1);
    assertThat(shop.out("run", "-e", "SELECT * FROM t", "--output", "csv"))
        .isEqualTo("id,n\n1,7\n2,6\n3,5\n");
    assertThat(shop.refusal("scrub", "t", "--move-unreadable", file.toString()))
        .contains("found an existing file, expected none; name another file");
    Path unused = directory.resolve("unused.jsonl");
    assertThat(shop.run("scrub", "t", "--move-unreadable", unused.toString()).status()).isZero();
    assertThat(unused).doesNotExist();
    assertThat(shop.run("scrub", "t", "--check", "--move-unreadable", unused.toString()))
        .extracting(Outcome::status)
        .isEqualTo(2);
  }
}
