package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import keywright.key.Condition;
import keywright.key.KeyPart;
import keywright.store.MemoryEngine;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.TableDefinition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Plans that are kept for the shapes of queries; {@link QueryTrial} compares them with new ones.
 */
final class PlanCacheTest {
  private final Database database = Database.over(new MemoryEngine(), Payments.CLOCK, 1);

  @BeforeEach
  void createTable() {
    database.createTable(
        TableDefinition.of(
            "visit",
            Payments.columns("day int, visitor int, page text", "d"),
            KeyPart.parseList("day, visitor")),
        false);
    for (int day = 0; day < 3; day++) {
      for (int visitor = 0; visitor < 4; visitor++) {
        database.table("visit").put(Map.of("day", day, "visitor", visitor, "page", "p" + visitor));
      }
    }
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static Query where(String column, Object value) {
    return Query.all().where(new Condition.Compare(column, Condition.Operator.EQ, value));
  }

  private List<Object> visitors(Query query) {
    try (Rows rows = database.table("visit").query(query)) {
      return rows.stream().<Object>map(row -> row.getInt("visitor")).toList();
    }
  }

  @Test
  void aShapeThatWasPlannedBeforeUsesAnIndexThatIsNewAndNotOneThatIsGone() {
    Query byPage = where("page", "p1").allowingFiltering();
    assertThat(database.table("visit").plan(byPage).index()).isEmpty();
    database.createIndex("visit", IndexDefinition.of("by_page", "page"), false);
    assertThat(database.table("visit").plan(byPage).index()).contains("by_page");
    assertThat(visitors(where("page", "p2"))).containsExactly(2, 2, 2);
    database.dropIndex("by_page", false);
    assertThat(database.table("visit").plan(byPage).index()).isEmpty();
  }

  @Test
  void valuesThatNoRowCanHaveFindNothingAndLeaveThePlanToOthers() {
    for (int i = 0; i < 2; i++) {
      assertThat(visitors(where("day", 1))).containsExactly(0, 1, 2, 3);
      assertThat(visitors(where("day", 1.5))).isEmpty();
      assertThat(visitors(where("day", 1L << 40))).isEmpty();
      assertThat(visitors(where("day", 2))).containsExactly(0, 1, 2, 3);
    }
  }

  @Test
  void moreShapesThanAreKeptHaveTheirPlans() {
    for (int shape = 0; shape < 280; shape++) {
      Query query = where("day", shape % 4);
      for (int more = 0; more < shape; more++) {
        query = query.where(new Condition.IsNull("page", true));
      }
      assertThat(visitors(query)).hasSize(shape % 4 == 3 ? 0 : 4);
    }
  }
}
