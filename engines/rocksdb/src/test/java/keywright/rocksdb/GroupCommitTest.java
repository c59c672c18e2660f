package keywright.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

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

  /** Gives the table of the groups a column family, which nothing is written to. */
  private final Options options = options();

  private RocksDB db;
  private RocksTable table;

  private static Options options() {
    RocksDB.loadLibrary();
    return new Options().setCreateIfMissing(true);
  }

  @BeforeEach
  void openTable() throws RocksDBException {
    db = RocksDB.open(options, directory.resolve("groups").toString());
    table = new RocksTable("t", List.of("a"), List.of(db.getDefaultColumnFamily()));
  }

  @AfterEach
  void closeTable() {
    db.close();
    options.close();
  }

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

  @Test
  void everyWriteIsThereForItsThreadAndAfterTheNextOpening() throws Exception {
    try (Engine engine = Engines.open("rocksdb:" + directory.resolve("db"))) {
      engine.createTable(TABLE);
      assertThat(inThreads(WRITES, engine)).containsOnly(List.of());
    }
    try (Engine engine = Engines.open("rocksdb:" + directory.resolve("db"))) {
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

  /** Threads that are parked while they wait for the disk. */
  @Test
  void synchronousWritesAreThereToo() throws Exception {
    try (Engine engine = Engines.open("rocksdb:" + directory.resolve("db") + "?sync=true")) {
      engine.createTable(TABLE);
      assertThat(inThreads(60, engine)).containsOnly(List.of());
    }
  }

  /** A leader whose first write takes as long as the test wants, and threads that wait for it. */
  private static final class Group {
    final RocksTable table;
    final CountDownLatch isWriting = new CountDownLatch(1);
    final CountDownLatch mayEnd = new CountDownLatch(1);
    final List<Integer> lengths = new ArrayList<>();
    final AtomicInteger written = new AtomicInteger();
    final AtomicInteger refused = new AtomicInteger();
    final AtomicInteger interrupted = new AtomicInteger();
    final GroupCommit commit;
    final List<Thread> threads = new ArrayList<>();

    /**
     * @param isSlow whether the threads are parked before this returns
     * @param fails whether all writes but the first one fail
     */
    Group(RocksTable table, boolean isSlow, boolean fails) throws InterruptedException {
      this.table = table;
      commit = new GroupCommit(batch -> write(batch, fails), isSlow);
      threads.add(TestThreads.waiting(() -> write(0)));
      isWriting.await();
      for (int writer = 1; writer <= THREADS; writer++) {
        int number = writer;
        threads.add(TestThreads.waiting(() -> write(number)));
      }
    }

    private void write(EncodedBatch batch, boolean fails) throws RocksDBException {
      lengths.add(batch.length());
      if (lengths.size() > 1 && fails) {
        throw new RocksDBException("no space");
      }
      isWriting.countDown();
      awaitUninterrupted(mayEnd);
    }

    private void write(int writer) {
      EncodedBatch encoded = EncodedBatch.ofThread();
      assertThat(encoded.encode(Map.of("t", table), batch(writer, 1), true)).isTrue();
      try {
        commit.write(encoded);
        written.incrementAndGet();
      } catch (RocksDBException e) {
        refused.incrementAndGet();
      }
      if (Thread.currentThread().isInterrupted()) {
        interrupted.incrementAndGet();
      }
    }

    void end() throws InterruptedException {
      mayEnd.countDown();
      for (Thread thread : threads) {
        TestThreads.requireEnd(thread);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void allThatWaitAreWrittenAtOnce(boolean isSlow) throws Exception {
    Group group = new Group(table, isSlow, false);
    group.end();
    assertThat(group.written).hasValue(THREADS + 1);
    int one = group.lengths.get(0);
    assertThat(group.lengths)
        .containsExactly(one, one + (THREADS - 1) * (one - LogRecords.WRITE_HEADER_LENGTH));
  }

  @Test
  void aGroupFailsAsAWhole() throws Exception {
    Group group = new Group(table, true, true);
    group.end();
    assertThat(group.lengths).hasSize(2);
    assertThat(group.written).hasValue(1);
    assertThat(group.refused).hasValue(THREADS);
  }

  /** They stay interrupted, as their callers expect. */
  @Test
  void threadsThatAreInterruptedWriteToo() throws Exception {
    Group group = new Group(table, true, false);
    group.threads.subList(1, 4).forEach(Thread::interrupt);
    group.end();
    assertThat(group.written).hasValue(THREADS + 1);
    assertThat(group.interrupted).hasValue(3);
    assertThat(group.lengths).hasSize(2);
  }

  /** A batch that is written beside the groups does not wait for them. */
  @Test
  void aLargeBatchWaitsForNobody() throws Exception {
    AtomicInteger large = new AtomicInteger();
    CountDownLatch mayEnd = new CountDownLatch(1);
    GroupCommit commit =
        new GroupCommit(
            batch -> {
              if (batch.length() > 10_000) {
                large.incrementAndGet();
              } else {
                awaitUninterrupted(mayEnd);
              }
            },
            true);
    Thread small = TestThreads.waiting(() -> write(commit, batch(0, 1)));
    TestThreads.run(() -> write(commit, batch(1, 100)));
    assertThat(large).hasValue(1);
    mayEnd.countDown();
    TestThreads.requireEnd(small);
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void write(GroupCommit commit, WriteBatch batch) {
    EncodedBatch encoded = EncodedBatch.ofThread();
    assertThat(encoded.encode(Map.of("t", table), batch, true)).isTrue();
    try {
      commit.write(encoded);
    } catch (RocksDBException e) {
      throw new AssertionError(e);
    }
  }
}
