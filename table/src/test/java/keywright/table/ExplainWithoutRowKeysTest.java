package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import keywright.key.KeyPart;
import keywright.store.MemoryEngine;
import keywright.store.contract.PartitionedEngine;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.TableDefinition;
import keywright.table.model.WriteResult;
import org.junit.jupiter.api.Test;

/** EXPLAIN shows row keys only where rows have them. */
final class ExplainWithoutRowKeysTest {
  private static final Query BY_STATE = Query.all().where(Payments.eq("state", 7));

  private static Database open(boolean hasRowKeys) {
    MemoryEngine engine = new MemoryEngine();
    Database database =
        Database.over(hasRowKeys ? engine : new PartitionedEngine(engine), Payments.CLOCK, 1);
    TableDefinition table =
        TableDefinition.of(
            "t", Payments.columns("id int, state int", "d"), KeyPart.parseList("id"));
    boolean unused =
        database.createTable(
            table.withIndexes(List.of(IndexDefinition.of("t_by_state", "state"))), false);
    assertThat(database.table("t").insert(Map.of("id", 1, "state", 7)))
        .isEqualTo(WriteResult.INSERTED);
    return database;
  }

  @Test
  void aPlanShowsTheBoundsOfItsRanges() {
    try (Database database = open(false)) {
      assertThat(database.table("t").plan(BY_STATE).explain())
          .contains("start: from (7)", "stop: through (7)");
    }
    try (Database database = open(true)) {
      assertThat(database.table("t").plan(BY_STATE).explain())
          .contains("start: from (7) = 2080000007", "stop: through (7) = 2080000008");
    }
  }

  @Test
  void anExplainedRowHasNoRowKey() {
    try (Database database = open(false)) {
      Table table = database.table("t");
      assertThat(table.explain(BY_STATE, 1))
          .contains("row (1): exists", "range: inside, from (7) through (7)")
          .anyMatch(line -> line.endsWith(": exists, (7, 1)"));
      assertThat(table.explain(BY_STATE, 2)).contains("row (2): does not exist");
    }
    try (Database database = open(true)) {
      assertThat(database.table("t").explain(BY_STATE, 1))
          .contains("row (1): exists, its row key is 80000001")
          .anyMatch(line -> line.endsWith(": exists, (7, 1) = 208000000780000001"));
    }
  }
}
