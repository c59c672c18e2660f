package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.table.layout.CatalogEntry;
import keywright.table.layout.StoredTable;
import keywright.table.model.IndexDefinition;
import keywright.table.model.TableChange;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.junit.jupiter.api.Test;

/** Tables and indexes with a text key that no row can have. */
class WritableKeysTest {
  private static TableDefinition stay(String key) {
    return TableDefinition.of(
            "stay",
            Payments.columns("guest int, arrived date, id uuid", "d"),
            KeyPart.parseList(key))
        .withFormat(KeyFormat.text("-"));
  }

  private static IndexDefinition index(String parts) {
    return new IndexDefinition("stays", KeyPart.parseList(parts), KeyFormat.text("-"));
  }

  @Test
  void aTableWhoseKeyNoRowCanHaveIsRefused() {
    try (Database database = Database.over(new MemoryEngine(), Payments.CLOCK, 1)) {
      assertThatThrownBy(() -> database.createTable(stay("lpad(guest, 6), arrived"), false))
          .isInstanceOf(TableException.class)
          .hasMessage(
              "cannot create table stay: every value of arrived (date) contains '-', the key_delimiter of the text key, so no row could be written; write key_delimiter = '_', or date_format(arrived, 'yyyyMMdd') in place of arrived");
      assertThatThrownBy(() -> database.createTable(stay("id, arrived"), false))
          .hasMessageContaining("every value of id (uuid) and of arrived (date) contains '-'")
          .hasMessageEndingWith("; write key_delimiter = '_'");
      assertThat(database.tables()).isEmpty();
      assertThat(database.createTable(stay("arrived"), false)).isTrue();
    }
  }

  @Test
  void anIndexWhoseKeyNoRowCanHaveIsRefused() {
    TableDefinition table = stay("lpad(guest, 6)").withFormat(KeyFormat.kw1());
    try (Database database = Database.over(new MemoryEngine(), Payments.CLOCK, 1)) {
      database.createTable(table, false);
      assertThatThrownBy(() -> database.createIndex("stay", index("arrived"), false))
          .hasMessage(
              "cannot create index stays: every value of arrived (date) contains '-', the key_delimiter of the text key, so no row could be written; write key_delimiter = '_', or date_format(arrived, 'yyyyMMdd') in place of arrived");
      assertThat(database.createIndex("stay", index("date_format(arrived, 'yyyyMMdd')"), false))
          .isTrue();
    }
  }

  /** What is appended to an index cannot be written otherwise there. */
  @Test
  void anIndexIsRefusedForThePrimaryKeyThatIsAppended() {
    TableDefinition table = stay("arrived, guest").withFormat(KeyFormat.kw1());
    try (Database database = Database.over(new MemoryEngine(), Payments.CLOCK, 1)) {
      database.createTable(table, false);
      assertThatThrownBy(() -> database.createIndex("stay", index("guest"), false))
          .hasMessageContaining("every value of arrived (date) contains '-'")
          .hasMessageEndingWith("; write key_delimiter = '_'");
      assertThatThrownBy(
              () ->
                  database.createTable(
                      TableDefinition.of("other", table.columns(), table.primaryKey())
                          .withIndexes(List.of(index("guest"))),
                      false))
          .hasMessageStartingWith("cannot create index stays: every value of arrived (date)");
    }
  }

  @Test
  void aDatabaseThatHasSuchATableStillOpens() {
    Engine engine = new MemoryEngine();
    Database before = Database.over(engine, Payments.CLOCK, 1);
    StoredTable table =
        before
            .known()
            .stored(
                CatalogEntry.of(
                    stay("lpad(guest, 6), arrived").withIndexes(List.of(index("guest")))));
    table.createEmpty(engine);
    before.known().exchange(table);
    try (Database database = Database.over(engine, Payments.CLOCK, 1)) {
      assertThat(database.tables()).containsExactly("stay");
      assertThat(database.alterTable("stay", new TableChange.Rename(Map.of("guest", "visitor"))))
          .isTrue();
      assertThatThrownBy(
              () -> database.table("stay").insert(Map.of("visitor", 1, "arrived", "2024-01-31")))
          .hasMessageContaining("found '2024-01-31', expected a text without the delimiter '-'");
    }
  }
}
