package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import keywright.cli.Keywright.Outcome;
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
    TableLayout index =
        new TableLayout(
            "t.by_n",
            KeySchema.parse("n int null, id int", "n, id"),
            List.of(
                FamilyLayout.of("e", List.of(new ColumnLayout(1, "row_key", Type.parse("blob"))))));
    try (Engine engine = Engines.open("rocksdb:" + database)) {
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
            new Outcome(1, found.formatted(""), "t: 3 rows and 3 index entries read, 2 wrong\n"));
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
            "cannot find table by_n: it is an index of t; name t, which is read through it where it"
                + " serves");
    assertThat(shop.run("scrub", "t", "--examples", "-1"))
        .isEqualTo(
            new Outcome(
                2,
                "",
                "keywright: cannot use --examples -1: expected 0 or more; see 'keywright scrub"
                    + " --help'\n"));
  }
}
