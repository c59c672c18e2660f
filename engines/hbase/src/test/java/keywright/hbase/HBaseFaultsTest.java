package keywright.hbase;

import static keywright.store.WriteBatch.ANY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import keywright.key.Key;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.server.hbase.HBaseServer;
import keywright.store.Cell;
import keywright.store.ColumnLayout;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.FamilyLayout;
import keywright.store.RowCursor;
import keywright.store.RowHead;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.TimedWrite;
import keywright.store.TimedWrites;
import keywright.store.UnansweredException;
import keywright.store.WriteBatch;
import keywright.store.stop.Cancellation;
import keywright.store.stop.StoppedException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What HBase refuses, and what does not answer; alone, since it stops the server for a while. */
@Tag("large")
@Isolated
class HBaseFaultsTest {
  private static final HBaseServer SERVER = HBaseServer.shared();
  private static final int MOVES = 4;

  private static TableLayout layout(String name, String compression) {
    return new TableLayout(
        name,
        KeySchema.parse("id int", "id"),
        List.of(
            new FamilyLayout(
                "a", compression, 0, 1, List.of(new ColumnLayout(1, "note", Type.parse("text")))),
            new FamilyLayout(
                "b", "none", 0, 1, List.of(new ColumnLayout(2, "more", Type.parse("text"))))));
  }

  private static WriteBatch put(TableLayout layout, int id, String note) {
    return new WriteBatch(0).put(layout, layout.keySchema().key(id), ANY, 1_000, Map.of(1, note));
  }

  private static void refused(ThrowingCallable call, String... parts) {
    assertThatThrownBy(call)
        .isInstanceOf(StoreException.class)
        .hasMessageStartingWith("cannot ")
        .hasMessageNotContaining("\n")
        .hasMessageContainingAll(parts);
  }

  private static Duration timeOf(ThrowingCallable call) {
    long start = System.nanoTime();
    try {
      call.call();
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
    return Duration.ofNanos(System.nanoTime() - start);
  }

  @Test
  void anUnreachableQuorumIsReportedInTime() {
    Duration passed =
        timeOf(
            () ->
                refused(
                    () -> Engines.open("hbase:127.0.0.1:1/s?connect_timeout_seconds=2"),
                    "cannot open hbase:127.0.0.1:1/s",
                    "no answer within 2 s",
                    "connect_timeout_seconds"));
    assertThat(passed).isLessThan(Duration.ofSeconds(10));
    refused(
        () -> Engines.open("hbase:no-such-host.invalid/s"), "no address", "no-such-host.invalid");
  }

  @Test
  void aQuorumThatAcceptsAndNeverAnswersIsToldInTime() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String url = "hbase:127.0.0.1:" + silent.getLocalPort() + "/s?connect_timeout_seconds=2";
      Duration passed = timeOf(() -> refused(() -> Engines.open(url), "no answer within 2 s"));
      assertThat(passed).isLessThan(Duration.ofSeconds(10));
    }
  }

  @Test
  void aDatabaseExistsWhenItHasATable() {
    String url = SERVER.url("known");
    assertThat(Engines.exists(url, "t")).isFalse();
    try (Engine engine = Engines.open(url)) {
      assertThat(engine.tables()).isEmpty();
      engine.createTable(layout("t", "none"));
    }
    assertThat(Engines.exists(url, "t")).isTrue();
  }

  @Test
  void tablesOfOthersAreNeitherListedNorTakenOver() throws IOException {
    try (Connection connection = connection();
        Admin admin = connection.getAdmin();
        Engine engine = Engines.open(SERVER.url("others"))) {
      admin.createNamespace(NamespaceDescriptor.create("others").build());
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TableName.valueOf("others", "theirs"))
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("a"))
              .build());
      assertThat(engine.tables()).isEmpty();
      refused(
          () -> engine.createTable(layout("theirs", "none")), "theirs", "Keywright did not create");
      engine.createTable(layout("ours", "none"));
      refused(() -> engine.createTable(layout("ours", "none")), "ours", "drop it first");
      assertThat(engine.tables()).containsExactly("ours");
    }
  }

  @Test
  void tablesMayHaveAnyName() {
    List<String> names = List.of(".catalog", "Ünï codé", "a.b", "a:b/c", "zookeeper");
    try (Engine engine = Engines.open(SERVER.url("names"))) {
      names.forEach(name -> engine.createTable(layout(name, "none")));
      assertThat(engine.tables()).containsExactlyElementsOf(names.stream().sorted().toList());
      for (String name : names) {
        assertThat(engine.write(put(layout(name, "none"), 1, name))).isTrue();
      }
      for (String name : names) {
        assertThat(note(engine, layout(name, "none"), 1)).isEqualTo(name);
      }
    }
  }

  private static Object note(Engine engine, TableLayout layout, int id) {
    try (Snapshot snapshot = engine.snapshot(0)) {
      StoredRow row = snapshot.get(layout, layout.keySchema().key(id), Set.of());
      return row == null ? null : row.value(1);
    }
  }

  @Test
  void aTableThatOthersDropIsMissing() {
    TableLayout layout = layout("dropped", "lz4");
    TableLayout kept = layout("kept", "lz4");
    try (Engine engine = Engines.open(SERVER.url("dropped"));
        Engine other = Engines.open(SERVER.url("dropped"))) {
      engine.createTable(layout);
      engine.createTable(kept);
      for (int id = 0; id < 100; id++) {
        engine.write(put(layout, id, "x"));
      }
      try (Snapshot snapshot = engine.snapshot(0);
          RowCursor cursor = snapshot.walk(layout, ScanOptions.of(Set.of()).ofAbout(10))) {
        assertThat(cursor.next()).isNotNull();
        other.dropTable(layout.name());
        refused(
            () -> {
              while (cursor.next() != null) {}
            },
            "read table dropped",
            "expected one of the tables that Keywright has created: kept");
      }
      refused(() -> note(engine, layout, 1), "read table dropped", "found no such table");
      refused(() -> engine.write(put(layout, 1, "y")), "write to table dropped", "kept");
      refused(
          () -> engine.writeEach(List.of(put(layout, 1, "y"), put(kept, 1, "y"))),
          "write to table dropped");
      refused(
          () ->
              TimedWrites.of(engine)
                  .write(
                      List.of(TimedWrite.put(layout, layout.keySchema().key(1), 1_000, Map.of()))),
          "write to table dropped");
      refused(() -> engine.dropTable(layout.name()), "drop table dropped", "kept");
      refused(() -> engine.addFamilies(layout), "dropped", "kept");
    }
  }

  @Test
  @Tag("nightly")
  void aCodecThatTheServersLackIsNamed() {
    try (HBaseServer plain = HBaseServer.start(Set.of());
        Engine engine = Engines.open(plain.url("codecs"))) {
      for (String compression : List.of("zstd", "lz4")) {
        for (int attempt = 0; attempt < 2; attempt++) {
          refused(
              () -> engine.createTable(layout("t", compression)),
              "create table t",
              "no codec for compression " + compression,
              "compression = 'none'");
        }
      }
      engine.createTable(layout("t", "none"));
    }
  }

  @Test
  void aValueThatHBaseDoesNotTakeIsRefused() {
    try (Engine engine = Engines.open(SERVER.url("large"))) {
      TableLayout layout = layout("t", "none");
      engine.createTable(layout);
      assertThat(engine.write(put(layout, 1, "x".repeat(engine.maxValueLength())))).isTrue();
      assertThat((String) note(engine, layout, 1)).hasSize(engine.maxValueLength());
      refused(
          () -> engine.write(put(layout, 2, "x".repeat(10 << 20))), "row of t", "family a", "10,4");
      assertThat(note(engine, layout, 2)).isNull();
    }
  }

  /** What a region that moves does not take is sent again; what it took is not. */
  @Test
  void everyWriteIsDoneOnceWhileItsRegionMoves() throws Exception {
    TableLayout layout = layout("moving", "none");
    try (Engine engine = Engines.open(SERVER.url("moves"));
        Connection connection = connection();
        Admin admin = connection.getAdmin()) {
      engine.createTable(layout);
      engine.write(put(layout, 1, "0"));
      TableName name = TableName.valueOf("moves", "moving");
      Future<?> moves =
          inBackground(
              () -> {
                for (int move = 0; move < MOVES; move++) {
                  admin.move(admin.getRegions(name).get(0).getEncodedNameAsBytes());
                }
                return null;
              });
      int round = 0;
      while (!moves.isDone()) {
        round++;
        long version = 1_000L * round;
        Map<Integer, String> cells = Map.of(1, Integer.toString(round));
        Key key = layout.keySchema().key(1);
        WriteBatch next = new WriteBatch(0).put(layout, key, version, version + 1_000, cells);
        assertThat(engine.write(next)).as("round %s", round).isTrue();
      }
      moves.get();
      assertThat(note(engine, layout, 1)).isEqualTo(Integer.toString(round));
    }
  }

  private static <T> Future<T> inBackground(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    new Thread(task).start();
    return task;
  }

  private static Connection connection() throws IOException {
    Configuration settings = HBaseConfiguration.create();
    settings.set("hbase.zookeeper.quorum", SERVER.quorum());
    return ConnectionFactory.createConnection(settings);
  }

  @Test
  void whatIsNotAnsweredMayHaveHappened() throws Exception {
    TableLayout layout = layout("t", "none");
    try (HBaseServer server = HBaseServer.start(Set.of());
        Engine engine = Engines.open(server.url("timeouts") + "?timeout_seconds=1")) {
      engine.createTable(layout);
      engine.write(put(layout, 1, "before"));
      StoredRow found;
      try (Snapshot snapshot = engine.snapshot(0)) {
        found = snapshot.get(layout, layout.keySchema().key(1), Set.of("b"));
      }
      WriteBatch over =
          new WriteBatch(0)
              .put(
                  layout,
                  layout.keySchema().key(1),
                  found,
                  RowHead.of(2_000),
                  List.of(new Cell(1, "after", 2_000, 0, 0)));
      server.pause();
      try {
        requireReadsEnd(engine, layout);
        assertThatThrownBy(() -> engine.write(over))
            .isInstanceOf(UnansweredException.class)
            .hasMessageContainingAll(
                "write to table t", "may still be carried out", "timeout_seconds")
            .hasMessageNotContaining("\n");
        // From then on it is not found where the row is, and nothing is sent.
        assertThatThrownBy(() -> engine.writeEach(List.of(over)))
            .isExactlyInstanceOf(StoreException.class)
            .hasMessageContainingAll("cannot write to table t", "timeout_seconds");
        assertThatThrownBy(() -> note(engine, layout, 1))
            .isExactlyInstanceOf(StoreException.class)
            .hasMessageContainingAll("cannot read table t", "timeout_seconds");
      } finally {
        server.resume();
      }
      try (Engine later = Engines.open(server.url("timeouts"))) {
        assertThat(note(later, layout, 1)).isIn("before", "after");
      }
    }
  }

  /** Reads of a server that does not answer end with their own time limit. */
  private static void requireReadsEnd(Engine engine, TableLayout layout) {
    try (Snapshot snapshot = engine.snapshot(0)) {
      Key key = layout.keySchema().key(1);
      Duration passed =
          timeOf(
              () -> {
                for (int i = 0; i < 2; i++) {
                  RowOptions options =
                      RowOptions.of(Set.of("b"))
                          .stoppedBy(Cancellation.after(Duration.ofMillis(200)));
                  ThrowingCallable read =
                      i == 0
                          ? () -> snapshot.get(layout, key, options)
                          : () -> snapshot.walk(layout, new ScanOptions(options, false)).next();
                  assertThatThrownBy(read)
                      .isInstanceOf(StoppedException.class)
                      .hasMessage(
                          "cannot read t: found no end within 200 ms, the time limit; set a longer limit");
                }
              });
      assertThat(passed).isBetween(Duration.ofMillis(400), Duration.ofMillis(900));
    }
  }

  @Test
  void aClosedEngineRefusesEverything() {
    TableLayout layout = layout("t", "none");
    Engine engine = Engines.open(SERVER.url("closed"));
    engine.createTable(layout);
    Snapshot snapshot = engine.snapshot(0);
    engine.close();
    engine.close();
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> engine.write(put(layout, 1, "x")),
            () -> engine.writeEach(List.of(put(layout, 1, "x"))),
            () ->
                TimedWrites.of(engine)
                    .write(List.of(TimedWrite.delete(layout, layout.keySchema().key(1), 1_000))),
            () -> engine.addFamilies(layout),
            () -> engine.createTable(layout),
            engine::tables,
            () -> snapshot.get(layout, layout.keySchema().key(1), Set.of()))) {
      refused(call, "closed", "expected an open database");
    }
  }

  @Test
  void scansOfManyPagesGiveEveryRowOnce() {
    TableLayout layout = layout("t", "lz4");
    int rows = 6_000;
    try (Engine engine = Engines.open(SERVER.url("scans"))) {
      engine.createTable(layout);
      List<TimedWrite> writes =
          IntStream.range(0, rows)
              .mapToObj(
                  id ->
                      TimedWrite.put(
                          layout, layout.keySchema().key(id), 1_000, Map.of(1, "row " + id)))
              .toList();
      TimedWrites.of(engine).write(writes);
      for (boolean reverse : new boolean[] {false, true}) {
        try (Snapshot snapshot = engine.snapshot(0);
            RowCursor cursor = snapshot.walk(layout, new ScanOptions(Set.of("b"), reverse))) {
          for (int id = 0; id < rows; id++) {
            StoredRow row = cursor.next();
            assertThat(row).isNotNull();
            assertThat(row.key().part(0)).isEqualTo(reverse ? rows - 1 - id : id);
          }
          assertThat(cursor.next()).isNull();
        }
      }
    }
  }

  @Test
  void scansOfLongRowsGiveEveryRowOnce() {
    TableLayout layout = layout("t", "none");
    String long300k = "x".repeat(300_000);
    try (Engine engine = Engines.open(SERVER.url("longs"))) {
      engine.createTable(layout);
      for (int id = 0; id < 40; id++) {
        engine.write(put(layout, id, id + long300k));
      }
      try (Snapshot snapshot = engine.snapshot(0);
          RowCursor cursor = snapshot.walk(layout, ScanOptions.of(Set.of()))) {
        for (int id = 0; id < 40; id++) {
          StoredRow row = cursor.next();
          assertThat(row).isNotNull();
          assertThat(row.value(1)).isEqualTo(id + long300k);
        }
        assertThat(cursor.next()).isNull();
      }
    }
  }
}
