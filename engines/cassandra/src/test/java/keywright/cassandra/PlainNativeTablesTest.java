package keywright.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import keywright.key.Key;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.store.AttachedTables;
import keywright.store.ColumnLayout;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.FamilyLayout;
import keywright.store.ForeignTable;
import keywright.store.PlainWrite;
import keywright.store.PlainWrites;
import keywright.store.RowCursor;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.UnreadableRowException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Plain tables, and tables of others, as the engine and the driver of Cassandra see them. */
@Tag("large")
final class PlainNativeTablesTest {
  /** Native types, a value of each, and the value as the driver has it. */
  private static final Map<String, Object> NATIVE = new TreeMap<>();

  static {
    NATIVE.put("tinyint", (byte) -3);
    NATIVE.put("smallint", (short) 300);
    NATIVE.put("int", -7);
    NATIVE.put("bigint", 1L << 40);
    NATIVE.put("varint", new BigInteger("-123456789012345678901234567890"));
    NATIVE.put("float", -1.5f);
    NATIVE.put("double", 2.5e300);
    NATIVE.put("decimal", new BigDecimal("1.25"));
    NATIVE.put("boolean", true);
    NATIVE.put("text", "é🔥");
    NATIVE.put("uuid", UUID.fromString("00000000-0000-4000-8000-000000000001"));
    NATIVE.put("timeuuid", UUID.fromString("01234567-89ab-1def-8123-456789abcdef"));
    NATIVE.put("inet", InetAddress.getLoopbackAddress());
    NATIVE.put("date", LocalDate.of(2024, 2, 29));
    NATIVE.put("time", LocalTime.of(23, 59, 59, 999_999_999));
    NATIVE.put("timestamp", Instant.ofEpochMilli(-1));
    NATIVE.put("list<int>", List.of(3, 1));
    put("set<uuid>", Set.of(new UUID(0x4000, -1), new UUID(0x1000, -1)));
    put("map<text, set<int>>", Map.of("a", Set.of(2, 1), "b", Set.of()));
  }

  private static void put(String type, Object value) {
    NATIVE.put(type, Type.parse(type).convert(value));
  }

  private String url;
  private String keyspace;
  private Engine engine;
  private CqlSession session;

  @BeforeEach
  void open() {
    url = Keyspaces.url("plain");
    keyspace = Keyspaces.keyspace(url);
    engine = Engines.open(url);
    session = Keyspaces.session();
  }

  @AfterEach
  void close() {
    engine.close();
    session.close();
  }

  private void execute(String cql, Object... values) {
    session.execute(cql.formatted(keyspace), values);
  }

  private static TableLayout layout(String name, TableLayout.Kind kind, List<String> types) {
    List<ColumnLayout> columns = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      columns.add(new ColumnLayout(i + 1, "c" + i, Type.parse(types.get(i))));
    }
    return new TableLayout(
        name,
        KeySchema.parse("host text, day date, line bigint", "host, day, line DESC"),
        List.of(FamilyLayout.of("d", columns)),
        2,
        kind);
  }

  private static Key key(TableLayout layout) {
    return layout.keySchema().key("a", LocalDate.of(2024, 1, 2), 5L);
  }

  private static Map<Integer, Object> nativeValues() {
    Map<Integer, Object> values = new TreeMap<>();
    NATIVE.values().forEach(value -> values.put(values.size() + 1, value));
    return values;
  }

  private void put(TableLayout layout, Map<Integer, Object> values, int ttl) {
    PlainWrite put =
        new PlainWrite.Put(
            layout, key(layout), System.currentTimeMillis() * 1_000, true, ttl, values);
    assertThat(PlainWrites.of(engine, layout.name()).write(List.of(List.of(put)), 0))
        .containsExactly(Optional.empty());
  }

  private StoredRow get(TableLayout layout) {
    RowOptions options = RowOptions.of(layout.familyNames()).withTimes();
    return engine.get(layout, key(layout), options, 0);
  }

  private Row seen(String what, String table) {
    return session
        .execute(
            "SELECT %s FROM %s.%s WHERE host = 'a' AND day = '2024-01-02' AND line = 5"
                .formatted(what, keyspace, table))
        .one();
  }

  @Test
  void theDriverReadsAndWritesATableThatIsPlain() {
    TableLayout layout = layout("ours", TableLayout.Kind.PLAIN, List.copyOf(NATIVE.keySet()));
    engine.createTable(layout);
    List<String> names = new ArrayList<>();
    session
        .execute(
            "SELECT column_name FROM system_schema.columns WHERE keyspace_name = ? AND table_name = 'ours'",
            keyspace)
        .forEach(row -> names.add(row.getString(0)));
    assertThat(names).hasSize(3 + NATIVE.size()).noneMatch(name -> name.startsWith("kw_"));
    put(layout, nativeValues(), 1_000);
    Row row = seen("*", "ours");
    int place = 0;
    for (Map.Entry<String, Object> value : NATIVE.entrySet()) {
      assertThat(row.getObject("c" + place++)).as(value.getKey()).isEqualTo(value.getValue());
    }
    assertThat(seen("ttl(c0)", "ours").getInt(0)).isBetween(900, 1_000);
    execute(
        "UPDATE %s.ours SET c4 = 8, c0 = null WHERE host = 'a' AND day = '2024-01-02' AND line = 5");
    StoredRow stored = get(layout);
    assertThat(stored.value(1)).isNull();
    assertThat(stored.value(5)).isEqualTo(8.0);
    assertThat(stored.cell(2).timestamp()).isEqualTo(seen("writetime(c1)", "ours").getLong(0));
  }

  @Test
  void rowsThatTheDriverWritesAreReadWithEveryType() {
    StringBuilder columns = new StringBuilder();
    List<Object> values = new ArrayList<>();
    int place = 0;
    for (Map.Entry<String, Object> value : NATIVE.entrySet()) {
      String type =
          value.getKey().contains("<") ? "frozen<" + value.getKey() + ">" : value.getKey();
      columns.append("c").append(place++).append(' ').append(type).append(", ");
      values.add(value.getValue());
    }
    execute(
        "CREATE TABLE %s.theirs (host text, day date, line bigint, "
            + columns
            + "PRIMARY KEY ((host, day), line)) WITH CLUSTERING ORDER BY (line DESC)");
    String marks = "?, ".repeat(NATIVE.size());
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < place; i++) {
      names.append("c").append(i).append(", ");
    }
    execute(
        "INSERT INTO %s.theirs ("
            + names
            + "host, day, line) VALUES ("
            + marks
            + "'a', '2024-01-02', 5)",
        values.toArray());
    ForeignTable described = AttachedTables.of(engine, "theirs").describe("theirs").orElseThrow();
    assertThat(described.partitionParts()).isEqualTo(2);
    assertThat(described.primaryKey().toString()).isEqualTo("[host, day, line DESC]");
    TableLayout layout = layout("theirs", TableLayout.Kind.ATTACHED, List.copyOf(NATIVE.keySet()));
    AttachedTables.of(engine, "theirs").attach(layout);
    StoredRow stored = get(layout);
    for (Map.Entry<Integer, Object> value : nativeValues().entrySet()) {
      assertThat(Type.same(stored.value(value.getKey()), value.getValue()))
          .as("%s", value)
          .isTrue();
    }
    Map<Integer, Object> changed = nativeValues();
    put(layout, changed, PlainWrite.TTL_OF_TABLE);
    Row row = seen("*", "theirs");
    place = 0;
    for (Map.Entry<String, Object> value : NATIVE.entrySet()) {
      assertThat(row.getObject("c" + place++)).as(value.getKey()).isEqualTo(value.getValue());
    }
  }

  @Test
  void valuesThatATypeOfOursDoesNotHaveAreNamed() {
    execute(
        "CREATE TABLE %s.wide (host text, day date, line bigint, c0 smallint, PRIMARY KEY ((host, day), line)) WITH CLUSTERING ORDER BY (line DESC)");
    TableLayout layout = layout("wide", TableLayout.Kind.ATTACHED, List.of("tinyint unsigned"));
    AttachedTables.of(engine, "wide").attach(layout);
    execute("INSERT INTO %s.wide (host, day, line, c0) VALUES ('a', '2024-01-02', 5, 300)");
    assertThatThrownBy(() -> get(layout))
        .isInstanceOf(StoreException.class)
        .hasMessageStartingWith(
            "cannot read a row of wide: found a value of column c0 that does not fit its type tinyint unsigned")
        .hasMessageEndingWith("another client has written the value; correct it with that client");
  }

  @Test
  void aValueOfNoBytesIsNullAndAKeyOfNoBytesCannotBeRead() {
    execute(
        "CREATE TABLE %s.empty (host text, day date, line bigint, c0 int, c1 bigint, c2 text, c3 blob, PRIMARY KEY ((host, day), line)) WITH CLUSTERING ORDER BY (line DESC)");
    TableLayout layout =
        layout("empty", TableLayout.Kind.ATTACHED, List.of("int", "timestamp(us)", "text", "blob"));
    AttachedTables.of(engine, "empty").attach(layout);
    execute(
        "INSERT INTO %s.empty (host, day, line, c0, c1, c2, c3) VALUES ('a', '2024-01-02', 5, blob_as_int(0x), blob_as_bigint(0x), '', 0x)");
    StoredRow stored = get(layout);
    assertThat(stored.value(1)).isNull();
    assertThat(stored.value(2)).isNull();
    assertThat(stored.value(3)).isEqualTo("");
    assertThat(Type.same(stored.value(4), new byte[0])).isTrue();
    execute(
        "INSERT INTO %s.empty (host, day, line, c0) VALUES ('a', '2024-01-02', blob_as_bigint(0x), 1)");
    ScanOptions options = ScanOptions.of(layout.familyNames());
    List<String> skipped = new ArrayList<>();
    try (Snapshot snapshot = engine.snapshot(0)) {
      assertThatThrownBy(() -> count(snapshot.walk(layout, options)))
          .isInstanceOf(UnreadableRowException.class)
          .hasMessage(
              "cannot read a row of empty: found a row key that the declaration of the table does not allow (found no bytes, expected those of a value of bigint); another client has written the row; correct or delete it with that client");
      assertThat(
              count(snapshot.walk(layout, options.skipping(row -> skipped.add(row.getMessage())))))
          .isEqualTo(1);
    }
    assertThat(skipped).hasSize(1);
  }

  private static int count(RowCursor rows) {
    int count = 0;
    try (rows) {
      while (rows.next() != null) {
        count++;
      }
    }
    return count;
  }

  @Test
  void listsOfTextOfOthersAreAttachedWithADeclarationToo() {
    execute(
        "CREATE TABLE %s.lines (host text, day date, line bigint, c0 frozen<list<ascii>>, c1 frozen<list<frozen<list<timeuuid>>>>, PRIMARY KEY ((host, day), line)) WITH CLUSTERING ORDER BY (line DESC)");
    TableLayout layout =
        layout("lines", TableLayout.Kind.ATTACHED, List.of("list<text>", "list<list<timeuuid>>"));
    AttachedTables.of(engine, "lines").attach(layout);
    execute(
        "INSERT INTO %s.lines (host, day, line, c0, c1) VALUES ('a', '2024-01-02', 5, ['x', 'y'], [[50554d6e-29bb-11e5-b345-feff819cdc9f]])");
    assertThat(get(layout).value(1)).isEqualTo(List.of("x", "y"));
    assertThat(get(layout).value(2))
        .isEqualTo(List.of(List.of(UUID.fromString("50554d6e-29bb-11e5-b345-feff819cdc9f"))));
    refusedLayout(
        layout("lines", TableLayout.Kind.ATTACHED, List.of("list<int>", "list<list<uuid>>")),
        "cannot attach table lines: found column c0 of type frozen<list<ascii>>, expected frozen<list<int>> for its declaration; declare the column with the type that the table has");
  }

  private void refusedToAttach(String table, String message) {
    assertThatThrownBy(() -> AttachedTables.of(engine, table).describe(table))
        .isInstanceOf(StoreException.class)
        .hasMessage(message);
  }

  @Test
  void whatNoDeclarationCanSayIsRefusedWithTheReason() {
    execute("CREATE TABLE %s.maps (id int PRIMARY KEY, m map<text, int>)");
    refusedToAttach(
        "maps",
        "cannot attach table maps: found column m of type map<text, int>, which Keywright cannot read, since an empty map that is not frozen is null; declare the columns of the table that you need, without this one");
    execute("CREATE TABLE %s.lists (id int PRIMARY KEY, l list<int>)");
    refusedToAttach(
        "lists",
        "cannot attach table lists: found column l of type list<int>, which Keywright cannot read, since an empty list that is not frozen is null; declare the columns of the table that you need, without this one");
    execute("CREATE TYPE %s.point (x int)");
    execute("CREATE TABLE %s.points (id int PRIMARY KEY, p point)");
    refusedToAttach(
        "points",
        "cannot attach table points: found column p of type point, which Keywright cannot read; declare the columns of the table that you need, without this one");
    execute("CREATE TABLE %s.counts (id int PRIMARY KEY, n counter)");
    refusedToAttach(
        "counts",
        "cannot attach table counts: found counter columns, whose values cannot be set; read the table with another client");
    execute("CREATE TABLE %s.statics (id int, c int, s int static, v int, PRIMARY KEY (id, c))");
    refusedToAttach(
        "statics",
        "cannot attach table statics: found static column s, which belongs to a partition instead of a row; read the table with another client");
    for (String key : List.of("id", "id, a", "id, a, b")) {
      String table = "compact" + key.length();
      execute(
          "CREATE TABLE %s.".concat(table)
              + " (id int"
              + (key.contains("a") ? ", a int" : "")
              + (key.contains("b") ? ", b int" : "")
              + ", v int, PRIMARY KEY ("
              + key
              + ")) WITH COMPACT STORAGE");
      refusedToAttach(
          table,
          "cannot attach table %s: found COMPACT STORAGE, a storage format that Keywright does not read; read the table with another client"
              .formatted(table));
    }
    refusedToAttach(
        "missing",
        "cannot attach table missing: found no such table in %s, expected one that another client has created"
            .formatted(url));
    engine.createTable(layout("ours", TableLayout.Kind.PLAIN, List.of("int")));
    refusedToAttach(
        "ours",
        "cannot attach table ours: found a table that Keywright created; open the database that it belongs to, which knows it already");
  }

  private void refusedLayout(TableLayout layout, String message) {
    assertThatThrownBy(() -> AttachedTables.of(engine, layout.name()).attach(layout))
        .isInstanceOf(StoreException.class)
        .hasMessage(message);
  }

  @Test
  void aDeclarationThatIsNotThatOfTheTableIsRefused() {
    execute(
        "CREATE TABLE %s.t (host text, day date, line bigint, c0 int, PRIMARY KEY (host, day, line))");
    refusedLayout(
        layout("t", TableLayout.Kind.ATTACHED, List.of("int")),
        "cannot attach table t: found the key ((host), day, line), expected ((host, day), line DESC); declare the key as the table has it");
    execute(
        "CREATE TABLE %s.u (host text, day date, line bigint, c0 text, PRIMARY KEY ((host, day), line)) WITH CLUSTERING ORDER BY (line DESC)");
    refusedLayout(
        layout("u", TableLayout.Kind.ATTACHED, List.of("int")),
        "cannot attach table u: found column c0 of type text, expected int for its declaration; declare the column with the type that the table has");
    refusedLayout(
        layout("u", TableLayout.Kind.ATTACHED, List.of("text", "int")),
        "cannot attach table u: found no column c1, expected one; declare the columns that the table has");
  }

  @Test
  void keysThatWouldBeBytesAreRefusedInPlainTables() {
    String ending = "; choose another type for it, or leave out writes = 'plain'";
    for (Map.Entry<String, String> key :
        Map.of(
                "a int, c uuid",
                    "found key part c, of type uuid, which Cassandra sorts differently from Keywright",
                "a int, c double",
                    "found key part c, of type double, which Cassandra sorts differently from Keywright",
                "a double, c int",
                    "found key part a, of type double, which Cassandra hashes differently from Keywright",
                "a int, c int null",
                    "found key part c, which may be null, and Cassandra has no nulls in keys")
            .entrySet()) {
      TableLayout layout =
          new TableLayout(
              "t",
              KeySchema.parse(key.getKey(), "a, c"),
              List.of(FamilyLayout.of("d", List.of())),
              1,
              TableLayout.Kind.PLAIN);
      assertThatThrownBy(() -> engine.createTable(layout))
          .isInstanceOf(StoreException.class)
          .hasMessage("cannot lay out table t with writes = 'plain': " + key.getValue() + ending);
    }
    assertThat(engine.tables()).isEmpty();
  }

  @Test
  void theTimeToLiveOfTheTableIsThatOfCassandra() {
    TableLayout layout =
        new TableLayout(
            "brief",
            KeySchema.parse("host text, day date, line bigint", "host, day, line DESC"),
            List.of(
                new FamilyLayout(
                    "d", "lz4", 600, 1, List.of(new ColumnLayout(1, "c0", Type.parse("blob"))))),
            2,
            TableLayout.Kind.PLAIN);
    engine.createTable(layout);
    execute("INSERT INTO %s.brief (host, day, line, c0) VALUES ('a', '2024-01-02', 5, 0x01)");
    assertThat(seen("ttl(c0)", "brief").getInt(0)).isBetween(500, 600);
    put(layout, Map.of(1, new byte[] {2}), PlainWrite.TTL_OF_TABLE);
    assertThat(seen("ttl(c0)", "brief").getInt(0)).isBetween(500, 600);
    assertThat(seen("c0", "brief").getByteBuffer(0)).isEqualTo(ByteBuffer.wrap(new byte[] {2}));
    put(layout, Map.of(1, new byte[] {3}), 0);
    assertThat(seen("ttl(c0)", "brief").isNull(0)).isTrue();
  }
}
