package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.ge;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import keywright.key.KeyPart;
import keywright.store.MemoryEngine;
import keywright.table.layout.StoredTable;
import keywright.table.model.IndexDefinition;
import keywright.table.model.OrderBy;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import keywright.table.model.TableDefinition;
import keywright.table.query.KeyCandidate;
import keywright.table.query.QueryPlan;
import org.junit.jupiter.api.Test;

class KeyCandidateTest {
  /**
   * The ranges of the buckets hold rows of other texts, in another order than that asked for, and
   * entries cannot be compared with the text before they are merged.
   */
  @Test
  void entriesThatDoNotHoldAConstantColumnAreNotMerged() {
    try (Database database = Payments.open(new MemoryEngine())) {
      TableDefinition definition =
          TableDefinition.of(
                  "t",
                  Payments.columns("id int, a int, tag text, at int", "d"),
                  KeyPart.parseList("id"))
              .withIndexes(
                  List.of(
                      IndexDefinition.of("part", "bucket(2, id), a, left(tag, 1), at"),
                      IndexDefinition.of("whole", "bucket(2, id), a, tag, at")));
      database.createTable(definition, false);
      Table table = database.table("t");
      for (int id = 0; id < 40; id++) {
        String tag = id % 4 < 2 ? "x" : "b";
        table.insert(Payments.row("id", id, "a", 1, "tag", tag, "at", id * 17 % 40));
      }
      Query query =
          Query.all()
              .where(eq("tag", "x"), ge("a", 1))
              .orderedBy(OrderBy.asc("a"), OrderBy.asc("at"));
      StoredTable stored = database.known().require("t");
      for (String index : List.of("part", "whole")) {
        KeyCandidate candidate = new KeyCandidate(stored, stored.index(index), query);
        assertThat(candidate.order())
            .isEqualTo(index.equals("part") ? Plan.Order.SORTED : Plan.Order.MERGED);
        QueryPlan plan = new QueryPlan(stored, query, query, candidate, List.of(), name -> false);
        assertThat(table.execute(plan).stream().map(row -> row.getInt("at")))
            .as(index)
            .hasSize(20)
            .isSorted();
      }
    }
  }
}
