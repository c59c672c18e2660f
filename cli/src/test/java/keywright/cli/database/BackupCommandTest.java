package keywright.cli.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import keywright.cli.Keywright;
import keywright.cli.Keywright.Outcome;
import keywright.cli.Shop;
import keywright.table.Database;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupCommandTest {
  @TempDir private Path directory;
  private Shop shop;
  private Path backup;

  @BeforeEach
  void loadTable() {
    shop = Shop.open(directory);
    shop.out("load", "payment", shop.file("payment.csv", Shop.PAYMENTS_CSV));
    backup = directory.resolve("backup");
  }

  private static String withoutTime(Outcome outcome) {
    assertThat(outcome.status()).as(outcome.err()).isZero();
    assertThat(outcome.out()).isEmpty();
    return outcome.err().replaceFirst(", in [0-9.]+ s\n", "\n");
  }

  @Test
  void aBackupIsRestoredAndVerified() {
    assertThat(withoutTime(shop.run("backup", backup.toString())))
        .isEqualTo("1 table backed up to %s\n".formatted(backup));
    shop.out("run", "-e", "TRUNCATE payment");
    String url = "rocksdb:" + directory.resolve("restored");
    assertThat(withoutTime(Keywright.run("restore", backup.toString(), "--db", url, "--verify")))
        .isEqualTo(
            """
            1 table restored from %s to %s
            payment: 3 rows and 3 index entries read, nothing is wrong
            """
                .formatted(backup, url));
    for (String database : new String[] {url, "rocksdb:" + backup}) {
      Outcome rows =
          Keywright.run(
              "run", "--db", database, "--output", "csv", "-e", "SELECT payment_id FROM payment");
      assertThat(rows.out()).isEqualTo("payment_id\n1\n2\n3\n");
    }
  }

  /** Indexes that are not exact in the backup are not so in what is restored, and it is said. */
  @Test
  void whatIsWrongInTheBackupIsFoundByVerify() {
    shop.out("run", "-e", ScrubCommandTest.TABLE);
    ScrubCommandTest.damage(directory.resolve("db"));
    shop.out("backup", backup.toString());
    Outcome restored =
        Keywright.run(
            "restore",
            backup.toString(),
            "--db",
            "rocksdb:" + directory.resolve("restored"),
            "--verify");
    assertThat(restored.status()).isEqualTo(1);
    assertThat(restored.out()).contains("by_n: 1 row without entry\n");
    assertThat(restored.err()).contains("t: 3 rows and 3 index entries read, 2 not repaired\n");
  }

  @Test
  void whatCannotBeDoneIsSaidInOneLine() throws Exception {
    shop.out("backup", backup.toString());
    String there = "cannot copy the database to %s: found 0";
    assertThat(shop.refusal("backup", backup.toString()))
        .startsWith(there.formatted(backup))
        .endsWith("; name another folder");
    assertThat(shop.refusal("restore", backup.toString()))
        .startsWith(there.formatted(directory.resolve("db")))
        .endsWith(
            " in this folder, expected no folder or an empty folder; name another folder by --db");
    Path empty = Files.createDirectory(directory.resolve("empty"));
    String other = "rocksdb:" + directory.resolve("other");
    assertThat(Keywright.run("restore", empty.toString(), "--db", other).err())
        .isEqualTo(
            "keywright: cannot open rocksdb:%s: found no database in this folder, expected a backup; name the folder of a backup\n"
                .formatted(empty));
    assertThat(directory.resolve("other")).doesNotExist();
    assertThat(Keywright.run("backup", empty + "/x", "--db", "memory:").err())
        .isEqualTo(
            "keywright: cannot back up to %s/x: found an engine that makes no checkpoints, expected one that keeps its rows in files; export the tables instead\n"
                .formatted(empty));
    assertThat(Keywright.run("backup", empty + "/x", "--db", other).err())
        .startsWith("keywright: cannot open %s: found no database".formatted(other));
    assertThat(Keywright.run("backup").err())
        .isEqualTo(
            "keywright: Missing required parameter: 'FOLDER'; for example: keywright backup"
                + " /backups/monday; see 'keywright backup --help'\n");
  }

  /** Who has it open keeps the command out, and makes the backup itself. */
  @Test
  void aDatabaseThatIsOpenElsewhereIsBackedUpThere() {
    try (Database open = Database.open("rocksdb:" + directory.resolve("db"))) {
      assertThat(shop.refusal("backup", backup.toString()))
          .isEqualTo(
              "cannot open rocksdb:%1$s: found the database open in another process, or already open in this process, expected it closed; end the process that has the database open, name another path, or read with rocksdb:%1$s?read_only=true"
                  .formatted(directory.resolve("db")));
      assertThat(backup).doesNotExist();
      open.backup(backup);
    }
    assertThat(Keywright.run("tables", "--db", "rocksdb:" + backup).out()).contains("payment");
  }
}
