package keywright.table;

import static keywright.table.Payments.payment;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import keywright.key.KeyException;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.store.Engine;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.TableException;
import org.junit.jupiter.api.Test;

class BatchWriterTest {

  @Test
  void rowsAreCountedAndAddingThemAgainChangesNothing() {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        Database database = Payments.open(engine);
        for (int round = 0; round < 2; round++) {
          try (BatchWriter writer = database.table("payment").batchWriter()) {
            for (int i = 0; i < 2_500; i++) {
              writer.add(payment(i, i % 7, "2017-01-01", "1.00"));
            }
            writer.flush();
            assertThat(writer.inserted()).isEqualTo(round == 0 ? 2_500 : 0);
            assertThat(writer.unchanged()).isEqualTo(round == 0 ? 0 : 2_500);
            assertThat(writer.overwritten()).isZero();
          }
        }
        assertThat(database.verify("payment")).isEmpty();
      }
    }
  }

  @Test
  void aKeyMayOccurTwiceInOneBatch() {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        Database database = Payments.open(engine);
        Table table = database.table("payment");
        BatchWriter writer = table.batchWriter();
        writer.add(payment(1, 1, "2017-01-01", "1.00"));
        writer.add(payment(1, 2, "2017-01-01", "1.00"));
        writer.add(payment(1, 2, "2017-01-01", "1.00"));
        writer.add(row("payment_id", 1, "amount", 3, "note", null));
        writer.close();
        assertThat(List.of(writer.inserted(), writer.overwritten(), writer.unchanged()))
            .containsExactly(1L, 2L, 1L);
        assertThat(table.get(1).orElseThrow().getInt("customer_id")).isEqualTo(2);
        assertThat(table.get(1).orElseThrow().getBigDecimal("amount")).isEqualByComparingTo("3");
        assertThat(database.verify("payment")).isEmpty();
      }
    }
  }

  @Test
  void aRowThatCannotBeAddedDoesNotHarmTheOthers() {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        Database database = Payments.open(engine);
        database.createIndex(
            "payment",
            new IndexDefinition("payments_by_note", KeyPart.parseList("note"), KeyFormat.text("|")),
            false);
        BatchWriter writer = database.table("payment").batchWriter();
        writer.add(row("payment_id", 1, "note", "a"));
        assertThatThrownBy(() -> writer.add(row("payment_id", 2, "note", "a|b")))
            .isInstanceOf(TableException.class);
        assertThatThrownBy(() -> writer.add(row("payment_id", 2_000_000_000L, "note", "a")))
            .isInstanceOf(KeyException.class);
        assertThatThrownBy(() -> writer.add(row("customer_id", 2)))
            .isInstanceOf(TableException.class);
        writer.add(row("payment_id", 3, "note", "c"));
        // Whether the stored row has a note shows when the batch is written.
        writer.add(row("payment_id", 4, "customer_id", 4));
        writer.add(row("payment_id", 3, "customer_id", 3));
        writer.add(row("payment_id", 5, "note", "e"));
        assertThatThrownBy(writer::flush).isInstanceOf(TableException.class);
        writer.close();
        assertThat(writer.inserted()).isEqualTo(3);
        assertThat(writer.overwritten()).isEqualTo(1);
        assertThat(
                database.table("payment").query(Query.select("payment_id")).toList().stream()
                    .map(row -> row.getLong("payment_id")))
            .containsExactlyInAnyOrder(1L, 3L, 5L);
        assertThat(database.verify("payment")).isEmpty();
      }
    }
  }
}
