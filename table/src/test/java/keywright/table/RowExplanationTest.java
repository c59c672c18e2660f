package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.ge;
import static keywright.table.Payments.lt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import keywright.key.Condition;
import keywright.key.Key;
import keywright.key.KeySchema;
import keywright.store.MemoryEngine;
import keywright.store.WriteBatch;
import keywright.table.layout.StoredIndex;
import keywright.table.model.IndexDefinition;
import keywright.table.model.OrderBy;
import keywright.table.model.Query;
import keywright.table.model.ScrubOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RowExplanationTest {
  private static final Query OF_A_CUSTOMER =
      Query.all()
          .where(
              eq("customer_id", 1),
              ge("paid_at", "2017-01-01"),
              lt("paid_at", "2017-01-03"),
              ge("amount", 5));

  private final Database database = Payments.open(new MemoryEngine());
  private final Table payments = database.table("payment");

  @BeforeEach
  void insert() {
    payments.insert(Payments.payment(1, 1, "2017-01-02", "7.00"));
    payments.insert(Payments.payment(2, 1, "2017-01-02", "3.00"));
    payments.insert(Payments.payment(3, 1, "2017-01-03", "7.00"));
    payments.insert(Payments.payment(4, 2, "2017-01-02", "7.00"));
    payments.insert(Payments.payment(5, 1, "2017-01-01", "9.00"));
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void aRowOfTheResultMeetsEverything() {
    assertThat(payments.explain(OF_A_CUSTOMER, 1))
        .containsExactly(
            "reads: index payments_by_customer (customer_id, paid_at DESC, payment_id)",
            "row (1): exists, its row key is (100000000) = 313030303030303030",
            "condition customer_id = 1: holds, customer_id is 1",
            "condition paid_at >= '2017-01-01': holds, paid_at is 2017-01-02T00:00:00.000Z",
            "condition paid_at < '2017-01-03': holds, paid_at is 2017-01-02T00:00:00.000Z",
            "condition amount >= 5: holds, amount is 7.00",
            "entry of index payments_by_customer: exists, (1, 2017-01-02T00:00:00.000Z, 1) = 2080000001207ffffea6a3863fff8000000000000001",
            "range: inside, after (1, 2017-01-03T00:00:00.000Z) through (1, 2017-01-01T00:00:00.000Z)",
            "filter: keeps the row",
            "result: the row is in the result");
  }

  @Test
  void aRowIsFilteredOrLiesOutsideABound() {
    assertThat(payments.explain(OF_A_CUSTOMER, 2))
        .contains(
            "condition amount >= 5: does not hold, amount is 3.00",
            "filter: drops the row, amount >= 5 does not hold",
            "result: the row is not in the result: amount >= 5 does not hold");
    assertThat(payments.explain(OF_A_CUSTOMER, 3))
        .contains(
            "range: outside, the key is before the start: after (1, 2017-01-03T00:00:00.000Z)",
            "result: the row is not in the result: paid_at < '2017-01-03' does not hold");
    assertThat(payments.explain(OF_A_CUSTOMER, 4))
        .contains(
            "range: outside, the key is after the stop: through (1, 2017-01-01T00:00:00.000Z)",
            "result: the row is not in the result: customer_id = 1 does not hold");
  }

  @Test
  void aRowThatDoesNotExistIsInNoResult() {
    assertThat(payments.explain(OF_A_CUSTOMER, 9))
        .contains(
            "row (9): does not exist, its row key would be (900000000) = 393030303030303030",
            "condition customer_id = 1: unknown, because customer_id is stored only in the row",
            "entry of index payments_by_customer: none, the row does not exist",
            "result: the row is not in the result: the row does not exist");
    Query byId = Query.all().where(new Condition.In("payment_id", List.of(1, 2, 9)));
    assertThat(payments.explain(byId, 9))
        .contains(
            "range 3: inside, from (900000000) through (900000000)",
            "result: the row is not in the result: the row does not exist");
  }

  @Test
  void aLimitThatIsFullLeavesRowsOut() {
    Query latest =
        Query.all().where(eq("customer_id", 1)).orderedBy(OrderBy.desc("paid_at")).withLimit(2);
    assertThat(payments.explain(latest, 3))
        .contains("limit: the row is number 1 of at most 2", "result: the row is in the result");
    assertThat(payments.explain(latest, 5))
        .contains(
            "limit: 2 rows come before the row in this order",
            "result: the row is not in the result: LIMIT 2 is full before this row");
  }

  private StoredIndex index(String name) {
    return database.known().require("payment").index(name);
  }

  private Key entry(String index, long id) {
    return index(index).keys(payments.get(id).orElseThrow().values().toArray()).iterator().next();
  }

  private byte[] rowKey(long id) {
    KeySchema schema = database.known().require("payment").primaryKey();
    return schema.rowKey(payments.get(id).orElseThrow().values().toArray());
  }

  private void loseEntry(String index, long id) {
    WriteBatch batch = new WriteBatch(0);
    batch.delete(index(index).layout(), entry(index, id), WriteBatch.ANY);
    assertThat(database.known().engine().write(batch)).isTrue();
  }

  private void putEntry(String index, long id, Map<Integer, @Nullable Object> cells) {
    WriteBatch batch = new WriteBatch(0);
    batch.put(index(index).layout(), entry(index, id), WriteBatch.ANY, Long.MAX_VALUE / 2, cells);
    assertThat(database.known().engine().write(batch)).isTrue();
  }

  /** The explanation says what the query gives. */
  private List<String> explainOutside(Query query, long id) {
    assertThat(payments.query(query).stream().map(row -> row.get("payment_id"))).doesNotContain(id);
    return payments.explain(query, id);
  }

  @Test
  void aRowWhoseEntryIsMissingIsNotInTheResult() {
    Query ofACustomer = Query.all().where(eq("customer_id", 1));
    loseEntry("payments_by_customer", 1);
    for (Query query : List.of(ofACustomer, ofACustomer.withLimit(5))) {
      assertThat(explainOutside(query, 1))
          .endsWith(
              "entry of index payments_by_customer: is missing, (1, 2017-01-02T00:00:00.000Z, 1) = 2080000001207ffffea6a3863fff8000000000000001",
              "range: inside, from (1) through (1)",
              "result: the row is not in the result: the entry of the row in index payments_by_customer is missing; a scrub with repair restores the entry");
    }
    database.scrub("payment", ScrubOptions.REPAIR);
    assertThat(payments.explain(ofACustomer.withLimit(5), 1))
        .endsWith("limit: the row is number 2 of at most 5", "result: the row is in the result");
  }

  @Test
  void aRowWhoseEntryIsOfAnotherRowIsNotInTheResult() {
    byte[] other = rowKey(4);
    putEntry("payments_by_customer", 1, Map.of(StoredIndex.ROW_KEY_COLUMN, other));
    assertThat(explainOutside(Query.all().where(eq("customer_id", 1)).withLimit(5), 1))
        .contains(
            "result: the row is not in the result: the entry of the row in index payments_by_customer leads to another row; a scrub with repair restores the entry");
  }

  @Test
  void aRowWhoseEntryHoldsOldValuesIsNotInTheResult() {
    IndexDefinition amounts = IndexDefinition.of("amounts", "customer_id, payment_id");
    database.dropIndex("payments_by_customer", false);
    database.createIndex("payment", amounts.including("amount"), false);
    Query large = Query.select("payment_id", "amount").where(eq("customer_id", 1), ge("amount", 5));
    assertThat(payments.explain(large, 1))
        .endsWith("filter: keeps the row", "result: the row is in the result");
    StoredIndex index = index("amounts");
    @Nullable Object[] old = payments.get(1L).orElseThrow().values().toArray();
    old[3] = new BigDecimal("1.00");
    byte[] rowKey = rowKey(1);
    putEntry("amounts", 1, index.cells(old, rowKey));
    assertThat(explainOutside(large, 1))
        .contains(
            "result: the row is not in the result: the entry of the row in index amounts has other values than the row; a scrub with repair restores the entry");
  }

  @Test
  void theKeyMustBeWhole() {
    assertThatThrownBy(() -> payments.explain(OF_A_CUSTOMER))
        .hasMessage(
            "cannot explain a row of payment: found 0 values, expected one value for each key column: payment_id");
  }
}
