package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import keywright.key.Condition;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.TablePart;
import keywright.store.contract.PartitionedEngine;
import keywright.table.model.IndexDefinition;
import keywright.table.model.OrderBy;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableSplit;
import keywright.testkit.Seeds;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Splits of queries, against the same query in one scan. */
class TableSplitsTest {
  private static final List<String> KEYS =
      List.of(
          "id",
          "id DESC",
          "name, id",
          "bucket(4), at, id",
          "md5(id), id",
          "reverse(lpad(id, 9))",
          "left(md5(name), 1), name, at DESC, id");

  private static TableDefinition table(String name, String key, KeyFormat format) {
    return TableDefinition.of(
            name, Payments.columns("id int, name text, at timestamp, n int", "d"), parts(key))
        .withFormat(format);
  }

  private static List<KeyPart> parts(String key) {
    return KeyPart.parseList(key);
  }

  private static Map<String, @Nullable Object> row(Random random, int id) {
    Map<String, @Nullable Object> row = new HashMap<>();
    row.put("id", id);
    row.put("name", "abc".substring(random.nextInt(3)) + random.nextInt(5));
    row.put("at", 1_000L * random.nextInt(20));
    row.put("n", random.nextInt(3));
    return row;
  }

  private static Query query(Random random) {
    Condition condition =
        switch (random.nextInt(6)) {
          case 0 -> new Condition.Compare("id", Condition.Operator.GE, random.nextInt(200));
          case 1 -> new Condition.Compare("name", Condition.Operator.EQ, "bc3");
          case 2 -> new Condition.In("id", List.of(1, 5, random.nextInt(100)));
          case 3 -> new Condition.Like("name", "b%");
          case 4 -> new Condition.Compare("n", Condition.Operator.EQ, 1);
          default -> new Condition.Compare("at", Condition.Operator.LT, 9_000L);
        };
    Query all = Query.all().allowingFiltering();
    return random.nextInt(3) == 0 ? all : all.where(condition);
  }

  /** Random tables on an engine: splits are disjoint, in order, and have the rows of the query. */
  static void check(Engine engine, Random random, int tables) {
    Database database = Database.over(engine, Payments.CLOCK, 1);
    for (int i = 0; i < tables; i++) {
      String name = "t" + i;
      String key = KEYS.get(random.nextInt(KEYS.size()));
      TableDefinition definition = table(name, key, KeyFormat.kw1());
      if (random.nextBoolean()) {
        definition =
            definition.withIndexes(List.of(IndexDefinition.of(name + "_i", "bucket(3), name")));
      }
      database.createTable(definition, false);
      Table table = database.table(name);
      int rows = random.nextInt(150);
      for (int id = 0; id < rows; id++) {
        table.insert(row(random, id));
      }
      for (int queries = 0; queries < 4; queries++) {
        Query query = query(random);
        int count = 1 + random.nextInt(12);
        List<TableSplit> splits = table.splits(query, count);
        assertApart(splits);
        List<String> parts = new ArrayList<>();
        for (TableSplit split : splits) {
          table.query(query, split).toList().forEach(row -> parts.add(row.toString()));
        }
        List<String> whole = table.query(query).toList().stream().map(Row::toString).toList();
        assertThat(parts).as(key + " " + query).containsExactlyInAnyOrderElementsOf(whole);
        if (query.conditions().isEmpty()) {
          assertCovers(splits);
        }
      }
      boolean isWhole = engine.regions().isEmpty();
      if (isWhole && rows >= 12) {
        assertThat(table.splits(Query.all(), 3)).as(key).hasSizeGreaterThanOrEqualTo(3);
      }
      database.dropTable(name, false);
    }
  }

  private static void assertApart(List<TableSplit> splits) {
    byte[] before = {};
    for (TableSplit split : splits) {
      assertThat(before).as("one ends the table").isNotNull();
      assertThat(split.part().positions().isEmpty()).isFalse();
      assertThat(Arrays.compareUnsigned(before, split.part().positions().start())).isNotPositive();
      before = split.part().positions().stop();
    }
  }

  private static void assertCovers(List<TableSplit> splits) {
    byte[] before = {};
    for (TableSplit split : splits) {
      assertThat(split.part().positions().start()).isEqualTo(before);
      before = split.part().positions().stop();
    }
    assertThat(before).isNull();
  }

  @Test
  void theSplitsOfPartitionsHaveTheRowsOfAQuery() {
    check(new PartitionedEngine(new MemoryEngine()), new Random(Seeds.base()), 20);
  }

  @Test
  void theSplitsOfAQueryHaveItsRows() {
    long seed = Seeds.base();
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        check(engine, new Random(seed), 25);
      }
    }
  }

  @Test
  void aKeyThatSaysNothingIsCutAtQuantiles() {
    try (Database database = Payments.open(new MemoryEngine())) {
      database.createTable(table("t", "name, id", KeyFormat.text("_")), false);
      Table table = database.table("t");
      for (int id = 0; id < 3_000; id++) {
        table.insert(Map.of("id", id, "name", "n", "at", 0L, "n", 1));
      }
      List<TableSplit> splits = table.splits(Query.all(), 4);
      assertThat(splits).hasSize(4).extracting(TableSplit::server).containsOnly("");
      assertCovers(splits);
      for (TableSplit split : splits) {
        assertThat(table.query(Query.all(), split).toList()).hasSizeBetween(700, 800);
      }
      assertThat(table.splits(Query.all(), 1))
          .containsExactly(new TableSplit("", TablePart.ALL, ""));
    }
  }

  @Test
  void whatNoPartCanAnswerIsRefused() {
    try (Database database = Payments.open(new MemoryEngine())) {
      Table table = database.table("payment");
      for (Query query :
          List.of(Query.all().withLimit(3), Query.all().orderedBy(new OrderBy("amount", false)))) {
        assertThatThrownBy(() -> table.splits(query, 2))
            .hasMessage(
                "cannot split a query of payment: found ORDER BY, LIMIT, groups or an aggregate other than count, which need the rows of all splits; leave these clauses out");
      }
      for (int count : new int[] {0, 10_001}) {
        assertThatThrownBy(() -> table.splits(Query.all(), count))
            .hasMessage("cannot split payment into " + count + " parts: expected 1 to 10,000");
      }
      TableSplit ofIndex = new TableSplit("payments_by_date", TablePart.ALL, "");
      assertThatThrownBy(() -> table.query(Query.all(), ofIndex))
          .hasMessage(
              "cannot read a split of payment: found a split of index payments_by_date, but the query now reads the table itself; make the splits again");
      assertThat(table.hasRegions()).isFalse();
      assertThatThrownBy(table::regions)
          .hasMessageStartingWith("cannot list the regions of payment");
      assertThatThrownBy(() -> table.regions("none"))
          .hasMessageStartingWith("cannot use index \"none\"");
    }
  }
}
