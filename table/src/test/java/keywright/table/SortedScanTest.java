package keywright.table;

import static keywright.table.Payments.eq;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import keywright.store.MemoryEngine;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.table.layout.StoredTable;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Limits;
import keywright.table.model.OrderBy;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.query.FoundRow;
import keywright.table.query.QueryPlan;
import keywright.table.query.ReadCounts;
import keywright.table.query.SortedScan;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Orders that no key gives: any number of rows is read, few are kept. */
@Tag("large")
class SortedScanTest {
  private final Database database = Payments.open(new MemoryEngine());
  private final Table payments = database.table("payment");

  @AfterEach
  void close() {
    database.close();
  }

  /** Rows 0 to {@code count} - 1 of customer 1, whose amounts go through all of 0 to 999 again. */
  private void insert(int count) {
    try (BatchWriter writer = payments.batchWriter()) {
      for (int i = 0; i < count; i++) {
        writer.add(Payments.payment(i, 1, "2017-01-01", String.valueOf(i * 7 % 1_000)));
      }
    }
  }

  private static List<Long> ids(List<Row> rows) {
    return rows.stream().map(row -> row.getLong("payment_id")).toList();
  }

  @Test
  void moreRowsThanAreKeptAreSortedWholeAndByPages() {
    int count = 100_500;
    database.dropIndex("payments_by_date", false);
    database.dropIndex("payments_by_id", false);
    insert(count);
    Query ofACustomer =
        Query.select("payment_id", "amount")
            .where(eq("customer_id", 1))
            .orderedBy(OrderBy.desc("amount"), OrderBy.asc("payment_id"));
    List<Long> expected =
        LongStream.range(0, count).filter(id -> id * 7 % 1_000 == 999).boxed().toList();
    Plan plan = payments.plan(ofACustomer.withLimit(30));
    assertThat(plan.order()).isEqualTo(Plan.Order.SORTED);
    assertThat(ids(payments.execute(plan).toList())).isEqualTo(expected.subList(0, 30));

    List<Long> paged = new ArrayList<>();
    Page page = payments.firstPage(ofACustomer, 40);
    paged.addAll(ids(page.rows()));
    for (int i = 0; i < 3; i++) {
      page = payments.nextPage(ofACustomer, 30, page.nextPage().orElseThrow());
      paged.addAll(ids(page.rows()));
    }
    // 101 rows have the highest amount; the next one follows.
    assertThat(paged).hasSize(130).startsWith(expected.toArray(Long[]::new));
    assertThat(paged.get(expected.size()) * 7 % 1_000).isEqualTo(998);
    wholeTable();
  }

  /** On the rows of the test above, which take a while. */
  private void wholeTable() {
    Query all = Query.all().orderedBy(OrderBy.desc("amount")).withLimit(2);
    assertThat(payments.plan(all).explain())
        .contains(
            "order: sorted in memory: every row found is read, the first 2 are kept; the query is refused if it reads more than 100,000 rows, unless it has ALLOW FILTERING");
    String refusal =
        "cannot read payment in this order: no key has this order and no condition bounds a key, so a sort would read every row, and the table has more than 100,000 rows; add ALLOW FILTERING to read every row, or CREATE INDEX payment_by_amount ON payment (amount DESC)";
    assertThatThrownBy(() -> payments.query(all).toList()).hasMessage(refusal);
    assertThatThrownBy(() -> payments.firstPage(all, 1)).hasMessage(refusal);
    assertThat(payments.query(all.allowingFiltering()).toList()).hasSize(2);
    Query unlimited = Query.all().orderedBy(OrderBy.desc("amount"));
    assertThat(payments.plan(unlimited).explain())
        .contains(
            "order: sorted in memory, and on disk if the rows do not fit: every row found is read and kept; the query is refused if it needs more than 10,737,418,240 bytes on disk; the query is refused if it reads more than 100,000 rows, unless it has ALLOW FILTERING");
    assertThatThrownBy(() -> payments.query(unlimited).toList())
        .as("a program that stops after the first rows reads all of them too")
        .hasMessage(refusal);
    try (Rows rows = payments.query(unlimited.allowingFiltering())) {
      assertThat(rows.stream().count()).isEqualTo(100_500);
      assertThat(rows.sortedDiskBytes()).isZero();
    }
    try (Rows rows = payments.query(Query.all())) {
      assertThat(rows.stream().count()).isEqualTo(100_500);
    }
  }

  @Test
  void aSortOfAWholeTableIsServedUpToItsLimitUnasked() {
    insert(5);
    Query all = Query.all().orderedBy(OrderBy.desc("amount")).withLimit(2);
    Query four = all.withLimits(Limits.DEFAULT.withSorts(1 << 20, 1 << 20, 4));
    assertThatThrownBy(() -> payments.query(four).toList())
        .hasMessageContaining("the table has more than 4 rows; add ALLOW FILTERING");
    assertThat(ids(payments.query(four.allowingFiltering()).toList())).containsExactly(4L, 3L);
    assertThat(ids(payments.query(four.where(eq("customer_id", 1))).toList()))
        .containsExactly(4L, 3L);
    Query five = all.withLimits(Limits.DEFAULT.withSorts(1 << 20, 1 << 20, 5));
    assertThat(ids(payments.query(five).toList())).containsExactly(4L, 3L);
    String index = "CREATE INDEX payment_by_amount ON payment (amount DESC)";
    assertThatThrownBy(() -> payments.query(four).toList()).hasMessageEndingWith(", or " + index);
    database.createIndex("payment", IndexDefinition.of("payment_by_amount", "amount DESC"), false);
    assertThat(ids(payments.query(four).toList())).containsExactly(4L, 3L);
  }

  /** More rows than the heap of a test holds, each of which is kept for a while. */
  @Test
  void millionsOfRowsTakeTheMemoryOfThoseKept() {
    insert(1);
    QueryPlan plan =
        (QueryPlan)
            payments.plan(
                Query.all().orderedBy(OrderBy.asc("amount")).withLimit(5).allowingFiltering());
    try (Snapshot snapshot = database.known().snapshot();
        SortedScan scan =
            new SortedScan(
                plan, new LargeRows(plan, stored(plan, snapshot)), new ReadCounts(), null, 5)) {
      for (int i = 0; i < 5; i++) {
        FoundRow row = Optional.ofNullable(scan.next()).orElseThrow();
        assertThat(row.values()[3]).isEqualTo(BigDecimal.valueOf(i + 1, 2));
      }
      assertThat(scan.next()).isNull();
    }
  }

  private static StoredRow stored(QueryPlan plan, Snapshot snapshot) {
    StoredTable table = plan.stored();
    return Optional.ofNullable(
            snapshot.get(
                table.layout(), table.primaryKey().key(0L, 1, null, null, null), plan.rowOptions()))
        .orElseThrow();
  }

  /** 100,000 rows of 16 kB, the one that comes first at the end. */
  private static final class LargeRows implements FoundRow.Source {
    private final QueryPlan plan;
    private final StoredRow stored;
    private int left = 100_000;

    LargeRows(QueryPlan plan, StoredRow stored) {
      this.plan = plan;
      this.stored = stored;
    }

    @Override
    public @Nullable FoundRow next() {
      if (left == 0) {
        return null;
      }
      @Nullable Object[] values = plan.stored().row(stored).clone();
      values[3] = BigDecimal.valueOf(left--, 2);
      values[4] = "n".repeat(16_000);
      return FoundRow.entry(values, stored);
    }

    @Override
    public void close() {}
  }
}
