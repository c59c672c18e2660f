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
import java.util.List;
import java.util.Optional;
import keywright.key.Condition;
import keywright.key.KeyException;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.table.model.AccessClass;
import keywright.table.model.Change;
import keywright.table.model.ChangeResult;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import org.junit.jupiter.api.Test;

class ChangeTest {

  private static Change update(long id, Object... set) {
    return Change.update("payment", List.of(eq("payment_id", id)), row(set));
  }

  private static Change delete(long id) {
    return Change.delete("payment", List.of(eq("payment_id", id)));
  }

  private static Change rekey(long id, Object... set) {
    return Change.rekey("payment", List.of(eq("payment_id", id)), row(set));
  }

  private static List<Long> ids(Database database, Condition... conditions) {
    Query query = Query.select("payment_id").where(conditions);
    return database.table("payment").query(query).toList().stream()
        .map(row -> row.getLong("payment_id"))
        .toList();
  }

  @Test
  void aConditionIsMetByTheRowOrTheRowIsGivenBack() {
    onEachEngine(
        database -> {
          Table table = database.table("payment");
          table.insert(payment(1, 10, "2017-01-01", "5.00"));
          assertThat(
                  database.apply(
                      update(1, "customer_id", 11).onlyIf(eq("amount", 5), eq("customer_id", 10))))
              .isEqualTo(new ChangeResult(true, 1, -1, Optional.empty()));
          assertThat(ids(database, eq("customer_id", 11))).containsExactly(1L);
          ChangeResult refused =
              database.apply(update(1, "amount", 6).onlyIf(eq("customer_id", 10)));
          assertThat(refused.applied()).isFalse();
          assertThat(refused.unmet()).isZero();
          assertThat(refused.rowsChanged()).isZero();
          assertThat(refused.found().orElseThrow().toString())
              .isEqualTo(
                  "(payment_id = 1, customer_id = 11, paid_at = 2017-01-01T00:00:00Z, amount = 5.00, note = null)");
          assertThat(database.apply(delete(1).onlyIf(ge("amount", 6))).applied()).isFalse();
          assertThat(database.apply(delete(1).onlyIf(ge("amount", 5))).applied()).isTrue();
          assertThat(table.get(1)).isEmpty();
        });
  }

  @Test
  void anAbsentRowCountsAsARowOfNulls() {
    onEachEngine(
        database -> {
          Table table = database.table("payment");
          assertThat(database.apply(update(1, "amount", 6).ifPresent()))
              .isEqualTo(new ChangeResult(false, 0, 0, Optional.empty()));
          assertThat(database.apply(delete(1).ifPresent()).applied()).isFalse();
          assertThat(database.apply(update(1, "amount", 6).onlyIf(eq("amount", 5))).applied())
              .isFalse();
          assertThat(table.get(1)).isEmpty();
          Change onNull = update(1, "amount", 6).onlyIf(new Condition.IsNull("amount", false));
          assertThat(database.apply(onNull).applied()).isTrue();
          assertThat(database.apply(onNull).applied()).isFalse();
          assertThat(database.apply(update(1, "note", "x").ifPresent()).applied()).isTrue();
          Change insert = Change.insert("payment", row("payment_id", 1)).ifAbsent();
          assertThat(database.apply(insert).found().orElseThrow().get("note")).isEqualTo("x");
        });
  }

  @Test
  void aConditionalChangeNamesOneRowAndColumnsOutsideItsKey() {
    onEachEngine(
        database -> {
          List<Condition> two = List.of(new Condition.In("payment_id", List.of(1, 2)));
          assertThatThrownBy(
                  () -> database.apply(Change.update("payment", two, row("note", "x")).ifPresent()))
              .hasMessage(
                  "cannot update payment with a condition: its WHERE names 2 rows, expected exactly one row; write a batch with one statement for each row");
          List<Condition> none = List.of(eq("payment_id", new BigDecimal("1.5")));
          assertThatThrownBy(() -> database.apply(Change.delete("payment", none).ifPresent()))
              .hasMessage(
                  "cannot delete from payment with a condition: its WHERE names no row that can exist, expected exactly one row; in WHERE, give each column of the primary key one value of its type");
          assertThatThrownBy(() -> database.apply(delete(1).onlyIf(eq("payment_id", 1))))
              .hasMessage(
                  "cannot delete from payment: found payment_id = 1 after IF, expected "
                      + "conditions on columns outside the primary key; leave this condition out, "
                      + "since WHERE fixes the primary key");
          assertThatThrownBy(() -> database.apply(delete(1).onlyIf(eq("amuont", 1))))
              .hasMessage("cannot find column amuont in table payment; did you mean amount?");
          assertThatThrownBy(() -> database.apply(delete(1).onlyIf(eq("amount", "x"))))
              .hasMessageStartingWith("cannot compare amount: found 'x', expected a number");
          assertThatThrownBy(() -> delete(1).ifAbsent())
              .hasMessage(
                  "cannot delete from payment: found IF NOT EXISTS, which only an insert can "
                      + "have; leave IF NOT EXISTS out");
          assertThatThrownBy(() -> Change.insert("payment", row()).ifPresent())
              .hasMessage(
                  "cannot insert into payment: found IF with conditions, expected only IF NOT EXISTS; use an update");
        });
  }

  @Test
  void aBatchIsWrittenWholeOrNotAtAll() {
    onEachExactEngine(
        database -> {
          database.createTable(
              TableDefinition.of(
                      "customer",
                      Payments.columns("id int, payments int, name char(3)", "d"),
                      KeyPart.parseList("id"))
                  .withIndexes(List.of(IndexDefinition.of("customer_by_name", "name"))),
              false);
          database.createIndex(
              "payment",
              new IndexDefinition(
                  "by_padded", KeyPart.parseList("lpad(customer_id, 3)"), KeyFormat.text("_")),
              false);
          Table customers = database.table("customer");
          customers.insert(row("id", 7, "payments", 0, "name", "Ada"));
          Change count = Change.update("customer", List.of(eq("id", 7)), row("payments", 1));
          assertThat(
                  database.apply(
                      Change.insert("payment", payment(1, 7, "2017-01-01", "5.00")), count))
              .isEqualTo(new ChangeResult(true, 2, -1, Optional.empty()));

          Change next = Change.update("customer", List.of(eq("id", 7)), row("payments", 2));
          Change tooLong = Change.update("customer", List.of(eq("id", 7)), row("name", "Augusta"));
          assertThatThrownBy(() -> database.apply(next, delete(1), tooLong))
              .isInstanceOf(TableException.class)
              .hasMessageStartingWith("cannot set name: found 'Augusta'")
              .hasMessageEndingWith(" (change 3 of the batch)")
              .satisfies(e -> assertThat(((TableException) e).change()).isEqualTo(2));
          assertThatThrownBy(
                  () ->
                      database.apply(
                          next, Change.insert("payment", payment(2, 1234, "2017-01-01", "1.00"))))
              .hasMessageStartingWith(
                  "cannot write to payment: the row does not fit the key of index by_padded")
              .hasMessageEndingWith(" (change 2 of the batch)")
              .satisfies(e -> assertThat(((TableException) e).change()).isEqualTo(1));
          ChangeResult unmet =
              database.apply(next, delete(1), update(3, "note", "x").ifPresent(), delete(4));
          assertThat(unmet).isEqualTo(new ChangeResult(false, 0, 2, Optional.empty()));
          assertThat(customers.get(7).orElseThrow().getInt("payments")).isEqualTo(1);
          assertThat(ids(database, eq("customer_id", 7))).containsExactly(1L);
        });
  }

  @Test
  void eachChangeOfABatchFindsWhatThoseBeforeItLeft() {
    onEachExactEngine(
        database -> {
          ChangeResult result =
              database.apply(
                  Change.insert("payment", payment(1, 7, "2017-01-01", "5.00")).ifAbsent(),
                  update(1, "amount", 6).onlyIf(eq("amount", 5)),
                  rekey(1, "payment_id", 2, "note", "moved"),
                  update(2, "customer_id", 8).ifPresent(),
                  Change.insert("payment", row("payment_id", 1)).ifAbsent(),
                  delete(1));
          assertThat(result).isEqualTo(new ChangeResult(true, 6, -1, Optional.empty()));
          assertThat(database.table("payment").query(Query.all()).toList())
              .extracting(Row::toString)
              .containsExactly(
                  "(payment_id = 2, customer_id = 8, paid_at = 2017-01-01T00:00:00Z, amount = 6.00, note = moved)");
          assertThat(database.apply(List.of()).applied()).isTrue();
        });
  }

  @Test
  void aRowIsMovedWithItsEntries() {
    onEachEngine(
        database -> {
          Table table = database.table("payment");
          table.insert(payment(1, 10, "2017-01-01", "5.00"));
          assertThat(database.apply(rekey(1, "payment_id", 2, "amount", 6)).rowsChanged())
              .isEqualTo(1);
          assertThat(table.get(1)).isEmpty();
          assertThat(table.get(2).orElseThrow().getInt("customer_id")).isEqualTo(10);
          assertThat(ids(database, eq("customer_id", 10))).containsExactly(2L);
          assertThat(database.apply(rekey(1, "payment_id", 3)).rowsChanged()).isZero();
          assertThat(database.apply(rekey(2, "payment_id", 2)).rowsChanged()).isZero();
          assertThat(database.apply(rekey(2, "payment_id", 2, "amount", 7)).rowsChanged())
              .isEqualTo(1);
          assertThat(database.apply(rekey(2, "payment_id", 4).onlyIf(eq("amount", 6))).applied())
              .isFalse();
          assertThat(ids(database)).containsExactly(2L);
        });
  }

  @Test
  void aMoveToWhereARowIsIsRefused() {
    onEachExactEngine(
        database -> {
          Table table = database.table("payment");
          table.insert(payment(1, 10, "2017-01-01", "5.00"));
          table.insert(payment(2, 20, "2017-01-01", "5.00"));
          assertThatThrownBy(() -> database.apply(rekey(1, "payment_id", 2)))
              .isInstanceOf(TableException.class)
              .hasMessage(
                  "cannot rekey payment from payment_id = 1 to payment_id = 2: found a row with the new key, expected none; DELETE that row first, or choose another key");
          assertThat(database.apply(delete(2), rekey(1, "payment_id", 2)).applied()).isTrue();
          assertThat(table.get(2).orElseThrow().getInt("customer_id")).isEqualTo(10);
          assertThatThrownBy(() -> database.apply(rekey(2, "amount", 2)))
              .hasMessage(
                  "cannot rekey payment: found no new value for a column of the primary key (reverse(lpad(payment_id, 9))), expected at least one; set one, or leave REKEY out");
          assertThatThrownBy(() -> database.apply(rekey(2, "payment_id", null)))
              .hasMessageStartingWith("cannot rekey payment: found no value for payment_id");
          assertThatThrownBy(() -> database.apply(rekey(2, "payment_id", 1_000_000_000L)))
              .isInstanceOf(KeyException.class);
          assertThat(ids(database)).containsExactly(2L);
        });
  }

  @Test
  void rowsSwapPlacesByWayOfAThird() {
    onEachExactEngine(
        database -> {
          Table table = database.table("payment");
          table.insert(payment(1, 10, "2017-01-01", "5.00"));
          table.insert(payment(2, 20, "2017-01-01", "6.00"));
          Change[] swap = {
            rekey(1, "payment_id", 3), rekey(2, "payment_id", 1), rekey(3, "payment_id", 2)
          };
          assertThat(database.apply(swap).rowsChanged()).isEqualTo(3);
          assertThat(ids(database, eq("customer_id", 10))).containsExactly(2L);
          assertThat(ids(database, eq("customer_id", 20))).containsExactly(1L);
          assertThat(table.get(3)).isEmpty();
        });
  }

  @Test
  void manyRowsAreMovedAndDrawnNumbersAreKept() {
    onEachEngine(
        database -> {
          database.createTable(
              TableDefinition.of(
                      "event",
                      Payments.columns("day int, id int, text text", "d"),
                      KeyPart.parseList("random(4) AS r, day, id"))
                  .withIndexes(List.of(IndexDefinition.of("event_by_text", "text, day"))),
              false);
          Table table = database.table("event");
          for (int i = 0; i < 10; i++) {
            table.insert(row("day", 1, "id", i, "text", "t" + i));
          }
          List<Condition> key = List.of(eq("day", 1), new Condition.In("id", List.of(1, 2, 3, 99)));
          Object drawn = table.query(Query.all().where(eq("text", "t2"))).toList().get(0).get("r");
          assertThat(database.apply(Change.rekey("event", key, row("day", 2))).rowsChanged())
              .isEqualTo(3);
          assertThat(table.query(Query.all().where(eq("text", "t2"), eq("day", 2))).toList())
              .extracting(row -> row.get("r"))
              .containsExactly(drawn);
          assertThat(table.query(Query.all()).toList()).hasSize(10);
        });
  }

  @Test
  void rowsAreReadByTheirKeysTogetherAndInTheirOrder() {
    onEachEngine(
        database -> {
          Table table = database.table("payment");
          for (int i = 0; i < 10; i++) {
            table.insert(payment(i, i, "2017-01-01", "5.00"));
          }
          assertThat(table.getAll(List.of(List.of(7), List.of(99), List.of(2), List.of(7))))
              .extracting(row -> row.map(r -> r.getInt("customer_id")).orElse(-1))
              .containsExactly(7, -1, 2, 7);
          assertThat(table.getAll(List.of())).isEmpty();
          Query some =
              Query.select("payment_id")
                  .where(new Condition.In("payment_id", List.of(7, 99, 2, 4, 7)));
          assertThat(table.plan(some).accessClass()).isEqualTo(AccessClass.FULL_KEY);
          try (Rows rows = table.query(some)) {
            assertThat(rows.toList())
                .extracting(row -> row.getLong("payment_id"))
                .containsExactly(2L, 4L, 7L);
            assertThat(rows.rowsRead()).isEqualTo(3);
          }
          assertThatThrownBy(() -> table.getAll(List.of(List.of(1), List.of(1, 2))))
              .hasMessage(
                  "cannot get a row of payment: found 2 values, expected one value for each key column: payment_id");
        });
  }

  private static final List<Condition> ONE = List.of(eq("payment_id", 1));

  private static Change.Computed addOne(Row row) {
    BigDecimal before = row == null ? BigDecimal.ZERO : row.getBigDecimal("amount");
    return new Change.Computed.Set(row("customer_id", 10, "amount", before.add(BigDecimal.ONE)));
  }

  @Test
  void aRowIsComputedFromWhatIsStored() {
    onEachExactEngine(
        database -> {
          Table table = database.table("payment");
          assertThat(table.compute(ONE, ChangeTest::addOne).rowsChanged()).isEqualTo(1);
          assertThat(table.compute(ONE, ChangeTest::addOne).rowsChanged()).isEqualTo(1);
          assertThat(table.get(1).orElseThrow().getBigDecimal("amount")).isEqualByComparingTo("2");
          assertThat(ids(database, eq("customer_id", 10))).containsExactly(1L);
          ChangeResult same = table.compute(ONE, row -> new Change.Computed.Set(row("amount", 2)));
          assertThat(same).isEqualTo(new ChangeResult(true, 0, -1, Optional.empty()));
          ChangeResult refused = table.compute(ONE, row -> new Change.Computed.Refuse());
          assertThat(refused.applied()).isFalse();
          assertThat(refused.found().orElseThrow().getInt("customer_id")).isEqualTo(10);
          assertThat(table.compute(ONE, row -> new Change.Computed.Delete()).rowsChanged())
              .isEqualTo(1);
          assertThat(table.get(1)).isEmpty();
          assertThat(ids(database, eq("customer_id", 10))).isEmpty();
          assertThat(table.compute(ONE, row -> new Change.Computed.Delete()).rowsChanged())
              .isZero();
          assertThat(
                  database
                      .apply(Change.compute("payment", ONE, ChangeTest::addOne).ifPresent())
                      .applied())
              .isFalse();
          assertThat(table.get(1)).isEmpty();
          assertThat(database.verify("payment")).isEmpty();
        });
  }

  @Test
  void whatAComputationCannotDoIsRefusedAndTheRowStays() {
    onEachEngine(
        database -> {
          Table table = database.table("payment");
          table.insert(payment(1, 10, "2017-01-01", "5.00"));
          Row before = table.get(1).orElseThrow();
          assertThatThrownBy(() -> table.compute(ONE, row -> null))
              .hasMessage(
                  "cannot compute a row of table payment: the function returned null, expected Set, Delete or Refuse; return Refuse to leave the row as it is");
          assertThatThrownBy(
                  () -> table.compute(ONE, row -> new Change.Computed.Set(row("payment_id", 2))))
              .hasMessage(
                  "cannot compute a row of table payment: found a value for payment_id, which is in the primary key (reverse(lpad(payment_id, 9))), expected only other columns; use Change.rekey to move the row");
          assertThatThrownBy(
                  () -> table.compute(ONE, row -> new Change.Computed.Set(row("amuont", 2))))
              .hasMessage("cannot find column amuont in table payment; did you mean amount?");
          assertThatThrownBy(
                  () -> table.compute(ONE, row -> new Change.Computed.Set(row("amount", "x"))))
              .hasMessageStartingWith("cannot set amount: ");
          assertThatThrownBy(
                  () ->
                      table.compute(
                          ONE,
                          row -> {
                            throw new IllegalStateException("not this one");
                          }))
              .isInstanceOf(IllegalStateException.class)
              .hasMessage("not this one");
          List<Condition> two = List.of(new Condition.In("payment_id", List.of(1, 2)));
          assertThatThrownBy(() -> table.compute(two, ChangeTest::addOne))
              .hasMessage(
                  "cannot compute the row of payment: its WHERE names 2 rows, expected exactly one row; write a batch with one statement for each row");
          assertThat(table.get(1).orElseThrow().toString()).isEqualTo(before.toString());
          Change computed = Change.compute("payment", ONE, ChangeTest::addOne);
          assertThatThrownBy(() -> computed.using(Using.timestamp(5)))
              .hasMessage(
                  "cannot compute a row of table payment: found USING TIMESTAMP 5, expected no write time, since the row is computed from its newest values; leave USING TIMESTAMP out");
        });
  }

  @Test
  void computationsOfOneBatchBuildOnEachOther() {
    onEachEngine(
        database -> {
          Change computed = Change.compute("payment", ONE, ChangeTest::addOne);
          assertThat(database.apply(computed, computed, computed).rowsChanged()).isEqualTo(3);
          assertThat(database.table("payment").get(1).orElseThrow().getBigDecimal("amount"))
              .isEqualByComparingTo("3");
        });
  }
}
