package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import keywright.key.Condition;
import keywright.key.Condition.Compare;
import keywright.key.Condition.In;
import keywright.key.Condition.IsNull;
import keywright.key.Condition.Like;
import keywright.key.Condition.Operator;
import keywright.key.KeyPart;
import keywright.table.model.IndexDefinition;
import keywright.table.model.OrderBy;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One case for each rule by which conditions become ranges and an order is found. */
class PlannerRulesTest {
  private final Database database = Database.open("memory:");

  @AfterEach
  void close() {
    database.close();
  }

  private static Condition eq(String column, Object value) {
    return new Compare(column, Operator.EQ, value);
  }

  private static Condition in(String column, Object... values) {
    return new In(column, List.of(values));
  }

  private static Condition ge(String column, Object value) {
    return new Compare(column, Operator.GE, value);
  }

  private static Condition lt(String column, Object value) {
    return new Compare(column, Operator.LT, value);
  }

  private static Arguments rule(
      String name, String key, String order, List<Condition> conditions, String expected) {
    return Arguments.of(name, key, order, conditions, expected);
  }

  private static List<Arguments> rules() {
    return List.of(
        rule(
            "equal columns fix parts",
            "a, b, id",
            "",
            List.of(eq("a", 1), eq("b", 2)),
            "1 fixed 2"),
        rule(
            "a range ends the prefix",
            "a, b, id",
            "",
            List.of(ge("a", 1), eq("b", 2)),
            "1 fixed 0 filter b = 2"),
        rule("two bounds are one range", "a, id", "", List.of(ge("a", 1), lt("a", 9)), "1 fixed 0"),
        rule("IN is a range for each value", "a, id", "", List.of(in("a", 5, 1, 3)), "3 fixed 1"),
        rule("repeated values are one", "a, id", "", List.of(in("a", 5, 1, 5, 5)), "2 fixed 1"),
        rule(
            "two IN lists multiply",
            "a, b, id",
            "",
            List.of(in("a", 1, 2), in("b", 3, 4, 5)),
            "6 fixed 2"),
        rule(
            "IN lists on one column meet",
            "a, id",
            "",
            List.of(in("a", 1, 2, 3), in("a", 2, 3, 4)),
            "2 fixed 1"),
        rule(
            "a range thins an IN list",
            "a, id",
            "",
            List.of(in("a", 1, 2, 3), ge("a", 2)),
            "2 fixed 1"),
        rule(
            "IN in front of a range",
            "a, b, id",
            "",
            List.of(in("a", 1, 2), ge("b", 3)),
            "2 fixed 1"),
        rule(
            "IN behind a fixed part",
            "a, b, id",
            "",
            List.of(eq("a", 1), in("b", 3, 4)),
            "2 fixed 2"),
        rule(
            "null is a value of its own",
            "b, id",
            "",
            List.of(new IsNull("b", false)),
            "1 fixed 1"),
        rule(
            "a contradiction reads nothing",
            "a, id",
            "",
            List.of(eq("a", 1), eq("a", 2)),
            "0 fixed 0"),
        rule(
            "an unknown bucket fans out",
            "bucket(8, id), a, id",
            "",
            List.of(eq("a", 1)),
            "8 fixed 2"),
        rule(
            "a fixed bucket is one value",
            "bucket(8, a), a, id",
            "",
            List.of(eq("a", 1)),
            "1 fixed 2"),
        rule(
            "a bucket for each IN value",
            "bucket(8, a), a, id",
            "",
            List.of(in("a", 1, 2)),
            "2 fixed 2"),
        rule(
            "a bucket of two columns",
            "bucket(8, a, b), a, b, id",
            "",
            List.of(in("a", 1, 2), eq("b", 3)),
            "2 fixed 3"),
        rule(
            "a bucket half known",
            "bucket(8, a, b), a, b, id",
            "",
            List.of(eq("a", 1)),
            "8 fixed 2"),
        rule(
            "a remainder is one value", "mod(a, 10), a, id", "", List.of(eq("a", 11)), "1 fixed 2"),
        rule(
            "remainders of an IN list",
            "mod(a, 10), a, id",
            "",
            List.of(in("a", 11, 21, 32)),
            "3 fixed 2"),
        rule(
            "remainders that are equal",
            "mod(a, 10), id",
            "",
            List.of(in("a", 11, 21, 32)),
            "2 fixed 1 filter a IN (11, 21, 32)"),
        rule(
            "an unknown remainder fans out",
            "mod(id, 10), a, id",
            "",
            List.of(eq("a", 11)),
            "10 fixed 2"),
        rule(
            "a digest is one prefix",
            "left(md5(t), 4), t, id",
            "",
            List.of(eq("t", "x")),
            "1 fixed 2"),
        rule(
            "a digest for each IN value",
            "left(md5(t), 4), t, id",
            "",
            List.of(in("t", "x", "y")),
            "2 fixed 2"),
        rule(
            "a short digest fans out, null too",
            "right(md5(t), 1), a, id",
            "",
            List.of(eq("a", 1)),
            "17 fixed 2"),
        rule(
            "a range through lpad",
            "lpad(a, 6), id",
            "",
            List.of(ge("a", 5), lt("a", 10)),
            "1 fixed 0"),
        rule(
            "a weak range is filtered",
            "date_trunc('day', at), id",
            "",
            List.of(ge("at", "2017-01-01T10:00:00Z")),
            "1 fixed 0 filter at >= '2017-01-01T10:00:00Z'"),
        rule("a prefix of LIKE", "t, id", "", List.of(new Like("t", "ab%")), "1 fixed 0"),
        rule(
            "LIKE with more behind",
            "t, id",
            "",
            List.of(new Like("t", "ab%c")),
            "1 fixed 0 filter t LIKE 'ab%c'"),
        rule("no order, no range", "reverse(lpad(a, 6)), id", "", List.of(ge("a", 5)), "refused"),
        rule(
            "other columns filter",
            "a, id",
            "",
            List.of(eq("a", 5), eq("t", "x")),
            "1 fixed 1 filter t = 'x'"),
        rule("the order of the key", "a, b, id", "b", List.of(eq("a", 5)), "1 fixed 1 KEY"),
        rule("its reverse", "a, b, id", "b DESC", List.of(eq("a", 5)), "1 fixed 1 KEY_REVERSED"),
        rule("DESC parts", "a, at DESC, id", "at DESC", List.of(eq("a", 5)), "1 fixed 1 KEY"),
        rule(
            "IN is merged in order",
            "a, at DESC, id",
            "at DESC",
            List.of(in("a", 5, 6)),
            "2 fixed 1 MERGED"),
        rule(
            "IN is merged in reverse",
            "a, at DESC, id",
            "at",
            List.of(in("a", 5, 6)),
            "2 fixed 1 MERGED_REVERSED"),
        rule("IN in its own order", "a, at, id", "a, at", List.of(in("a", 5, 6)), "2 fixed 1 KEY"),
        rule(
            "a fan-out is merged",
            "bucket(8, id), at, id",
            "at",
            List.of(ge("at", "2017-01-01")),
            "8 fixed 1 MERGED"),
        rule(
            "a fan-out for the order alone",
            "bucket(8, id), at, id",
            "at DESC",
            List.of(),
            "8 fixed 1 MERGED_REVERSED"),
        rule(
            "pruned, it needs no merge",
            "bucket(8, a), a, at, id",
            "at",
            List.of(eq("a", 1)),
            "1 fixed 2 KEY"),
        rule(
            "pruned for each IN value",
            "bucket(8, a), a, at, id",
            "at",
            List.of(in("a", 1, 2)),
            "2 fixed 2 MERGED"),
        rule("no key has the order", "a, id", "at", List.of(eq("a", 5)), "1 fixed 1 SORTED"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rules")
  void isFollowed(
      String rule, String key, String order, List<Condition> conditions, String expected) {
    database.createTable(
        TableDefinition.of(
                "t",
                Payments.columns("id bigint, a int, b int NULL, t text, at timestamp", "d"),
                KeyPart.parseList("id"))
            .withIndexes(List.of(IndexDefinition.of("i", key))),
        false);
    Query query = Query.all().where(conditions).withLimit(10);
    if (!order.isEmpty()) {
      query =
          query.orderedBy(
              java.util.Arrays.stream(order.split(", "))
                  .map(o -> new OrderBy(o.replace(" DESC", ""), o.endsWith(" DESC")))
                  .toArray(OrderBy[]::new));
    }
    assertThat(described(query)).isEqualTo(expected);
  }

  private String described(Query query) {
    Plan plan;
    try {
      plan = database.table("t").plan(query);
    } catch (TableException e) {
      return "refused";
    }
    String filter =
        plan.residual().isEmpty()
            ? ""
            : " filter "
                + String.join(" AND ", plan.residual().stream().map(Object::toString).toList());
    String order = plan.order() == Plan.Order.UNORDERED ? "" : " " + plan.order().name();
    return plan.ranges().ranges().size() + " fixed " + plan.ranges().fixedParts() + filter + order;
  }
}
