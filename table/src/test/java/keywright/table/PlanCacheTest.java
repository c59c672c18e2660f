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
import keywright.table.query.Planner;
import keywright.table.query.QueryPlan;
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
    return values(query, "visitor");
  }

  private List<Object> values(Query query, String column) {
    try (Rows rows = database.table("visit").query(query)) {
      return rows.stream().<Object>map(row -> row.getInt(column)).toList();
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

  private static Query between(Object from, Object to) {
    return Query.all()
        .where(
            new Condition.Compare("day", Condition.Operator.GE, from),
            new Condition.Compare("day", Condition.Operator.LE, to));
  }

  @Test
  void boundsOfAnyValuesFindTheRowsBetweenThem() {
    for (int i = 0; i < 2; i++) {
      assertThat(visitors(between(0, 1))).containsExactly(0, 1, 2, 3, 0, 1, 2, 3);
      assertThat(visitors(between(1, 1))).containsExactly(0, 1, 2, 3);
      assertThat(visitors(between(2, 1))).isEmpty();
      assertThat(visitors(between(0.5, 1.5))).containsExactly(0, 1, 2, 3);
      assertThat(visitors(between(1, 1L << 40))).hasSize(8);
      assertThat(visitors(between(1, 2))).hasSize(8);
    }
  }

  @Test
  void boundsThatAreExpandedToSingleValuesHaveTheirOwnPlans() {
    for (int i = 0; i < 2; i++) {
      for (int day = 0; day < 3; day++) {
        Query query =
            between(day, day + 1).where(new Condition.Compare("visitor", Condition.Operator.EQ, 2));
        List<Object> days = day < 2 ? List.of(day, day + 1) : List.of(2);
        assertThat(values(query, "day")).isEqualTo(days);
      }
    }
  }

  @Test
  void boundsOfAnExpressionHaveTheirOwnPlans() {
    database.createIndex("visit", IndexDefinition.of("by_start", "left(page, 1), day"), false);
    for (String to : List.of("p2", "z", "p2", "p")) {
      Query query =
          Query.all()
              .where(
                  new Condition.Compare("page", Condition.Operator.GE, "p1"),
                  new Condition.Compare("page", Condition.Operator.LE, to),
                  new Condition.Compare("day", Condition.Operator.EQ, 1));
      assertThat(values(query, "visitor"))
          .isEqualTo(
              to.equals("p2") ? List.of(1, 2) : to.equals("z") ? List.of(1, 2, 3) : List.of());
      assertThat(database.table("visit").plan(query).explain())
          .isEqualTo(Planner.plan(database.known().require("visit"), query).explain());
    }
  }

  @Test
  void theValuesOfBoundsDoNotChangeAPlanThatIsKept() {
    QueryPlan kept = (QueryPlan) database.table("visit").plan(between(0, 1));
    assertThat(((QueryPlan) database.table("visit").plan(between(1, 2))).rowOptions())
        .isSameAs(kept.rowOptions());
    assertThat(((QueryPlan) database.table("visit").plan(between(1, 1))).rowOptions())
        .isNotSameAs(kept.rowOptions());
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
