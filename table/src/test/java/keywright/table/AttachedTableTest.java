package keywright.table;

import static keywright.table.OtherClient.FAMILY;
import static keywright.table.OtherClient.OTHER;
import static keywright.table.OtherClient.definition;
import static keywright.table.OtherClient.key;
import static keywright.table.OtherClient.open;
import static keywright.table.Payments.eq;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import keywright.key.Condition;
import keywright.store.MemoryEngine;
import keywright.table.layout.StoredTable;
import keywright.table.model.Change;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.testkit.Seeds;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tables that HBase's own client has made and continues writing, read and written in place. */
@Tag("large")
class AttachedTableTest {
  private static OtherClient client;

  @BeforeAll
  static void connect() throws IOException {
    client = new OtherClient();
  }

  @AfterAll
  static void disconnect() throws IOException {
    client.close();
  }

  @Test
  void bothClientsReadWhatTheOtherWrote() throws IOException {
    long seed = Seeds.base();
    Random random = new Random(seed);
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < ClientForm.ALL.size(); i++) {
      columns.add("c" + i + " " + ClientForm.ALL.get(i).type());
    }
    try (org.apache.hadoop.hbase.client.Table other = client.make("typed");
        Database database = open("typed")) {
      database.createTable(definition("typed", String.join(", ", columns)), false);
      Table table = database.table("typed");
      Map<Integer, Map<Integer, Object>> model = new HashMap<>();
      other.put(new Put(key(0)).addColumn(OTHER, OTHER, OTHER));
      for (int step = 0; step < 150; step++) {
        int id = random.nextInt(8);
        if (random.nextInt(6) == 0) {
          delete(random.nextBoolean() ? table : null, other, id);
          model.remove(id);
        } else {
          Map<Integer, @Nullable Object> change = change(random);
          Map<Integer, Object> values = model.computeIfAbsent(id, any -> new HashMap<>());
          change.forEach(
              (column, value) -> {
                if (value == null) {
                  values.remove(column);
                } else {
                  values.put(column, value);
                }
              });
          write(random.nextBoolean() ? table : null, other, id, change);
        }
        requireSame(table, other, id, model.get(id));
      }
      for (int id = 0; id < 8; id++) {
        requireSame(table, other, id, model.get(id));
      }
      try (Database own = Database.over(new MemoryEngine(), InstantSource.system(), 1)) {
        assertThat(DatabaseCopy.of(database, own, List.of("typed")).run(p -> {}).get(0).isSame())
            .as("a copy into a table of its own")
            .isTrue();
        own.createIndex("typed", IndexDefinition.of("typed_by_c1", "c1"), false);
        assertThat(own.verify("typed")).isEmpty();
      }
      try (Rows rows = table.query(Query.all())) {
        assertThat(rows.stream().map(row -> row.getInt("id")).toList())
            .containsExactlyElementsOf(model.keySet().stream().sorted().toList());
      }
      assertThat(other.get(new Get(key(0))).getValue(OTHER, OTHER))
          .as("a cell of a column that is not declared")
          .isEqualTo(OTHER);
      database.dropTable("typed", false);
      assertThat(client.admin.tableExists(TableName.valueOf("typed", "typed"))).isTrue();
      assertThat(other.get(new Get(key(0))).isEmpty()).as("rows after DROP TABLE").isFalse();
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "\n" + Seeds.reproduction(seed), e);
    }
  }

  /** New values of some columns, one that is not null among them. */
  private static Map<Integer, @Nullable Object> change(Random random) {
    Map<Integer, @Nullable Object> change = new HashMap<>();
    for (int i = 0; i < ClientForm.ALL.size(); i++) {
      if (random.nextInt(3) == 0) {
        change.put(i, random.nextInt(4) == 0 ? null : ClientForm.ALL.get(i).value().apply(random));
      }
    }
    change.put(1, random.nextInt());
    return change;
  }

  /**
   * @param table null for the other client
   */
  private static void write(
      @Nullable Table table,
      org.apache.hadoop.hbase.client.Table other,
      int id,
      Map<Integer, @Nullable Object> change)
      throws IOException {
    if (table != null) {
      Map<String, @Nullable Object> row = row("tenant", "acme", "id", id);
      change.forEach((column, value) -> row.put("c" + column, value));
      table.insert(row);
      return;
    }
    Put put = new Put(key(id));
    Delete delete = new Delete(key(id));
    change.forEach(
        (column, value) -> {
          byte[] qualifier = Bytes.toBytes("c" + column);
          if (value == null) {
            delete.addColumns(FAMILY, qualifier);
          } else {
            put.addColumn(FAMILY, qualifier, ClientForm.ALL.get(column).toBytes().apply(value));
          }
        });
    if (!delete.isEmpty()) {
      other.delete(delete);
      pause();
    }
    other.put(put);
  }

  private static void delete(
      @Nullable Table table, org.apache.hadoop.hbase.client.Table other, int id)
      throws IOException {
    if (table != null) {
      table.delete(List.of(eq("tenant", "acme"), eq("id", id)));
      return;
    }
    other.delete(new Delete(key(id)).addFamily(FAMILY));
    pause();
  }

  /** A delete of HBase's client hides what is put in the same millisecond, for every client. */
  private static void pause() {
    long until = System.currentTimeMillis() + 2;
    while (System.currentTimeMillis() < until) {
      Thread.onSpinWait();
    }
  }

  private static void requireSame(
      Table table,
      org.apache.hadoop.hbase.client.Table other,
      int id,
      @Nullable Map<Integer, Object> expected)
      throws IOException {
    Row row = table.get("acme", id).orElse(null);
    Result result = other.get(new Get(key(id)).addFamily(FAMILY));
    assertThat(row == null).isEqualTo(expected == null);
    assertThat(result.isEmpty()).isEqualTo(expected == null);
    for (int i = 0; i < ClientForm.ALL.size() && expected != null && row != null; i++) {
      Object value = expected.get(i);
      byte[] bytes = result.getValue(FAMILY, Bytes.toBytes("c" + i));
      assertThat(StoredTable.sameValue(row.get("c" + i), value))
          .as(
              "%s of row %d: found %s, expected %s",
              ClientForm.ALL.get(i).type(), id, row.get("c" + i), value)
          .isTrue();
      assertThat(bytes)
          .isEqualTo(value == null ? null : ClientForm.ALL.get(i).toBytes().apply(value));
    }
  }

  @Test
  void aRowWithANumberOfAnotherSignIsReadAndChanged() throws IOException {
    try (org.apache.hadoop.hbase.client.Table other = client.make("signs");
        Database database = open("signs")) {
      database.createTable(definition("signs", "n double, m float"), false);
      Table table = database.table("signs");
      List<Condition> one = List.of(eq("tenant", "acme"), eq("id", 1));
      other.put(
          new Put(key(1))
              .addColumn(FAMILY, Bytes.toBytes("n"), Bytes.toBytes(-0.0))
              .addColumn(FAMILY, Bytes.toBytes("m"), Bytes.toBytes(0xFFC0_0000)));
      assertThat(table.get("acme", 1).orElseThrow().get("n")).isEqualTo(0.0);
      assertThat(table.get("acme", 1).orElseThrow().get("m")).isEqualTo(Float.NaN);
      assertThat(table.update(one, row("m", 2f))).isEqualTo(1);
      assertThat(table.update(one, row("n", 1.5))).isEqualTo(1);
      assertThat(other.get(new Get(key(1))).getValue(FAMILY, Bytes.toBytes("n")))
          .isEqualTo(Bytes.toBytes(1.5));
    }
  }

  @Test
  void aCellOfTheFutureIsOverwrittenAndDeleted() throws IOException {
    try (org.apache.hadoop.hbase.client.Table other = client.make("future");
        Database database = open("future")) {
      database.createTable(definition("future", "n int, m int"), false);
      Table table = database.table("future");
      byte[] n = Bytes.toBytes("n");
      byte[] m = Bytes.toBytes("m");
      long future = System.currentTimeMillis() + 3_600_000;
      for (int id = 1; id <= 2; id++) {
        other.put(
            new Put(key(id))
                .addColumn(FAMILY, n, Bytes.toBytes(1))
                .addColumn(FAMILY, m, future, Bytes.toBytes(1)));
      }
      assertThat(table.update(List.of(eq("tenant", "acme"), eq("id", 1)), row("n", 2, "m", 2)))
          .isEqualTo(1);
      assertThat(table.get("acme", 1).orElseThrow().getInt("m")).isEqualTo(2);
      assertThat(other.get(new Get(key(1))).getValue(FAMILY, m)).isEqualTo(Bytes.toBytes(2));
      table.update(List.of(eq("tenant", "acme"), eq("id", 1)), row("m", 3));
      assertThat(other.get(new Get(key(1))).getValue(FAMILY, m)).isEqualTo(Bytes.toBytes(3));
      table.delete(List.of(eq("tenant", "acme"), eq("id", 2)));
      assertThat(other.get(new Get(key(2))).isEmpty()).isTrue();
    }
  }

  @Test
  void aCellInNanosecondsIsNotWrittenOver() throws IOException {
    try (org.apache.hadoop.hbase.client.Table other = client.make("nanos");
        Database database = open("nanos")) {
      database.createTable(definition("nanos", "n int, m int"), false);
      Table table = database.table("nanos");
      byte[] m = Bytes.toBytes("m");
      long nanos = System.currentTimeMillis() * 1_000_000;
      other.put(
          new Put(key(1))
              .addColumn(FAMILY, Bytes.toBytes("n"), Bytes.toBytes(1))
              .addColumn(FAMILY, m, nanos, Bytes.toBytes(1)));
      assertThat(table.get("acme", 1).orElseThrow().getInt("m")).isEqualTo(1);
      List<Condition> key = List.of(eq("tenant", "acme"), eq("id", 1));
      String message =
          "found a cell of m with a timestamp far beyond now, expected milliseconds since 1970";
      assertThatThrownBy(() -> table.update(key, row("m", 2))).hasMessageContaining(message);
      assertThatThrownBy(() -> table.delete(key)).hasMessageContaining(message);
      assertThat(other.get(new Get(key(1))).getValue(FAMILY, m)).isEqualTo(Bytes.toBytes(1));
      table.update(key, row("n", 2));
      assertThat(table.get("acme", 1).orElseThrow().getInt("n")).isEqualTo(2);
    }
  }

  @Test
  void noUpdateOfEitherClientIsLost() throws Exception {
    try (org.apache.hadoop.hbase.client.Table other = client.make("counter");
        Database database = open("counter")) {
      database.createTable(definition("counter", "n bigint, note text"), false);
      Table table = database.table("counter");
      byte[] qualifier = Bytes.toBytes("n");
      other.put(new Put(key(1)).addColumn(FAMILY, qualifier, Bytes.toBytes(0L)));
      int each = 25;
      List<Callable<Integer>> writers = new ArrayList<>();
      for (int writer = 0; writer < 2; writer++) {
        String note = "of " + writer;
        writers.add(
            () -> {
              for (int i = 0; i < each; i++) {
                boolean applied = false;
                while (!applied) {
                  long n = table.get("acme", 1).orElseThrow().getLong("n");
                  applied =
                      database
                          .apply(
                              Change.update(
                                      "counter",
                                      List.of(eq("tenant", "acme"), eq("id", 1)),
                                      row("n", n + 1, "note", note))
                                  .onlyIf(List.of(eq("n", n))))
                          .applied();
                }
              }
              return each;
            });
        writers.add(
            () -> {
              for (int i = 0; i < each; i++) {
                boolean applied = false;
                while (!applied) {
                  long n = Bytes.toLong(other.get(new Get(key(1))).getValue(FAMILY, qualifier));
                  applied =
                      other
                          .checkAndMutate(
                              CheckAndMutate.newBuilder(key(1))
                                  .ifMatches(
                                      FAMILY, qualifier, CompareOperator.EQUAL, Bytes.toBytes(n))
                                  .build(
                                      new Put(key(1))
                                          .addColumn(FAMILY, qualifier, Bytes.toBytes(n + 1))))
                          .isSuccess();
                }
              }
              return each;
            });
      }
      run(writers);
      assertThat(table.get("acme", 1).orElseThrow().getLong("n")).isEqualTo(4L * each);
    }
  }

  private static List<Integer> run(List<Callable<Integer>> work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(work.size());
    try {
      List<Integer> done = new ArrayList<>();
      for (Future<Integer> each : threads.invokeAll(work)) {
        done.add(each.get());
      }
      return done;
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void ofManyInsertsOfAnAbsentRowOneSucceeds() throws Exception {
    try (org.apache.hadoop.hbase.client.Table other = client.make("once");
        Database database = open("once")) {
      database.createTable(definition("once", "n bigint, note text"), false);
      Table table = database.table("once");
      List<Callable<Integer>> writers = new ArrayList<>();
      for (int writer = 0; writer < 4; writer++) {
        long mine = writer;
        String column = writer % 2 == 0 ? "note" : "n";
        writers.add(
            () -> {
              int made = 0;
              for (int id = 0; id < 20; id++) {
                Map<String, @Nullable Object> row = row("tenant", "acme", "id", id, "n", mine);
                if (column.equals("note")) {
                  row.put("note", "of " + mine);
                }
                made += table.insertIfAbsent(row) ? 1 : 0;
              }
              return made;
            });
      }
      assertThat(run(writers).stream().mapToInt(Integer::intValue).sum()).isEqualTo(20);
      assertThat(other.get(new Get(key(0))).size()).isPositive();
    }
  }

  @Test
  void ofManyWritesOfAnAbsentValueOneSucceeds() throws Exception {
    try (org.apache.hadoop.hbase.client.Table other = client.make("first_note");
        Database database = open("first_note")) {
      database.createTable(definition("first_note", "n bigint, note text"), false);
      for (int id = 0; id < 20; id++) {
        other.put(new Put(key(id)).addColumn(FAMILY, Bytes.toBytes("n"), Bytes.toBytes(1L)));
      }
      List<Callable<Integer>> writers = new ArrayList<>();
      for (int writer = 0; writer < 4; writer++) {
        String note = "of " + writer;
        writers.add(
            () -> {
              int made = 0;
              for (int id = 0; id < 20; id++) {
                boolean applied =
                    database
                        .apply(
                            Change.update(
                                    "first_note",
                                    List.of(eq("tenant", "acme"), eq("id", id)),
                                    row("note", note))
                                .onlyIf(new Condition.IsNull("note", false)))
                        .applied();
                made += applied ? 1 : 0;
              }
              return made;
            });
      }
      assertThat(run(writers).stream().mapToInt(Integer::intValue).sum()).isEqualTo(20);
    }
  }

  /** Clients may give timestamps of their own, which count up from 1. */
  @Test
  void aDeletedValueIsInNobodysWay() throws IOException {
    try (org.apache.hadoop.hbase.client.Table other = client.make("counted");
        Database database = open("counted")) {
      database.createTable(definition("counted", "n bigint, note text"), false);
      Table table = database.table("counted");
      byte[] note = Bytes.toBytes("note");
      other.put(
          new Put(key(1), 1)
              .addColumn(FAMILY, Bytes.toBytes("n"), Bytes.toBytes(1L))
              .addColumn(FAMILY, note, note));
      table.update(List.of(eq("tenant", "acme"), eq("id", 1)), row("note", null));
      assertThat(other.get(new Get(key(1))).containsColumn(FAMILY, note)).isFalse();
      other.put(new Put(key(1), 2).addColumn(FAMILY, note, Bytes.toBytes("later")));
      assertThat(table.get("acme", 1).orElseThrow().get("note")).isEqualTo("later");
    }
  }
}
