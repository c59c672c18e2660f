package keywright.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import keywright.key.Key;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.RowCursor;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Databases that are read while another engine writes them. */
class ReadOnlyTest {
  private static final TableLayout LEFT = KillTarget.LEFT;
  private static final TableLayout RIGHT = KillTarget.RIGHT;
  private static final int ROWS = 50;

  @TempDir Path directory;

  private Engine read() {
    return Engines.open("rocksdb:" + directory + "?read_only=true");
  }

  private static Key key(TableLayout layout, int id) {
    return layout.keySchema().key(1, id);
  }

  /** Puts the same number to the same row of both tables, in one batch. */
  private static void put(Engine engine, long number, byte[] ballast) {
    int id = (int) (number % ROWS);
    boolean isWritten =
        engine.write(
            new WriteBatch(0)
                .put(LEFT, key(LEFT, id), WriteBatch.ANY, number + 1, Map.of(1, number, 3, ballast))
                .put(RIGHT, key(RIGHT, id), WriteBatch.ANY, number + 1, Map.of(1, number)));
    assertThat(isWritten).isTrue();
  }

  /** The greatest number in a table, which must be that of all the rows before. */
  private static long last(Snapshot snapshot, TableLayout layout) {
    long last = -1;
    int count = 0;
    try (RowCursor rows =
        snapshot.walk(layout, ScanOptions.of(Set.of(layout.equals(LEFT) ? "a" : "c")))) {
      for (StoredRow row = rows.next(); row != null; row = rows.next()) {
        last = Math.max(last, (Long) row.value(1));
        count++;
      }
    }
    assertThat(count).isEqualTo(ROWS);
    return last;
  }

  /**
   * The writer flushes its log every few thousand batches, and makes and drops tables, so that
   * files come and go while they are opened.
   */
  @Test
  @Tag("large")
  void aReaderSeesAllAcknowledgedBatchesAndNoneInPart() throws Exception {
    AtomicLong acknowledged = new AtomicLong();
    AtomicBoolean isEnding = new AtomicBoolean();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    byte[] ballast = new byte[2_000];
    try (RocksEngine writer =
        RocksEngine.open(
            RocksLocation.of(directory), options -> options.setDbWriteBufferSize(16 << 20))) {
      writer.createTable(LEFT);
      writer.createTable(RIGHT);
      for (int number = 0; number < ROWS; number++) {
        put(writer, number, ballast);
        acknowledged.set(number);
      }
      Thread writing =
          new Thread(
              () -> {
                try {
                  for (long number = ROWS; !isEnding.get(); number++) {
                    put(writer, number, ballast);
                    acknowledged.set(number);
                    if (number % 3_000 == 0) {
                      writer.createTable(KillTarget.PASSING);
                      writer.dropTable(KillTarget.PASSING.name());
                    }
                  }
                } catch (Throwable e) {
                  failure.set(e);
                }
              });
      writing.start();
      try {
        for (int trial = 0; trial < Trials.of(100); trial++) {
          long before = acknowledged.get();
          try (Engine reader = read();
              Snapshot snapshot = reader.snapshot(0)) {
            long last = last(snapshot, LEFT);
            assertThat(last).isBetween(before, acknowledged.get() + 1);
            assertThat(last(snapshot, RIGHT)).isEqualTo(last);
            int id = (int) (last % ROWS);
            StoredRow row = reader.get(LEFT, key(LEFT, id), RowOptions.of(Set.of("a")), 0);
            assertThat(row.value(1)).isEqualTo(last);
            // What is written later is not seen.
            long now = acknowledged.get();
            while (acknowledged.get() == now && failure.get() == null) {
              Thread.onSpinWait();
            }
            assertThat(last(snapshot, LEFT)).isEqualTo(last);
          }
        }
      } finally {
        isEnding.set(true);
        writing.join();
      }
      assertThat(failure.get()).isNull();
    }
  }

  private Map<String, String> files() throws Exception {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.list(directory)) {
      for (Path file : all.toList()) {
        files.put(
            file.getFileName().toString(),
            Files.size(file) + " " + Files.getLastModifiedTime(file));
      }
    }
    return files;
  }

  @Test
  void aReaderChangesNothing() throws Exception {
    try (Engine writer = Engines.open("rocksdb:" + directory)) {
      writer.createTable(LEFT);
      writer.createTable(RIGHT);
      for (int number = 0; number < ROWS; number++) {
        put(writer, number, new byte[9]);
      }
      Map<String, String> before = files();
      try (Engine reader = read()) {
        for (Runnable change :
            List.<Runnable>of(
                () -> put(reader, 7, new byte[9]),
                () -> reader.createTable(KillTarget.PASSING),
                () -> reader.addFamilies(LEFT),
                () -> reader.dropTable(LEFT.name()),
                () ->
                    reader
                        .rawRows()
                        .orElseThrow()
                        .remove(LEFT, LEFT.keySchema().encode(key(LEFT, 1)), row -> true),
                () -> reader.checkpoints().orElseThrow().make(directory.resolve("copy")))) {
          assertThatThrownBy(change::run)
              .isInstanceOf(StoreException.class)
              .hasMessageEndingWith(
                  ": found the database open with read_only=true; to write, open it without this option");
        }
        assertThat(reader.sortedWrites()).isEmpty();
        assertThat(reader.isReadOnly()).isTrue();
        try (Snapshot snapshot = reader.snapshot(0)) {
          assertThat(last(snapshot, LEFT)).isEqualTo(ROWS - 1);
        }
      }
      assertThat(files()).isEqualTo(before);
      put(writer, 1_000, new byte[9]);
    }
    try (Engine again = Engines.open("rocksdb:" + directory);
        Snapshot snapshot = again.snapshot(0)) {
      assertThat(last(snapshot, RIGHT)).isEqualTo(1_000);
    }
  }

  @Test
  void whatIsNoDatabaseIsRefused() throws Exception {
    assertThatThrownBy(this::read)
        .hasMessage(
            "cannot open rocksdb:"
                + directory
                + ": found no database, expected one to read; name its folder");
    assertThat(directory).isEmptyDirectory();
  }
}
