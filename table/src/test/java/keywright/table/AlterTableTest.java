package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.payment;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import keywright.key.ByteRange;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.store.Engine;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.TableChange;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** ALTER TABLE: rows stay as they are, and what is dropped is never seen again. */
class AlterTableTest {
  private static final Type TEXT = Type.parse("text");

  private static void onEachEngine(Consumer<Database> test) {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        Database database = Payments.open(engine);
        test.accept(database);
        assertThat(database.verify("payment")).isEmpty();
        // The catalog says the same to whoever opens the database next.
        Database again = Database.over(engine, InstantSource.system(), 1);
        assertThat(again.find("payment")).isEqualTo(database.find("payment"));
      }
    }
  }

  private static TableChange add(ColumnDefinition... columns) {
    return new TableChange.Add(List.of(columns), List.of(), false);
  }

  private static TableChange drop(String... columns) {
    return new TableChange.Drop(List.of(columns), false);
  }

  private static TableChange rename(String from, String to) {
    return new TableChange.Rename(Map.of(from, to));
  }

  @Test
  void anAddedColumnIsNullInExistingRows() {
    onEachEngine(
        database -> {
          Table table = database.table("payment");
          table.insert(payment(1, 10, "2017-01-01", "5.00"));
          assertThat(database.alterTable("payment", add(ColumnDefinition.of("mode", TEXT))))
              .isTrue();
          assertThat(table.get(1L).orElseThrow().isNull("mode")).isTrue();
          table.update(List.of(eq("payment_id", 1)), row("mode", "card"));
          Row row = table.get(1L).orElseThrow();
          assertThat(row.getString("mode")).isEqualTo("card");
          assertThat(row.getInt("customer_id")).isEqualTo(10);
        });
  }

  @Test
  void aFamilyIsAddedLaterAndTheFirstStaysTheFirst() {
    onEachEngine(
        database -> {
          TableDefinition log =
              TableDefinition.of(
                      "log",
                      List.of(
                          ColumnDefinition.of("id", Type.parse("int")).inFamily("a"),
                          ColumnDefinition.of("text", TEXT).inFamily("a")),
                      KeyPart.parseList("id"))
                  .withFamilies(List.of(FamilyDefinition.of("a")));
          database.createTable(log, false);
          Table table = database.table("log");
          table.insert(row("id", 1, "text", "one"));
          // A column of the family d, which stands first where it is not declared.
          database.alterTable("log", add(ColumnDefinition.of("level", TEXT)));
          database.alterTable(
              "log",
              new TableChange.Add(
                  List.of(ColumnDefinition.of("trace", TEXT).inFamily("t")),
                  List.of(new FamilyDefinition("t", "zstd", 0, 1)),
                  false));
          table.insert(row("id", 2, "level", "info", "trace", "at 7"));
          assertThat(table.definition().allFamilies())
              .extracting(FamilyDefinition::name)
              .containsExactly("a", "d", "t");
          assertThat(table.get(1).orElseThrow().getString("text")).isEqualTo("one");
          assertThat(table.get(2).orElseThrow().getString("trace")).isEqualTo("at 7");
          database.alterTable("log", drop("text", "level"));
          assertThat(table.get(1)).isPresent();
          assertThat(table.get(2).orElseThrow().getString("trace")).isEqualTo("at 7");
        });
  }

  @Test
  void aColumnOfADroppedOnesNameDoesNotFindItsValues() {
    onEachEngine(
        database -> {
          Table table = database.table("payment");
          table.insert(row("payment_id", 1, "note", "old"));
          database.alterTable("payment", drop("note"));
          assertThatThrownBy(() -> table.insert(row("payment_id", 1, "note", "x")))
              .hasMessageStartingWith("cannot find column note in table payment");
          database.alterTable("payment", add(ColumnDefinition.of("note", Type.parse("int"))));
          assertThat(table.get(1L).orElseThrow().isNull("note")).isTrue();
          table.insert(row("payment_id", 1, "note", 7));
          assertThat(table.get(1L).orElseThrow().getInt("note")).isEqualTo(7);
        });
  }

  @Test
  void aRenamedColumnKeepsItsValuesItsKeysAndItsIndexes() {
    onEachEngine(
        database -> {
          Table table = database.table("payment");
          table.insert(payment(1, 10, "2017-01-01", "5.00"));
          byte[] before = onlyRowKey(database);
          database.alterTable("payment", rename("payment_id", "id"));
          database.alterTable("payment", rename("customer_id", "customer"));
          assertThat(onlyRowKey(database)).isEqualTo(before);
          assertThat(table.get(1L).orElseThrow().getInt("customer")).isEqualTo(10);
          table.insert(row("id", 2, "customer", 10));
          try (Rows rows = table.query(Query.select("id").where(eq("customer", 10)))) {
            assertThat(rows.toList()).hasSize(2);
          }
          database.alterTable(
              "payment", new TableChange.Rename(Map.of("customer", "note", "note", "customer")));
          assertThat(table.get(1L).orElseThrow().getInt("note")).isEqualTo(10);
        });
  }

  private static byte[] onlyRowKey(Database database) {
    try (RawKeys keys = database.rawScan("payment", ByteRange.all())) {
      return Objects.requireNonNull(keys.next()).rowKey();
    }
  }

  @Test
  void theColumnOfARandomPartIsRenamed() {
    onEachEngine(
        database -> {
          TableDefinition event =
              TableDefinition.of(
                  "event",
                  List.of(ColumnDefinition.of("id", Type.parse("int"))),
                  KeyPart.parseList("random(4) AS salt, id"));
          database.createTable(event, false);
          Table table = database.table("event");
          table.insert(row("id", 1));
          database.alterTable("event", rename("salt", "spread"));
          assertThat(table.definition().keyColumns()).containsExactly("spread", "id");
          assertThat(table.delete(List.of(eq("id", 1)))).isEqualTo(1);
        });
  }

  @Test
  @Tag("large")
  void writersContinueWhileATableIsAltered() {
    onEachEngine(
        database -> {
          AtomicBoolean altered = new AtomicBoolean();
          CompletableFuture<Long> written =
              CompletableFuture.supplyAsync(
                  () -> {
                    Table table = database.table("payment");
                    long count = 0;
                    while (!altered.get() || count < 100) {
                      table.insert(payment(count++, 1, "2017-01-01", "5.00"));
                    }
                    return count;
                  });
          for (int i = 0; i < 200 && !written.isDone(); i++) {
            database.alterTable("payment", add(ColumnDefinition.of("extra", TEXT)));
            database.alterTable("payment", drop("extra"));
          }
          altered.set(true);
          long rows = written.join();
          try (Rows found = database.table("payment").query(Query.all())) {
            assertThat(found.toList()).hasSize((int) rows);
          }
        });
  }

  @Test
  void whatCannotBeAlteredIsRefusedAndNothingChanges() {
    onEachEngine(
        database -> {
          TableDefinition before = database.find("payment").orElseThrow();
          refused(
              database,
              drop("payment_id"),
              "cannot drop column payment_id of payment: the primary key reads this "
                  + "column, and row keys cannot change; create another table without this "
                  + "column, and load the rows into that table");
          refused(
              database,
              drop("note", "customer_id"),
              "cannot drop column customer_id of payment: index payments_by_customer reads "
                  + "this column; drop the index first");
          refused(
              database,
              drop("nothing"),
              "cannot drop column nothing of payment: there is no such column");
          refused(
              database,
              rename("note", "amount"),
              "cannot rename column note of payment: there is a column amount; choose another"
                  + " name");
          refused(
              database,
              add(ColumnDefinition.of("amount", TEXT)),
              "cannot add column amount of payment: the column exists already; choose "
                  + "another name, or write ADD IF NOT EXISTS");
          refused(
              database,
              add(ColumnDefinition.of("b", TEXT), ColumnDefinition.of("b", TEXT)),
              "cannot alter table payment: column b is declared twice; remove or rename one");
          refused(
              database,
              new TableChange.Add(List.of(), List.of(FamilyDefinition.of("n")), false),
              "cannot add family n of payment: the family exists already; leave ADD FAMILY "
                  + "out, and change the settings of the family with ALTER TABLE … ALTER FAMILY");
          assertThat(
                  database.alterTable(
                      "payment",
                      new TableChange.Add(
                          List.of(ColumnDefinition.of("amount", TEXT)), List.of(), true)))
              .isFalse();
          assertThat(database.alterTable("payment", new TableChange.Drop(List.of("nothing"), true)))
              .isFalse();
          assertThat(database.alterTable("payment", rename("note", "note"))).isFalse();
          assertThat(database.find("payment")).contains(before);
        });
  }

  private static void refused(Database database, TableChange change, String message) {
    assertThatThrownBy(() -> database.alterTable("payment", change))
        .isInstanceOf(TableException.class)
        .message()
        .startsWith(message);
  }
}
