package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.ge;
import static keywright.table.Payments.onEachEngine;
import static keywright.table.Payments.onEachExactEngine;
import static keywright.table.Payments.payment;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import keywright.key.Condition;
import keywright.key.KeyException;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.store.MemoryEngine;
import keywright.store.WriteBatch;
import keywright.table.layout.StoredTable;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.WriteResult;
import org.junit.jupiter.api.Test;

class TableTest {

  private static List<Object> found(Table table, Condition... conditions) {
    try (Rows rows = table.query(Query.select("payment_id").where(conditions))) {
      return rows.toList().stream().<Object>map(row -> row.getLong("payment_id")).toList();
    }
  }

  @Test
  void anInsertKeepsWhatItDoesNotNameAndDeletesWhatItNullsOut() {
    onEachEngine(
        database -> {
          Table table = database.table("payment");
          assertThat(table.insert(payment(1, 10, "2017-01-01", "5.00")))
              .isEqualTo(WriteResult.INSERTED);
          assertThat(table.insert(payment(1, 10, "2017-01-01", "5.00")))
              .isEqualTo(WriteResult.UNCHANGED);
          assertThat(table.insert(row("payment_id", 1, "note", "x", "paid_at", null)))
              .isEqualTo(WriteResult.OVERWRITTEN);
          Row row = table.get(1L).orElseThrow();
          assertThat(row.getInt("customer_id")).isEqualTo(10);
          assertThat(row.getString("note")).isEqualTo("x");
          assertThat(row.isNull("paid_at")).isTrue();
          assertThat(found(table, eq("customer_id", 10))).containsExactly(1L);
          assertThat(found(table, ge("paid_at", "1970-01-01"))).isEmpty();
          assertThat(found(table, new Condition.IsNull("paid_at", false), eq("payment_id", 1)))
              .containsExactly(1L);
        });
  }

  @Test
  void anUpdateOfAKeyThatNoRowCanHaveIsRefusedAndADeleteFindsNothing() {
    onEachEngine(
        database -> {
          Table table = database.table("payment");
          Condition none = eq("payment_id", new BigDecimal("1.5"));
          assertThatThrownBy(() -> table.update(List.of(none), row("note", "x")))
              .isInstanceOf(TableException.class)
              .hasMessage(
                  "cannot update payment: the condition on payment_id has a value that the column cannot have: found 1.5, expected a whole number from"
                      + " -9223372036854775808 to 9223372036854775807");
          assertThat(table.delete(List.of(none))).isZero();
        });
  }

  @Test
  void aRowThatAnIndexCannotHoldIsRefusedInItsName() {
    onEachEngine(
        database -> {
          database.createIndex(
              "payment",
              new IndexDefinition(
                  "by_padded", KeyPart.parseList("lpad(customer_id, 3)"), KeyFormat.text("_")),
              false);
          Table table = database.table("payment");
          assertThatThrownBy(() -> table.insert(payment(1, 1234, "2017-01-01", "5.00")))
              .isInstanceOf(TableException.class)
              .hasMessage(
                  "cannot write to payment: the row does not fit the key of index by_padded: cannot encode"
                      + " lpad(customer_id, 3) for customer_id = 1234: found 1234, expected 0 to"
                      + " 999 (width 3); declare a width that holds the largest value");
        });
  }

  @Test
  void aRowOfNothingButItsKeyExists() {
    onEachEngine(
        database -> {
          Table table = database.table("payment");
          assertThat(table.insert(row("payment_id", 1))).isEqualTo(WriteResult.INSERTED);
          assertThat(table.get(1).orElseThrow().toString())
              .isEqualTo(
                  "(payment_id = 1, customer_id = null, paid_at = null, amount = null, note ="
                      + " null)");
          assertThat(table.insertIfAbsent(payment(1, 2, "2017-01-01", "1.00"))).isFalse();
          assertThat(table.insertIfAbsent(payment(2, 2, "2017-01-01", "1.00"))).isTrue();
          assertThat(table.get(1).orElseThrow().isNull("customer_id")).isTrue();
        });
  }

  @Test
  void anUpdateMovesIndexEntriesAndInsertsAbsentRows() {
    onEachEngine(
        database -> {
          Table table = database.table("payment");
          table.insert(payment(1, 10, "2017-01-01", "5.00"));
          Condition keys = new Condition.In("payment_id", List.of(1, 2, 2));
          assertThat(table.update(List.of(keys), row("customer_id", 11))).isEqualTo(2);
          assertThat(table.update(List.of(keys), row("customer_id", 11))).isZero();
          assertThat(found(table, eq("customer_id", 10))).isEmpty();
          assertThat(found(table, eq("customer_id", 11))).containsExactlyInAnyOrder(1L, 2L);
          assertThat(table.delete(List.of(keys))).isEqualTo(2);
          assertThat(table.delete(List.of(keys))).isZero();
          assertThat(table.query(Query.all()).toList()).isEmpty();
        });
  }

  @Test
  void updateAndDeleteTakeWholeKeysOnly() {
    onEachEngine(
        database -> {
          Table table = database.table("payment");
          assertThatThrownBy(() -> table.update(List.of(eq("payment_id", 1)), row("payment_id", 2)))
              .isInstanceOf(TableException.class)
              .hasMessage(
                  "cannot set payment_id of payment: it is part of the primary key (reverse(lpad(payment_id, 9))), and a row key cannot change; REKEY moves the row to a new key: UPDATE payment SET payment_id = 2 WHERE payment_id = 1"
                      + " REKEY");
          assertThatThrownBy(() -> table.update(List.of(), row("amount", 2)))
              .hasMessage(
                  "cannot update payment: found no = or IN on payment_id, expected one for every column of the primary key; SELECT the keys of the rows first");
          assertThatThrownBy(() -> table.delete(List.of(ge("payment_id", 1))))
              .hasMessage(
                  "cannot delete from payment: found payment_id >= 1, expected only = or IN, each"
                      + " on a column of the primary key; SELECT the keys of the rows first");
          assertThatThrownBy(() -> table.delete(List.of(eq("payment_id", 1), eq("amount", 1))))
              .hasMessageContaining("found amount = 1, expected only = or IN");
        });
  }

  @Test
  void whatCannotBeInsertedIsSaidInOneLine() {
    onEachEngine(
        database -> {
          Table table = database.table("payment");
          assertThatThrownBy(() -> table.insert(row("customer_id", 1)))
              .hasMessage(
                  "cannot insert into payment: found no value for payment_id, expected one for every column of the primary key; give the column a value, or create the table with this column declared NULL");
          assertThatThrownBy(() -> table.insert(row("payment_id", null)))
              .hasMessageContaining("no value for payment_id");
          assertThatThrownBy(() -> table.insert(row("payment_id", 1, "amuont", 1)))
              .hasMessage("cannot find column amuont in table payment; did you mean amount?");
          assertThatThrownBy(() -> table.insert(row("payment_id", 1, "amount", "x")))
              .hasMessage(
                  "cannot set amount: found 'x', expected a number from -9999.99 to 9999.99 with at"
                      + " most 2 decimals");
          assertThatThrownBy(() -> table.insert(row("payment_id", 1_000_000_000L)))
              .isInstanceOf(KeyException.class)
              .hasMessageContaining("payment_id = 1000000000");
          assertThat(table.query(Query.all()).toList()).isEmpty();
        });
  }

  @Test
  void randomColumnsAreDrawnAndFannedOutOver() {
    onEachEngine(
        database -> {
          TableDefinition definition =
              TableDefinition.of(
                      "event",
                      Payments.columns("id int, text text", "d"),
                      KeyPart.parseList("random(4) AS r, id"))
                  .withIndexes(List.of(IndexDefinition.of("event_by_text", "text")));
          database.createTable(definition, false);
          Table table = database.table("event");
          for (int i = 0; i < 40; i++) {
            table.insert(row("id", i, "text", "a"));
          }
          Set<Object> drawn = new HashSet<>();
          table.query(Query.all()).forEach(row -> drawn.add(row.get("r")));
          assertThat(drawn).hasSize(4);
          assertThat(table.update(List.of(eq("id", 7)), row("text", "b"))).isEqualTo(1);
          assertThat(table.update(List.of(eq("id", 99)), row("text", "b"))).isZero();
          Row changed = table.query(Query.all().where(eq("text", "b"))).toList().get(0);
          assertThat(changed.getInt("id")).isEqualTo(7);
          assertThat(table.get(changed.get("r"), 7)).isPresent();
          assertThat(table.delete(List.of(eq("id", 7)))).isEqualTo(1);
          assertThat(table.query(Query.all()).toList()).hasSize(39);
        });
  }

  @Test
  void aWriteThatWouldTryTooManyDrawnNumbersIsRefusedBeforeItTriesThem() {
    onEachEngine(
        database -> {
          TableDefinition definition =
              TableDefinition.of(
                  "event",
                  Payments.columns("id int, text text", "d"),
                  KeyPart.parseList("random(1000000000) AS r, id"));
          database.createTable(definition, false);
          Table table = database.table("event");
          assertThatThrownBy(() -> table.update(List.of(eq("id", 7)), row("text", "b")))
              .isInstanceOf(TableException.class)
              .hasMessage(
                  "cannot update event: found no = or IN on r, which has 1,000,000,000 "
                      + "possible values, expected at most 1,024; add a condition with = or IN on "
                      + "this column");
          assertThat(table.delete(List.of(eq("r", 5), eq("id", 7)))).isZero();
        });
  }

  @Test
  void aColumnThatEntersByDigestIsStoredAndCompared() {
    onEachEngine(
        database -> {
          TableDefinition definition =
              TableDefinition.of(
                  "page",
                  Payments.columns("url text, hits int", "d"),
                  KeyPart.parseList("md5(url)"));
          database.createTable(definition, false);
          Table table = database.table("page");
          table.insert(row("url", "a", "hits", 1));
          assertThat(table.update(List.of(eq("url", "b")), row("hits", 2))).isEqualTo(1);
          assertThat(table.get("b").orElseThrow().getString("url")).isEqualTo("b");
          // Two texts of one digest are made by hand: the row of "a" is given another url.
          StoredTable stored = database.known().require("page");
          database
              .known()
              .engine()
              .write(
                  new WriteBatch(0)
                      .put(
                          stored.layout(),
                          stored.primaryKey().key("a", null),
                          WriteBatch.ANY,
                          1L << 60,
                          Map.of(table.columnId("url"), "collides")));
          assertThatThrownBy(() -> table.insert(row("url", "a", "hits", 3)))
              .hasMessage(
                  "cannot write the row of page with key (0cc175b9c0f1b6a831c399e269772661): found url a in the new row and collides in the stored row, two values with the same digest; put url itself into the key");
          assertThat(database.verify("page")).hasSize(1);
          database.dropTable("page", false);
        });
  }

  @Test
  void aKeyBeyondTheEnginesLimitIsRefused() {
    onEachEngine(
        database -> {
          TableDefinition definition =
              TableDefinition.of(
                      "doc", Payments.columns("id text, body text", "d"), KeyPart.parseList("id"))
                  .withIndexes(List.of(IndexDefinition.of("doc_by_body", "body")));
          database.createTable(definition, false);
          int limit = database.known().engine().maxKeyLength();
          String tooLong = "x".repeat(limit);
          assertThatThrownBy(() -> database.table("doc").insert(row("id", tooLong)))
              .hasMessage(
                  "cannot write to doc: its key would be %,d bytes long, expected at most %,d; shorten the values, or declare the key with a digest of them"
                      .formatted(limit + 2, limit));
          assertThatThrownBy(() -> database.table("doc").insert(row("id", "a", "body", tooLong)))
              .hasMessageStartingWith(
                  "cannot write to doc: the key of its index doc_by_body would be");
        });
  }

  @Test
  void aKeyThatNoRowCanHaveFindsNothing() {
    onEachEngine(
        database -> {
          database.createTable(
              TableDefinition.of(
                      "word",
                      List.of(ColumnDefinition.of("word", Type.parse("text"))),
                      KeyPart.parseList("word"))
                  .withFormat(KeyFormat.text("_")),
              false);
          Table table = database.table("word");
          table.insert(row("word", "a"));
          assertThat(table.query(Query.all().where(eq("word", ""))).toList()).isEmpty();
          Condition in = new Condition.In("word", List.of("", "a"));
          assertThat(table.query(Query.all().where(in)).toList()).hasSize(1);
        });
  }

  @Test
  void truncateAndDropLeaveNothingBehind() {
    onEachEngine(
        database -> {
          Table table = database.table("payment");
          table.insert(payment(1, 10, "2017-01-01", "5.00"));
          database.truncate("payment");
          assertThat(found(table, eq("customer_id", 10))).isEmpty();
          table.insert(payment(1, 10, "2017-01-01", "5.00"));
          database.dropTable("payment", false);
          assertThatThrownBy(() -> table.get(1))
              .hasMessage(
                  "cannot find table payment: the database has no tables; create it first, or open"
                      + " another database");
          assertThat(database.dropTable("payment", true)).isFalse();
          database.createTable(Payments.DEFINITION, false);
          assertThat(table.get(1)).isEmpty();
          assertThat(found(table, eq("customer_id", 10))).isEmpty();
        });
  }

  @Test
  void aQueryReadsOneMoment() {
    onEachExactEngine(
        database -> {
          Table table = database.table("payment");
          for (int i = 0; i < 100; i++) {
            table.insert(payment(i, 1, "2017-01-01", "5.00"));
          }
          try (Rows rows = table.query(Query.all().where(eq("customer_id", 1)))) {
            assertThat(rows.next()).isNotNull();
            for (int i = 0; i < 100; i++) {
              table.delete(List.of(eq("payment_id", i)));
            }
            assertThat(rows.toList()).hasSize(99);
            assertThat(rows.rowsReturned()).isEqualTo(100);
            assertThat(rows.entriesRead()).isEqualTo(100);
            assertThat(rows.rowsRead()).isEqualTo(100);
          }
        });
  }

  @Test
  void aLimitStopsTheReading() {
    onEachEngine(
        database -> {
          Table table = database.table("payment");
          for (int i = 0; i < 100; i++) {
            table.insert(payment(i, i % 2, "2017-01-01", "5.00"));
          }
          try (Rows rows = table.query(Query.all().where(eq("customer_id", 1)).withLimit(3))) {
            assertThat(rows.toList()).hasSize(3);
            assertThat(rows.entriesRead()).isEqualTo(3);
            assertThat(rows.rowsRead()).isEqualTo(3);
          }
        });
  }

  @Test
  void valuesComeBackAsTheirTypes() {
    onEachEngine(
        database -> {
          Table table = database.table("payment");
          table.insert(payment(1, 10, "2017-01-01T10:00:00Z", "5.00"));
          Row row = table.get(1).orElseThrow();
          assertThat(row.getLong("payment_id")).isEqualTo(1);
          assertThat(row.getInstant("paid_at")).isEqualTo(Instant.parse("2017-01-01T10:00:00Z"));
          assertThat(row.getBigDecimal("amount")).isEqualByComparingTo("5");
          assertThatThrownBy(() -> row.getString("amount"))
              .hasMessage(
                  "cannot read column \"amount\" as String: found BigDecimal 5.00; use get, or the accessor for this type");
          assertThatThrownBy(() -> row.getString("note"))
              .hasMessage("cannot read column \"note\" as String: found null; call isNull first");
        });
  }

  @Test
  void aPlanOfAnotherTableIsRefused() {
    Database own = Database.over(new MemoryEngine(), Payments.CLOCK, 1);
    own.createTable(Payments.DEFINITION, false);
    own.createTable(
        TableDefinition.of(
            "other", Payments.columns("id int, n int", "d"), KeyPart.parseList("id")),
        false);
    Plan plan = own.table("other").plan(Query.all());
    assertThatThrownBy(() -> own.table("payment").execute(plan))
        .isInstanceOf(TableException.class)
        .hasMessage(
            "cannot execute a plan on table payment: found a plan of table other, expected a plan of table payment; call execute of table other");
  }
}
