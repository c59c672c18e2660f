package keywright.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.QueryTrace;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.TraceEvent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import keywright.key.CqlDuration;
import keywright.key.Key;
import keywright.key.KeyRange;
import keywright.key.KeySchema;
import keywright.key.Type;
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
import keywright.store.UnreadableRowException;
import keywright.store.WriteBatch;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tables as another client of Cassandra sees them. */
@Tag("large")
final class NativeTablesTest {
  private static final TableLayout ORDERS =
      new TableLayout(
          "orders",
          KeySchema.parse(
              "user_id text, placed_at timestamp, order_id text",
              "left(md5(user_id), 4) AS salt, user_id, placed_at DESC, reverse(order_id)"),
          List.of(
              FamilyLayout.of(
                  "d",
                  List.of(
                      new ColumnLayout(1, "total", Type.parse("decimal(10,2)")),
                      new ColumnLayout(2, "state", Type.parse("enum('new' = 1, 'paid' = 2)"))))),
          2,
          TableLayout.Kind.OWN);

  private static final Key KEY =
      ORDERS.keySchema().key("u7", Instant.parse("2017-01-02T03:04:05Z"), "abc");

  private String url;
  private String keyspace;
  private Engine engine;
  private CqlSession session;

  @BeforeEach
  void open() {
    url = Keyspaces.url("native");
    keyspace = Keyspaces.keyspace(url);
    engine = Engines.open(url);
    session = Keyspaces.session();
  }

  @AfterEach
  void close() {
    engine.close();
    session.close();
  }

  private Row only(String what, String table) {
    return session.execute("SELECT %s FROM %s.%s".formatted(what, keyspace, table)).one();
  }

  private StoredRow get(TableLayout layout, Key key) {
    return engine.get(layout, key, RowOptions.of(layout.familyNames()).withHistory(), 0);
  }

  /** Comments of older tables name families, and may lack one that was added beside another. */
  @Test
  void aCommentThatLacksAFamilyDoesNotRefuseItsColumns() {
    engine.createTable(ORDERS);
    String comment = "SELECT comment FROM system_schema.tables WHERE keyspace_name = '%s'";
    assertThat(session.execute(comment.formatted(keyspace)).one().getString(0))
        .isEqualTo("keywright table orders");
    for (String families : List.of("", "families d ", "families other/a ")) {
      session.execute(
          "ALTER TABLE %s.orders WITH comment = 'keywright %stable orders'"
              .formatted(keyspace, families));
      try (Engine other = Engines.open(url)) {
        assertThat(other.get(ORDERS, KEY, RowOptions.of(Set.of("d")), 0)).isNull();
      }
    }
  }

  @Test
  void aColumnThatAnotherClientHasDroppedIsRefused() {
    engine.createTable(ORDERS);
    session.execute("ALTER TABLE %s.orders DROP state".formatted(keyspace));
    assertThatThrownBy(() -> get(ORDERS, KEY))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "cannot use table orders: found no column state of family d in Cassandra, expected the columns that the catalog has; add the column with its type to the table in Cassandra, or restore a backup");
  }

  @Test
  void aTableHasAColumnForEachPartOfItsKeyAndEachValue() {
    engine.createTable(ORDERS);
    Key key = ORDERS.keySchema().key("u7", Instant.parse("2017-01-02T03:04:05Z"), "abc");
    boolean written =
        engine.write(
            new WriteBatch(0)
                .put(
                    ORDERS,
                    key,
                    WriteBatch.ABSENT,
                    5,
                    Map.of(1, new BigDecimal("9.50"), 2, "new")));
    assertThat(written).isTrue();
    Row row =
        session
            .execute(
                ("SELECT salt, user_id, placed_at, reverse_order_id, total, state, kw_v, kw_n, kw_h"
                        + " FROM %s.orders WHERE salt = ? AND user_id = 'u7' AND placed_at >="
                        + " '2017-01-01'")
                    .formatted(keyspace),
                key.part(0))
            .one();
    assertThat(row).isNotNull();
    assertThat(row.getString("user_id")).isEqualTo("u7");
    assertThat(row.getInstant("placed_at")).isEqualTo(Instant.parse("2017-01-02T03:04:05Z"));
    assertThat(row.getString("reverse_order_id")).isEqualTo("cba");
    assertThat(row.getBigDecimal("total")).isEqualTo(new BigDecimal("9.50"));
    assertThat(row.getString("state")).isEqualTo("new");
    assertThat(row.getLong("kw_v")).isEqualTo(5);
    assertThat(row.isNull("kw_n")).isTrue();
    assertThat(row.isNull("kw_h")).as("nothing else is stored of a plain row").isTrue();
  }

  @Test
  void rowsOfAPartitionAreSortedByTheDirectionsOfTheKey() {
    engine.createTable(ORDERS);
    for (int day = 1; day <= 3; day++) {
      Key key = ORDERS.keySchema().key("u7", Instant.parse("2017-01-0" + day + "T00:00:00Z"), "x");
      engine.write(new WriteBatch(0).put(ORDERS, key, WriteBatch.ABSENT, 5, Map.of()));
    }
    List<String> days = new ArrayList<>();
    session
        .execute("SELECT placed_at FROM %s.orders".formatted(keyspace))
        .forEach(row -> days.add(row.getInstant(0).toString().substring(0, 10)));
    assertThat(days).containsExactly("2017-01-03", "2017-01-02", "2017-01-01");
  }

  @Test
  void aChangeSetsTheColumnsThatDifferAlone() {
    engine.createTable(ORDERS);
    Key key = ORDERS.keySchema().key("u7", Instant.EPOCH, "x");
    engine.write(
        new WriteBatch(0)
            .put(ORDERS, key, WriteBatch.ABSENT, 5, Map.of(1, new BigDecimal("1.00"), 2, "new")));
    long before = only("writetime(total)", "orders").getLong(0);
    engine.write(new WriteBatch(0).put(ORDERS, key, 5, 9, Map.of(2, "paid")));
    Row after = only("writetime(total), total, state, kw_v, kw_h", "orders");
    assertThat(after.getLong(0)).isEqualTo(before);
    assertThat(after.getString("state")).isEqualTo("paid");
    assertThat(after.isNull("kw_h")).as("the older cell's version").isFalse();
    StoredRow row = get(ORDERS, key);
    assertThat(row.cell(1).version()).isEqualTo(5);
    assertThat(row.cell(2).version()).isEqualTo(9);
  }

  @Test
  void everyTypeIsReadBackAndNativeWhereCassandraHasIt() throws UnknownHostException {
    List<String> types =
        List.of(
            "tinyint",
            "smallint",
            "int",
            "bigint",
            "int unsigned",
            "bigint unsigned",
            "varint",
            "float",
            "double",
            "decimal",
            "boolean",
            "text",
            "blob",
            "uuid",
            "date",
            "time",
            "timestamp",
            "timestamp(us)",
            "timestamp(ns)",
            "list<int>",
            "list<text>",
            "char(3)",
            "time(ms)",
            "list<list<int>>",
            "timeuuid",
            "inet",
            "set<text>",
            "set<uuid>",
            "map<uuid, set<int>>",
            "set<variant>",
            "duration");
    Set<UUID> uuids =
        Set.of(
            UUID.fromString("00000000-0000-4000-8000-000000000009"),
            UUID.fromString("f0000000-0000-1000-8000-000000000001"),
            UUID.fromString("01234567-89ab-1def-8123-456789abcdef"));
    List<Object> values =
        List.of(
            (byte) -3,
            (short) 300,
            -7,
            1L << 40,
            4_000_000_000L,
            new BigInteger("18446744073709551615"),
            new BigInteger("-123456789012345678901234567890"),
            -1.5f,
            2.5e300,
            new BigDecimal("1.25"),
            true,
            "",
            new byte[0],
            UUID.fromString("00000000-0000-4000-8000-000000000001"),
            LocalDate.of(-5, 2, 28),
            LocalTime.of(23, 59, 59, 999_999_999),
            Instant.ofEpochMilli(-1),
            Instant.ofEpochSecond(-1, 1_000),
            Instant.ofEpochSecond(1, 1),
            List.of(),
            List.of("", "é🔥"),
            "ab ",
            LocalTime.of(1, 2, 3, 4_000_000),
            List.of(List.of(), List.of(1)),
            UUID.fromString("01234567-89ab-1def-8123-456789abcdef"),
            InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1}),
            Type.parse("set<text>").convert(Set.of("b", "", "é🔥")),
            // Cassandra sorts these by their versions and times.
            Type.parse("set<uuid>").convert(uuids),
            Type.parse("map<uuid, set<int>>")
                .convert(uuids.stream().collect(Collectors.toMap(id -> id, id -> Set.of(2, 1)))),
            Type.parse("set<variant>").convert(Set.of(1, "a", true)),
            CqlDuration.of(14, 3, Long.MAX_VALUE));
    List<ColumnLayout> columns = new ArrayList<>();
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      columns.add(new ColumnLayout(i + 1, "c" + i, Type.parse(types.get(i))));
      cells.add(new Cell(i + 1, values.get(i), 4, 0, 0));
    }
    TableLayout all =
        new TableLayout(
            "types", KeySchema.parse("id int", "id"), List.of(FamilyLayout.of("d", columns)));
    engine.createTable(all);
    Key key = all.keySchema().key(1);
    engine.write(new WriteBatch(0).put(all, key, WriteBatch.ABSENT, RowHead.of(4), cells));
    StoredRow row = get(all, key);
    for (int i = 0; i < types.size(); i++) {
      assertThat(Type.same(row.value(i + 1), values.get(i)))
          .as("%s: %s", types.get(i), row.value(i + 1))
          .isTrue();
    }
    Row seen = only("c0, c4, c13, c14, c16, c19, c20, c24, c25, c26, c27, c28, c30", "types");
    assertThat(seen.getByte("c0")).isEqualTo((byte) -3);
    assertThat(seen.getLong("c4")).isEqualTo(4_000_000_000L);
    assertThat(seen.getUuid("c13")).isEqualTo(values.get(13));
    assertThat(seen.getLocalDate("c14")).isEqualTo(values.get(14));
    assertThat(seen.getInstant("c16")).isEqualTo(values.get(16));
    assertThat(seen.getList("c19", Integer.class)).isEmpty();
    assertThat(seen.getList("c20", String.class)).containsExactly("", "é🔥");
    assertThat(seen.getUuid("c24")).isEqualTo(values.get(24));
    assertThat(seen.getInetAddress("c25")).isEqualTo(values.get(25));
    assertThat(seen.getSet("c26", String.class)).isEqualTo(values.get(26));
    assertThat(seen.getSet("c27", UUID.class)).isEqualTo(uuids);
    assertThat(seen.getObject("c28")).isEqualTo(values.get(28));
    assertThat(seen.getCqlDuration("c30").getMonths()).isEqualTo(14);
    assertThat(seen.getCqlDuration("c30").getNanoseconds()).isEqualTo(Long.MAX_VALUE);
  }

  private static Map<String, List<Object>> limits() throws UnknownHostException {
    Map<String, List<Object>> limits = new TreeMap<>();
    limits.put("tinyint", List.of(Byte.MIN_VALUE, Byte.MAX_VALUE));
    limits.put("smallint", List.of(Short.MIN_VALUE, Short.MAX_VALUE));
    limits.put("int", List.of(Integer.MIN_VALUE, Integer.MAX_VALUE));
    limits.put("bigint", List.of(Long.MIN_VALUE, Long.MAX_VALUE));
    limits.put("tinyint unsigned", List.of((short) 0, (short) 255));
    limits.put("smallint unsigned", List.of(0, 65_535));
    limits.put("int unsigned", List.of(0L, 4_294_967_295L));
    limits.put("bigint unsigned", List.of(BigInteger.ZERO, new BigInteger("18446744073709551615")));
    limits.put("varint", List.of(BigInteger.TEN.pow(50).negate(), BigInteger.TEN.pow(50)));
    limits.put("boolean", List.of(false, true));
    limits.put("text", List.of("", "\uDBFF\uDFFF"));
    limits.put("blob", List.of(new byte[0], new byte[] {-1, -1}));
    limits.put(
        "date",
        List.of(LocalDate.ofEpochDay(Integer.MIN_VALUE), LocalDate.ofEpochDay(Integer.MAX_VALUE)));
    limits.put("time", List.of(LocalTime.MIN, LocalTime.MAX));
    limits.put(
        "timestamp",
        List.of(Instant.ofEpochMilli(Long.MIN_VALUE), Instant.ofEpochMilli(Long.MAX_VALUE)));
    limits.put(
        "timestamp(s)",
        List.of(Instant.parse("0001-01-01T00:00:00Z"), Instant.ofEpochSecond(1L << 40)));
    for (String unit : List.of("us", "ns")) {
      Type type = Type.parse("timestamp(" + unit + ")");
      limits.put(
          type.toString(), List.of(type.convert(Long.MIN_VALUE), type.convert(Long.MAX_VALUE)));
    }
    limits.put("float", List.of(-Float.MAX_VALUE, Float.POSITIVE_INFINITY));
    limits.put("double", List.of(-Double.MAX_VALUE, Double.POSITIVE_INFINITY));
    limits.put("decimal", List.of(new BigDecimal("-1E+100"), new BigDecimal("1E-100")));
    limits.put("uuid", List.of(new UUID(0, 0), new UUID(-1, -1)));
    limits.put("timeuuid", List.of(new UUID(0x1000, 0), new UUID(-1L << 16 | 0x1FFF, -1)));
    limits.put(
        "inet",
        List.of(
            InetAddress.getByAddress(new byte[4]),
            InetAddress.getByAddress("\u00FF".repeat(16).getBytes(StandardCharsets.ISO_8859_1))));
    return limits;
  }

  /** As values, as parts of keys, and as bounds of ranges. */
  @Test
  void theLimitsOfEveryTypeAreReadBackAndSorted() throws UnknownHostException {
    for (Map.Entry<String, List<Object>> limit : limits().entrySet()) {
      Type type = Type.parse(limit.getKey());
      TableLayout layout =
          new TableLayout(
              "limits_" + limit.getKey().replaceAll("[^a-z]", "_"),
              KeySchema.parse("id int, part " + type, "id, part"),
              List.of(FamilyLayout.of("d", List.of(new ColumnLayout(1, "v", type)))));
      engine.createTable(layout);
      List<Key> keys = new ArrayList<>();
      for (Object value : limit.getValue()) {
        Key key = layout.keySchema().key(1, value);
        keys.add(key);
        assertThat(
                engine.write(
                    new WriteBatch(0).put(layout, key, WriteBatch.ABSENT, 5, Map.of(1, value))))
            .isTrue();
        assertThat(Type.same(get(layout, key).value(1), value)).as("%s", key).isTrue();
      }
      keys.sort((a, b) -> type.compare(a.part(1), b.part(1)));
      try (Snapshot snapshot = engine.snapshot(0)) {
        KeyRange below =
            new KeyRange(
                List.of(1), null, new KeyRange.Bound(keys.get(1).part(1), false), null, false);
        ScanOptions options = ScanOptions.of(layout.familyNames());
        assertThat(keys(snapshot.scan(layout, below, options)))
            .as(limit.getKey())
            .containsExactly(keys.get(0));
      }
      engine.dropTable(layout.name());
    }
  }

  /** In random bytes, the ones that Cassandra compares as signed and the times that are equal. */
  @Test
  void cassandraSortsTimesOfUuidsAndAddressesAsKeysDo() throws UnknownHostException {
    long seed = Seeds.base();
    Random random = new Random(seed);
    List<Object> times = new ArrayList<>();
    List<Object> addresses = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      long time = random.nextInt(3) == 0 ? random.nextInt(4) : random.nextLong();
      times.add(new UUID((time & ~0xF000L) | 0x1000, random.nextLong()));
      byte[] bytes = new byte[random.nextBoolean() ? 4 : 16];
      random.nextBytes(bytes);
      addresses.add(InetAddress.getByAddress(bytes));
    }
    for (Map.Entry<String, List<Object>> each :
        Map.of("timeuuid", times, "inet", addresses).entrySet()) {
      Type type = Type.parse(each.getKey());
      TableLayout layout =
          new TableLayout(
              "sorted_" + type,
              KeySchema.parse("id int, part " + type, "id, part"),
              List.of(FamilyLayout.of("d", List.of(new ColumnLayout(1, "v", type)))));
      engine.createTable(layout);
      for (Object value : each.getValue()) {
        engine.write(
            new WriteBatch(0)
                .put(
                    layout,
                    layout.keySchema().key(1, value),
                    WriteBatch.ABSENT,
                    5,
                    Map.of(1, value)));
      }
      List<Object> expected = new ArrayList<>(each.getValue());
      expected.sort(type::compare);
      try (Snapshot snapshot = engine.snapshot(0)) {
        List<Object> found = new ArrayList<>();
        keys(snapshot.scan(
                layout,
                new KeyRange(List.of(1), null, null, null, false),
                ScanOptions.of(layout.familyNames())))
            .forEach(key -> found.add(key.part(1)));
        assertThat(found).as("%s, %s", type, Seeds.reproduction(seed)).isEqualTo(expected);
      }
    }
  }

  @Test
  void secondsThatCassandraDoesNotHaveAreRefused() {
    TableLayout layout = layout(new ColumnLayout(1, "at", Type.parse("timestamp(s)")));
    engine.createTable(layout);
    WriteBatch batch =
        new WriteBatch(0)
            .put(
                layout,
                layout.keySchema().key(1),
                WriteBatch.ABSENT,
                5,
                Map.of(1, Instant.parse("+300000000-01-01T00:00:00Z")));
    assertThatThrownBy(() -> engine.write(batch))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "cannot store a value of type timestamp(s) on Cassandra: found +300000000-01-01T00:00:00Z, expected -292275055-05-16T16:47:04.192Z to +292278994-08-17T07:12:55.807Z; choose a time between them");
  }

  @Test
  void partsThatCassandraCannotSortOrHashAreBytesOfTheRowKey() {
    TableLayout layout =
        new TableLayout(
            "mixed",
            KeySchema.parse("a int, b int, c uuid, d double, n int null", "a, b DESC, c, d, n"),
            List.of(FamilyLayout.of("d", List.of())));
    engine.createTable(layout);
    UUID id = UUID.fromString("00000000-0000-4000-8000-000000000001");
    Key key = layout.keySchema().key(1, 2, id, -0.5, null);
    engine.write(new WriteBatch(0).put(layout, key, WriteBatch.ABSENT, 1, Map.of()));
    assertThat(only("a, b, kw_k", "mixed").getInt("b")).isEqualTo(2);
    assertThat(get(layout, key).key()).isEqualTo(key);
    TableLayout nullable =
        new TableLayout(
            "nullable",
            KeySchema.parse("n int null, m int", "n, m"),
            List.of(FamilyLayout.of("d", List.of())));
    engine.createTable(nullable);
    Key none = nullable.keySchema().key(null, 7);
    engine.write(new WriteBatch(0).put(nullable, none, WriteBatch.ABSENT, 1, Map.of()));
    assertThat(only("kw_p", "nullable").getByteBuffer(0).remaining()).isGreaterThan(0);
    assertThat(get(nullable, none).key()).isEqualTo(none);
  }

  @Test
  void aNewColumnHasNothingOfADroppedOneOfItsName() {
    TableLayout before = layout(new ColumnLayout(1, "note", Type.parse("text")));
    engine.createTable(before);
    Key key = before.keySchema().key(1);
    engine.write(new WriteBatch(0).put(before, key, WriteBatch.ABSENT, 1, Map.of(1, "old")));
    TableLayout without = layout();
    engine.alterTable(before, without);
    TableLayout declared = layout(new ColumnLayout(2, "note", Type.parse("text")));
    assertThatThrownBy(() -> engine.alterTable(without, declared))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "cannot alter table notes: found a column note in Cassandra already,"
                + " which another process may have just added; repeat the statement, and if that fails, give the column another name");
    TableLayout after = engine.named(without, declared);
    engine.alterTable(without, after);
    assertThat(only("note, note_2", "notes").getString("note")).isEqualTo("old");
    assertThat(get(after, key).cells()).isEmpty();
    assertThat(engine.write(new WriteBatch(0).put(after, key, 1, 2, Map.of(2, "new")))).isTrue();
    assertThat(get(after, key).value(2)).isEqualTo("new");
    engine.alterTable(after, after);
    assertThat(get(after, key).value(2)).isEqualTo("new");
  }

  /** What another client has dropped is hidden when it was written before. */
  @Test
  void aColumnHasNoNameThatAnotherClientHasDropped() {
    engine.createTable(layout());
    session.execute("ALTER TABLE %s.notes ADD note text".formatted(keyspace));
    session.execute("ALTER TABLE %s.notes DROP note".formatted(keyspace));
    TableLayout named =
        engine.named(layout(), layout(new ColumnLayout(1, "note", Type.parse("int"))));
    assertThat(named.column(1).name()).isEqualTo("note_2");
    engine.alterTable(layout(), named);
  }

  /** Versions that kept no names took those of the declaration after RENAME. */
  @Test
  void theColumnsOfTheKeyAreThoseOfTheTable() {
    engine.createTable(ORDERS);
    TableLayout renamed =
        new TableLayout(
            "orders",
            KeySchema.parse(
                "usr text, placed_at timestamp, oid text",
                "left(md5(usr), 4) AS salt, usr, placed_at DESC, reverse(oid)"),
            ORDERS.families(),
            2,
            TableLayout.Kind.OWN);
    assertThat(renamed.keyNames()).containsExactly("salt", "usr", "placed_at", "reverse_oid");
    assertThat(engine.named(renamed, renamed).keyNames())
        .containsExactly("salt", "user_id", "placed_at", "reverse_order_id");
  }

  private static TableLayout layout(ColumnLayout... columns) {
    return new TableLayout(
        "notes", KeySchema.parse("id int", "id"), List.of(FamilyLayout.of("d", List.of(columns))));
  }

  @Test
  void tablesOfOthersAreNotOurs() {
    session.execute("CREATE TABLE %s.theirs (id int PRIMARY KEY)".formatted(keyspace));
    assertThat(engine.tables()).isEmpty();
    assertThat(engine.hasTable("theirs")).isFalse();
    assertThatThrownBy(() -> engine.dropTable("theirs"))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "cannot drop table theirs: found no such table, expected a table that Keywright has created, but the database has none; check which database is open");
  }

  @Test
  void aRowThatAnotherClientHasChangedIsNamed() {
    engine.createTable(ORDERS);
    Key key = ORDERS.keySchema().key("u7", Instant.EPOCH, "x");
    engine.write(
        new WriteBatch(0)
            .put(ORDERS, key, WriteBatch.ABSENT, 5, Map.of(1, new BigDecimal("1.00"), 2, "new")));
    engine.write(new WriteBatch(0).put(ORDERS, key, 5, 9, Map.of(2, "paid")));
    session.execute(
        "DELETE total FROM %s.orders WHERE salt = ? AND user_id = 'u7' AND placed_at = ? AND"
                .formatted(keyspace)
            + " reverse_order_id = 'x'",
        key.part(0),
        Instant.EPOCH);
    assertThatThrownBy(() -> get(ORDERS, key))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("found no value of total, expected a value")
        .hasMessageEndingWith(
            "a client other than Keywright has probably written the row; correct or "
                + "delete the row with that client");
  }

  @Test
  void aRowWhoseKeyDoesNotAgreeIsNamedAndCanBeSkipped() {
    engine.createTable(ORDERS);
    Key key = ORDERS.keySchema().key("u7", Instant.EPOCH, "x");
    engine.write(new WriteBatch(0).put(ORDERS, key, WriteBatch.ABSENT, 5, Map.of(2, "new")));
    session.execute(
        "INSERT INTO %s.orders (salt, user_id, placed_at, reverse_order_id, kw_v) VALUES ('zzzz', 'u7', 0, 'x', 5)"
            .formatted(keyspace));
    List<String> skipped = new ArrayList<>();
    try (Snapshot snapshot = engine.snapshot(0)) {
      ScanOptions options = ScanOptions.of(Set.of());
      assertThatThrownBy(() -> keys(snapshot.walk(ORDERS, options)))
          .isInstanceOf(UnreadableRowException.class)
          .hasMessageStartingWith("cannot read a row of orders: cannot read key ")
          .hasMessageContaining(
              "holds zzzz, expected %s, computed from the other parts".formatted(key.part(0)));
      assertThat(
              keys(snapshot.walk(ORDERS, options.skipping(row -> skipped.add(row.getMessage())))))
          .containsExactly(key);
    }
    assertThat(skipped).hasSize(1);
  }

  private static List<Key> keys(RowCursor rows) {
    List<Key> keys = new ArrayList<>();
    try (rows) {
      for (StoredRow row = rows.next(); row != null; row = rows.next()) {
        keys.add(row.key());
      }
    }
    return keys;
  }

  /** Servers count the tombstones that a read meets, and refuse it when there are many. */
  @Test
  void aRowThatWasLoadedHasNoTombstones() {
    engine.createTable(ORDERS);
    Key key = ORDERS.keySchema().key("u7", Instant.EPOCH, "x");
    List<Cell> cells =
        List.of(new Cell(1, new BigDecimal("1.00"), 5, 0, 0), new Cell(2, "new", 5, 0, 0));
    WriteBatch load = new WriteBatch(0).put(ORDERS, key, WriteBatch.ABSENT, RowHead.of(5), cells);
    TimedWrites.of(engine).write(List.of(TimedWrite.put(load)));
    assertThat(get(ORDERS, key).value(2)).isEqualTo("new");
    QueryTrace trace =
        session
            .execute(
                SimpleStatement.newInstance("SELECT * FROM %s.orders".formatted(keyspace))
                    .setTracing(true))
            .getExecutionInfo()
            .getQueryTrace();
    assertThat(trace.getEvents())
        .extracting(TraceEvent::getActivity)
        .contains("Read 1 live rows and 0 tombstone cells");
  }

  /** As a load by a process whose clock is ahead leaves it. */
  @Test
  void aRowThatWasLoadedAtALaterTimeDoesNotHideTheNextChange() {
    engine.createTable(ORDERS);
    Key key = ORDERS.keySchema().key("u7", Instant.EPOCH, "x");
    long later = (System.currentTimeMillis() + 3_600_000) * 1_000;
    WriteBatch load =
        new WriteBatch(0)
            .put(
                ORDERS,
                key,
                WriteBatch.ABSENT,
                RowHead.of(later),
                List.of(new Cell(2, "new", later, 0, 0)));
    TimedWrites.of(engine).write(List.of(TimedWrite.put(load)));
    assertThat(
            engine.write(new WriteBatch(0).put(ORDERS, key, later, later + 1, Map.of(2, "paid"))))
        .isTrue();
    assertThat(get(ORDERS, key).value(2)).isEqualTo("paid");
  }

  @Test
  void namesOfOursAreRefused() {
    TableLayout reserved = layout(new ColumnLayout(1, "kw_v", Type.parse("int")));
    assertThatThrownBy(() -> engine.createTable(reserved))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("found column kw_v");
    assertThat(engine.tables()).isEqualTo(Set.of());
  }
}
