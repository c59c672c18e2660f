package keywright.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import keywright.key.Key;
import keywright.store.Engine;
import keywright.store.EngineFigure;
import keywright.store.Engines;
import keywright.store.RowOptions;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The numbers that RocksDB knows, after writes and reads. */
class RocksFiguresTest {
  private static final TableLayout TABLE = KillTarget.LEFT;
  private static final int ROWS = 1_000;

  @TempDir Path directory;

  private Engine open(String options) {
    return Engines.open("rocksdb:" + directory + options);
  }

  private static Map<String, Double> read(Engine engine) {
    Map<String, Double> values = new HashMap<>();
    for (EngineFigure figure : engine.figures()) {
      assertThat(values.put(figure.name(), figure.value().getAsDouble())).isNull();
    }
    return values;
  }

  private static void write(Engine engine, int rows) {
    Map<Integer, Object> cells = Map.of(1, 7L, 2, 7L, 3, new byte[1_000]);
    for (int id = 0; id < rows; id++) {
      engine.write(
          new WriteBatch(0)
              .put(TABLE, TABLE.keySchema().key(1, id), WriteBatch.ANY, 1 + id, cells));
    }
  }

  @Test
  void memoryAndFilesAreThoseOfTheRows() {
    try (Engine engine = open("")) {
      engine.createTable(TABLE);
      Map<String, Double> before = read(engine);
      assertThat(before)
          .containsEntry("rocksdb_table_files", 0.0)
          .containsEntry("rocksdb_table_file_bytes", 0.0)
          .containsEntry("rocksdb_snapshots", 0.0)
          .containsEntry("rocksdb_write_stopped", 0.0);
      write(engine, ROWS);
      Map<String, Double> after = read(engine);
      assertThat(after.get("rocksdb_memtable_bytes"))
          .isGreaterThan(before.get("rocksdb_memtable_bytes"));
      assertThat(after.get("rocksdb_wal_bytes"))
          .isGreaterThan(before.get("rocksdb_wal_bytes") + 1_000 * ROWS);
      try (var snapshot = engine.snapshot(0)) {
        assertThat(read(engine)).containsEntry("rocksdb_snapshots", 1.0);
      }
      write(engine, 2 * ROWS);
    }
    // The log was longer than 1 MB, so closing the database has written its rows to a table file.
    try (Engine engine = open("")) {
      Map<String, Double> values = read(engine);
      assertThat(values.get("rocksdb_table_files")).isPositive();
      assertThat(values.get("rocksdb_level0_files"))
          .isPositive()
          .isLessThanOrEqualTo(values.get("rocksdb_table_files"));
      assertThat(values.get("rocksdb_table_file_bytes")).isGreaterThan(1_000.0);
      engine.dropTable(TABLE.name());
      assertThat(read(engine).get("rocksdb_table_files"))
          .isLessThan(values.get("rocksdb_table_files"));
    }
  }

  @Test
  void theRowsOfATableAreEstimatedFromFilesAndMemory() {
    try (Engine engine = open("")) {
      engine.createTable(TABLE);
      assertThat(engine.estimatedRows(TABLE.name())).hasValue(0);
      write(engine, 2 * ROWS);
      assertThat(engine.estimatedRows(TABLE.name())).hasValue(2 * ROWS);
    }
    // The log was longer than 1 MB, so closing the database has written its rows to a table file.
    try (Engine engine = open("")) {
      assertThat(read(engine).get("rocksdb_table_files")).isPositive();
      assertThat(engine.estimatedRows(TABLE.name())).hasValue(2 * ROWS);
      engine.write(
          new WriteBatch(0)
              .put(TABLE, TABLE.keySchema().key(1, 2 * ROWS), WriteBatch.ANY, 1, Map.of(1, 7L)));
      assertThat(engine.estimatedRows(TABLE.name())).hasValue(2 * ROWS + 1);
      // What requires a row to be as it is writes nothing.
      Key key = TABLE.keySchema().key(1, 5);
      StoredRow row = engine.get(TABLE, key, RowOptions.of(Set.of("a")), 0);
      long version = Objects.requireNonNull(row).version();
      assertThat(engine.write(new WriteBatch(0).put(TABLE, key, version, version, Map.of())))
          .isTrue();
      assertThat(
              engine.write(new WriteBatch(0).put(TABLE, key, version + 1, version + 1, Map.of())))
          .isFalse();
      assertThat(engine.estimatedRows(TABLE.name())).hasValue(2 * ROWS + 1);
    }
  }

  @Test
  void readsAreCountedOnlyIfTheUrlSaysSo() {
    try (Engine engine = open("")) {
      engine.createTable(TABLE);
      write(engine, 2 * ROWS);
      assertThat(read(engine)).doesNotContainKey("rocksdb_block_cache_hits_total");
    }
    open("?statistics=false").close();
    try (Engine engine = open("?statistics=true")) {
      double misses = read(engine).get("rocksdb_block_cache_misses_total");
      double hits = read(engine).get("rocksdb_block_cache_hits_total");
      for (int i = 0; i < 10; i++) {
        assertThat(engine.get(TABLE, TABLE.keySchema().key(1, 5), RowOptions.of(Set.of("a")), 0))
            .isNotNull();
      }
      Map<String, Double> values = read(engine);
      assertThat(values.get("rocksdb_block_cache_misses_total")).isGreaterThan(misses);
      assertThat(values.get("rocksdb_block_cache_hits_total")).isGreaterThanOrEqualTo(hits + 9);
      assertThat(values.get("rocksdb_block_cache_bytes")).isPositive();
    }
  }

  /** A call on a closed database of RocksDB would end the process. */
  @Test
  void aClosedDatabaseHasNone() {
    Engine engine = open("?statistics=true");
    List<EngineFigure> figures = engine.figures();
    assertThat(figures).hasSizeGreaterThan(20);
    engine.close();
    for (EngineFigure figure : figures) {
      assertThatThrownBy(() -> figure.value().getAsDouble())
          .as(figure.name())
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("closed");
    }
  }

  /** Names as Prometheus wants them. */
  @Test
  void namesAndHelpAreInOneForm() {
    try (Engine engine = open("?statistics=true")) {
      for (EngineFigure figure : engine.figures()) {
        assertThat(figure.name()).matches("rocksdb_[a-z0-9_]+[a-z0-9]");
        assertThat(figure.name().endsWith("_total"))
            .as(figure.name())
            .isEqualTo(figure.kind() == EngineFigure.Kind.TOTAL);
        assertThat(figure.help()).matches("[A-Z0-9].*\\.");
      }
    }
  }
}
