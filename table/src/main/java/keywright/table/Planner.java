package keywright.table;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import keywright.key.Condition;
import keywright.key.KeyExpression;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeySchema;

/** Chooses the key that answers a query, or refuses with the reason. Never reads. */
final class Planner {
  private final StoredTable table;
  private final Query query;

  private Planner(StoredTable table, Query query) {
    this.table = table;
    this.query = query;
  }

  static Plan plan(StoredTable table, Query query) {
    QueryChecks.check(table, query);
    Planner planner = new Planner(table, query);
    // First, so that what the query itself is refused for is not served by the order of a key.
    Plan plain = planner.choose(query);
    Query ordered = asFirstInOrder(query);
    if (ordered.equals(query)) {
      return plain;
    }
    Plan first = planner.choose(ordered);
    return first.order() == Plan.Order.SORTED ? plain : first;
  }

  /** A lone min or max is the first row in the order of its column, where a key has that order. */
  private static Query asFirstInOrder(Query query) {
    if (query.items().size() != 1
        || !(query.items().get(0) instanceof SelectItem.Extreme extreme)) {
      return query;
    }
    List<Condition> conditions = new ArrayList<>(query.conditions());
    conditions.add(new Condition.IsNull(extreme.column(), true));
    boolean descending = extreme.function() == SelectItem.Function.MAX;
    return query
        .where(conditions)
        .orderedBy(new OrderBy(extreme.column(), descending))
        .withLimit(1);
  }

  /** {@code effective} is the query itself, or what a lone min or max comes to. */
  private Plan choose(Query effective) {
    List<KeyCandidate> candidates = new ArrayList<>();
    List<Plan.Rejected> rejected = new ArrayList<>();
    candidates.add(new KeyCandidate(table, null, effective));
    for (StoredIndex index : table.indexes()) {
      if (query.history().isAsOf()) {
        rejected.add(
            new Plan.Rejected(index.name(), "holds rows as they are, AS OF asks how they were"));
      } else if (index.isReadable()) {
        candidates.add(new KeyCandidate(table, index, effective));
      } else {
        rejected.add(
            new Plan.Rejected(index.name(), "is not built; repeat its CREATE INDEX to finish it"));
      }
    }
    boolean scanAllowed = query.conditions().isEmpty() || query.allowFiltering();
    int fanOutMax = query.limits().fanOut();
    List<KeyCandidate> usable =
        candidates.stream()
            .filter(c -> c.ranges().count() <= fanOutMax && (c.isBounded() || scanAllowed))
            .sorted(KeyCandidate.BEST_FIRST)
            .toList();
    if (usable.isEmpty()) {
      throw refused(candidates);
    }
    KeyCandidate chosen = usable.get(0);
    for (KeyCandidate candidate : candidates) {
      if (candidate != chosen) {
        boolean tooMany = candidate.ranges().count() > fanOutMax;
        String reason = tooMany ? tooManyRanges(candidate) : candidate.whyNot(chosen);
        rejected.add(new Plan.Rejected(candidate.name(), reason));
      }
    }
    Plan plan = new Plan(table, query, effective, chosen, rejected);
    if (query.history().isAsOf()) {
      QueryChecks.requireVersions(table, plan.neededColumns());
    }
    return plan;
  }

  private TableException refused(List<KeyCandidate> candidates) {
    for (KeyCandidate candidate : candidates) {
      if (candidate.isBounded()) {
        return new TableException(
            "cannot read %s through %s: it %s; narrow the conditions, or %s"
                .formatted(
                    table.name(),
                    candidate.title(),
                    tooManyRanges(candidate),
                    "add ALLOW FILTERING to read every row"));
      }
    }
    List<String> reasons = new ArrayList<>();
    candidates.forEach(c -> reasons.add(c.title() + ": " + c.ranges().stop()));
    return new TableException(
        "cannot read %s by these conditions: no key has its first part fixed or bounded (%s); %s"
            .formatted(table.name(), String.join("; ", reasons), mend()));
  }

  private String tooManyRanges(KeyCandidate candidate) {
    return "fans out to %s ranges (%s), expected at most %,d"
        .formatted(
            candidate.ranges().count() == Long.MAX_VALUE
                ? "too many"
                : "%,d".formatted(candidate.ranges().count()),
            String.join(" times ", candidate.ranges().fanOuts()),
            query.limits().fanOut());
  }

  private String mend() {
    if (query.history().isAsOf()) {
      return "AS OF reads by the primary key alone, ALLOW FILTERING reads every row";
    }
    String statement = createIndex(table, query);
    return statement.isEmpty()
        ? "no index can serve these conditions, ALLOW FILTERING reads every row"
        : statement + " would serve it, ALLOW FILTERING reads every row";
  }

  /**
   * The CREATE INDEX that would serve a query: columns with an equality first, then the one with a
   * range, then those of ORDER BY. Empty when no condition can bound a key.
   */
  static String createIndex(StoredTable table, Query query) {
    Set<String> columns = new LinkedHashSet<>();
    for (Condition condition : query.conditions()) {
      if (QueryChecks.isEquality(condition)) {
        columns.add(condition.column());
      }
    }
    query.conditions().stream()
        .filter(condition -> !QueryChecks.isEquality(condition) && bounds(table, condition))
        .findFirst()
        .ifPresent(condition -> columns.add(condition.column()));
    if (columns.isEmpty() && !query.conditions().isEmpty()) {
      return "";
    }
    List<String> named =
        columns.isEmpty()
            ? query.orderBy().stream().map(OrderBy::column).toList()
            : List.copyOf(columns);
    String name = table.name() + "_by_" + String.join("_", named);
    List<String> parts = new ArrayList<>();
    for (String column : columns) {
      boolean descending =
          query.orderBy().stream().anyMatch(o -> o.column().equals(column) && o.descending());
      parts.add(Names.quote(column) + (descending && !isFixed(query, column) ? " DESC" : ""));
    }
    for (OrderBy order : query.orderBy()) {
      if (columns.add(order.column())) {
        parts.add(Names.quote(order.column()) + (order.descending() ? " DESC" : ""));
      }
    }
    return "CREATE INDEX %s ON %s (%s)"
        .formatted(indexName(table, name), Names.quote(table.name()), String.join(", ", parts));
  }

  private static String indexName(StoredTable table, String wanted) {
    String plain = wanted.replaceAll("[^A-Za-z0-9_]", "_");
    String name = plain.length() > 60 ? plain.substring(0, 60) : plain;
    int number = 2;
    String unique = name;
    while (table.definition().index(unique).isPresent()) {
      unique = name + "_" + number++;
    }
    return Names.quote(unique);
  }

  private static boolean isFixed(Query query, String column) {
    return query.conditions().stream()
        .anyMatch(c -> c.column().equals(column) && QueryChecks.isEquality(c));
  }

  /** Asks a one-part key, which knows what a LIKE or an IS NOT NULL can bound. */
  private static boolean bounds(StoredTable table, Condition condition) {
    KeyPart part = KeyPart.asc(KeyExpression.column(condition.column()));
    return KeySchema.of(table.columns(), List.of(part), KeyFormat.kw1())
        .ranges(List.of(condition))
        .isBounded();
  }
}
