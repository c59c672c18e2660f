package keywright.table;

import static keywright.table.Payments.eq;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import keywright.key.KeyPart;
import keywright.key.KeySpan;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.Snapshot;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.History;
import keywright.table.model.Limits;
import keywright.table.model.OrderBy;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.SelectItem;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.query.FoundRow;
import keywright.table.query.QueryPlan;
import keywright.table.query.RangeScan;
import keywright.table.query.ReadCounts;
import keywright.table.query.RunFile;
import keywright.table.query.SortedScan;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sorts of more rows than their memory takes: the same rows, and no file is left. */
@Tag("large")
class SortOnDiskTest {
  private static final int ROWS = 600;
  private static final Limits SMALL = Limits.DEFAULT.withSorts(8_000, 1 << 20, 100_000);

  /** Payments of customer 1, with many amounts twice and some missing. */
  private static Table payments(Database database) {
    Table payments = database.table("payment");
    try (BatchWriter writer = payments.batchWriter()) {
      for (int i = 0; i < ROWS; i++) {
        writer.add(Payments.payment(i, 1, "2017-01-01", String.valueOf(i * 7 % 90)));
      }
    }
    return payments;
  }

  private static List<List<@Nullable Object>> values(List<Row> rows) {
    return rows.stream().map(Row::values).map(SortOnDiskTest::shown).toList();
  }

  private static List<@Nullable Object> shown(List<@Nullable Object> values) {
    List<@Nullable Object> shown = new ArrayList<>();
    values.forEach(v -> shown.add(v instanceof byte[] bytes ? Arrays.toString(bytes) : v));
    return shown;
  }

  @Test
  void rowsComeAsFromMemoryOnEveryEngine() throws IOException {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        Database database = Payments.open(engine);
        requireSame(payments(database));
        database.dropTable("payment", false);
      }
    }
  }

  @Test
  void rowsComeAsFromMemoryOnHBase() throws IOException {
    try (TestEngines engines = TestEngines.withHBase("sorts")) {
      requireSame(payments(Payments.open(engines.all().get(2))));
    }
  }

  private static void requireSame(Table payments) throws IOException {
    Query ofACustomer = Query.all().where(eq("customer_id", 1));
    List<Query> queries = new ArrayList<>();
    for (OrderBy order : List.of(OrderBy.desc("amount"), OrderBy.asc("amount"))) {
      queries.add(ofACustomer.orderedBy(order));
      queries.add(Query.all().orderedBy(order, OrderBy.desc("payment_id")));
      queries.add(Query.select("payment_id", "amount").orderedBy(order));
      queries.add(ofACustomer.orderedBy(order).withLimit(400));
    }
    for (Query query : queries) {
      assertThat(payments.plan(query).order()).isEqualTo(Plan.Order.SORTED);
      List<Row> inMemory = payments.query(query).toList();
      try (Rows onDisk = payments.query(query.withLimits(SMALL))) {
        assertThat(values(onDisk.toList())).isEqualTo(values(inMemory));
        assertThat(onDisk.sortedRuns()).isGreaterThan(20);
        assertThat(onDisk.sortedDiskBytes()).isGreaterThan(10_000);
      }
      assertThat(values(paged(payments, query.withLimits(SMALL)))).isEqualTo(values(inMemory));
    }
    assertThat(SortFiles.open()).isZero();
  }

  private static List<Row> paged(Table payments, Query query) {
    Page page = payments.firstPage(query, 170);
    List<Row> rows = new ArrayList<>(page.rows());
    while (page.nextPage().isPresent()) {
      page = payments.nextPage(query, 170, page.nextPage().get());
      rows.addAll(page.rows());
    }
    return rows;
  }

  /** A clock that each write finds a millisecond later. */
  private static InstantSource ticking() {
    long[] now = {1_500_000_000_000L};
    return () -> Instant.ofEpochMilli(now[0]++);
  }

  @Test
  void timesAndVersionsComeAsFromMemory() {
    try (Database database = Database.over(new MemoryEngine(), ticking(), 1)) {
      database.createTable(
          TableDefinition.of(
                  "t",
                  Payments.columns("id int, v int null, text text null", "v"),
                  KeyPart.parseList("id"))
              .withFamilies(List.of(new FamilyDefinition("v", "lz4", 0, 3))),
          false);
      Table t = database.table("t");
      for (int i = 0; i < 200; i++) {
        t.insert(Payments.row("id", i, "v", i * 7 % 50, "text", "first"));
        t.insert(Payments.row("id", i, "v", i * 7 % 50, "text", "x".repeat(i)));
        t.update(List.of(eq("id", i)), Payments.row("v", i % 3 == 0 ? null : i * 11 % 50));
      }
      Query all = Query.all().orderedBy(OrderBy.desc("v"));
      for (Query query :
          List.of(
              all.withItems(
                  new SelectItem.Column("id"),
                  new SelectItem.WriteTime("text"),
                  new SelectItem.TimeToLive("v")),
              all.withHistory(new History(3, Long.MAX_VALUE)))) {
        try (Rows onDisk = t.query(query.withLimits(SMALL))) {
          assertThat(values(onDisk.toList())).isEqualTo(values(t.query(query).toList()));
          assertThat(onDisk.sortedRuns()).isGreaterThan(3);
        }
      }
    }
  }

  @Test
  void aCursorThatIsClosedEarlyFreesItsFiles() throws IOException {
    try (Database database = Payments.open(new MemoryEngine())) {
      Table payments = payments(database);
      Query query = Query.all().orderedBy(OrderBy.desc("amount")).withLimits(SMALL);
      try (Rows rows = payments.query(query)) {
        assertThat(rows.next()).isNotNull();
        assertThat(SortFiles.open()).isEqualTo(1);
      }
      assertThat(SortFiles.open()).isZero();
      assertThat(payments.query(query).toList()).hasSize(ROWS);
      assertThat(SortFiles.open()).isZero();
    }
  }

  @Test
  void aSortAboveItsLimitOnDiskIsRefusedAndFreesItsFiles() throws IOException {
    try (Database database = Payments.open(new MemoryEngine())) {
      Table payments = payments(database);
      Query query =
          Query.all()
              .orderedBy(OrderBy.desc("amount"))
              .withLimits(Limits.DEFAULT.withSorts(8_000, 20_000, 100_000));
      Rows rows = payments.query(query);
      assertThatThrownBy(rows::next)
          .isInstanceOf(TableException.class)
          .hasMessageMatching(
              "cannot sort the rows of payment on disk: the first \\d+ of them take more than 20,000 bytes, the limit on disk; add a LIMIT or conditions, or select fewer columns, or CREATE INDEX payment_by_amount ON payment \\(amount DESC\\)");
      assertThat(SortFiles.open()).as("before the cursor is closed").isZero();
      rows.close();
    }
  }

  @Test
  void aSortTakesTheWholeLimitOnDiskAndNoByteMore() {
    try (Database database = Payments.open(new MemoryEngine())) {
      Table payments = payments(database);
      Query query = Query.all().orderedBy(OrderBy.desc("amount"));
      long bytes;
      try (Rows rows = payments.query(query.withLimits(SMALL))) {
        assertThat(rows.stream().count()).isEqualTo(ROWS);
        bytes = rows.sortedDiskBytes();
      }
      Query within = query.withLimits(Limits.DEFAULT.withSorts(8_000, bytes, 100_000));
      assertThat(payments.query(within).toList()).hasSize(ROWS);
      Query above = query.withLimits(Limits.DEFAULT.withSorts(8_000, bytes - 1, 100_000));
      assertThatThrownBy(() -> payments.query(above).toList())
          .hasMessageContaining("the first %d of them".formatted(ROWS));
    }
  }

  @Test
  void theFirstRowsOfManyAreSortedInMemory() {
    try (Database database = Payments.open(new MemoryEngine())) {
      Table payments = payments(database);
      Query five = Query.all().orderedBy(OrderBy.desc("amount")).withLimit(5);
      try (Rows rows = payments.query(five.withLimits(SMALL))) {
        assertThat(rows.stream().count()).isEqualTo(5);
        assertThat(rows.sortedRuns()).isZero();
      }
    }
  }

  @Test
  void aFullDiskIsSaidInOneLine() throws IOException {
    try (Database database = Payments.open(new MemoryEngine())) {
      Table payments = payments(database);
      QueryPlan plan =
          (QueryPlan)
              payments.plan(Query.all().orderedBy(OrderBy.desc("amount")).withLimits(SMALL));
      try (Snapshot snapshot = database.known().snapshot();
          FoundRow.Source rows =
              new SortedScan(
                  plan,
                  new RangeScan(
                      plan,
                      snapshot,
                      List.of(KeySpan.of(plan.ranges().ranges().get(0))),
                      new ReadCounts(),
                      Long.MAX_VALUE,
                      1),
                  new ReadCounts(),
                  null,
                  Long.MAX_VALUE,
                  length ->
                      new RunFile(
                          FileChannel.open(Path.of("/dev/full"), StandardOpenOption.WRITE),
                          length))) {
        assertThatThrownBy(rows::next)
            .isInstanceOf(TableException.class)
            .hasMessage(
                "cannot sort the rows of payment on disk: found No space left on device in %s after 0 bytes, expected space for all rows; free some space in this folder, name another folder by -Djava.io.tmpdir, or add a LIMIT, or CREATE INDEX payment_by_amount ON payment (amount DESC)",
                Objects.requireNonNull(System.getProperty("java.io.tmpdir")));
      }
    }
  }
}
