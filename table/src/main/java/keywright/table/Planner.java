package keywright.table;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
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

  /** The query itself, or what a lone min or max comes to. */
  private final Query effective;

  /** Whether no more rows will be asked for than a LIMIT or a page holds. */
  private final boolean isLimited;

  private Planner(StoredTable table, Query query, boolean isLimited) {
    this.table = table;
    this.query = query;
    this.effective = asFirstInOrder(query);
    this.isLimited = isLimited;
  }

  static Plan plan(StoredTable table, Query query) {
    QueryChecks.check(table, query);
    return new Planner(table, query, query.limit() != null).choose();
  }

  /** The plan of a query that is read page by page. */
  static Plan planPages(StoredTable table, Query query) {
    QueryChecks.check(table, query);
    if (query.history().versions() > 0) {
      throw new TableException(
          "cannot read %s page by page: found VERSIONS, of which one row may fill a page, expected none; leave VERSIONS out, or read without pages"
              .formatted(table.name()));
    }
    return new Planner(table, query, true).choose();
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

  private Plan choose() {
    List<KeyCandidate> candidates = candidates(effective);
    List<KeyCandidate> usable = candidates.stream().filter(this::isUsable).toList();
    if (usable.isEmpty()) {
      throw refused(candidates(query));
    }
    KeyCandidate best = Collections.min(usable, KeyCandidate.BEST_FIRST);
    // A lone min or max that no key gives in order goes over all rows and sorts nothing.
    boolean sorts = best.needsSort() && effective.equals(query);
    KeyCandidate chosen =
        !sorts || isLimited
            ? best
            : usable.stream()
                .filter(candidate -> !candidate.needsSort())
                .min(KeyCandidate.BEST_FIRST)
                .orElseThrow(() -> unlimitedSort(best));
    List<Plan.Rejected> rejected = new ArrayList<>();
    for (StoredIndex index : table.indexes()) {
      if (query.history().isAsOf()) {
        rejected.add(
            new Plan.Rejected(index.name(), "holds rows as they are, AS OF asks how they were"));
      } else if (!index.isReadable()) {
        rejected.add(
            new Plan.Rejected(index.name(), "is not built; repeat its CREATE INDEX to finish it"));
      }
    }
    for (KeyCandidate candidate : candidates) {
      if (candidate != chosen) {
        rejected.add(new Plan.Rejected(candidate.name(), whyNot(candidate, chosen)));
      }
    }
    Plan plan = new Plan(table, query, effective, chosen, rejected);
    if (query.history().isAsOf()) {
      QueryChecks.requireVersions(table, plan.neededColumns());
    }
    return plan;
  }

  private List<KeyCandidate> candidates(Query answered) {
    List<KeyCandidate> candidates = new ArrayList<>();
    candidates.add(new KeyCandidate(table, null, answered));
    for (StoredIndex index : table.indexes()) {
      if (index.isReadable() && !query.history().isAsOf()) {
        candidates.add(new KeyCandidate(table, index, answered));
      }
    }
    return candidates;
  }

  private boolean isUsable(KeyCandidate candidate) {
    if (candidate.ranges().count() > query.limits().fanOut()) {
      return false;
    }
    if (query.conditions().isEmpty() || query.allowFiltering()) {
      return true;
    }
    // What the query itself is refused for is not served by the order of a key.
    return candidate.isBounded()
        && (effective.equals(query) || candidate.schema().ranges(query.conditions()).isBounded());
  }

  private String whyNot(KeyCandidate candidate, KeyCandidate chosen) {
    if (candidate.ranges().count() > query.limits().fanOut()) {
      return tooManyRanges(candidate);
    }
    boolean passedOver =
        isUsable(candidate) && KeyCandidate.BEST_FIRST.compare(candidate, chosen) < 0;
    return passedOver
        ? "is not in the order asked for, and without LIMIT nothing is sorted in memory"
        : candidate.whyNot(chosen);
  }

  private TableException unlimitedSort(KeyCandidate best) {
    List<String> order = new ArrayList<>();
    query
        .orderBy()
        .forEach(o -> order.add(Names.quote(o.column()) + (o.descending() ? " DESC" : "")));
    String index = createIndexInOrder(table, query, false);
    return new TableException(
        "cannot read %s in the order of %s: %s, which serves the conditions best, has another order, and rows are sorted in memory only under a LIMIT; add LIMIT%s"
            .formatted(
                table.name(),
                String.join(", ", order),
                best.title(),
                index.isEmpty() ? "" : ", or " + index));
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
    boolean needsOrder = !query.orderBy().isEmpty() && !isLimited;
    String ordered = needsOrder ? createIndexInOrder(table, query, false) : "";
    String statement = ordered.isEmpty() ? createIndex(table, query) : ordered;
    if (statement.isEmpty()) {
      return "no index can serve these conditions, ALLOW FILTERING reads every row";
    }
    boolean sorts = needsOrder && ordered.isEmpty();
    return statement
        + " would serve it"
        + (sorts ? " under a LIMIT" : "")
        + ", ALLOW FILTERING reads every row";
  }

  /**
   * The CREATE INDEX that would serve a query: columns with an equality first, then the one with a
   * range, then those of ORDER BY. Empty when no condition can bound a key.
   */
  static String createIndex(StoredTable table, Query query) {
    Set<String> columns = fixedColumns(query);
    rangeColumn(table, query).ifPresent(columns::add);
    return columns.isEmpty() && !query.conditions().isEmpty()
        ? ""
        : createIndex(table, query, columns);
  }

  /**
   * The CREATE INDEX whose key has the order of a query: columns with an equality first, then those
   * of ORDER BY. Empty when no key bounds the rows and has them in order, or when one with a range
   * would be preferred to it.
   */
  static String createIndexInOrder(StoredTable table, Query query, boolean isLimited) {
    Set<String> columns = fixedColumns(query);
    String first =
        query.orderBy().stream()
            .map(OrderBy::column)
            .filter(column -> !columns.contains(column))
            .findFirst()
            .orElse("");
    Optional<String> range = rangeColumn(table, query);
    boolean bounds =
        !columns.isEmpty()
            || query.conditions().isEmpty()
            || query.allowFiltering()
            || range.equals(Optional.of(first));
    boolean preferred = !isLimited || range.isEmpty() || range.equals(Optional.of(first));
    if (!bounds || !preferred) {
      return "";
    }
    if (!first.isEmpty()) {
      columns.add(first);
    }
    return createIndex(table, query, columns);
  }

  private static Set<String> fixedColumns(Query query) {
    Set<String> columns = new LinkedHashSet<>();
    for (Condition condition : query.conditions()) {
      if (QueryChecks.isEquality(condition)) {
        columns.add(condition.column());
      }
    }
    return columns;
  }

  private static Optional<String> rangeColumn(StoredTable table, Query query) {
    return query.conditions().stream()
        .filter(condition -> !QueryChecks.isEquality(condition) && bounds(table, condition))
        .map(Condition::column)
        .findFirst();
  }

  private static String createIndex(StoredTable table, Query query, Set<String> leading) {
    Set<String> columns = new LinkedHashSet<>(leading);
    query.orderBy().forEach(order -> columns.add(order.column()));
    List<String> parts = new ArrayList<>();
    for (String column : columns) {
      boolean descending =
          query.orderBy().stream()
              .filter(order -> order.column().equals(column))
              .findFirst()
              .map(OrderBy::descending)
              .orElse(false);
      parts.add(Names.quote(column) + (descending && !isFixed(query, column) ? " DESC" : ""));
    }
    Set<String> named = leading.isEmpty() ? columns : leading;
    String name = table.name() + "_by_" + String.join("_", named);
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
