package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.onEachEngine;
import static keywright.table.Payments.onEachExactEngine;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import keywright.key.Condition;
import keywright.key.Type;
import keywright.store.MemoryEngine;
import keywright.table.model.Change;
import keywright.table.model.ChangeResult;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.TableChange;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import keywright.table.model.WriteResult;
import keywright.table.write.HeldBytes;
import org.junit.jupiter.api.Test;

/** Statements that write many rows: what is left of one that is refused. */
class ManyRowsTest {
  private static Change insert(long id, String note) {
    return Change.insert("payment", row("payment_id", id, "note", note));
  }

  private static void noteIsUnique(Database database) {
    IndexDefinition unique = IndexDefinition.of("payment_by_note", "note").asUnique();
    assertThat(database.createIndex("payment", unique, false)).isTrue();
  }

  private static List<Long> ids(Database database) {
    return database.table("payment").query(Query.select("payment_id")).stream()
        .map(found -> found.getLong("payment_id"))
        .sorted()
        .toList();
  }

  @Test
  void aRefusedRowRefusesTheInsertWhereTheEngineHasAtomicBatches() {
    onEachExactEngine(
        database -> {
          noteIsUnique(database);
          List<Map<String, Object>> rows =
              List.of(
                  row("payment_id", 1, "note", "a"),
                  row("payment_id", 2, "note", "b"),
                  row("payment_id", 3, "note", "a"));
          assertThatThrownBy(() -> database.table("payment").insertAll(rows, Using.NOTHING))
              .isInstanceOfSatisfying(
                  TableException.class, refused -> assertThat(refused.change()).isEqualTo(2))
              .hasMessageEndingWith("change one of them (row 3 of 3, none is written)");
          assertThat(ids(database)).isEmpty();
          assertThat(database.table("payment").insertAll(rows.subList(0, 2), Using.NOTHING))
              .containsExactly(WriteResult.INSERTED, WriteResult.INSERTED);
          assertThat(database.verify("payment")).isEmpty();
        });
  }

  @Test
  void anUpdateOfSeveralRowsSaysWhatIsWrittenWhereRowsChangeOneAtATime() {
    Database database = Payments.open(MemoryEngine.ofSingleRows(1));
    noteIsUnique(database);
    List<ChangeResult> inserted =
        database.applyEach(List.of(insert(1, "a"), insert(2, "b"), insert(3, "c")));
    assertThat(inserted).allMatch(each -> each.applied() && each.rowsChanged() == 1);
    Condition both = new Condition.In("payment_id", List.of(2, 3));
    assertThatThrownBy(() -> database.table("payment").update(List.of(both), row("note", "d")))
        .isInstanceOf(TableException.class)
        .hasMessageEndingWith(
            "change one of them (row 2 of 2; the other one is written, since the engine has no multi-row transactions)");
    assertThat(database.table("payment").get(2L).orElseThrow().get("note")).isEqualTo("d");
    assertThat(database.table("payment").get(3L).orElseThrow().get("note")).isEqualTo("c");
    assertThat(database.verify("payment")).isEmpty();
  }

  @Test
  void changesOfOneStatementAreMadeInOrderAndThoseWhoseConditionIsNotMetAreLeftOut() {
    onEachEngine(
        database -> {
          List<Condition> first = List.of(eq("payment_id", 1));
          List<ChangeResult> results =
              database.applyEach(
                  List.of(
                      insert(1, "a"),
                      Change.update("payment", first, row("note", "b")).onlyIf(eq("note", "x")),
                      Change.update("payment", first, row("note", "c")).onlyIf(eq("note", "a")),
                      Change.rekey("payment", first, row("payment_id", 2)),
                      Change.delete("payment", first)));
          assertThat(results.stream().map(ChangeResult::applied))
              .containsExactly(true, false, true, true, true);
          assertThat(results.stream().map(ChangeResult::rowsChanged))
              .containsExactly(1L, 0L, 1L, 1L, 0L);
          assertThat(database.table("payment").get(2L).orElseThrow().get("note")).isEqualTo("c");
          assertThat(ids(database)).containsExactly(2L);
          assertThat(database.verify("payment")).isEmpty();
        });
  }

  @Test
  void aRekeyOfARowThatDoesNotExistIsRefusedBesideOtherChanges() {
    onEachEngine(
        database -> {
          List<Condition> first = List.of(eq("payment_id", 1));
          Change rekey = Change.rekey("payment", first, row("payment_id", 2));
          assertThat(database.apply(rekey).rowsChanged()).isZero();
          assertThatThrownBy(() -> database.applyEach(List.of(insert(3, "a"), rekey)))
              .isInstanceOf(TableException.class)
              .hasMessageContaining("cannot rekey payment: found no row with payment_id = 1,");
          assertThat(ids(database))
              .isEqualTo(database.hasAtomicBatches() ? List.of() : List.of(3L));
        });
  }

  @Test
  void rowsThatWaitToBeWrittenFollowTheDefinition() {
    onEachEngine(
        database -> {
          List<String> refused = new ArrayList<>();
          BatchWriter writer = database.table("payment").batchWriter();
          writer.add(row("payment_id", 1, "customer_id", 7), e -> refused.add(e.getMessage()));
          writer.add(row("payment_id", 2, "note", "x"), e -> refused.add(e.getMessage()));
          ColumnDefinition extra = ColumnDefinition.of("extra", Type.parse("text"));
          database.alterTable("payment", new TableChange.Add(List.of(extra), List.of(), false));
          database.alterTable("payment", new TableChange.Drop(List.of("note"), false));
          writer.add(row("payment_id", 3, "extra", "y"), e -> refused.add(e.getMessage()));
          writer.close();
          assertThat(refused).hasSize(1);
          assertThat(refused.get(0)).startsWith("cannot find column note in table payment");
          assertThat(ids(database)).containsExactly(1L, 3L);
          assertThat(writer.inserted()).isEqualTo(2);
          assertThat(database.table("payment").get(3L).orElseThrow().get("extra")).isEqualTo("y");
          assertThat(database.verify("payment")).isEmpty();
        });
  }

  @Test
  void whatAStatementHoldsIsBounded() {
    onEachExactEngine(
        database -> {
          List<Change> many = new ArrayList<>();
          for (int id = 0; id < 10_001; id++) {
            many.add(insert(id, "x"));
          }
          assertThatThrownBy(() -> database.applyEach(many))
              .hasMessage(
                  "cannot write more than 10,000 rows in one statement: found more in the first 10,001 of its 10,001 changes; write them in several statements, or load them from a file");
          String wide = "x".repeat((int) (HeldBytes.MAX / 10));
          List<Change> large = new ArrayList<>();
          for (int id = 0; id < 12; id++) {
            large.add(insert(id, wide));
          }
          assertThatThrownBy(() -> database.applyEach(large))
              .hasMessageStartingWith(
                  "cannot write more than %,d bytes in one statement: found more in the first 10 of its 12 changes;"
                      .formatted(HeldBytes.MAX));
          assertThat(ids(database)).isEmpty();
        });
  }
}
