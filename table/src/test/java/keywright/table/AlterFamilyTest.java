package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import keywright.key.Condition;
import keywright.key.KeyPart;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.History;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.TableChange;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What other settings of a family do to values before and after, on every engine. */
class AlterFamilyTest {
  private static final TableDefinition NOTES =
      TableDefinition.of(
              "notes", Payments.columns("id int, note text", "n"), KeyPart.parseList("id"))
          .withFamilies(List.of(FamilyDefinition.of("n")));

  @Test
  void otherSettingsAreForWhatIsWrittenFromThenOn() {
    try (TestEngines engines = new TestEngines()) {
      engines
          .all()
          .forEach(engine -> check(engine, engine instanceof MemoryEngine ? "zstd" : "lz4"));
    }
  }

  @Test
  @Tag("large")
  void onHBaseToo() {
    try (TestEngines engines = TestEngines.withHBase("families")) {
      check(engines.all().get(2), "zstd");
    }
  }

  private static void check(Engine engine, String compression) {
    Instant[] now = {Instant.parse("2024-01-01T00:00:00Z")};
    Database database = Database.over(engine, () -> now[0], 1);
    database.createTable(NOTES, false);
    insert(database, 1, "before");
    assertThat(database.alterTable("notes", new TableChange.Family("n", compression, 60L, 3)))
        .isTrue();
    assertThat(database.alterTable("notes", new TableChange.Family("n", compression, 60L, 3)))
        .isFalse();
    insert(database, 2, "after");
    for (String note : List.of("a", "b", "c", "d")) {
      now[0] = now[0].plusMillis(1);
      insert(database, 3, note);
    }
    assertThat(notes(database, 3, 9)).containsExactly("d", "c", "b");
    assertThat(database.alterTable("notes", new TableChange.Family("n", null, null, 2))).isTrue();
    now[0] = now[0].plusMillis(1);
    insert(database, 3, "e");
    assertThat(notes(database, 3, 9)).containsExactly("e", "d");
    Database again = Database.over(engine, () -> now[0], 1);
    assertThat(again.find("notes").orElseThrow().families())
        .containsExactly(new FamilyDefinition("n", compression, 60, 2));
    now[0] = now[0].plusSeconds(61);
    assertThat(notes(again, 1, 1)).containsExactly("before");
    assertThat(notes(again, 2, 1)).isEmpty();
    database.dropTable("notes", false);
  }

  private static void insert(Database database, int id, String note) {
    Map<String, @Nullable Object> row = Map.of("id", id, "note", note);
    database.table("notes").insert(row);
  }

  /** The values of a row, the newest first. */
  private static List<Object> notes(Database database, int id, int versions) {
    Query query =
        Query.all()
            .where(List.of(new Condition.Compare("id", Condition.Operator.EQ, id)))
            .withHistory(new History(versions, Long.MAX_VALUE));
    List<Object> notes = new ArrayList<>();
    try (Rows rows = database.table("notes").query(query)) {
      for (Row row : rows) {
        Object note = row.get("note");
        if (note != null) {
          notes.add(note);
        }
      }
    }
    return notes;
  }
}
