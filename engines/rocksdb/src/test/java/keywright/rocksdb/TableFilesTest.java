package keywright.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import keywright.key.Key;
import keywright.store.CellCodec;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.NoTableException;
import keywright.store.RowCursor;
import keywright.store.RowMerge;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.SortedWrites;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;

/** Tables that are written as files of sorted rows. */
class TableFilesTest {
  private static final TableLayout TABLE = KillTarget.LEFT;
  private static final TableLayout OTHER = KillTarget.RIGHT;

  @TempDir Path directory;

  private Engine open() {
    return Engines.open("rocksdb:" + directory);
  }

  private Path folder() {
    return directory.resolve(TableFiles.FOLDER);
  }

  private static Key key(int id) {
    return TABLE.keySchema().key(1, id);
  }

  private static SortedWrites writes(Engine engine) {
    return engine.sortedWrites().orElseThrow();
  }

  /** A row of number n; with values in both families if n is even. */
  private static void add(SortedWrites.Writer writer, int n, byte[] ballast) {
    Map<Integer, @Nullable Object> cells =
        n % 2 == 0 ? Map.of(1, (long) n, 2, (long) n, 3, ballast) : Map.of(1, (long) n);
    byte[] rowKey = TABLE.keySchema().encode(key(n));
    RowMerge row = RowMerge.ofAbsent(TABLE, rowKey);
    WriteBatch batch = new WriteBatch(0).put(TABLE, key(n), WriteBatch.ABSENT, 7, cells);
    assertThat(row.apply(batch)).isTrue();
    assertThat(CellCodec.head(TABLE, rowKey, row.values()[0]).version()).isEqualTo(7);
    writer.add(rowKey, row.values());
  }

  private static List<Object> numbers(Engine engine) {
    List<Object> numbers = new ArrayList<>();
    try (Snapshot snapshot = engine.snapshot(0);
        RowCursor rows = snapshot.walk(TABLE, ScanOptions.of(Set.of("b")))) {
      for (StoredRow row = rows.next(); row != null; row = rows.next()) {
        long n = (Long) row.value(1);
        assertThat(row.value(2)).isEqualTo(n % 2 == 0 ? n : null);
        numbers.add(n);
      }
    }
    return numbers;
  }

  private static List<Object> upTo(int count) {
    List<Object> numbers = new ArrayList<>();
    for (long n = 0; n < count; n++) {
      numbers.add(n);
    }
    return numbers;
  }

  /**
   * Other tables are written and read meanwhile. Had the rows got a number of a change, the log
   * would lack it, which the next opening would take for a loss.
   */
  @Test
  void rowsAppearAtTheEndAndAreThereAfterTheNextOpening() {
    int count = 3_000;
    try (Engine engine = open()) {
      engine.createTable(TABLE);
      engine.createTable(OTHER);
      put(engine, 1);
      try (Snapshot before = engine.snapshot(0);
          SortedWrites.Writer writer = writes(engine).writer(TABLE)) {
        for (int n = 0; n < count; n++) {
          // About 75 MB, more than one file takes.
          add(writer, n, new byte[50_000]);
          if (n % 1_000 == 0) {
            put(engine, n + 2);
          }
        }
        assertThat(numbers(engine)).isEmpty();
        writer.finish();
        assertThat(before.get(OTHER, OTHER.keySchema().key(1, 1), Set.of())).isNotNull();
      }
      assertThat(folder()).isEmptyDirectory();
      assertThat(numbers(engine)).isEqualTo(upTo(count));
      put(engine, count + 7);
    }
    assertThat(folder()).doesNotExist();
    for (int opening = 0; opening < 2; opening++) {
      try (Engine engine = open()) {
        assertThat(numbers(engine)).hasSize(count + opening);
        WriteBatch batch =
            new WriteBatch(0)
                .put(TABLE, key(count + opening), WriteBatch.ABSENT, 8, Map.of(1, 2L, 2, 2L));
        assertThat(engine.write(batch)).isTrue();
      }
    }
  }

  private static void put(Engine engine, int n) {
    WriteBatch batch =
        new WriteBatch(0)
            .put(OTHER, OTHER.keySchema().key(1, n), WriteBatch.ANY, n + 1, Map.of(1, (long) n));
    assertThat(engine.write(batch)).isTrue();
  }

  @Test
  void whatIsNotFinishedIsGone() throws Exception {
    try (Engine engine = open()) {
      engine.createTable(TABLE);
      try (SortedWrites.Writer writer = writes(engine).writer(TABLE)) {
        add(writer, 1, new byte[9]);
        assertThat(folder()).isNotEmptyDirectory();
      }
      assertThat(folder()).isEmptyDirectory();
      assertThat(numbers(engine)).isEmpty();
      try (SortedWrites.Writer writer = writes(engine).writer(TABLE)) {
        writer.finish();
      }
      assertThat(numbers(engine)).isEmpty();
      Files.writeString(writes(engine).folder().resolve("77.sst"), "left by a kill");
    }
    try (Engine engine = open()) {
      assertThat(folder()).doesNotExist();
      assertThat(numbers(engine)).isEmpty();
    }
  }

  @Test
  void rowsOutOfOrderAndTablesThatDoNotExistAreRefused() {
    try (Engine engine = open()) {
      assertThatThrownBy(() -> writes(engine).writer(TABLE)).isInstanceOf(NoTableException.class);
      engine.createTable(TABLE);
      try (SortedWrites.Writer writer = writes(engine).writer(TABLE)) {
        add(writer, 2, new byte[9]);
        assertThatThrownBy(() -> add(writer, 1, new byte[9]))
            .isInstanceOf(StoreException.class)
            .hasMessageStartingWith("cannot write the rows of left: ");
      }
      try (SortedWrites.Writer writer = writes(engine).writer(TABLE)) {
        add(writer, 2, new byte[9]);
        engine.dropTable(TABLE.name());
        assertThatThrownBy(writer::finish).isInstanceOf(NoTableException.class);
      }
      assertThat(folder()).isEmptyDirectory();
    }
  }

  /**
   * RocksDB puts it on the disk at once that column families are gone. If the log could lose, in a
   * power failure, that the table is gone, the database would lack the files of a table that it
   * still names.
   */
  @Test
  void theLogIsOnTheDiskBeforeATableIsDropped() {
    RocksLocation location = RocksLocation.parse(directory.toString());
    try (Statistics statistics = new Statistics();
        Engine engine = RocksEngine.open(location, all -> all.setStatistics(statistics))) {
      engine.createTable(TABLE);
      put(engineWith(engine), 1);
      long before = statistics.getTickerCount(TickerType.WAL_FILE_SYNCED);
      engine.dropTable(TABLE.name());
      assertThat(statistics.getTickerCount(TickerType.WAL_FILE_SYNCED)).isEqualTo(before + 1);
    }
  }

  private static Engine engineWith(Engine engine) {
    engine.createTable(OTHER);
    return engine;
  }
}
