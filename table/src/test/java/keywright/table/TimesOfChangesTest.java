package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import keywright.key.KeyPart;
import keywright.store.Engine;
import keywright.table.model.Change;
import keywright.table.model.ChangeResult;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.History;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.ScrubOptions;
import keywright.table.model.SelectItem;
import keywright.table.model.TableDefinition;
import keywright.table.model.Using;
import org.junit.jupiter.api.Test;

/**
 * Write times and times to live under moves, conditions, batches, unique and covering indexes, on
 * every engine and with a clock by hand.
 */
class TimesOfChangesTest {
  private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");

  /** The family d keeps one version, v three. */
  private static final TableDefinition DEFINITION =
      TableDefinition.of(
              "item",
              Payments.columns("id int, owner int, name text, price int, note text", "d").stream()
                  .map(c -> c.inFamily(c.name().equals("price") ? "v" : "d"))
                  .toList(),
              KeyPart.parseList("id"))
          .withFamilies(List.of(FamilyDefinition.of("d"), new FamilyDefinition("v", "lz4", 0, 3)))
          .withIndexes(
              List.of(
                  IndexDefinition.of("items_by_owner", "owner").including("note"),
                  IndexDefinition.of("items_by_name", "name").asUnique()));

  private final AtomicReference<Instant> now = new AtomicReference<>(START);

  private void pass(long seconds) {
    now.set(now.get().plusSeconds(seconds));
  }

  private void onEachEngine(Consumer<Database> test) {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.exact()) {
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

  private static List<Object> times(Table table, int id, String column) {
    Query query =
        Query.all()
            .withItems(new SelectItem.WriteTime(column), new SelectItem.TimeToLive(column))
            .where(eq("id", id));
    try (Rows rows = table.query(query)) {
      return rows.toList().stream().<Object>map(Row::toString).toList();
    }
  }

  @Test
  void aRowThatMovesTakesItsTimesAlong() {
    onEachEngine(
        database -> {
          Table table = database.table("item");
          table.insert(row("id", 1, "owner", 7, "name", "a", "price", 10), Using.ttl(60));
          table.update(List.of(eq("id", 1)), row("price", 5), new Using(2_000, 60));
          table.update(List.of(eq("id", 1)), row("note", null), new Using(3_000, 60));
          Query versions = Query.select("price").withHistory(new History(3, Long.MAX_VALUE));
          List<String> history = found(table, versions);
          pass(10);
          List<Object> before = times(table, 1, "owner");
          ChangeResult moved =
              database.apply(Change.rekey("item", List.of(eq("id", 1)), row("id", 2)));
          assertThat(moved.rowsChanged()).isEqualTo(1);
          assertThat(table.get(1)).isEmpty();
          assertThat(found(table, versions)).isEqualTo(history);
          assertThat(times(table, 2, "owner")).isEqualTo(before);
          table.update(List.of(eq("id", 2)), row("note", "late"), Using.timestamp(2_500));
          assertThat(found(table, Query.select("note"))).containsExactly("(note = null)");
          database.apply(Change.rekey("item", List.of(eq("id", 2)), row("id", 3, "price", 20)));
          assertThat(found(table, Query.select("price"))).containsExactly("(price = 20)");
          assertThat(found(table, versions)).hasSize(3);
          pass(49);
          assertThat(table.get(3)).isPresent();
          pass(1);
          assertThat(table.get(3)).isEmpty();
        });
  }

  @Test
  void theKeyOfAUniqueIndexIsFreeWhenItsRowHasExpired() {
    onEachEngine(
        database -> {
          Table table = database.table("item");
          table.insert(row("id", 1, "name", "a"), Using.ttl(60));
          assertThatThrownBy(() -> table.insert(row("id", 2, "name", "a")))
              .hasMessageContaining("has the same key");
          pass(60);
          table.insert(row("id", 2, "name", "a"), Using.ttl(60));
          table.insert(row("id", 2, "name", "a", "price", 1), Using.ttl(90));
          pass(60);
          assertThat(found(table, Query.select("id").where(eq("name", "a"))))
              .containsExactly("(id = 2)");
          assertThatThrownBy(() -> table.insert(row("id", 3, "name", "a")))
              .hasMessageContaining("has the same key");
          assertThat(database.verify("item")).isEmpty();
          database.apply(Change.rekey("item", List.of(eq("id", 2)), row("id", 4)));
          pass(29);
          assertThat(found(table, Query.select("id").where(eq("name", "a"))))
              .containsExactly("(id = 4)");
          pass(1);
          table.insert(row("id", 3, "name", "a"));
        });
  }

  @Test
  void aClockThatGoesBackBringsNothingBack() {
    onEachEngine(
        database -> {
          Table table = database.table("item");
          table.insert(row("id", 1, "owner", 7, "name", "a"), Using.ttl(5));
          pass(5);
          table.insert(row("id", 2, "owner", 9, "name", "a"));
          table.insert(row("id", 1, "owner", 8, "name", "b"));
          pass(-1);
          assertThat(found(table, Query.select("id").where(eq("owner", 7)))).isEmpty();
          assertThat(found(table, Query.select("id").where(eq("name", "a"))))
              .containsExactly("(id = 2)");
          assertThat(database.verify("item")).isEmpty();
        });
  }

  @Test
  void whatAnIndexIncludesMayNotExpireAlone() {
    onEachEngine(
        database -> {
          Table table = database.table("item");
          table.insert(row("id", 1, "owner", 7, "note", "x"));
          assertThatThrownBy(
                  () -> table.update(List.of(eq("id", 1)), row("note", "y"), Using.ttl(5)))
              .hasMessageContaining("found a TTL for note alone");
          assertThatThrownBy(
                  () -> table.update(List.of(eq("id", 1)), row("name", "y"), Using.ttl(5)))
              .hasMessageContaining("found a TTL for name alone");
          table.insert(row("id", 2, "owner", 7, "note", "y"), Using.ttl(5));
          Query covered = Query.select("note").where(eq("owner", 7));
          assertThat(found(table, covered)).containsExactly("(note = x)", "(note = y)");
          pass(5);
          assertThat(found(table, covered)).containsExactly("(note = x)");
        });
  }

  @Test
  void buildsScrubsAndConditionsLeaveNoVersions() {
    onEachEngine(
        database -> {
          Table table = database.table("item");
          table.insert(row("id", 1, "owner", 7, "price", 10), Using.timestamp(1_000));
          table.insert(row("id", 2, "owner", 8));
          Query versions =
              Query.select("price").where(eq("id", 1)).withHistory(new History(3, Long.MAX_VALUE));
          List<String> history = found(table, versions);
          database.createIndex("item", IndexDefinition.of("items_by_price", "price"), false);
          database.scrub("item", ScrubOptions.REPAIR);
          database.apply(
              List.of(
                  Change.update("item", List.of(eq("id", 1)), row("price", 10)),
                  Change.update("item", List.of(eq("id", 2)), row("note", "z")).ifPresent()));
          assertThat(found(table, versions)).isEqualTo(history);
          assertThat(table.get(2).orElseThrow().getString("note")).isEqualTo("z");
        });
  }

  @Test
  void aConditionSeesNoRowThatHasExpiredAndTakesNoTimestamp() {
    onEachEngine(
        database -> {
          Table table = database.table("item");
          Change insert = Change.insert("item", row("id", 1, "price", 1)).using(Using.ttl(5));
          database.apply(List.of(insert, Change.insert("item", row("id", 2))));
          assertThat(database.apply(insert.ifAbsent()).applied()).isFalse();
          pass(5);
          Change update = Change.update("item", List.of(eq("id", 1)), row("price", 2));
          assertThat(database.apply(update.ifPresent()).applied()).isFalse();
          assertThat(database.apply(insert.ifAbsent()).applied()).isTrue();
          assertThat(database.apply(update.onlyIf(eq("price", 1))).applied()).isTrue();
          assertThatThrownBy(() -> update.ifPresent().using(Using.timestamp(5)))
              .hasMessage(
                  "cannot update item: found IF and USING TIMESTAMP 5, expected only one of them; leave USING TIMESTAMP out");
          assertThatThrownBy(
                  () ->
                      Change.rekey("item", List.of(eq("id", 1)), row("id", 3)).using(Using.ttl(5)))
              .hasMessage(
                  "cannot rekey item: found USING, expected none, since a moved row keeps its "
                      + "write times and its ttl; leave USING out");
          assertThatThrownBy(
                  () ->
                      table.firstPage(Query.all().withHistory(new History(2, Long.MAX_VALUE)), 10))
              .hasMessageContaining("page by page: found VERSIONS");
        });
  }
}
