package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import keywright.key.Key;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.RowMark;
import keywright.store.StoredRow;
import keywright.table.InterruptedEngine.Crash;
import keywright.table.layout.StoredTable;
import keywright.table.model.Change;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.ScrubOptions;
import keywright.table.model.ScrubReport;
import keywright.table.model.Using;
import org.junit.jupiter.api.Test;

/** What differs for unique indexes on engines with single-row atomicity. */
class UniqueOnSingleRowsTest {
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2024-01-01T00:00:00Z"));

  private Database open(Engine engine) {
    Database database = Database.over(engine, now::get, 1);
    database.createTable(Payments.DEFINITION, true);
    IndexDefinition byNote = IndexDefinition.of("payments_by_note", "note").asUnique();
    boolean unused = database.createIndex("payment", byNote, true);
    return database;
  }

  private static void insert(Table table, long id, String note) {
    table.insert(row("payment_id", id, "note", note));
  }

  private static List<String> rows(Table table) {
    List<String> rows = new ArrayList<>();
    table
        .query(Query.all())
        .forEach(row -> rows.add(row.getLong("payment_id") + row.getString("note")));
    return rows.stream().sorted().toList();
  }

  @Test
  void aWriterThatStoppedMidwayBlocksNobody() {
    for (int writes = 0; writes < 4; writes++) {
      InterruptedEngine engine = new InterruptedEngine(MemoryEngine.ofSingleRows(1));
      Table table = open(engine).table("payment");
      insert(table, 1, "a");
      engine.after(
          writes,
          () -> {
            throw new Crash();
          });
      boolean stopped = false;
      try {
        insert(table, 1, "b");
      } catch (Crash e) {
        stopped = true;
      }
      engine.after(Integer.MAX_VALUE, () -> {});
      // Its writes: the reservation of b, the row, the reservation of a.
      assertThat(stopped).isEqualTo(writes < 3);
      boolean written = writes >= 2;
      insert(table, 2, written ? "a" : "b");
      assertThat(rows(table)).containsExactly(written ? "1b" : "1a", written ? "2a" : "2b");
      assertThatThrownBy(() -> insert(table, 3, "a")).hasMessageContaining("has the same key");
      assertThatThrownBy(() -> insert(table, 3, "b")).hasMessageContaining("has the same key");
      Database database = open(engine);
      assertThat(database.scrub("payment", ScrubOptions.REPAIR).findings())
          .allMatch(found -> found.kind() == ScrubReport.Kind.ENTRY_WITHOUT_ROW);
      assertThat(database.verify("payment")).isEmpty();
    }
  }

  @Test
  void rowsOfOneCallAreWrittenAsIfOneAfterAnother() {
    Database database = open(MemoryEngine.ofSingleRows(1));
    Table table = database.table("payment");
    insert(table, 1, "a");
    insert(table, 2, "b");
    List<String> refused = new ArrayList<>();
    try (BatchWriter writer = table.batchWriter()) {
      // Each takes what the one before has left.
      writer.add(row("payment_id", 1, "note", "c"), e -> refused.add(e.getMessage()));
      for (int id = 2; id < 200; id++) {
        String note = id == 2 ? "a" : id == 3 ? "b" : "n" + id;
        writer.add(row("payment_id", id, "note", note), e -> refused.add(e.getMessage()));
      }
      writer.add(row("payment_id", 300, "note", "n7"), e -> refused.add(e.getMessage()));
      writer.add(row("payment_id", 7, "note", "m7"), e -> refused.add(e.getMessage()));
      writer.add(row("payment_id", 301, "note", "n7"), e -> refused.add(e.getMessage()));
    }
    assertThat(refused).singleElement().asString().contains("row (300) of payment", "(n7)");
    assertThat(rows(table)).hasSize(200).contains("1c", "2a", "3b", "7m7", "301n7");
    assertThat(database.verify("payment")).isEmpty();
  }

  @Test
  void whatHasExpiredHasNoKeyAndDoesNotComeBack() {
    Engine engine = MemoryEngine.ofSingleRows(1);
    Database database = open(engine);
    Table table = database.table("payment");
    table.insert(row("payment_id", 1, "note", "a"), Using.ttl(60));
    assertThatThrownBy(() -> insert(table, 2, "a")).hasMessageContaining("has the same key");
    now.set(now.get().plusSeconds(60));
    insert(table, 2, "a");
    StoredTable stored = database.known().require("payment");
    Key first = stored.primaryKey().key(1L, null, null, null, null);
    StoredRow dead = database.parts().repair().read(stored, first);
    assertThat(Objects.requireNonNull(dead).head().mark()).isEqualTo(RowMark.TOMBSTONE);
    insert(table, 1, "b");
    assertThat(rows(table)).containsExactly("1b", "2a");
    assertThat(database.scrub("payment", ScrubOptions.REPAIR).findings()).hasSizeLessThan(2);
    assertThat(database.verify("payment")).isEmpty();
  }

  @Test
  void aBuildEndsTheMovesThatItMeets() {
    for (int writes = 1; writes < 4; writes++) {
      InterruptedEngine engine = new InterruptedEngine(MemoryEngine.ofSingleRows(1));
      Database database = Payments.open(engine);
      insert(database.table("payment"), 1, "a");
      engine.after(
          writes,
          () -> {
            throw new Crash();
          });
      Change move = Change.rekey("payment", List.of(eq("payment_id", 1)), row("payment_id", 2));
      assertThatThrownBy(() -> database.apply(move)).isInstanceOf(Crash.class);
      Table table = open(engine).table("payment");
      // Its writes: the intent, the mark, the row, the dead one.
      assertThat(rows(table)).containsExactly(writes == 1 ? "1a" : "2a");
      assertThatThrownBy(() -> insert(table, 3, "a"))
          .hasMessageContaining("row (%s) of payment".formatted(3))
          .hasMessageContaining("row (%s) has the same key".formatted(writes == 1 ? 1 : 2));
    }
  }

  @Test
  void rowsAreNotMoved() {
    Database database = open(MemoryEngine.ofSingleRows(1));
    insert(database.table("payment"), 1, "a");
    Change move = Change.rekey("payment", List.of(eq("payment_id", 1)), row("payment_id", 2));
    assertThatThrownBy(() -> database.apply(move))
        .hasMessage(
            "cannot rekey payment: found unique index payments_by_note on an engine without multi-row transactions, where a table with a unique index cannot be rekeyed; DELETE the row and INSERT it with its new key, or drop the index first");
    assertThat(rows(database.table("payment"))).containsExactly("1a");
  }
}
