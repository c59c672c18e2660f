package keywright.table.query;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import keywright.key.Condition;
import keywright.key.ErrorCode;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.model.AlternativeConditions;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Names;
import keywright.table.model.OrderBy;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import keywright.table.model.SelectItem;
import keywright.table.model.TableException;

/**
 * Chooses the key with which a query is read, or refuses the query and gives the reason. Reads no
 * rows.
 */
public final class Planner {
  private final StoredTable table;
  private final Query query;

  /**
   * The query that is planned: the query itself, or for a single min or max a query for the first
   * row in order.
   */
  private final Query effective;

  /** Whether at most the rows of a LIMIT or a page are read. */
  private final boolean isLimited;

  private final Predicate<String> isUsed;

  /** The keys that can be read, each with its ranges for the effective query. */
  private final List<KeyCandidate> candidates;

  private Planner(StoredTable table, Query query, boolean isLimited, Predicate<String> isUsed) {
    this.isUsed = isUsed;
    this.table = table;
    this.query = query;
    this.effective = asFirstInOrder(query);
    this.isLimited = isLimited;
    this.candidates = candidates(effective);
  }

  /**
   * The planner of a query.
   *
   * @param inPages whether the query is read page by page
   * @param isUsed tells whether a name is already the name of a table or an index of the database,
   *     for the index that an error message proposes
   */
  static Planner of(StoredTable table, Query query, boolean inPages, Predicate<String> isUsed) {
    QueryChecks.check(table, query);
    if (inPages && query.history().versions() > 0) {
      throw new TableException(
          "cannot read %s page by page: found VERSIONS, expected none, since a row may have more versions than a page has lines; leave VERSIONS out, or read without pages"
              .formatted(table.name()));
    }
    return new Planner(table, query, inPages || query.limit() != null, isUsed);
  }

  public static QueryPlan plan(StoredTable table, Query query) {
    return plan(table, query, name -> false);
  }

  /** Plans a query. */
  public static QueryPlan plan(StoredTable table, Query query, Predicate<String> isUsed) {
    return of(table, query, false, isUsed).choose();
  }

  /**
   * The key that would answer a query; empty if the query would be refused.
   *
   * @param isLimited whether at most the rows of a LIMIT or a page are read
   */
  static Optional<KeyCandidate> choice(StoredTable table, Query query, boolean isLimited) {
    Planner planner = new Planner(table, query, isLimited, name -> false);
    List<KeyCandidate> grouping = planner.grouping(planner.usable());
    return grouping.isEmpty() ? Optional.empty() : Optional.of(planner.chosen(grouping));
  }

  /** Plans a query that is read page by page. */
  public static QueryPlan planPages(StoredTable table, Query query, Predicate<String> isUsed) {
    return of(table, query, true, isUsed).choose();
  }

  /**
   * The query for the first row in the order of the column, if the only item is a min or max and a
   * key has that order; otherwise the query itself.
   */
  private static Query asFirstInOrder(Query query) {
    if (query.items().size() != 1
        || query.grouping().hasGroups()
        || !(query.items().get(0) instanceof SelectItem.Extreme extreme)) {
      return query;
    }
    boolean descending = extreme.function() == SelectItem.Function.MAX;
    return query
        .where(new Condition.IsNull(extreme.column(), true))
        .orderedBy(new OrderBy(extreme.column(), descending))
        .withLimit(1);
  }

  /**
   * Whether other queries of the same {@link QueryShape shape} have the same plan, so that {@link
   * QueryPlan#withValuesOf} can give it. This is not so if the values of bounds decide how well one
   * of the keys serves the query.
   */
  boolean isReusable() {
    return effective.equals(query)
        && !query.grouping().hasGroups()
        && candidates.stream().noneMatch(candidate -> candidate.ranges().boundsDecide());
  }

  /** The plan of the query. */
  QueryPlan choose() {
    List<KeyCandidate> usable = usable();
    if (usable.isEmpty()) {
      throw refused(candidates(query));
    }
    List<KeyCandidate> grouping = grouping(usable);
    if (grouping.isEmpty()) {
      throw ungrouped(usable);
    }
    KeyCandidate chosen = chosen(grouping);
    List<Plan.Rejected> rejected = new ArrayList<>();
    for (StoredIndex index : table.indexes()) {
      if (query.history().isAsOf()) {
        rejected.add(
            new Plan.Rejected(
                index.name(), "has only current rows, but AS OF reads older versions of rows"));
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
    QueryPlan plan =
        new QueryPlan(table, query, chosen.ordered(effective), chosen, rejected, isUsed);
    if (query.history().isAsOf()) {
      QueryChecks.requireVersions(table, plan.neededColumns());
    }
    return plan;
  }

  /** The candidates whose rows are read in an order in which they can be grouped. */
  private List<KeyCandidate> grouping(List<KeyCandidate> usable) {
    return usable.stream().filter(candidate -> candidate.groups(query)).toList();
  }

  private List<KeyCandidate> usable() {
    return candidates.stream().filter(this::isUsable).toList();
  }

  /**
   * The best candidate. Without a LIMIT, the best of the candidates that need no sort, if there is
   * one.
   */
  private KeyCandidate chosen(List<KeyCandidate> usable) {
    // A lone min or max that no key gives in order goes over all rows and sorts nothing.
    boolean maySort = isLimited || !effective.equals(query);
    return usable.stream()
        .filter(candidate -> !maySort && !candidate.needsSort())
        .min(KeyCandidate.BEST_FIRST)
        .orElseGet(() -> Collections.min(usable, KeyCandidate.BEST_FIRST));
  }

  private List<KeyCandidate> candidates(Query answered) {
    List<KeyCandidate> candidates = new ArrayList<>();
    boolean mayReadAll = !query.hasConditions() || query.allowFiltering();
    candidates.add(new KeyCandidate(table, null, answered, mayReadAll));
    for (StoredIndex index : table.indexes()) {
      if (index.isReadable() && !query.history().isAsOf()) {
        candidates.add(new KeyCandidate(table, index, answered, mayReadAll));
      }
    }
    return candidates;
  }

  private boolean isUsable(KeyCandidate candidate) {
    if (candidate.ranges().count() > query.limits().fanOut() || !candidate.isReadable()) {
      return false;
    }
    if (!query.hasConditions() || query.allowFiltering()) {
      return true;
    }
    // What the query itself is refused for is not served by the order of a key.
    return candidate.isBounded()
        && (effective.equals(query) || candidate.isBoundedBy(query.conditions()));
  }

  private String whyNot(KeyCandidate candidate, KeyCandidate chosen) {
    if (isUsable(candidate) && isGrouped() && !candidate.groups(query)) {
      return whyUngrouped(candidate);
    }
    if (candidate.ranges().count() > query.limits().fanOut()) {
      return tooManyRanges(candidate);
    }
    boolean passedOver =
        isUsable(candidate) && KeyCandidate.BEST_FIRST.compare(candidate, chosen) < 0;
    return passedOver
        ? "is not in the order of the ORDER BY, and without LIMIT a key in that order is preferred"
        : candidate.whyNot(chosen);
  }

  private boolean isGrouped() {
    return query.grouping().hasGroups() || query.grouping().limitsPartitions();
  }

  private String whyUngrouped(KeyCandidate candidate) {
    return query.grouping().limitsPartitions() && candidate.index() != null
        ? "is not in the order of the partitions"
        : "is not read in the order of " + groupColumns();
  }

  private String groupColumns() {
    List<String> names = new ArrayList<>();
    if (query.grouping().hasGroups()) {
      query.grouping().columns().forEach(column -> names.add(Names.quote(column)));
    } else {
      query.orderBy().forEach(order -> names.add(Names.quote(order.column())));
    }
    return String.join(", ", names);
  }

  /** The refusal of groups that no key has in its order. */
  private TableException ungrouped(List<KeyCandidate> usable) {
    if (query.grouping().limitsPartitions()) {
      if (usable.stream().allMatch(candidate -> candidate.index() != null)) {
        return new TableException(
            ErrorCode.NO_KEY,
            "cannot read the first rows of each partition of %s: found conditions that only an index serves, and an index is not in the order of the partitions; fix or bound the partition, or add ALLOW FILTERING to read every row"
                .formatted(table.name()));
      }
      return new TableException(
          ErrorCode.NO_KEY,
          "cannot read the first rows of each partition of %s: found an ORDER BY that the primary key does not have from partition to partition; leave ORDER BY out, or fix the partition by ="
              .formatted(table.name()));
    }
    List<String> reasons = new ArrayList<>();
    usable.forEach(candidate -> reasons.add(candidate.title() + " " + whyUngrouped(candidate)));
    IndexAdvice inOrder = IndexAdvice.inOrderOfGroups(table, query, isUsed);
    return new TableException(
        ErrorCode.NO_KEY,
        "cannot group %s by %s: groups are read one after the other, in the order of a key, but %s; group by the columns with which a key begins%s"
            .formatted(
                table.name(),
                groupColumns(),
                String.join(", and ", reasons),
                inOrder
                    .inOrder(isLimited)
                    .map(found -> ", or " + inOrder.statement(found))
                    .orElse("")));
  }

  private boolean hasAlternatives() {
    return query.rowConditions().stream().anyMatch(AlternativeConditions.class::isInstance);
  }

  private TableException refused(List<KeyCandidate> candidates) {
    for (KeyCandidate candidate : candidates) {
      if (candidate.isBounded()) {
        return new TableException(
            ErrorCode.NO_KEY,
            "cannot read %s through %s: it %s; narrow the conditions, or %s"
                .formatted(
                    table.name(),
                    candidate.title(),
                    tooManyRanges(candidate),
                    "add ALLOW FILTERING to read every row"));
      }
    }
    List<String> reasons = new ArrayList<>();
    candidates.forEach(c -> reasons.add(c.title() + ": " + c.stop()));
    return new TableException(
        ErrorCode.NO_KEY,
        "cannot read %s by these conditions: no key has %s (%s); %s"
            .formatted(
                table.name(),
                candidates.stream().allMatch(KeyCandidate::isInKeyOrder)
                    ? "its first part fixed or bounded"
                    : "all parts of its partition fixed",
                String.join("; ", reasons),
                fix()));
  }

  private boolean hasPaths() {
    return query.conditions().stream().anyMatch(Condition.Matching.class::isInstance);
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

  private String fix() {
    if (query.history().isAsOf()) {
      return "AS OF reads no index, so add a condition on the first part of the primary key, or add ALLOW FILTERING to read every row";
    }
    if (query.grouping().limitsPartitions()) {
      return "PER PARTITION LIMIT reads no index, so add a condition on the first part of the primary key, or add ALLOW FILTERING to read every row";
    }
    if (query.grouping().hasGroups()) {
      IndexAdvice inOrder = IndexAdvice.inOrderOfGroups(table, query, isUsed);
      return inOrder
              .inOrder(false)
              .map(found -> inOrder.statement(found) + " would serve the query")
              .orElse("no index can serve these conditions and groups")
          + "; add ALLOW FILTERING to read every row, if a key has the order of the groups";
    }
    boolean needsOrder = !query.orderBy().isEmpty() && !isLimited;
    IndexAdvice advice = new IndexAdvice(table, query, isUsed);
    Optional<String> unbuilt = advice.unbuilt(isLimited);
    if (unbuilt.isPresent()) {
      return "index %s would serve the query, but its build is not finished; repeat its CREATE INDEX to finish the build, or add ALLOW FILTERING to read every row"
          .formatted(unbuilt.get());
    }
    Optional<IndexDefinition> ordered = needsOrder ? advice.inOrder(false) : Optional.empty();
    return ordered
        .or(() -> advice.bounding(true))
        .map(
            found ->
                "%s would serve the query; run this statement, or add ALLOW FILTERING to read every row"
                    .formatted(advice.statement(found)))
        .orElse(
            "no index can serve these conditions; "
                + (hasPaths() ? "declare columns derived from the paths and index them, or " : "")
                + (hasAlternatives() ? "run one query for each alternative of OR, or " : "")
                + "add ALLOW FILTERING to read every row");
  }
}
