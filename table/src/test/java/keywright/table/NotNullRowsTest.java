package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.table.model.Change;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A column that is NOT NULL has a value in every row, whichever call writes it. */
class NotNullRowsTest {
  private static final TableDefinition TABLE =
      TableDefinition.of(
          "t",
          List.of(
              ColumnDefinition.of("id", Type.parse("int")),
              ColumnDefinition.of("v", Type.parse("text")).asNotNull(),
              ColumnDefinition.of("w", Type.parse("text"))),
          KeyPart.parseList("id"));

  private static void refused(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(TableException.class)
        .hasMessageContaining("found no value for v, expected one, since the column is NOT NULL");
  }

  @Test
  void everyWriteWithoutAValueIsRefused() {
    for (Engine engine : List.of(new MemoryEngine(), MemoryEngine.ofSingleRows(1))) {
      try (Database database = Database.over(engine, Payments.CLOCK, 1)) {
        database.createTable(TABLE, false);
        Table table = database.table("t");
        refused(() -> table.insert(row("id", 1, "w", "x")));
        refused(() -> table.insert(row("id", 1, "v", null)));
        refused(() -> table.put(row("id", 1, "w", "x")));
        refused(() -> database.apply(Change.insert("t", row("id", 1, "w", "x"))));
        refused(() -> table.update(List.of(eq("id", 1)), row("w", "x")));
        assertThat(table.get(1)).isEmpty();
        table.insert(row("id", 1, "v", "a"));
        table.insert(row("id", 1, "w", "x")); // It has a value from before.
        refused(() -> table.update(List.of(eq("id", 1)), row("v", null)));
        assertThat(table.get(1).orElseThrow().get("v")).isEqualTo("a");
        assertThat(table.get(1).orElseThrow().get("w")).isEqualTo("x");
      }
    }
  }
}
