package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.ge;
import static keywright.table.Payments.lt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import keywright.key.Condition;
import keywright.key.KeyPart;
import keywright.store.MemoryEngine;
import keywright.table.layout.StoredTable;
import keywright.table.model.AccessClass;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Limits;
import keywright.table.model.OrderBy;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.SelectItem;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.query.KeyOrder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PlannerTest {
  private final Database database = Payments.open(new MemoryEngine());
  private final Table payments = database.table("payment");

  @AfterEach
  void close() {
    database.close();
  }

  private Plan plan(Condition... conditions) {
    return payments.plan(Query.all().where(conditions));
  }

  @Test
  void theTableItselfIsReadWhenAnIndexServesNoBetter() {
    Plan plan = plan(eq("payment_id", 5));
    assertThat(plan.index()).isEmpty();
    assertThat(plan.accessClass()).isEqualTo(AccessClass.FULL_KEY);
    assertThat(plan.rejected())
        .contains(new Plan.Rejected("payments_by_id", "serves no better than the table itself"));
  }

  @Test
  void mostEqualitiesWinThenARange() {
    assertThat(plan(eq("customer_id", 1), ge("paid_at", "2017-01-01")).index())
        .contains("payments_by_customer");
    assertThat(plan(ge("paid_at", "2017-01-01"), lt("payment_id", 9)).index())
        .as("a range on one range rather than on eight")
        .contains("payments_by_id");
    assertThat(plan(ge("paid_at", "2017-01-01")).index()).contains("payments_by_date");
  }

  @Test
  void explainDoesNotSayThatTheLastPartEndsThePrefix() {
    assertThat(plan(ge("payment_id", 5)).explain())
        .contains("reads: index payments_by_id (payment_id)")
        .noneMatch(line -> line.startsWith("ends"));
  }

  @Test
  void explainTellsTheWholePlan() {
    Query query =
        Query.select("payment_id", "amount")
            .where(
                eq("customer_id", 1),
                ge("paid_at", "2017-01-01"),
                lt("paid_at", "2017-01-02"),
                ge("amount", 5))
            .orderedBy(OrderBy.desc("paid_at"));
    assertThat(payments.plan(query).explain())
        .containsExactly(
            "reads: index payments_by_customer (customer_id, paid_at DESC, payment_id)",
            "access: partial key",
            "ends: the range on paid_at ends the prefix",
            "start: after (1, 2017-01-02T00:00:00.000Z) = 2080000001207ffffea6a38640",
            "stop: through (1, 2017-01-01T00:00:00.000Z) = 2080000001207ffffea6a8ac9c",
            "fan-out: 1 range",
            "filter: amount >= 5",
            "order: key order",
            "rows: family m of each row that an index entry names, read in batches",
            "pages: resume after the key that is read",
            "not table payment: nothing fixes or bounds payment_id in reverse(lpad(payment_id, 9))",
            "not index payments_by_date: fixes 0 parts by equality, payments_by_customer fixes 1",
            "not index payments_by_id: nothing fixes or bounds payment_id");
  }

  @Test
  void explainShowsSixteenRangesAndCountsTheRest() {
    List<Object> customers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      customers.add(i);
    }
    assertThat(plan(new Condition.In("customer_id", customers)).explain())
        .contains(
            "start 16: from (15) = 208000000f",
            "ranges: 4 more",
            "fan-out: 20 ranges, 20 values of customer_id")
        .noneMatch(line -> line.startsWith("start 17"));
  }

  @Test
  void aQueryThatNoKeyServesIsRefusedWithTheIndexThatWould() {
    assertThatThrownBy(() -> plan(ge("amount", 5)))
        .isInstanceOf(TableException.class)
        .hasMessage(
            "cannot read payment by these conditions: no key has its first part fixed or "
                + "bounded (the primary key: nothing fixes or bounds payment_id in "
                + "reverse(lpad(payment_id, 9)); index payments_by_customer: nothing fixes or "
                + "bounds customer_id; index payments_by_date: nothing fixes or bounds "
                + "paid_at; index payments_by_id: nothing fixes or bounds payment_id); CREATE "
                + "INDEX payment_by_amount ON payment (amount) would serve the query; run this "
                + "statement, or add ALLOW FILTERING to read every row");
    assertThatThrownBy(
            () ->
                payments.plan(
                    Query.all()
                        .where(ge("amount", 5), eq("note", "x"))
                        .orderedBy(OrderBy.desc("amount"), OrderBy.asc("paid_at"))))
        .hasMessageContaining(
            "CREATE INDEX payment_by_note_amount ON payment (note, amount DESC, paid_at) would serve the query");
    assertThatThrownBy(() -> plan(new Condition.Like("note", "%x")))
        .hasMessageContaining(
            "; no index can serve these conditions; add ALLOW FILTERING to read every row");
  }

  @Test
  void filteringIsAllowedOnRequestAndAScanWithoutConditionsAlways() {
    Plan filtering = payments.plan(Query.all().where(ge("amount", 5)).allowingFiltering());
    assertThat(filtering.accessClass()).isEqualTo(AccessClass.FULL_SCAN);
    assertThat(filtering.residual()).containsExactly(ge("amount", 5));
    assertThat(payments.plan(Query.all()).explain())
        .contains("access: full scan", "start: the first key", "stop: the last key");
  }

  @Test
  void aFullKeyIsPreferredToPartOfAnother() {
    Condition.In two = new Condition.In("payment_id", List.of(1, 2));
    Plan plan = payments.plan(Query.all().where(two, eq("customer_id", 7)));
    assertThat(plan.index()).isEmpty();
    assertThat(plan.accessClass()).isEqualTo(AccessClass.FULL_KEY);
    assertThat(plan.explain())
        .contains(
            "not index payments_by_customer: does not fix all parts of its key, payment fixes all");
  }

  @Test
  void aWideFanOutBehindABoundedPartFiltersInstead() {
    List<Object> many = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      many.add(Instant.ofEpochSecond(i));
    }
    Condition.In times = new Condition.In("paid_at", many);
    Plan plan = payments.plan(Query.all().where(List.of(eq("customer_id", 7), times)));
    assertThat(plan.index()).contains("payments_by_customer");
    assertThat(plan.fanOut()).isEqualTo(1);
    assertThat(plan.residual()).containsExactly(times);
    assertThat(plan.explain())
        .contains("ends: a longer prefix would exceed the limit of ranges: 2000 values of paid_at");
  }

  @Test
  void aWideFanOutIsRefusedWithItsNumber() {
    List<Object> many = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      many.add(i);
    }
    Query query = Query.all().where(new Condition.In("customer_id", many));
    assertThatThrownBy(() -> payments.plan(query))
        .hasMessage(
            "cannot read payment through index payments_by_customer: it fans out to 2,000 ranges (2000 values of customer_id), expected at most 1,024; narrow the conditions, or add ALLOW FILTERING to read every row");
    assertThat(payments.plan(query.withLimits(Limits.DEFAULT.withFanOut(2_000))).fanOut())
        .isEqualTo(2_000);
    assertThat(payments.plan(query.allowingFiltering()).accessClass())
        .isEqualTo(AccessClass.FULL_SCAN);
  }

  @Test
  void namesAndLiteralsAreCheckedFirst() {
    assertThatThrownBy(() -> plan(eq("custmer_id", 1)))
        .hasMessage("cannot find column custmer_id in table payment; did you mean customer_id?");
    assertThatThrownBy(() -> payments.plan(Query.select("amuont")))
        .hasMessage("cannot find column amuont in table payment; did you mean amount?");
    assertThatThrownBy(() -> payments.plan(Query.all().orderedBy(OrderBy.asc("x"))))
        .hasMessage(
            "cannot find column x in table payment; choose one of payment_id, customer_id, paid_at, amount, note");
    assertThatThrownBy(() -> plan(eq("customer_id", "one")))
        .hasMessageContaining("cannot compare customer_id: found 'one', expected");
    assertThatThrownBy(() -> payments.plan(Query.all().withLimit(0)))
        .hasMessage(
            "cannot query payment: found LIMIT 0, expected 1 or more; leave LIMIT out to get all rows");
    Query mixed = Query.all().withItems(new SelectItem.Column("note"), new SelectItem.Count());
    assertThatThrownBy(() -> payments.plan(mixed))
        .hasMessage(
            "cannot query payment: found columns together with an aggregate such as count; select either columns or aggregates, or add GROUP BY with these columns");
  }

  @Test
  void aLoneMinOrMaxIsTheFirstRowInOrder() {
    Query max =
        Query.all().withItems(new SelectItem.Extreme(SelectItem.Function.MAX, "payment_id"));
    assertThat(payments.plan(max).order()).isEqualTo(Plan.Order.KEY_REVERSED);
    payments.insert(Payments.payment(7, 1, "2017-01-01", "1.00"));
    payments.insert(Payments.payment(9, 1, "2017-01-01", "1.00"));
    try (Rows rows = payments.query(max)) {
      assertThat(rows.next()).extracting(row -> row == null ? null : row.get(0)).isEqualTo(9L);
      assertThat(rows.next()).isNull();
      assertThat(rows.entriesRead()).isEqualTo(1);
      assertThat(rows.rowsRead()).isZero();
    }
  }

  @Test
  void anIndexThatHoldsAllThatIsAskedForSparesTheRows() {
    Plan covering =
        payments.plan(Query.select("payment_id", "paid_at").where(eq("customer_id", 1)));
    assertThat(covering.isCovering()).isTrue();
    assertThat(covering.families()).isEmpty();
    assertThat(plan(eq("customer_id", 1)).families()).containsExactly("m", "n");
    assertThat(payments.plan(Query.select("note").where(eq("payment_id", 1))).families())
        .containsExactly("n");
  }

  private static Optional<Boolean> reverse(
      String key, List<Condition> conditions, OrderBy... order) {
    var schema =
        keywright.key.KeySchema.parse("a int, b int NULL, ts timestamp, t text, id bigint", key);
    return new KeyOrder(schema, List.of(order), conditions).reverse();
  }

  @Test
  void anOrderIsServedForwardsOrExactlyReversed() {
    OrderBy a = OrderBy.asc("a");
    assertThat(reverse("a, ts DESC, id", List.of(), a)).contains(false);
    assertThat(reverse("a, ts DESC, id", List.of(), OrderBy.desc("a"), OrderBy.asc("ts")))
        .contains(true);
    assertThat(reverse("a, ts DESC, id", List.of(), a, OrderBy.asc("ts"))).isEmpty();
    assertThat(reverse("a, ts, id", List.of(), OrderBy.asc("ts"))).isEmpty();
    assertThat(reverse("999 - a, id", List.of(), OrderBy.desc("a"))).contains(false);
  }

  @Test
  void aColumnFixedToOneValueDoesNotAffectTheOrder() {
    OrderBy[] order = {OrderBy.desc("t"), OrderBy.asc("ts"), OrderBy.asc("id")};
    assertThat(reverse("t, ts, id", List.of(), order)).isEmpty();
    assertThat(reverse("t, ts, id", List.of(eq("t", "x")), order)).contains(false);
    assertThat(reverse("ts, left(t, 2), id", List.of(eq("t", "x")), order))
        .as("a part that reads such columns alone is passed over")
        .contains(false);
  }

  @Test
  void aWeakPartMayStandBeforeTheStrictOneOfItsColumn() {
    OrderBy ts = OrderBy.asc("ts");
    assertThat(reverse("date_trunc('day', ts), ts, id", List.of(), ts, OrderBy.asc("id")))
        .contains(false);
    assertThat(reverse("date_trunc('day', ts) DESC, ts, id", List.of(), ts)).isEmpty();
    assertThat(reverse("date_trunc('day', ts), id, ts", List.of(), ts)).isEmpty();
  }

  @Test
  void nullsMustStandWhereTheOrderPutsThem() {
    OrderBy b = OrderBy.asc("b");
    assertThat(reverse("b, id", List.of(), b)).contains(false);
    assertThat(reverse("b NULLS LAST, id", List.of(), b)).isEmpty();
    assertThat(reverse("b NULLS LAST, id", List.of(ge("b", 1)), b)).contains(false);
    assertThat(reverse("999 - b, id", List.of(), OrderBy.desc("b"))).isEmpty();
  }

  @Test
  void whatFollowsAWholeKeyHasNoSay() {
    assertThat(reverse("id", List.of(), OrderBy.desc("id"), OrderBy.asc("t"))).contains(true);
  }

  @Test
  void rangesAreMergedWhereOnlyEachOfThemIsInOrder() {
    Plan merged =
        payments.plan(
            Query.all().where(ge("paid_at", "2017-01-01")).orderedBy(OrderBy.desc("paid_at")));
    assertThat(merged.order()).isEqualTo(Plan.Order.MERGED_REVERSED);
    assertThat(merged.fanOut()).isEqualTo(8);
    Plan fannedOutForOrder =
        payments.plan(Query.all().orderedBy(OrderBy.asc("paid_at")).withLimit(3));
    assertThat(fannedOutForOrder.order()).isEqualTo(Plan.Order.MERGED);
    assertThat(fannedOutForOrder.accessClass()).isEqualTo(AccessClass.FULL_SCAN);
    Plan sorted =
        payments.plan(
            Query.all()
                .where(eq("customer_id", 1))
                .orderedBy(OrderBy.asc("amount"))
                .withLimit(1_000));
    assertThat(sorted.order()).isEqualTo(Plan.Order.SORTED);
    assertThat(sorted.explain())
        .contains("order: sorted in memory: every row found is read, the first 1,000 are kept");
  }

  @Test
  void aSortWithoutALimitIsServed() {
    Query query = Query.all().where(eq("customer_id", 1)).orderedBy(OrderBy.desc("amount"));
    Plan sorted = payments.plan(query);
    assertThat(sorted.order()).isEqualTo(Plan.Order.SORTED);
    assertThat(sorted.index()).contains("payments_by_customer");
    assertThat(sorted.explain())
        .contains(
            "order: sorted in memory, and on disk if the rows do not fit: every row found is read and kept; the query is refused if it needs more than 10,737,418,240 bytes on disk");
    assertThat(payments.plan(Query.all().orderedBy(OrderBy.asc("amount"))).order())
        .isEqualTo(Plan.Order.SORTED);
    database.createIndex(
        "payment", IndexDefinition.of("payment_by_customer_id", "customer_id, amount DESC"), false);
    assertThat(payments.plan(query).index()).contains("payment_by_customer_id");
  }

  @Test
  void withoutALimitAKeyInOrderIsPreferredToOneThatWouldSort() {
    Query query =
        Query.all()
            .where(eq("customer_id", 1), ge("payment_id", 5))
            .orderedBy(OrderBy.asc("payment_id"));
    assertThat(payments.plan(query.withLimit(3)).index()).contains("payments_by_customer");
    Plan plan = payments.plan(query);
    assertThat(plan.index()).contains("payments_by_id");
    assertThat(plan.explain())
        .contains(
            "filter: customer_id = 1",
            "not index payments_by_customer: is not in the order of the ORDER BY, and without LIMIT a key in that order is preferred");
  }

  @Test
  void conditionsThatAreAddedMustAllHold() {
    payments.insert(Payments.payment(1, 1, "2017-01-01", "1.00"));
    payments.insert(Payments.payment(2, 1, "2017-01-02", "1.00"));
    payments.insert(Payments.payment(3, 2, "2017-01-02", "1.00"));
    Query ofACustomer = Query.all().where(eq("customer_id", 1));
    Query both = ofACustomer.where(ge("paid_at", "2017-01-02"));
    assertThat(both)
        .isEqualTo(Query.all().where(eq("customer_id", 1), ge("paid_at", "2017-01-02")));
    assertThat(payments.query(both).stream().map(row -> row.get("payment_id"))).containsExactly(2L);
    assertThat(payments.query(both.where(List.of())).toList()).hasSize(1);
    assertThat(payments.query(ofACustomer).toList()).hasSize(2);
  }

  @Test
  void allowFilteringReadsEveryRowWhereTheFanOutIsTooMuch() {
    payments.insert(Payments.payment(5, 1, "2017-01-01", "1.00"));
    List<Object> ids = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      ids.add(i);
    }
    Query query = Query.all().where(new Condition.In("payment_id", ids));
    assertThatThrownBy(() -> payments.plan(query))
        .isInstanceOf(TableException.class)
        .hasMessageEndingWith("add ALLOW FILTERING to read every row");
    Plan plan = payments.plan(query.allowingFiltering());
    assertThat(plan.accessClass()).isEqualTo(AccessClass.FULL_SCAN);
    assertThat(payments.execute(plan).toList()).hasSize(1);
  }

  @Test
  void theOrderOfAKeyDoesNotServeALoneMaxThatNoConditionBounds() {
    database.createIndex("payment", IndexDefinition.of("payments_by_amount", "amount"), false);
    Query query =
        Query.all()
            .withItems(new SelectItem.Extreme(SelectItem.Function.MAX, "amount"))
            .where(new Condition.Like("note", "%x"));
    assertThatThrownBy(() -> payments.plan(query))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("no key has its first part fixed or bounded");
    assertThat(payments.plan(query.allowingFiltering()).index()).contains("payments_by_amount");
    Query unbounded = Query.all().withItems(query.items().toArray(SelectItem[]::new));
    assertThat(payments.plan(unbounded).index()).contains("payments_by_amount");
  }

  @Test
  void aBareBucketInAnIndexIsTheOneOfThePrimaryKey() {
    TableDefinition table =
        TableDefinition.of(
                "log",
                Payments.columns("host text, at timestamp, line text", "d"),
                KeyPart.parseList("bucket(4), host, at DESC"))
            .withIndexes(List.of(IndexDefinition.of("log_by_at", "bucket(4), at")));
    database.createTable(table, false);
    assertThat(table.indexSchema("log_by_at").parts().toString())
        .isEqualTo("[bucket(4, host, at), at, host]");
    Table log = database.table("log");
    for (int i = 0; i < 20; i++) {
      log.insert(Payments.row("host", "h" + i, "at", "2017-01-01", "line", "x"));
    }
    StoredTable stored = database.known().require("log");
    for (Row row : log.query(Query.all())) {
      Object[] values = {row.get("host"), row.get("at"), row.get("line")};
      assertThat(stored.primaryKey().key(values).part(0))
          .isEqualTo(stored.indexes().get(0).keys(values).iterator().next().part(0));
    }
  }
}
