package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import keywright.key.Column;
import keywright.key.Condition;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.store.Capability;
import keywright.store.Engine;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.ScrubOptions;
import keywright.table.model.ScrubReport;
import keywright.table.model.TableDefinition;
import keywright.testkit.Seeds;
import org.jspecify.annotations.Nullable;

/** The payment table of the examples: two families and four index tables. */
final class Payments {
  static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2024-01-01T00:00:00Z"));

  static final TableDefinition DEFINITION =
      TableDefinition.of(
              "payment",
              columns(
                  "payment_id bigint, customer_id int, paid_at timestamp, amount decimal(6,2), note text",
                  "m"),
              KeyPart.parseList("reverse(lpad(payment_id, 9))"))
          .withFamilies(List.of(FamilyDefinition.of("m"), FamilyDefinition.of("n")))
          .withIndexes(
              List.of(
                  IndexDefinition.of(
                      "payments_by_customer", "customer_id, paid_at DESC, payment_id"),
                  IndexDefinition.of("payments_by_date", "bucket(8), paid_at, payment_id"),
                  IndexDefinition.of("payments_by_id", "payment_id")));

  /** A table of one index. */
  static final TableDefinition KEPT =
      TableDefinition.of(
              "kept",
              List.of(
                  ColumnDefinition.of("id", Type.parse("bigint")),
                  ColumnDefinition.of("note", Type.parse("text"))),
              KeyPart.parseList("id"))
          .withIndexes(List.of(IndexDefinition.of("kept_by_note", "note")));

  private Payments() {}

  static List<ColumnDefinition> columns(String declared, String family) {
    List<ColumnDefinition> columns = new ArrayList<>();
    for (Column column : Column.parseList(declared)) {
      ColumnDefinition definition = ColumnDefinition.of(column.name(), column.type());
      definition = column.nullable() ? definition.asNullable() : definition;
      columns.add(definition.inFamily(column.name().equals("note") ? "n" : family));
    }
    return columns;
  }

  /** A database with the empty table. */
  static Database open(Engine engine) {
    Database database = Database.over(engine, CLOCK, 1);
    database.createTable(DEFINITION, true);
    return database;
  }

  static Map<String, @Nullable Object> row(@Nullable Object... namesAndValues) {
    Map<String, @Nullable Object> row = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      row.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return row;
  }

  static Map<String, @Nullable Object> payment(
      long id, int customer, String paidAt, String amount) {
    return row(
        "payment_id",
        id,
        "customer_id",
        customer,
        "paid_at",
        paidAt,
        "amount",
        new java.math.BigDecimal(amount));
  }

  static Condition eq(String column, Object value) {
    return new Condition.Compare(column, Condition.Operator.EQ, value);
  }

  static Condition ge(String column, Object value) {
    return new Condition.Compare(column, Condition.Operator.GE, value);
  }

  static Condition lt(String column, Object value) {
    return new Condition.Compare(column, Condition.Operator.LT, value);
  }

  /** Runs a test on each engine; every row has its entries and every entry its row after it. */
  static void onEachEngine(Consumer<Database> test) {
    onEachEngine(TestEngines::all, test);
  }

  /** As above on the engines that change rows and entries together. */
  static void onEachExactEngine(Consumer<Database> test) {
    onEachEngine(TestEngines::exact, test);
  }

  /**
   * Requires that every row has its entries and every entry its row; where rows change one at a
   * time, writers that were refused may have left entries too many, which are removed first.
   */
  static void requireExact(Database database, String table) {
    if (!database.known().engine().capabilities().contains(Capability.ATOMIC_BATCHES)) {
      for (ScrubReport.Finding found : database.scrub(table, ScrubOptions.REPAIR).findings()) {
        assertThat(found.kind()).isEqualTo(ScrubReport.Kind.ENTRY_WITHOUT_ROW);
      }
    }
    assertThat(database.verify(table)).as(Seeds.reproduction(Seeds.base())).isEmpty();
  }

  private static void onEachEngine(
      Function<TestEngines, List<Engine>> which, Consumer<Database> test) {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : which.apply(engines)) {
        Database database = open(engine);
        test.accept(database);
        for (String table : database.tables()) {
          assertThat(database.verify(table)).isEmpty();
        }
      }
    }
  }
}
