package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.ge;
import static keywright.table.Payments.lt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import keywright.key.Condition;
import keywright.store.MemoryEngine;
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
            "row (100000000): is there, its row key is 313030303030303030",
            "condition customer_id = 1: holds, customer_id is 1",
            "condition paid_at >= '2017-01-01': holds, paid_at is 2017-01-02T00:00:00.000Z",
            "condition paid_at < '2017-01-03': holds, paid_at is 2017-01-02T00:00:00.000Z",
            "condition amount >= 5: holds, amount is 7.00",
            "entry of index payments_by_customer: is there, (1, 2017-01-02T00:00:00.000Z, 1) = 2080000001207ffffea6a3863fff8000000000000001",
            "range: inside, after (1, 2017-01-03T00:00:00.000Z) through (1, 2017-01-01T00:00:00.000Z)",
            "filter: keeps it",
            "result: the row is in it");
  }

  @Test
  void aRowIsFilteredOrLiesOutsideABound() {
    assertThat(payments.explain(OF_A_CUSTOMER, 2))
        .contains(
            "condition amount >= 5: does not hold, amount is 3.00",
            "filter: drops it, amount >= 5 does not hold",
            "result: the row is not in it: amount >= 5 does not hold");
    assertThat(payments.explain(OF_A_CUSTOMER, 3))
        .contains(
            "range: outside, it lies in front of the start after (1, 2017-01-03T00:00:00.000Z)",
            "result: the row is not in it: paid_at < '2017-01-03' does not hold");
    assertThat(payments.explain(OF_A_CUSTOMER, 4))
        .contains(
            "range: outside, it lies behind the stop through (1, 2017-01-01T00:00:00.000Z)",
            "result: the row is not in it: customer_id = 1 does not hold");
  }

  @Test
  void aRowThatIsNotThereIsInNoResult() {
    assertThat(payments.explain(OF_A_CUSTOMER, 9))
        .contains(
            "row (900000000): is not there, its row key would be 393030303030303030",
            "condition customer_id = 1: unknown, customer_id is stored with the row",
            "entry of index payments_by_customer: none, an entry is there with its row",
            "result: the row is not in it: it is not there");
    Query byId = Query.all().where(new Condition.In("payment_id", List.of(1, 2, 9)));
    assertThat(payments.explain(byId, 9))
        .contains(
            "range 3: inside, from (900000000) through (900000000)",
            "result: the row is not in it: it is not there");
  }

  @Test
  void aLimitThatIsFullLeavesRowsOut() {
    Query latest =
        Query.all().where(eq("customer_id", 1)).orderedBy(OrderBy.desc("paid_at")).withLimit(2);
    assertThat(payments.explain(latest, 3))
        .contains("limit: its place is 1 of at most 2", "result: the row is in it");
    assertThat(payments.explain(latest, 5))
        .contains(
            "limit: 2 rows come before it in this order",
            "result: the row is not in it: LIMIT 2 is full before it");
  }

  @Test
  void theKeyMustBeWhole() {
    assertThatThrownBy(() -> payments.explain(OF_A_CUSTOMER))
        .hasMessage(
            "cannot explain a row of payment: found 0 values, expected one for each of payment_id");
  }
}
