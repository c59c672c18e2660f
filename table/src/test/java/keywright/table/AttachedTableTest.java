package keywright.table;

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
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.server.hbase.HBaseServer;
import keywright.store.Engines;
import keywright.store.MemoryEngine;
import keywright.store.StoreException;
import keywright.testkit.Seeds;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tables that HBase's own client has made and goes on writing, read and written in place. */
class AttachedTableTest {
  private static final byte[] FAMILY = Bytes.toBytes("cf");
  private static final byte[] OTHER = Bytes.toBytes("other");

  private static Connection connection;
  private static Admin admin;

  @BeforeAll
  static void connect() throws IOException {
    Configuration settings = HBaseConfiguration.create();
    settings.set("hbase.zookeeper.quorum", HBaseServer.shared().quorum());
    connection = ConnectionFactory.createConnection(settings);
    admin = connection.getAdmin();
  }

  @AfterAll
  static void disconnect() throws IOException {
    connection.close();
  }

  /** The database over the namespace of a test, which has the name of its table. */
  private static Database open(String namespace) {
    return Database.over(
        Engines.open(HBaseServer.shared().url(namespace) + "?alone=true"),
        InstantSource.system(),
        1);
  }

  /** Makes a table as its other client does, in a namespace of that name. */
  private static org.apache.hadoop.hbase.client.Table make(String name) throws IOException {
    admin.createNamespace(NamespaceDescriptor.create(name).build());
    admin.createTable(
        TableDescriptorBuilder.newBuilder(TableName.valueOf(name, name))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(OTHER))
            .build());
    return connection.getTable(TableName.valueOf(name, name));
  }

  private static TableDefinition definition(String name, String columns) {
    return TableDefinition.of(
            name,
            Payments.columns("tenant char(4), id int, " + columns, "cf").stream()
                .map(column -> column.inFamily("cf"))
                .toList(),
            KeyPart.parseList("tenant, id"))
        .withFamilies(List.of(FamilyDefinition.of("cf")))
        .withFormat(KeyFormat.of("hbase"))
        .asAttached();
  }

  private static byte[] key(int id) {
    return Bytes.add(Bytes.toBytes("acme"), Bytes.toBytes(id));
  }

  @Test
  void bothClientsReadWhatTheOtherWrote() throws IOException {
    long seed = Seeds.base();
    Random random = new Random(seed);
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < ClientForm.ALL.size(); i++) {
      columns.add("c" + i + " " + ClientForm.ALL.get(i).type());
    }
    try (org.apache.hadoop.hbase.client.Table other = make("typed");
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
      assertThat(admin.tableExists(TableName.valueOf("typed", "typed"))).isTrue();
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
  void noUpdateOfEitherClientIsLost() throws Exception {
    try (org.apache.hadoop.hbase.client.Table other = make("counter");
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
  void ofManyInsertsOfARowThatIsNotThereOneIsMade() throws Exception {
    try (org.apache.hadoop.hbase.client.Table other = make("once");
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
  void ofManyWritesOfAValueThatIsNotThereOneIsMade() throws Exception {
    try (org.apache.hadoop.hbase.client.Table other = make("first_note");
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
    try (org.apache.hadoop.hbase.client.Table other = make("counted");
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

  @Test
  void whatTheOtherClientWouldNotKnowIsRefused() throws IOException {
    try (org.apache.hadoop.hbase.client.Table other = make("refusing");
        Database database = open("refusing")) {
      TableDefinition definition = definition("refusing", "n bigint, note text");
      database.createTable(definition, false);
      Table table = database.table("refusing");
      refused(
          () -> database.createIndex("refusing", IndexDefinition.of("by_n", "n"), false),
          "cannot create index by_n: table refusing is attached, and its other client would not keep the entries; copy the table into another database, where it is your own");
      refused(
          () -> database.truncate("refusing"),
          "cannot truncate table refusing: found it attached, expected one of your own; its other client does that, and DROP TABLE only forgets the declaration");
      refused(
          () -> database.alterTable("refusing", new TableChange.Drop(List.of("n"), false)),
          "cannot alter table refusing: found it attached, expected one of your own; its other client does that, and DROP TABLE only forgets the declaration");
      refused(
          () -> table.insert(row("tenant", "acme", "id", 1, "n", 1), Using.ttl(5)),
          "cannot write to refusing: found a timestamp or a ttl, expected a plain write, since the table is attached and its other client knows nothing else; leave it out");
      List<Condition> one = List.of(eq("tenant", "acme"), eq("id", 1));
      refused(
          () -> database.apply(Change.rekey("refusing", one, row("id", 2))),
          "cannot write to refusing: found REKEY, which needs marks in rows, expected a plain write, since the table is attached and its other client knows nothing else; leave it out");
      refused(
          () -> table.insert(row("tenant", "acme", "id", 1)),
          "cannot write a row of refusing: found no value in any of its columns, expected one: a row of HBase is its cells; delete the row, or give it a value");
      refused(
          () -> table.insertIfAbsent(row("tenant", "acme", "id", 1, "note", "x")),
          "cannot insert into refusing under a condition: found no value for n, expected one, since of a row that is not there HBase compares one cell, and this is the one; give it");
      try (Database own = Database.over(new MemoryEngine(), InstantSource.system(), 1)) {
        own.createTable(definition.asOwn(), false);
        refused(
            () -> DatabaseCopy.of(own, database, List.of("refusing")),
            "cannot copy table refusing: found it attached at the target, expected one of the target's own, since another client's keeps no times of rows; drop the declaration there, or copy into another database");
      }
      other.put(new Put(key(3)).addColumn(FAMILY, Bytes.toBytes("n"), Bytes.toBytes(3)));
      assertThatThrownBy(() -> table.get("acme", 3))
          .isInstanceOf(StoreException.class)
          .hasMessageStartingWith("cannot read n of refusing as bigint: ")
          .hasMessageEndingWith("; declare it as blob to see the bytes");
    }
  }

  @Test
  void whatIsNotThereAsDeclaredIsNotAttached() throws IOException {
    try (org.apache.hadoop.hbase.client.Table other = make("there");
        Database database = open("there");
        Database memory = Database.over(new MemoryEngine(), InstantSource.system(), 1)) {
      assertThat(other.getName().getNamespaceAsString()).isEqualTo("there");
      refused(
          () -> database.createTable(definition("missing", "n int"), false),
          "cannot attach table missing: found no table there:missing in HBase, expected one that another client has made; write CREATE TABLE for one of your own");
      TableDefinition there = definition("there", "n int");
      refused(
          () ->
              database.createTable(
                  there
                      .withColumns(
                          there.columns().stream().map(column -> column.inFamily("d")).toList())
                      .withFamilies(List.of())
                      .asAttached(),
                  false),
          "cannot attach table there: found no family d in HBase, expected one of cf, other; name it by FAMILY");
      refused(
          () -> database.createTable(definition("there", "n varint"), false),
          "cannot attach table there: found column n of type varint, expected one that HBase's Bytes.toBytes writes; declare it as blob");
      refused(
          () -> memory.createTable(there, false),
          "cannot attach table there: found an engine whose tables are all its own, expected one that other clients write to, such as hbase:");
      assertThat(database.find("there")).isEmpty();
      database.createTable(there, false);
    }
    admin.disableTable(TableName.valueOf("there", "there"));
    admin.deleteTable(TableName.valueOf("there", "there"));
    try (Database again = open("there")) {
      assertThat(again.find("there")).as("a table that its other client has dropped").isPresent();
      again.dropTable("there", false);
    }
  }

  private static void refused(Runnable call, String message) {
    assertThatThrownBy(call::run)
        .isInstanceOfAny(TableException.class, StoreException.class)
        .hasMessage(message);
  }
}
