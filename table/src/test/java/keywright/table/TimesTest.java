package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import keywright.key.Condition;
import keywright.key.KeyPart;
import keywright.store.Capability;
import keywright.store.Engine;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.History;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.SelectItem;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import keywright.table.model.WriteResult;
import keywright.table.write.RowCells;
import org.junit.jupiter.api.Test;

/** Write times, times to live and versions of rows, on every engine and with a clock by hand. */
class TimesTest {
  private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");
  private static final long START_MICROS = RowCells.micros(START);

  /** The family d keeps one version, v three; the values of t live for a minute. */
  private static final TableDefinition DEFINITION =
      TableDefinition.of(
              "item",
              Payments.columns("id int, owner int, state text, price int, seen int", "d").stream()
                  .map(
                      column ->
                          switch (column.name()) {
                            case "state", "price" -> column.inFamily("v");
                            case "seen" -> column.inFamily("t");
                            default -> column;
                          })
                  .toList(),
              KeyPart.parseList("id"))
          .withFamilies(
              List.of(
                  FamilyDefinition.of("d"),
                  new FamilyDefinition("v", "lz4", 0, 3),
                  new FamilyDefinition("t", "lz4", 60, 1)))
          .withIndexes(List.of(IndexDefinition.of("items_by_owner", "owner")));

  private final AtomicReference<Instant> now = new AtomicReference<>(START);

  private void pass(long seconds) {
    now.set(now.get().plusSeconds(seconds));
  }

  private void onEachEngine(Consumer<Database> test) {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        now.set(START);
        Database database = Database.over(engine, now::get, 1);
        database.createTable(DEFINITION, true);
        test.accept(database);
        for (int step = 0; step < 3; step++) {
          assertThat(database.verify("item")).isEmpty();
          pass(100);
        }
      }
    }
  }

  private static List<String> found(Table table, Query query) {
    try (Rows rows = table.query(query)) {
      return rows.toList().stream().map(Row::toString).toList();
    }
  }

  private static List<String> of(Table table, History history, String... columns) {
    return found(table, Query.select(columns).withHistory(history));
  }

  private static List<Integer> byOwner(Table table, int owner) {
    Query query = Query.select("id").where(eq("owner", owner));
    assertThat(table.plan(query).index()).contains("items_by_owner");
    try (Rows rows = table.query(query)) {
      return rows.toList().stream().map(row -> row.getInt("id")).toList();
    }
  }

  private static List<Condition> id(int id) {
    return List.of(eq("id", id));
  }

  private static Query times(String column) {
    return Query.all()
        .withItems(
            new SelectItem.Column(column),
            new SelectItem.WriteTime(column),
            new SelectItem.TimeToLive(column));
  }

  @Test
  void anOlderWriteLosesColumnByColumn() {
    onEachEngine(
        database -> {
          Table table = database.table("item");
          table.insert(row("id", 1, "owner", 7, "state", "new"), Using.timestamp(2_000));
          table.update(id(1), row("owner", 8, "price", 5), Using.timestamp(1_000));
          assertThat(found(table, times("owner")))
              .containsExactly("(owner = 7, writetime(owner) = 2000, ttl(owner) = null)");
          assertThat(found(table, times("price")))
              .containsExactly("(price = 5, writetime(price) = 1000, ttl(price) = null)");
          assertThat(byOwner(table, 7)).containsExactly(1);
          assertThat(byOwner(table, 8)).isEmpty();
          assertThat(table.update(id(1), row("owner", 9))).isEqualTo(1);
          assertThat(found(table, times("owner")))
              .as("a write that gives no time is of now")
              .containsExactly(
                  "(owner = 9, writetime(owner) = %d, ttl(owner) = null)"
                      .formatted(START_MICROS + 2));
          assertThat(table.update(id(1), row("owner", 6), Using.timestamp(START_MICROS - 1)))
              .isZero();
          assertThat(byOwner(table, 9)).containsExactly(1);
        });
  }

  @Test
  void aDeletionThatGaveATimeStaysDeleted() {
    onEachEngine(
        database -> {
          Table table = database.table("item");
          table.insert(row("id", 1, "owner", 7), Using.timestamp(1_000));
          table.update(id(1), row("owner", null), Using.timestamp(3_000));
          assertThat(table.update(id(1), row("owner", 8), Using.timestamp(2_000))).isZero();
          assertThat(byOwner(table, 8)).isEmpty();
          assertThat(table.update(id(1), row("owner", 8), Using.timestamp(3_000))).isEqualTo(1);
          assertThat(byOwner(table, 8)).containsExactly(1);
        });
  }

  @Test
  void aTimeInTheFutureIsRefused() {
    onEachEngine(
        database -> {
          Table table = database.table("item");
          Using future = Using.timestamp(START_MICROS + 1);
          assertThatThrownBy(() -> table.insert(row("id", 1, "owner", 7), future))
              .isInstanceOf(TableException.class)
              .hasMessage(
                  "cannot write to item at timestamp 1704067200000001: found a timestamp in the future, expected at most 1704067200000000, the current time; later writes with the current time would have no effect");
          assertThat(table.get(1)).isEmpty();
        });
  }

  @Test
  void aRowInsertedWithATtlIsGoneWithItsEntries() {
    onEachEngine(
        database -> {
          Table table = database.table("item");
          table.insert(row("id", 1, "owner", 7, "state", "x"), Using.ttl(10));
          table.insert(row("id", 2, "owner", 7));
          pass(9);
          assertThat(byOwner(table, 7)).containsExactly(1, 2);
          assertThat(found(table, times("owner").where(eq("id", 1))).get(0)).endsWith("= 1)");
          assertThat(database.verify("item")).isEmpty();
          pass(1);
          assertThat(byOwner(table, 7)).containsExactly(2);
          assertThat(table.get(1)).isEmpty();
          assertThat(database.verify("item")).isEmpty();
          assertThat(table.insertIfAbsent(row("id", 1, "owner", 8), Using.ttl(5))).isTrue();
          assertThat(table.get(1).orElseThrow().isNull("state")).isTrue();
          assertThat(byOwner(table, 8)).containsExactly(1);
          assertThat(table.insertIfAbsent(row("id", 1, "owner", 9))).isFalse();
        });
  }

  /**
   * A database on the engine, opened after the clock of the machine was set back to {@code time}.
   */
  private static Database reopened(Engine engine, Instant time) {
    return Database.over(engine, () -> time, 1);
  }

  @Test
  void aRowThatReplacesAnExpiredOneHasNoEntriesOfItIfTheClockIsSetBack() {
    TableDefinition definition =
        DEFINITION.withIndexes(
            List.of(
                IndexDefinition.of("items_by_owner", "owner"),
                IndexDefinition.of("items_by_state", "state").asUnique()));
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        now.set(START);
        Database database = Database.over(engine, now::get, 1);
        database.createTable(definition, true);
        Table table = database.table("item");
        table.insert(row("id", 1, "owner", 7, "state", "x"), Using.ttl(10));
        table.insert(row("id", 2, "owner", 7, "state", "y"), Using.ttl(10));
        table.insert(row("id", 3, "owner", 7, "state", "z"), Using.ttl(10));
        pass(20);
        table.insert(row("id", 1, "owner", 8, "state", "v"));
        table.insert(row("id", 4, "owner", 8, "state", "y"));
        assertThat(table.update(id(4), row("state", "w"))).isEqualTo(1);
        table.insert(row("id", 2, "owner", 9, "state", null));
        Database back = reopened(engine, START.plusSeconds(5));
        assertThat(byOwner(back.table("item"), 7)).containsExactly(3);
        assertThat(byOwner(back.table("item"), 8)).containsExactly(1, 4);
        if (!engine.capabilities().contains(Capability.ATOMIC_BATCHES)) {
          continue; // Its reads compare an entry with the row; the entry may stay until a scrub.
        }
        assertThat(back.verify("item")).isEmpty();
        back.table("item").insert(row("id", 5, "owner", 1, "state", "x"));
        back.table("item").insert(row("id", 6, "owner", 1, "state", "y"));
        assertThat(back.verify("item")).isEmpty();
      }
    }
  }

  @Test
  void anInsertSetsTheLifeOfARowAndAnUpdateProlongsIt() {
    onEachEngine(
        database -> {
          Table table = database.table("item");
          table.insert(row("id", 1, "price", 1), Using.ttl(100));
          table.insert(row("id", 1, "price", 2), Using.ttl(10));
          table.insert(row("id", 2, "price", 1), Using.ttl(10));
          table.update(id(2), row("price", 2), Using.ttl(20));
          table.insert(row("id", 3, "price", 1));
          table.update(id(3), row("price", 2), Using.ttl(10));
          table.insert(row("id", 4, "price", 1), Using.ttl(100));
          table.insert(row("id", 4, "state", "x"), Using.ttl(10));
          table.insert(row("id", 5, "price", 1), Using.ttl(10));
          table.insert(row("id", 5, "price", 1), Using.ttl(0));
          pass(10);
          assertThat(of(table, History.NONE, "id", "price", "state"))
              .containsExactly(
                  "(id = 2, price = 2, state = null)",
                  "(id = 3, price = null, state = null)",
                  "(id = 4, price = 1, state = null)",
                  "(id = 5, price = 1, state = null)");
        });
  }

  @Test
  void aValueThatAnIndexReadsDoesNotExpireBeforeItsRow() {
    onEachEngine(
        database -> {
          Table table = database.table("item");
          String refusal =
              "cannot write to item: found a TTL for owner alone, which index items_by_owner reads: the value would expire and its index entry would stay; INSERT the whole row with one TTL, or write owner without a TTL";
          table.insert(row("id", 1, "price", 1));
          assertThatThrownBy(() -> table.update(id(1), row("owner", 7), Using.ttl(10)))
              .hasMessage(refusal);
          table.insert(row("id", 2, "owner", 7), Using.ttl(10));
          assertThatThrownBy(() -> table.update(id(2), row("price", 5))).hasMessage(refusal);
          assertThat(table.update(id(2), row("price", 5), Using.ttl(10))).isEqualTo(1);
          assertThat(table.insert(row("id", 2, "owner", 7, "price", 6), Using.ttl(50)))
              .isEqualTo(WriteResult.OVERWRITTEN);
          pass(20);
          assertThat(byOwner(table, 7)).containsExactly(2);
        });
  }

  @Test
  void anIndexOverAValueThatExpiresIsRefused() {
    onEachEngine(
        database -> {
          Table table = database.table("item");
          assertThatThrownBy(
                  () -> database.createIndex("item", IndexDefinition.of("by_seen", "seen"), false))
              .hasMessage(
                  "cannot create index by_seen: its key reads seen, whose family t has a ttl: when a value expires, its index entry would stay; declare seen in a family without ttl");
          table.insert(row("id", 1));
          table.update(id(1), row("price", 3), Using.ttl(10));
          IndexDefinition byPrice = IndexDefinition.of("by_price", "price");
          assertThatThrownBy(() -> database.createIndex("item", byPrice, false))
              .hasMessageContaining(
                  "cannot add row (1) of item to index by_price: found a TTL for price alone, expected one TTL for the whole row");
          assertThat(database.find("item").orElseThrow().index("by_price")).isEmpty();
          table.insert(row("id", 2, "price", 4), Using.ttl(10));
          table.update(id(1), row("price", 3));
          assertThat(database.createIndex("item", byPrice, false)).isTrue();
          pass(10);
          Query priced = Query.select("id").where(Payments.ge("price", 0));
          assertThat(table.plan(priced).index()).contains("by_price");
          assertThat(found(table, priced)).containsExactly("(id = 1)");
          database.dropIndex("by_price", false);
        });
  }

  @Test
  void theValuesOfAFamilyWithATtlExpireAndTheRowStays() {
    onEachEngine(
        database -> {
          Table table = database.table("item");
          table.insert(row("id", 1, "owner", 7, "seen", 5));
          table.insert(row("id", 2, "seen", 6), Using.ttl(0));
          pass(59);
          assertThat(found(table, times("seen").where(eq("id", 1))).get(0)).endsWith("= 1)");
          pass(1);
          assertThat(of(table, History.NONE, "id", "owner", "seen"))
              .containsExactly(
                  "(id = 1, owner = 7, seen = null)", "(id = 2, owner = null, seen = 6)");
          assertThat(byOwner(table, 7)).containsExactly(1);
        });
  }

  @Test
  void aRowLivesAsLongAsTheLongestOfItsFamilies() {
    onEachEngine(
        database -> {
          TableDefinition log =
              TableDefinition.of(
                      "log",
                      Payments.columns("at int, host int, line text", "d"),
                      KeyPart.parseList("at, host"))
                  .withFamilies(List.of(new FamilyDefinition("d", "lz4", 60, 1)))
                  .withIndexes(List.of(IndexDefinition.of("log_by_host", "host, at")));
          TableDefinition inOneFamily =
              new TableDefinition(
                  log.name(),
                  log.columns().stream().map(column -> column.inFamily("d")).toList(),
                  log.primaryKey(),
                  1,
                  log.format(),
                  log.families(),
                  log.indexes(),
                  "short");
          database.createTable(inOneFamily, false);
          Table table = database.table("log");
          table.insert(row("at", 1, "host", 9, "line", "a"));
          pass(30);
          table.insert(row("at", 2, "host", 9, "line", "b"));
          pass(30);
          Query byHost = Query.select("at").where(eq("host", 9));
          assertThat(table.plan(byHost).index()).contains("log_by_host");
          assertThat(found(table, byHost)).containsExactly("(at = 2)");
          assertThat(found(table, Query.select("at"))).containsExactly("(at = 2)");
          assertThat(database.verify("log")).isEmpty();
          database.dropTable("log", false);
        });
  }

  @Test
  void aVersionIsTheContentOfTheRowFromOneWriteToTheNext() {
    onEachEngine(
        database -> {
          Table table = database.table("item");
          table.insert(row("id", 1, "owner", 7, "state", "new", "price", 1));
          pass(1);
          table.update(id(1), row("price", 2));
          pass(1);
          table.update(id(1), row("state", null));
          assertThat(of(table, new History(9, Long.MAX_VALUE), "state", "price"))
              .containsExactly(
                  "(state = null, price = 2, written_at = 2024-01-01T00:00:02Z)",
                  "(state = new, price = 2, written_at = 2024-01-01T00:00:01Z)",
                  "(state = new, price = 1, written_at = 2024-01-01T00:00:00Z)");
          assertThat(of(table, new History(1, START_MICROS + 1_500_000), "price"))
              .containsExactly("(price = 2, written_at = 2024-01-01T00:00:01Z)");
          pass(1);
          table.update(id(1), row("price", 3));
          pass(1);
          table.update(id(1), row("price", 4));
          assertThat(of(table, new History(9, Long.MAX_VALUE), "state", "price"))
              .as("no further back than the price is known")
              .containsExactly(
                  "(state = null, price = 4, written_at = 2024-01-01T00:00:04Z)",
                  "(state = null, price = 3, written_at = 2024-01-01T00:00:03Z)",
                  "(state = null, price = 2, written_at = 2024-01-01T00:00:02Z)",
                  "(state = new, price = 2, written_at = 2024-01-01T00:00:01Z)");
          assertThat(of(table, new History(2, Long.MAX_VALUE), "id"))
              .containsExactly("(id = 1, written_at = null)");
          Query limited =
              Query.select("price")
                  .where(eq("owner", 7))
                  .withHistory(new History(3, Long.MAX_VALUE))
                  .withLimit(2);
          assertThat(table.plan(limited).index()).contains("items_by_owner");
          assertThat(found(table, limited))
              .containsExactly(
                  "(price = 4, written_at = 2024-01-01T00:00:04Z)",
                  "(price = 3, written_at = 2024-01-01T00:00:03Z)");
        });
  }

  @Test
  void rowsAreReadAsTheyWere() {
    onEachEngine(
        database -> {
          Table table = database.table("item");
          table.insert(row("id", 1, "price", 1));
          pass(10);
          table.insert(row("id", 2, "price", 5));
          table.update(id(1), row("price", 2));
          table.insert(row("id", 3, "price", 9), Using.timestamp(START_MICROS - 5));
          pass(10);
          table.delete(id(2));
          table.update(id(1), row("price", null));
          Query all = Query.select("id", "price");
          assertThat(found(table, all.withHistory(new History(0, START_MICROS))))
              .containsExactly("(id = 1, price = 1)", "(id = 3, price = 9)");
          assertThat(found(table, all.withHistory(new History(0, START_MICROS - 1))))
              .containsExactly("(id = 3, price = 9)");
          assertThat(found(table, all.withHistory(new History(0, START_MICROS + 15_000_000))))
              .as("a deleted row is gone with its versions")
              .containsExactly("(id = 1, price = 2)", "(id = 3, price = 9)");
          Query filtered =
              all.where(eq("price", 2))
                  .allowingFiltering()
                  .withHistory(new History(0, START_MICROS + 15_000_000));
          assertThat(found(table, filtered)).containsExactly("(id = 1, price = 2)");
          assertThat(table.plan(filtered).explain())
              .contains(
                  "as of: 2024-01-01T00:00:15.000000Z",
                  "not index items_by_owner: has only current rows, but AS OF reads older versions of rows");
        });
  }

  @Test
  void whatKeepsOneVersionIsNotReadAsItWas() {
    onEachEngine(
        database -> {
          Table table = database.table("item");
          History history = new History(0, START_MICROS);
          assertThatThrownBy(() -> of(table, history, "price", "owner"))
              .hasMessage(
                  "cannot query item: found AS OF and column owner, but its family d keeps only one version; select only columns of families with versions = 2 or more, or leave AS OF out");
          assertThatThrownBy(() -> found(table, times("id")))
              .hasMessage(
                  "cannot query item: found writetime(id), a column of the primary key, but only columns outside the primary key have a write time and a time to live; select another column");
          database.createTable(
              TableDefinition.of("plain", Payments.columns("id int", "d"), KeyPart.parseList("id")),
              false);
          Query count = Query.all().withItems(new SelectItem.Count());
          assertThatThrownBy(() -> found(database.table("plain"), count.withHistory(history)))
              .hasMessage(
                  "cannot query plain: found AS OF, but no family keeps more than one version; leave AS OF out, or read a table that has a family with versions = 2 or more");
          Query counted = count.withHistory(new History(2, 5));
          assertThatThrownBy(() -> found(table, counted))
              .hasMessageContaining("found VERSIONS with");
        });
  }

  @Test
  void changesOfOneBatchFollowOneAnother() {
    onEachEngine(
        database -> {
          Table table = database.table("item");
          try (BatchWriter writer = table.batchWriter(Using.timestamp(1_000))) {
            writer.add(row("id", 1, "owner", 1));
            writer.add(row("id", 1, "owner", 2));
          }
          assertThat(byOwner(table, 2)).containsExactly(1);
          List<Map<String, Object>> rows =
              Arrays.asList(row("id", 1, "owner", 3), row("id", 1, "owner", 4));
          try (BatchWriter writer = table.batchWriter(Using.ttl(10))) {
            rows.forEach(writer::add);
          }
          pass(10);
          assertThat(table.get(1)).isEmpty();
        });
  }
}
