package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.payment;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import keywright.key.KeyPart;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.WriteBatch;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import keywright.table.model.ScrubOptions;
import keywright.table.model.ScrubReport;
import keywright.table.model.ScrubReport.Kind;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IncludedColumnsTest {
  private static final IndexDefinition COVERING =
      IndexDefinition.of("covering", "customer_id").including("amount", "note");

  @Test
  void theIndexAloneAnswersAndStaysExact() {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.exact()) {
        Database database = IndexBuildTest.with(engine, 700);
        database.dropIndex("payments_by_customer", false);
        database.createIndex("payment", COVERING, false);
        Table table = database.table("payment");
        table.insert(payment(900, 50, "2017-01-01", "1.00"));
        Query query = Query.select("payment_id", "amount", "note").where(eq("customer_id", 50));
        Plan plan = table.plan(query);
        assertThat(plan.isCovering()).isTrue();
        assertThat(plan.explain())
            .contains(
                "reads: index covering (customer_id | payment_id) INCLUDE (amount, note)",
                "rows: none read, because the index contains every column that the query needs");
        assertThat(table.plan(Query.select("paid_at").where(eq("customer_id", 50))).isCovering())
            .isFalse();
        for (Map<String, @Nullable Object> change :
            List.of(
                row("amount", new BigDecimal("2.00")),
                row("note", "x"),
                row("amount", null),
                row("paid_at", "2018-01-01"),
                row("customer_id", 50, "note", null))) {
          table.update(List.of(eq("payment_id", 900)), change);
          assertThat(table.query(query).toList())
              .hasToString(
                  table
                      .query(
                          Query.select("payment_id", "amount", "note").where(eq("payment_id", 900)))
                      .toList()
                      .toString());
          assertThat(database.verify("payment")).isEmpty();
        }
        // What is included filters before rows are read.
        Rows rows = table.query(Query.all().where(List.of(eq("customer_id", 1), eq("amount", 1))));
        assertThat(rows.toList()).hasSize(47);
        assertThat(rows.rowsRead()).isEqualTo(47);
        assertThat(rows.entriesRead()).isEqualTo(233);
        assertThat(
                Database.over(engine, Payments.CLOCK, 1)
                    .find("payment")
                    .flatMap(definition -> definition.index("covering")))
            .contains(COVERING);
      }
    }
  }

  @Test
  void scrubRebuildsValuesThatDiffer() {
    Database database = IndexBuildTest.with(new MemoryEngine(), 10);
    database.createIndex("payment", COVERING, false);
    StoredTable stored = database.known().require("payment");
    StoredIndex index = stored.index("covering");
    Map<Integer, @Nullable Object> cells = new HashMap<>();
    cells.put(1 + stored.columnId(stored.place("note")), "not so");
    assertThat(
            database
                .known()
                .engine()
                .write(
                    new WriteBatch(0)
                        .put(
                            index.layout(),
                            index.schema().key(4L, 1, null, null, null),
                            -1,
                            9,
                            cells)))
        .isTrue();
    ScrubReport report = database.scrub("payment", ScrubOptions.REPAIR);
    assertThat(report.findings())
        .containsExactly(
            new ScrubReport.Finding(
                Kind.ENTRY_WITH_OTHER_VALUES,
                "covering",
                1,
                1,
                List.of("entry (1, 4) of covering has other values than row (4)")));
    assertThat(database.verify("payment")).isEmpty();
  }

  @Test
  void whatCannotBeIncludedIsRefused() {
    Database database = Payments.open(new MemoryEngine());
    Map<String, String> refusals =
        Map.of(
            "amuont", "column amuont is not declared; did you mean amount?",
            "customer_id",
                "column customer_id is part of the key of the index already; leave this column out of INCLUDE",
            "payment_id",
                "column payment_id is part of the key of the index already; leave this column out of INCLUDE");
    refusals.forEach(
        (column, message) ->
            assertThatThrownBy(
                    () ->
                        database.createIndex(
                            "payment",
                            IndexDefinition.of("covering", "customer_id").including(column),
                            false))
                .hasMessage("cannot create index covering: " + message));
    assertThatThrownBy(
            () ->
                database.createIndex(
                    "payment",
                    IndexDefinition.of("covering", "customer_id").including("note", "note"),
                    false))
        .hasMessage(
            "cannot create index covering: column note is named twice in INCLUDE; leave one of the two out");
    TableDefinition expiring =
        TableDefinition.of(
                "session", Payments.columns("id int, name text", "d"), KeyPart.parseList("id"))
            .withFamilies(List.of(new FamilyDefinition("d", "lz4", 60, 1)))
            .withIndexes(List.of(IndexDefinition.of("covering", "id").including("name")));
    assertThatThrownBy(() -> database.createTable(expiring, false))
        .hasMessage(
            "cannot create index covering: column name is in a family with a ttl, and "
                + "the copies of its values in index entries would not expire; leave this "
                + "column out of INCLUDE");
  }
}
