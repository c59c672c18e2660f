package keywright.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import keywright.key.Key;
import keywright.key.KeySchema;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.FamilyLayout;
import keywright.store.RowOptions;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import keywright.testkit.TestThreads;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/** Batches of threads that write at the same time become one batch of RocksDB. */
class GroupCommitTest {
  private static final int THREADS = 8;
  private static final int WRITES = Trials.of(8_000);

  private static final TableLayout TABLE =
      new TableLayout(
          "t",
          KeySchema.parse("writer int, n int", "writer, n"),
          List.of(FamilyLayout.of("a", List.of())));

  @TempDir private Path directory;

  private static Key key(int writer, int n) {
    return TABLE.keySchema().key(writer, n);
  }

  /** Every third batch has two rows, and every hundredth is too large to be joined. */
  private static WriteBatch batch(int writer, int n) {
    WriteBatch batch = new WriteBatch(0);
    int rows = n % 100 == 0 ? 1_000 : n % 3 == 0 ? 2 : 1;
    for (int row = 0; row < rows; row++) {
      batch.put(TABLE, key(writer, n + row * 1_000_000), WriteBatch.ABSENT, n + 1, Map.of());
    }
    return batch;
  }

  private static boolean isStored(Engine engine, int writer, int n) {
    StoredRow row = engine.get(TABLE, key(writer, n), RowOptions.of(Set.of()), 0);
    return row != null && row.head().version() == n % 1_000_000 + 1;
  }

  private static List<Integer> writeAndRead(Engine engine, int writer, int count) {
    List<Integer> lost = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      assertThat(engine.write(batch(writer, n), engine.mark())).isTrue();
      if (!isStored(engine, writer, n)) {
        lost.add(n);
      }
    }
    return lost;
  }

  private static List<List<Integer>> inThreads(int count, Engine engine) throws Exception {
    List<Callable<List<Integer>>> writers = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      int writer = thread;
      writers.add(() -> writeAndRead(engine, writer, count));
    }
    return TestThreads.runAll(writers);
  }

  private long records() throws IOException {
    long count = 0;
    for (Path log : WriteAheadLog.files(directory)) {
      try (LogRecords records = new LogRecords(log, LogRecords.WRITE_HEADER_LENGTH)) {
        while (records.next() != null) {
          count++;
        }
      }
    }
    return count;
  }

  @Test
  void everyWriteIsThereForItsThreadAndAfterTheNextOpening() throws Exception {
    try (Engine engine = Engines.open("rocksdb:" + directory)) {
      engine.createTable(TABLE);
      assertThat(inThreads(WRITES, engine)).containsOnly(List.of());
    }
    try (Engine engine = Engines.open("rocksdb:" + directory)) {
      for (int writer = 0; writer < THREADS; writer++) {
        for (int n = 0; n < WRITES; n++) {
          assertThat(isStored(engine, writer, n)).as("%d of %d", n, writer).isTrue();
          if (n % 3 == 0) {
            assertThat(isStored(engine, writer, n + 1_000_000)).as("%d of %d", n, writer).isTrue();
          }
        }
      }
    }
  }

  @Test
  void theLogHasFewerRecordsThanThereAreWrites() throws Exception {
    try (Engine engine = Engines.open("rocksdb:" + directory)) {
      engine.createTable(TABLE);
      assertThat(inThreads(2_000, engine)).containsOnly(List.of());
      assertThat(records()).isBetween(2_000L, THREADS * 2_000L - 100);
    }
  }

  /** A database that is open to be read refuses every write. */
  @Test
  void allBatchesOfAGroupFailWithIt() throws Exception {
    try (Engine engine = Engines.open("rocksdb:" + directory)) {
      engine.createTable(TABLE);
    }
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try (WriteOptions write = new WriteOptions();
        DBOptions options = new DBOptions();
        RocksDB db = RocksDB.openReadOnly(options, directory.toString(), families(), handles)) {
      RocksTable table = new RocksTable("t", List.of("a"), List.of(handle(handles)));
      GroupCommit groups = new GroupCommit(db, write);
      CountDownLatch ready = new CountDownLatch(THREADS);
      List<Callable<Integer>> writers = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        int writer = thread;
        writers.add(
            () -> {
              ready.countDown();
              ready.await();
              return refused(groups, table, writer);
            });
      }
      assertThat(TestThreads.runAll(writers)).containsOnly(100);
      handles.forEach(ColumnFamilyHandle::close);
    }
  }

  private List<ColumnFamilyDescriptor> families() throws RocksDBException {
    try (Options options = new Options()) {
      return RocksDB.listColumnFamilies(options, directory.toString()).stream()
          .map(ColumnFamilyDescriptor::new)
          .toList();
    }
  }

  private static ColumnFamilyHandle handle(List<ColumnFamilyHandle> handles)
      throws RocksDBException {
    for (ColumnFamilyHandle handle : handles) {
      if (new String(handle.getName(), StandardCharsets.UTF_8).equals("t/a")) {
        return handle;
      }
    }
    throw new AssertionError("found no family t/a");
  }

  private static int refused(GroupCommit groups, RocksTable table, int writer) {
    int refused = 0;
    for (int n = 1; n <= 100; n++) {
      EncodedBatch encoded = EncodedBatch.ofThread();
      assertThat(encoded.encode(Map.of("t", table), batch(writer, 3 * n + 1), true)).isTrue();
      assertThatThrownBy(() -> groups.write(encoded)).isInstanceOf(RocksDBException.class);
      encoded.clear();
      refused++;
    }
    return refused;
  }

  /** The thread stays interrupted, as its caller expects. */
  @Test
  void aThreadThatIsInterruptedWritesToo() throws Exception {
    try (Engine engine = Engines.open("rocksdb:" + directory)) {
      engine.createTable(TABLE);
      List<Callable<Boolean>> writers = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        int writer = thread;
        writers.add(
            () -> {
              Thread.currentThread().interrupt();
              return writeAndRead(engine, writer, 100).isEmpty()
                  && Thread.currentThread().isInterrupted();
            });
      }
      assertThat(TestThreads.runAll(writers)).containsOnly(true);
    }
  }
}
