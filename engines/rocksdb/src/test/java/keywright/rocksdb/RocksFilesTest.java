package keywright.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import keywright.key.Key;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.FamilyLayout;
import keywright.store.RowCursor;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoreException;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Statistics;
import org.rocksdb.Status;
import org.rocksdb.TickerType;

/** What the files hold from one opening to the next, and closing while others are at work. */
@Tag("large")
class RocksFilesTest {
  private static final TableLayout TABLE =
      new TableLayout(
          "t",
          KillTarget.LEFT.keySchema(),
          List.of(
              KillTarget.LEFT.families().get(0),
              new FamilyLayout("z", "zstd", 0, 1, List.of()),
              new FamilyLayout("n", "none", 0, 1, List.of())));

  @TempDir Path directory;

  @Test
  void familiesKeepTheirCompression() throws Exception {
    try (Engine engine = open()) {
      engine.createTable(TABLE);
    }
    open().close();
    Map<String, ColumnFamilyHandle> handles = new HashMap<>();
    try (RocksSettings settings = new RocksSettings(false);
        RocksDB db = RocksFiles.open(directory, true, settings, handles)) {
      assertThat(db.isOwningHandle()).isTrue();
      assertThat(handles.keySet()).containsExactlyInAnyOrder("default", "t/a", "t/z", "t/n");
      assertThat(compression(handles.get("t/a"))).isEqualTo(CompressionType.LZ4_COMPRESSION);
      assertThat(compression(handles.get("t/z"))).isEqualTo(CompressionType.ZSTD_COMPRESSION);
      assertThat(compression(handles.get("t/n"))).isEqualTo(CompressionType.NO_COMPRESSION);
    }
  }

  @Test
  void aFamilyKeepsTheCompressionThatItWasMadeWith() {
    try (Engine engine = open()) {
      engine.createTable(TABLE);
      assertThatThrownBy(() -> engine.compress(TABLE, "a"))
          .isInstanceOf(StoreException.class)
          .hasMessage(
              "cannot compress family a of t in another way: RocksDB cannot change the compression of an"
                  + " existing family; create another table with FAMILY a WITH that compression, and"
                  + " load the rows into it");
    }
  }

  @Test
  void whatIsWrittenIsCompressedAsItsFamilySays() throws Exception {
    try (Engine engine = open()) {
      engine.createTable(TABLE);
    }
    Map<String, ColumnFamilyHandle> handles = new HashMap<>();
    try (RocksSettings settings = new RocksSettings(false);
        RocksDB db = RocksFiles.open(directory, true, settings, handles)) {
      Map<String, String> written = new HashMap<>();
      for (String family : List.of("t/a", "t/z", "t/n")) {
        for (int id = 0; id < 1_000; id++) {
          db.put(handles.get(family), TABLE.keySchema().encode(key(id)), new byte[100]);
        }
        try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
          db.flush(options, handles.get(family));
        }
        db.getPropertiesOfAllTables(handles.get(family))
            .values()
            .forEach(file -> written.put(family, file.getCompressionName()));
      }
      // RocksDB's numbers: 4 is LZ4, 7 is ZSTD.
      assertThat(written)
          .isEqualTo(Map.of("t/a", "BuiltinV2;04;", "t/z", "BuiltinV2;07;", "t/n", ";;"));
    }
  }

  @Test
  void aFamilyThatIsNotNamedIsNotRead() throws Exception {
    try (Engine engine = open()) {
      engine.createTable(TABLE);
      put(engine, 1, WriteBatch.ABSENT);
    }
    Map<String, ColumnFamilyHandle> handles = new HashMap<>();
    try (RocksSettings settings = new RocksSettings(false);
        RocksDB db = RocksFiles.open(directory, true, settings, handles)) {
      db.put(handles.get("t/z"), TABLE.keySchema().encode(key(1)), new byte[] {99});
    }
    try (Engine engine = open();
        Snapshot snapshot = engine.snapshot(0);
        RowCursor cursor = snapshot.walk(TABLE, ScanOptions.of(Set.of("n")))) {
      assertThat(snapshot.get(TABLE, key(1), Set.of())).isNotNull();
      assertThat(snapshot.get(TABLE, List.of(key(1)), Set.of("n"))).doesNotContainNull();
      assertThat(cursor.next()).isNotNull();
      assertThat(put(engine, 1, 1)).isTrue();
      assertThatThrownBy(() -> snapshot.get(TABLE, key(1), Set.of("z")))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("found format 99");
    }
  }

  private static CompressionType compression(ColumnFamilyHandle handle) throws Exception {
    ColumnFamilyDescriptor descriptor = handle.getDescriptor();
    try (var options = descriptor.getOptions()) {
      return options.compressionType();
    }
  }

  @Test
  void aTableThatACrashLeftHalfMadeIsNone() throws Exception {
    open().close();
    try (RocksSettings settings = new RocksSettings(false);
        RocksDB db = RocksFiles.open(directory, true, settings, new HashMap<>());
        ColumnFamilyHandle half =
            db.createColumnFamily(
                new ColumnFamilyDescriptor(
                    RocksTable.columnFamily("t", "a"),
                    settings.family(CompressionType.LZ4_COMPRESSION)))) {
      db.put(half, TABLE.keySchema().encode(key(1)), new byte[] {1, 1});
    }
    try (Engine engine = open()) {
      assertThat(engine.tables()).isEmpty();
      engine.createTable(TABLE);
      assertThat(put(engine, 1, WriteBatch.ABSENT)).isTrue();
    }
  }

  @Test
  void aColumnFamilyOfAnotherProgramIsRefusedAndStays() throws Exception {
    try (Engine engine = open()) {
      engine.createTable(TABLE);
    }
    Map<String, ColumnFamilyHandle> handles = new HashMap<>();
    try (RocksSettings settings = new RocksSettings(false);
        RocksDB db = RocksFiles.open(directory, true, settings, handles);
        ColumnFamilyHandle handle =
            db.createColumnFamily(
                new ColumnFamilyDescriptor("metrics".getBytes(StandardCharsets.UTF_8)))) {
      db.put(handle, new byte[] {1}, new byte[] {2});
    }
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("found the column family 'metrics'")
        .hasMessageContaining("which belongs to no table of Keywright");
    try (RocksSettings settings = new RocksSettings(false);
        RocksDB db = RocksFiles.open(directory, true, settings, handles)) {
      assertThat(db.get(handles.get("metrics"), new byte[] {1})).containsExactly(2);
    }
  }

  @Test
  void logsDoNotPileUp() throws Exception {
    try (Engine engine = open()) {
      engine.createTable(TABLE);
    }
    for (int id = 0; id < 40; id++) {
      try (Engine engine = open()) {
        put(engine, id, WriteBatch.ABSENT);
      }
    }
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.filter(file -> file.toString().endsWith(".log")).count()).isLessThan(12);
    }
    try (Engine engine = open()) {
      assertThat(count(engine)).isEqualTo(40);
    }
  }

  @Test
  void aWriteWaitsForTheDiskWhereTheLocationSaysSo() {
    assertThat(syncsOf20Writes("")).isZero();
    assertThat(syncsOf20Writes("?sync=false")).isZero();
    assertThat(syncsOf20Writes("?sync=true")).isEqualTo(20);
  }

  private long syncsOf20Writes(String options) {
    RocksLocation location = RocksLocation.parse(directory + options);
    try (Statistics statistics = new Statistics();
        Engine engine = RocksEngine.open(location, all -> all.setStatistics(statistics))) {
      if (!engine.hasTable(TABLE.name())) {
        engine.createTable(TABLE);
      }
      long before = statistics.getTickerCount(TickerType.WAL_FILE_SYNCED);
      for (int id = 0; id < 20; id++) {
        put(engine, id, WriteBatch.ANY);
      }
      return statistics.getTickerCount(TickerType.WAL_FILE_SYNCED) - before;
    }
  }

  @Test
  void damagedFilesAreRefusedByEveryRead() throws Exception {
    try (Engine engine = open()) {
      engine.createTable(TABLE);
      for (int id = 0; id < 40_000; id++) {
        put(engine, id, WriteBatch.ANY);
      }
    }
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(file -> file.toString().endsWith(".sst")).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        if (bytes.length > 20_000) {
          Arrays.fill(bytes, 100, bytes.length / 2, (byte) 0x5A);
          Files.write(file, bytes);
        }
      }
    }
    try (Engine engine = open();
        Snapshot snapshot = engine.snapshot(0)) {
      damaged(() -> snapshot.get(TABLE, key(7), Set.of()));
      damaged(() -> snapshot.get(TABLE, List.of(key(7), key(8)), Set.of()));
      damaged(() -> count(engine));
      damaged(() -> put(engine, 7, WriteBatch.ANY));
    }
  }

  @Test
  void aDamagedOrMissingFileIsNamedWhenTheDatabaseIsOpened() throws Exception {
    try (Engine engine = open()) {
      engine.createTable(TABLE);
      for (int id = 0; id < 30_000; id++) {
        put(engine, id, WriteBatch.ANY);
      }
    }
    List<Path> files;
    try (Stream<Path> all = Files.list(directory)) {
      files = all.filter(RocksFilesTest::isNeeded).sorted().toList();
    }
    assertThat(files).hasSizeGreaterThan(2);
    for (Path file : files) {
      byte[] bytes = Files.readAllBytes(file);
      Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
      refused(file, "found .*" + file.getFileName() + " damaged \\(.*\\), expected it whole");
      byte[] other = bytes.clone();
      other[bytes.length - 1] ^= 1;
      Files.write(file, other);
      refused(file, "found .*" + file.getFileName() + " damaged \\(.*\\), expected it whole");
      Files.delete(file);
      refused(
          file, "found (no .*" + file.getFileName() + "|.* but no CURRENT), expected all files.*");
      Files.write(file, bytes);
    }
    open().close();
  }

  private static boolean isNeeded(Path file) {
    return file.getFileName().toString().matches(".*\\.sst|MANIFEST.*|CURRENT");
  }

  /** RocksDB says for some of them that the manifest is. */
  private void refused(Path file, String found) {
    assertThatThrownBy(() -> open().close())
        .as("%s", file.getFileName())
        .isInstanceOf(StoreException.class)
        .hasMessageMatching("cannot open rocksdb:\\S+: " + found + "; restore a backup");
  }

  @Test
  void aDatabaseWithoutItsFirstFileIsNotCreatedAgain() throws Exception {
    try (Engine engine = open()) {
      engine.createTable(TABLE);
      put(engine, 1, WriteBatch.ABSENT);
    }
    Files.delete(directory.resolve("CURRENT"));
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("found 000004.log but no CURRENT, expected all files of a database;");
  }

  /** A backup on a medium that cannot be written. */
  @Test
  void aBackupThatIsOnlyReadIsRestoredWithItsLog(@TempDir Path other) throws Exception {
    try (Engine engine = open()) {
      engine.createTable(TABLE);
      put(engine, 1, WriteBatch.ABSENT);
      put(engine, 2, WriteBatch.ABSENT);
    }
    Map<String, byte[]> before = contents();
    RocksLocation restored = RocksLocation.of(other.resolve("restored"));
    RocksEngineProvider.restore(RocksLocation.of(directory).asReadOnly(), restored);
    assertThat(contents()).usingRecursiveComparison().isEqualTo(before);
    try (Engine engine = RocksEngine.open(restored)) {
      assertThat(count(engine)).isEqualTo(2);
    }
  }

  private Map<String, byte[]> contents() throws IOException {
    Map<String, byte[]> contents = new HashMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        contents.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
    return contents;
  }

  @Test
  void aShortFileIsNamedAlone() {
    assertThat(
            DamagedFile.describe(
                new RocksDBException(
                    "Sst file size mismatch: backups/000054.sst. Size recorded in manifest 1525, actual size 1000  The file backups/MANIFEST-000087 may be corrupted.",
                    new Status(Status.Code.Corruption, Status.SubCode.None, null))))
        .contains(
            "found 000054.sst damaged (Sst file size mismatch), expected it whole; restore a backup");
  }

  private static void damaged(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(StoreException.class)
        .hasMessageMatching(
            "cannot (read t|write): found /.*/\\d+\\.sst damaged \\(block checksum mismatch\\), expected it whole; restore a backup")
        .hasMessageNotContaining("\n");
  }

  @Test
  void closingUnderReadersAndWritersEndsTheirCallsAndNothingElse() throws Exception {
    try (Engine engine = open()) {
      engine.createTable(TABLE);
      for (int id = 0; id < 200; id++) {
        put(engine, id, WriteBatch.ANY);
      }
    }
    ExecutorService executor = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < 15; round++) {
        Engine engine = open();
        CountDownLatch started = new CountDownLatch(4);
        List<Future<?>> ends = new ArrayList<>();
        ends.add(executor.submit(() -> untilClosed(started, () -> put(engine, 7, WriteBatch.ANY))));
        ends.add(executor.submit(() -> untilClosed(started, () -> count(engine))));
        Snapshot snapshot = engine.snapshot(0);
        ends.add(
            executor.submit(
                () -> untilClosed(started, () -> snapshot.get(TABLE, key(3), Set.of("z")))));
        RowCursor cursor = scan(snapshot);
        ends.add(executor.submit(() -> untilClosed(started, cursor::next)));
        started.await();
        engine.close();
        for (Future<?> end : ends) {
          end.get();
        }
        snapshot.close();
        cursor.close();
      }
    } finally {
      executor.shutdownNow();
    }
  }

  private static void untilClosed(CountDownLatch started, Runnable call) {
    started.countDown();
    try {
      while (true) {
        call.run();
      }
    } catch (StoreException e) {
      assertThat(e).hasMessageContaining("closed");
    }
  }

  private Engine open() {
    return Engines.open("rocksdb:" + directory);
  }

  private static Key key(int id) {
    return TABLE.keySchema().key(1, id);
  }

  private static boolean put(Engine engine, int id, long expected) {
    return engine.write(new WriteBatch(0).put(TABLE, key(id), expected, 1, Map.of(1, 5L)));
  }

  private static RowCursor scan(Snapshot snapshot) {
    return snapshot.walk(TABLE, ScanOptions.of(Set.of("z")));
  }

  private static int count(Engine engine) {
    int count = 0;
    try (Snapshot snapshot = engine.snapshot(0);
        RowCursor cursor = scan(snapshot)) {
      while (cursor.next() != null) {
        count++;
      }
    }
    return count;
  }
}
