package keywright.table;

import static keywright.table.Payments.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import keywright.store.StoreException;
import keywright.table.model.IndexDefinition;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of a database that are made while it is written. */
class BackupTest {
  private static final int WRITERS = 4;
  private static final int BACKUPS = 5;
  private static final int IDS_PER_WRITER = 100_000;

  @TempDir private Path directory;

  private String url(String name) {
    return "rocksdb:" + directory.resolve(name);
  }

  @Test
  @Tag("large")
  void everyRowWrittenBeforeIsInItWithItsEntries() throws Exception {
    List<int[]> acknowledged = new ArrayList<>();
    try (Database database = Database.open(url("db"))) {
      database.createTable(Payments.DEFINITION, false);
      Table table = database.table("payment");
      AtomicBoolean done = new AtomicBoolean();
      AtomicIntegerArray written = new AtomicIntegerArray(WRITERS);
      ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
      try {
        List<Future<?>> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
          int writer = i;
          writers.add(threads.submit(() -> write(table, writer, written, done)));
        }
        for (int i = 0; i < BACKUPS; i++) {
          int[] before = new int[WRITERS];
          for (int writer = 0; writer < WRITERS; writer++) {
            before[writer] = written.get(writer);
          }
          acknowledged.add(before);
          database.backup(directory.resolve("backup" + i));
          if (i == 1) {
            // Backups are made with an index that is being built too.
            database.createIndex(
                "payment", IndexDefinition.of("payments_by_note", "note, amount"), false);
          }
        }
        done.set(true);
        for (Future<?> writer : writers) {
          writer.get();
        }
      } finally {
        done.set(true);
        threads.shutdownNow();
      }
      assertThat(database.verify("payment")).isEmpty();
    }
    for (int i = 0; i < BACKUPS; i++) {
      Database.restore(directory.resolve("backup" + i), url("restored" + i));
      try (Database restored = Database.open(url("restored" + i))) {
        assertThat(restored.verify("payment")).as(Seeds.reproduction(Seeds.base())).isEmpty();
        check(restored.table("payment"), acknowledged.get(i));
      }
    }
  }

  /** New rows, and a change of one written before, which moves its entries. */
  private static void write(
      Table table, int writer, AtomicIntegerArray written, AtomicBoolean done) {
    Random random = new Random(Seeds.base() + writer);
    for (int n = 0; !done.get() && n < IDS_PER_WRITER; n++) {
      int first = writer * IDS_PER_WRITER;
      table.insert(payment(first + n, random.nextInt(50), "2017-01-01", n % 1_000 + ".50"));
      int old = first + random.nextInt(n + 1);
      table.insert(payment(old, random.nextInt(50), "2018-01-01", "1.00"));
      written.set(writer, n + 1);
    }
  }

  private static void check(Table table, int[] acknowledged) {
    for (int writer = 0; writer < WRITERS; writer++) {
      List<List<Long>> keys = new ArrayList<>();
      for (long n = 0; n < acknowledged[writer]; n++) {
        keys.add(List.of((long) writer * IDS_PER_WRITER + n));
      }
      assertThat(table.getAll(keys)).allMatch(row -> row.isPresent());
    }
  }

  @Test
  void aBackupIsADatabaseAndIsRestoredAgainAndAgain() throws Exception {
    Path backup = directory.resolve("a/b/backup");
    try (Database database = Database.open(url("db"))) {
      database.createTable(Payments.DEFINITION, false);
      database.table("payment").insert(payment(1, 5, "2017-01-01", "1.00"));
      database.backup(backup);
      database.table("payment").insert(payment(2, 5, "2017-01-01", "1.00"));
    }
    for (String name : List.of("one", "two")) {
      Database.restore(backup, url(name) + "?sync=true");
      try (Database restored = Database.open(url(name))) {
        assertThat(restored.find("payment")).contains(Payments.DEFINITION);
        assertThat(restored.table("payment").get(1L)).isPresent();
        assertThat(restored.table("payment").get(2L)).isEmpty();
        restored.table("payment").insert(payment(3, 5, "2017-01-01", "1.00"));
      }
    }
    try (Database itself = Database.open("rocksdb:" + backup)) {
      assertThat(itself.table("payment").get(1L)).isPresent();
      assertThat(itself.table("payment").get(3L)).isEmpty();
      assertThat(itself.verify("payment")).isEmpty();
      assertThatThrownBy(() -> Database.restore(backup, url("three")))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining(
              "found the database open in another process, or already open in this process, expected it closed");
    }
    assertThat(directory.resolve("three")).doesNotExist();
  }

  @Test
  void aFolderWithinTheCopiedOneIsRefused() throws Exception {
    Path backup = directory.resolve("backup");
    try (Database database = Database.open(url("db"))) {
      assertThatThrownBy(() -> database.backup(directory.resolve("db/a/copy")))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("expected a folder outside of it; name another folder");
      database.backup(backup);
      Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("db"));
      assertThatThrownBy(() -> database.backup(link.resolve("copy")))
          .hasMessageContaining("expected a folder outside of it");
    }
    assertThat(directory.resolve("db/a")).doesNotExist();
    assertThatThrownBy(() -> Database.restore(backup, url("backup/restored")))
        .hasMessageContaining("expected a folder outside of it");
  }

  @Test
  void anExistingFolderIsNotReplaced() throws Exception {
    Path backup = directory.resolve("backup");
    try (Database database = Database.open(url("db"))) {
      database.backup(backup);
      refused(
          () -> database.backup(backup),
          backup,
          " in this folder, expected no folder or an empty folder");
    }
    refused(
        () -> Database.restore(backup, url("db")),
        directory.resolve("db"),
        " in this folder, expected no folder or an empty folder");
    refused(
        () -> Database.restore(directory, url("other")),
        directory,
        ": found no database in this folder, expected a backup; name the folder of a backup");
    Path working = Files.createDirectories(directory.resolve("other.tmp"));
    Files.writeString(working.resolve("thesis.txt"), "mine");
    refused(
        () -> Database.restore(backup, url("other")),
        directory.resolve("other"),
        ": found thesis.txt in other.tmp, expected an empty folder to make the copy in; move thesis.txt away, or name another folder");
    assertThat(working).isDirectoryContaining("glob:**thesis.txt");
    assertThat(directory.resolve("other")).doesNotExist();
  }

  private static void refused(Runnable call, Path place, String problem) {
    assertThatThrownBy(call::run)
        .isInstanceOf(StoreException.class)
        .hasMessageContainingAll("cannot ", place + "", problem)
        .hasMessageNotContaining("\n");
  }

  @Test
  void anEngineWithoutCheckpointsSaysSo() {
    try (Database database = Database.open("memory:")) {
      assertThatThrownBy(() -> database.backup(directory.resolve("backup")))
          .isInstanceOf(StoreException.class)
          .hasMessage(
              "cannot back up to %s: found an engine that makes no checkpoints, expected one that"
                  + " keeps its rows in files; export the tables instead",
              directory.resolve("backup"));
    }
    assertThatThrownBy(() -> Database.restore(directory, "memory:"))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "cannot restore %s: found memory:, which has no backups, expected an engine that keeps"
                + " its rows in files; name another URL",
            directory);
  }
}
