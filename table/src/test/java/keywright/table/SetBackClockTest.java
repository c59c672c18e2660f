package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import keywright.key.KeyPart;
import keywright.store.Capability;
import keywright.store.Engine;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;
import keywright.table.model.Using;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Test;

/**
 * Rows that expire, in databases that are opened again after the clock of the machine was set: the
 * index entries are always those of the rows.
 */
class SetBackClockTest {
  private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");
  private static final int ROWS = 6;
  private static final int VALUES = 4;

  private static final TableDefinition DEFINITION =
      TableDefinition.of(
              "item", Payments.columns("id int, owner int, code int", "d"), KeyPart.parseList("id"))
          .withFamilies(List.of(FamilyDefinition.of("d")))
          .withIndexes(
              List.of(
                  IndexDefinition.of("items_by_owner", "owner"),
                  IndexDefinition.of("items_by_code", "code").including("owner")));

  private final AtomicReference<Instant> now = new AtomicReference<>(START);

  private static List<String> found(Table table, Query query) {
    try (Rows rows = table.query(query)) {
      return rows.toList().stream().map(Row::toString).sorted().toList();
    }
  }

  private static void change(Table table, Random random) {
    int id = random.nextInt(ROWS);
    Object owner = random.nextInt(3) == 0 ? null : random.nextInt(VALUES);
    Object code = random.nextInt(3) == 0 ? null : random.nextInt(ROWS);
    switch (random.nextInt(4)) {
      case 0 -> table.delete(List.of(eq("id", id)));
      case 1 -> table.insert(row("id", id, "owner", owner, "code", code));
      default -> {
        Using ttl = Using.ttl(1 + random.nextInt(20));
        boolean unused = table.insertIfAbsent(row("id", id, "owner", owner, "code", code), ttl);
      }
    }
  }

  @Test
  void theEntriesAreThoseOfTheRows() {
    long seed = Seeds.base();
    Random random = new Random(seed);
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        if (!engine.capabilities().contains(Capability.ATOMIC_BATCHES)) {
          continue; // Reads there compare entries with rows; old entries may stay until a scrub.
        }
        boolean unused = Database.over(engine, now::get, 1).createTable(DEFINITION, true);
        for (int opened = 0; opened < Trials.of(160); opened++) {
          now.set(START.plusSeconds(random.nextInt(60)));
          Database database = Database.over(engine, now::get, 1);
          Table table = database.table("item");
          for (int i = 0; i < 8; i++) {
            change(table, random);
            now.set(now.get().plusSeconds(random.nextInt(8)));
          }
          assertThat(database.verify("item")).as(Seeds.reproduction(seed)).isEmpty();
          List<String> all = found(table, Query.all());
          for (int owner = 0; owner < VALUES; owner++) {
            String value = "owner = " + owner + ",";
            assertThat(found(table, Query.all().where(eq("owner", owner))))
                .as(Seeds.reproduction(seed))
                .isEqualTo(all.stream().filter(row -> row.contains(value)).toList());
          }
        }
      }
    }
  }
}
