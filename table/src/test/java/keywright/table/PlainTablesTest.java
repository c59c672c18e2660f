package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import keywright.key.Condition;
import keywright.key.KeyPart;
import keywright.server.cassandra.CassandraServer;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.MemoryEngine;
import keywright.store.PlainWrites;
import keywright.store.StoreException;
import keywright.store.UnansweredException;
import keywright.store.contract.ForwardingEngine;
import keywright.store.contract.PartitionedEngine;
import keywright.table.model.Change;
import keywright.table.model.ChangeResult;
import keywright.table.model.CopyReport;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.History;
import keywright.table.model.IndexDefinition;
import keywright.table.model.OrderBy;
import keywright.table.model.OutcomeUnknownException;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.ScrubOptions;
import keywright.table.model.SelectItem;
import keywright.table.model.StorageOptions;
import keywright.table.model.TableChange;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import keywright.table.model.WriteResult;
import keywright.table.model.Writes;
import keywright.testkit.Seeds;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tables whose rows are written without conditions, on the reference and on Cassandra. */
@Tag("large")
class PlainTablesTest {
  private static final TableDefinition STAY =
      plain(
          TableDefinition.of(
              "stay",
              Payments.columns("hotel text, room int, guest text, nights int", "d"),
              KeyPart.parseList("hotel, room DESC")));

  private static TableDefinition plain(TableDefinition table) {
    return table.withStorage(StorageOptions.DEFAULT.withWrites(Writes.PLAIN));
  }

  private static Database over(Engine engine) {
    return Database.over(engine, InstantSource.system(), 1);
  }

  private static Database reference() {
    return over(new PartitionedEngine(MemoryEngine.ofSingleRows(1)));
  }

  private static Database cassandra(String keyspace) {
    return over(Engines.open(CassandraServer.shared().newKeyspace(keyspace) + "?alone=true"));
  }

  private static Database withStay() {
    Database database = reference();
    database.createTable(STAY, false);
    return database;
  }

  private static List<Condition> room(String hotel, int room) {
    return List.of(eq("hotel", hotel), eq("room", room));
  }

  private static String rows(Database database, Query query) {
    StringBuilder text = new StringBuilder();
    try (Rows rows = database.table("stay").query(query)) {
      for (Row row = rows.next(); row != null; row = rows.next()) {
        text.append(row.values()).append(' ');
      }
    }
    return text.toString().strip();
  }

  private static void refused(ThrowingCallable call, String message) {
    assertThatThrownBy(call).hasMessage(message);
  }

  @Test
  void writesSayThatTheyAreWrittenAndNothingElse() {
    try (Database database = withStay()) {
      Table stay = database.table("stay");
      assertThat(stay.isPlain()).isTrue();
      assertThat(stay.insert(row("hotel", "a", "room", 1, "guest", "ann")))
          .isEqualTo(WriteResult.WRITTEN);
      assertThat(stay.insert(row("hotel", "a", "room", 1, "guest", "ann")))
          .isEqualTo(WriteResult.WRITTEN);
      assertThat(stay.update(room("a", 1), row("nights", 2))).isEqualTo(1);
      assertThat(stay.delete(room("b", 9))).as("deletes that were sent").isEqualTo(1);
      try (BatchWriter writer = stay.batchWriter()) {
        writer.add(row("hotel", "a", "room", 2, "guest", "bob"));
        writer.add(row("hotel", "a", "room", 2, "guest", "cid"));
        writer.flush();
        assertThat(writer.written()).isEqualTo(2);
        assertThat(writer.inserted() + writer.overwritten() + writer.unchanged()).isZero();
      }
      assertThat(rows(database, Query.all().where(eq("hotel", "a"))))
          .isEqualTo("[a, 2, cid, null] [a, 1, ann, 2]");
    }
  }

  @Test
  void anUpdateMakesARowAsLongAsItHasAValue() {
    try (Database database = withStay()) {
      Table stay = database.table("stay");
      assertThat(stay.update(room("a", 1), row("nights", 2))).isEqualTo(1);
      assertThat(stay.get("a", 1)).isPresent();
      stay.update(room("a", 1), row("nights", null));
      assertThat(stay.get("a", 1)).as("no INSERT has made it").isEmpty();
      stay.insert(row("hotel", "a", "room", 1));
      assertThat(stay.get("a", 1)).isPresent();
    }
  }

  @Test
  void rowsOfAPartitionThatIsABlobAreWrittenTogether() {
    TableDefinition parcel =
        plain(
            TableDefinition.of(
                "parcel",
                Payments.columns("code blob, n int, label text", "d"),
                KeyPart.parseList("code, n")));
    try (Database memory = reference();
        Database cassandra = cassandra("plain_blobs")) {
      for (Database database : List.of(memory, cassandra)) {
        database.createTable(parcel, false);
        database.apply(
            List.of(
                Change.insert("parcel", row("code", new byte[] {1, 2}, "n", 1, "label", "a")),
                Change.insert("parcel", row("code", new byte[] {1, 2}, "n", 2, "label", "b"))));
        assertThat(database.table("parcel").get(new byte[] {1, 2}, 2)).isPresent();
        assertThatThrownBy(
                () ->
                    database.apply(
                        List.of(
                            Change.insert("parcel", row("code", new byte[] {1, 2}, "n", 1)),
                            Change.insert("parcel", row("code", new byte[] {1, 3}, "n", 1)))))
            .hasMessageContaining("found rows of several partitions");
      }
    }
  }

  @Test
  void whatNeedsExactWritesIsRefusedWithTheWayOut() {
    try (Database database = withStay()) {
      Table stay = database.table("stay");
      String noIf =
          "cannot write to stay: found IF, expected a write without conditions, since the table has writes = 'plain'; leave it out, or copy the rows into a table with writes = 'exact'";
      refused(() -> stay.insertIfAbsent(row("hotel", "a", "room", 1)), noIf);
      refused(
          () -> database.apply(Change.update("stay", room("a", 1), row("nights", 1)).ifPresent()),
          noIf);
      refused(
          () -> database.apply(Change.delete("stay", room("a", 1)).onlyIf(eq("guest", "ann"))),
          noIf);
      refused(
          () -> database.apply(Change.rekey("stay", room("a", 1), row("room", 2))),
          noIf.replace("IF", "REKEY"));
      String noIndex =
          "cannot create index by_guest: table stay has writes = 'plain', and a write that does not read the row cannot keep index entries correct; copy the rows into a table with writes = 'exact', or create a second table with the key that the query needs";
      IndexDefinition index = IndexDefinition.of("by_guest", "guest");
      refused(() -> database.createIndex("stay", index, false), noIndex);
      IndexDefinition unique =
          new IndexDefinition(
              index.name(), index.parts(), index.format(), true, List.of(), index.storage());
      refused(() -> database.createIndex("stay", unique, false), noIndex);
      refused(
          () -> stay.query(Query.all().withHistory(new History(0, 1_700_000_000_000_000L))),
          "cannot query stay: found AS OF, but no family keeps more than one version; leave AS OF out, or read a table that has a family with versions = 2 or more");
      refused(
          () -> stay.bulkLoad(waiting -> true),
          "cannot bulk load stay: found writes = 'plain', with which a load reads no rows even without --bulk; load it without --bulk");
      refused(
          () -> database.alterTable("stay", new TableChange.Family("d", null, null, 3)),
          "cannot alter table stay: found writes = 'plain' and versions = 3 of family d: a plain table keeps only the last write; leave versions out, or leave out writes = 'plain'");
      long future = System.currentTimeMillis() * 1_000 + 60_000_000;
      assertThatThrownBy(() -> stay.insert(row("hotel", "a", "room", 1), Using.timestamp(future)))
          .isInstanceOf(TableException.class)
          .hasMessageContaining("found a timestamp in the future");
      assertThat(rows(database, Query.all())).as("nothing was written").isEmpty();
    }
  }

  @Test
  void declarationsThatPlainWritesCannotKeepAreRefused() {
    try (Database database = reference()) {
      List<FamilyDefinition> lives =
          List.of(
              FamilyDefinition.of("x").withTtlSeconds(60),
              FamilyDefinition.of("y").withTtlSeconds(90));
      TableDefinition two =
          TableDefinition.of(
                  "t",
                  List.of(
                      Payments.columns("id int", "d").get(0),
                      Payments.columns("a int", "x").get(0),
                      Payments.columns("b int", "y").get(0)),
                  KeyPart.parseList("id"))
              .withFamilies(lives);
      refused(
          () -> database.createTable(plain(two), false),
          "cannot create table t: found writes = 'plain' and families with different ttl, expected the same ttl for all families; give all families the same ttl, or leave out writes = 'plain'");
      TableDefinition digest =
          TableDefinition.of(
              "t", Payments.columns("url text, n int", "d"), KeyPart.parseList("md5(url)"));
      refused(
          () -> database.createTable(plain(digest), false),
          "cannot create table t: found writes = 'plain' and a key from which url cannot be decoded: a row with the same digest would be overwritten; add url to the key, or leave out writes = 'plain'");
      TableDefinition required =
          TableDefinition.of(
              "t",
              List.of(
                  Payments.columns("id int", "d").get(0),
                  Payments.columns("n int", "d").get(0).asNotNull()),
              KeyPart.parseList("id"));
      refused(
          () -> database.createTable(plain(required), false),
          "cannot create table t: found NOT NULL at n and writes = 'plain': a plain write does not read the row, so NOT NULL cannot be checked; leave NOT NULL out, or leave out writes = 'plain'");
      assertThat(database.tables()).isEmpty();
    }
    try (Database memory = over(new MemoryEngine())) {
      refused(
          () -> memory.createTable(STAY, false),
          "cannot create table stay: found writes = 'plain', expected an engine with "
              + "plain tables (such as cassandra:); leave writes out");
      StorageOptions exact = StorageOptions.DEFAULT.withWrites(Writes.EXACT);
      assertThat(memory.createTable(STAY.withStorage(exact), false)).isTrue();
      assertThat(memory.table("stay").isPlain()).isFalse();
      assertThat(memory.table("stay").insert(row("hotel", "a", "room", 1)))
          .isEqualTo(WriteResult.INSERTED);
    }
  }

  @Test
  void aBatchIsOfOnePartition() {
    try (Database database = withStay()) {
      Change one = Change.insert("stay", row("hotel", "a", "room", 1, "guest", "ann"));
      Change two = Change.insert("stay", row("hotel", "a", "room", 2, "guest", "bob"));
      Change gone = Change.delete("stay", room("a", 1));
      ChangeResult result = database.apply(one, two, gone);
      assertThat(result.rowsChanged()).isEqualTo(3);
      assertThat(rows(database, Query.all())).isEqualTo("[a, 2, bob, null]");
      Change other = Change.insert("stay", row("hotel", "b", "room", 1));
      refused(
          () -> database.apply(one, other),
          "cannot write 2 rows in one step: found rows of several partitions, expected those of one partition of stay; write each row with its own statement, or use BEGIN UNLOGGED BATCH, which writes each row independently");
      assertThat(rows(database, Query.all())).isEqualTo("[a, 2, bob, null]");
      assertThat(database.applyEach(List.of(one, other))).hasSize(2);
      assertThat(rows(database, Query.select("hotel", "room")))
          .contains("[b, 1]", "[a, 2]", "[a, 1]");
      database.createTable(
          TableDefinition.of(
              "exact", Payments.columns("id int, n int", "d"), KeyPart.parseList("id")),
          false);
      Change exact = Change.insert("exact", row("id", 1, "n", 1));
      refused(
          () -> database.apply(one, exact),
          "cannot write 2 rows in one step: found plain tables and exact tables together, expected tables of one kind; write each row with its own statement, or use BEGIN UNLOGGED BATCH, which writes each row independently");
      assertThat(database.applyEach(List.of(other, exact, two))).hasSize(3);
      assertThat(database.table("exact").get(1)).isPresent();
    }
  }

  @Test
  void aRowThatIsRefusedIsNamedAndTheOthersAreWritten() {
    try (Database database = withStay()) {
      String longName = "x".repeat(70_000);
      assertThatThrownBy(
              () ->
                  database
                      .table("stay")
                      .insertAll(
                          List.of(
                              row("hotel", "a", "room", 1, "guest", "ann"),
                              row("hotel", longName, "room", 1, "guest", "bob")),
                          Using.NOTHING))
          .isInstanceOf(TableException.class)
          .hasMessageContaining("(row 2 of 2, none is written)");
      assertThat(rows(database, Query.all())).as("refused before any was sent").isEmpty();
    }
  }

  /** Does all plain writes, and answers none of those to room 2. */
  private static Engine silentForRoom2() {
    return new ForwardingEngine(new PartitionedEngine(MemoryEngine.ofSingleRows(1))) {
      @Override
      public Optional<PlainWrites> plainWrites() {
        PlainWrites writes = super.plainWrites().orElseThrow();
        return Optional.of(
            (groups, nowMillis) -> {
              List<Optional<StoreException>> told =
                  new ArrayList<>(writes.write(groups, nowMillis));
              for (int i = 0; i < told.size(); i++) {
                if (groups.get(i).stream().anyMatch(one -> one.key().part(1).equals(2))) {
                  told.set(i, Optional.of(new UnansweredException("no answer within 1 s")));
                }
              }
              return told;
            });
      }
    };
  }

  @Test
  void whatIsNotAnsweredIsUnknownAndCanBeRepeated() {
    try (Database database = over(silentForRoom2())) {
      database.createTable(STAY, false);
      Table stay = database.table("stay");
      String said =
          "cannot tell whether row (a, 2) of stay is written, or will still be written: the engine did not answer; repeat the statement";
      Map<String, Object> row = Map.of("hotel", "a", "room", 2, "nights", 3);
      for (ThrowingCallable write :
          List.<ThrowingCallable>of(
              () -> stay.insert(row),
              () -> stay.put(row),
              () -> stay.update(room("a", 2), Map.of("nights", 3)),
              () -> stay.delete(room("a", 2)))) {
        assertThatThrownBy(write).isInstanceOf(OutcomeUnknownException.class).hasMessage(said);
      }
      Map<String, Object> other = Map.of("hotel", "a", "room", 1, "nights", 3);
      assertThatThrownBy(() -> stay.insertAll(List.of(other, row), Using.NOTHING))
          .isInstanceOf(OutcomeUnknownException.class)
          .hasMessage(said + " (one of 2 rows of the statement; read the others, too)");
      assertThatThrownBy(
              () -> database.apply(Change.insert("stay", other), Change.insert("stay", row)))
          .isInstanceOf(OutcomeUnknownException.class);
      assertThat(rows(database, Query.all().where(eq("hotel", "a"))))
          .isEqualTo("[a, 2, null, 3] [a, 1, null, 3]");
    }
  }

  @Test
  void thereIsNothingToScrub() {
    try (Database database = withStay()) {
      database.table("stay").insert(row("hotel", "a", "room", 1));
      assertThat(database.scrub("stay", ScrubOptions.CHECK).isPlain()).isTrue();
      assertThat(database.verify("stay")).isEmpty();
    }
  }

  @Test
  void theCatalogKeepsHowRowsAreWritten() {
    Engine engine = new PartitionedEngine(MemoryEngine.ofSingleRows(1));
    try (Database first = over(engine)) {
      first.createTable(STAY, false);
      first.truncate("stay");
      Database second = over(engine);
      assertThat(second.find("stay").orElseThrow().isPlain()).isTrue();
      assertThat(second.table("stay").insert(row("hotel", "a", "room", 1)))
          .isEqualTo(WriteResult.WRITTEN);
    }
  }

  private static void copies(Database source, Database target) {
    List<CopyReport> reports = DatabaseCopy.of(source, target, List.of("stay")).run(progress -> {});
    assertThat(reports.get(0).differences()).as("%s", reports).isZero();
    assertThat(reports.get(0).rowsCopied()).isEqualTo(4);
    Query times =
        Query.all()
            .withItems(
                new SelectItem.Column("hotel"),
                new SelectItem.Column("room"),
                new SelectItem.Column("guest"),
                new SelectItem.WriteTime("guest"),
                new SelectItem.Column("nights"))
            .orderedBy(new OrderBy("hotel", false), new OrderBy("room", false))
            .allowingFiltering();
    assertThat(rows(target, times)).isEqualTo(rows(source, times));
  }

  private static void fill(Database database) {
    Table stay = database.table("stay");
    stay.insert(
        row("hotel", "a", "room", 1, "guest", "ann"), Using.timestamp(1_700_000_000_000_000L));
    stay.update(room("a", 1), row("nights", 3));
    stay.insert(row("hotel", "a", "room", 2));
    stay.insert(row("hotel", "b", "room", 7, "guest", "bob"), Using.ttl(86_400));
    stay.insert(row("hotel", "c", "room", 7, "guest", "cid", "nights", 1));
    stay.insert(row("hotel", "d", "room", 7, "guest", "dan"));
    stay.delete(room("d", 7));
  }

  @Test
  void copiesKeepValuesAndTimesInBothDirections() {
    StorageOptions exact = StorageOptions.DEFAULT.withWrites(Writes.EXACT);
    try (Database plain = withStay();
        Database memory = over(new MemoryEngine());
        Database back = withStay()) {
      fill(plain);
      copies(plain, memory);
      assertThat(memory.table("stay").isPlain()).as("that engine has none").isFalse();
      copies(memory, back);
      assertThat(back.table("stay").isPlain()).isTrue();
    }
    try (Database source = over(new MemoryEngine());
        Database target = withStay()) {
      source.createTable(STAY.withStorage(exact), false);
      fill(source);
      copies(source, target);
    }
  }

  @Test
  void copiesKeepValuesAndTimesOnCassandraToo() {
    try (Database plain = cassandra("plaincopy");
        Database memory = over(new MemoryEngine())) {
      plain.createTable(STAY, false);
      fill(plain);
      copies(plain, memory);
      try (Database back = cassandra("plainback")) {
        back.createTable(STAY, false);
        copies(memory, back);
        back.table("stay").insert(row("hotel", "c", "room", 7, "guest", "eve"));
        CopyReport report =
            DatabaseCopy.of(memory, back, List.of("stay")).compare(progress -> {}).get(0);
        assertThat(report.differences()).isEqualTo(1);
        assertThat(report.firstDifference().orElseThrow()).contains("differs in guest");
      }
    }
  }

  /** Above every time that a write gives, for the model. */
  private static final long NOW = 9_000_000_000_000_000L;

  /** What writes come to of which the last one wins, each column for itself. */
  private static final class LastWins {
    private record Cell(long micros, Object value) {}

    private final Map<List<Object>, Map<String, Cell>> rows = new HashMap<>();
    private final Map<List<Object>, Long> deletes = new HashMap<>();

    void write(String hotel, int room, long micros, Map<String, Object> values, boolean inserts) {
      Map<String, Cell> row = rows.computeIfAbsent(List.of(hotel, room), key -> new HashMap<>());
      Map<String, Object> all = new HashMap<>(values);
      if (inserts) {
        all.put("", true);
      }
      all.forEach(
          (name, value) ->
              row.merge(
                  name,
                  new Cell(micros, value),
                  (before, now) -> now.micros > before.micros ? now : before));
    }

    void delete(String hotel, int room, long micros) {
      deletes.merge(List.of(hotel, room), micros, Math::max);
    }

    /** By hotel and falling room, as {@link #rows} shows rows. */
    String shown(String hotel) {
      TreeMap<Integer, String> shown = new TreeMap<>(Comparator.reverseOrder());
      rows.forEach(
          (key, row) -> {
            long deleted = deletes.getOrDefault(key, -1L);
            Map<String, Object> live = new HashMap<>();
            row.forEach(
                (name, cell) -> {
                  if (cell.micros > deleted && cell.value != null) {
                    live.put(name, cell.value);
                  }
                });
            if (key.get(0).equals(hotel) && !live.isEmpty()) {
              int room = (Integer) key.get(1);
              shown.put(
                  room,
                  "[%s, %d, %s, %s]".formatted(hotel, room, live.get("guest"), live.get("nights")));
            }
          });
      return String.join(" ", shown.values());
    }
  }

  private static void historyIsThatOfLastWrites(Database database, Random random, int writes) {
    LastWins model = new LastWins();
    List<String> log = new ArrayList<>();
    Table stay = database.table("stay");
    long start = 1_700_000_000_000_000L;
    for (int i = 0; i < writes; i++) {
      String hotel = "h" + random.nextInt(2);
      int room = random.nextInt(3);
      // Writes with a time come in any order; those without one, and deletes, happen now.
      boolean isNow = random.nextInt(3) == 0;
      long given = start + (long) random.nextInt(1_000_000) * 1_000 + i;
      Using using = isNow ? Using.NOTHING : Using.timestamp(given);
      long micros = isNow ? NOW + i : given;
      Map<String, Object> values = new HashMap<>();
      if (random.nextBoolean()) {
        values.put("guest", random.nextInt(4) == 0 ? null : "g" + i);
      }
      if (random.nextBoolean()) {
        values.put("nights", random.nextInt(4) == 0 ? null : i);
      }
      int kind = random.nextInt(8);
      log.add("%d %s %d %d %s".formatted(kind, hotel, room, micros, values));
      if (kind == 0) {
        stay.delete(room(hotel, room));
        model.delete(hotel, room, NOW + i);
      } else if (kind <= 3 && !values.isEmpty()) {
        stay.update(room(hotel, room), values, using);
        model.write(hotel, room, micros, values, false);
      } else {
        Map<String, Object> whole = new HashMap<>(values);
        whole.put("hotel", hotel);
        whole.put("room", room);
        stay.insert(whole, using);
        model.write(hotel, room, micros, values, true);
      }
      assertThat(rows(database, Query.all().where(eq("hotel", hotel))))
          .as("%s", log)
          .isEqualTo(model.shown(hotel));
    }
  }

  @Test
  void randomHistoriesAreThoseOfLastWrites() {
    Random random = new Random(Seeds.base());
    for (int history = 0; history < 100; history++) {
      try (Database database = withStay()) {
        historyIsThatOfLastWrites(database, random, 60);
      }
    }
  }

  @Test
  void randomHistoriesOnCassandraAreThoseOfLastWrites() {
    try (Database database = cassandra("plainhistory")) {
      for (int history = 0; history < 2; history++) {
        database.createTable(STAY, false);
        historyIsThatOfLastWrites(database, new Random(Seeds.base() + history), 60);
        assertThat(database.dropTable("stay", false)).isTrue();
      }
    }
  }

  @Test
  void writesOfOneCallAreInItsOrder() {
    try (Database database = withStay()) {
      List<Map<String, Object>> rows = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        rows.add(Map.of("hotel", "a", "room", i % 7, "nights", i));
      }
      List<WriteResult> told = database.table("stay").insertAll(rows, Using.NOTHING);
      assertThat(told).hasSize(300).containsOnly(WriteResult.WRITTEN);
      for (int room = 0; room < 7; room++) {
        int last = 299 - Math.floorMod(299 - room, 7);
        assertThat(database.table("stay").get("a", room).orElseThrow().get("nights"))
            .isEqualTo(last);
      }
    }
  }
}
