package keywright.table.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import keywright.key.Condition;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeyRanges;
import keywright.key.KeySchema;
import keywright.store.TableLayout;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.model.AccessClass;
import keywright.table.model.Names;
import keywright.table.model.OrderBy;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import org.jspecify.annotations.Nullable;

/**
 * One key of a table as a candidate for a query: the ranges of this key that the query would read,
 * and the order in which it would read the rows. Immutable.
 */
public final class KeyCandidate {
  /**
   * The best candidate first: the most equalities, then a full key, then a range, then no sort,
   * then the smallest fan-out, then the table itself.
   */
  static final Comparator<KeyCandidate> BEST_FIRST =
      Comparator.<KeyCandidate>comparingInt(candidate -> -candidate.equalities())
          .thenComparing(candidate -> !candidate.isFullKey())
          .thenComparing(candidate -> !candidate.hasRange())
          .thenComparing(KeyCandidate::needsSort)
          .thenComparingLong(candidate -> candidate.ranges.count())
          .thenComparing(candidate -> candidate.index != null);

  private final StoredTable table;
  private final @Nullable StoredIndex index;
  private final boolean bounded;

  /** The number of leading parts that a range must fix for its rows to be in key order. */
  private final int partition;

  /** Whether all rows are read in the engine's order, which differs from the key order. */
  private final boolean walks;

  /** The conditions that the key can be asked for. */
  private final List<Condition> conditions;

  /**
   * The conditions on a list whose elements each have an entry. The ranges imply none of these
   * conditions.
   */
  private final List<Condition> onList;

  private KeyRanges ranges;
  private Plan.Order order = Plan.Order.UNORDERED;

  public KeyCandidate(StoredTable table, @Nullable StoredIndex index, Query query) {
    this(table, index, query, !query.hasConditions() || query.allowFiltering());
  }

  /**
   * @param mayReadAll whether the query may read every row
   */
  KeyCandidate(StoredTable table, @Nullable StoredIndex index, Query query, boolean mayReadAll) {
    this.table = table;
    this.index = index;
    this.partition = table.traits().fixedPartsInOrder(layout());
    this.conditions = onKey(query.conditions());
    this.onList = onList(query.conditions());
    this.ranges =
        affordable(schema().ranges(conditions, partition, query.limits().fanOut()), query);
    this.walks = mayReadAll && !isInKeyOrder();
    if (walks) {
      this.ranges = ranges.unbounded();
    }
    this.bounded = readsRowsOnce() && isInKeyOrder() && ranges.isBounded();
    Query ordered = ordered(query);
    if (!ordered.orderBy().isEmpty()) {
      findOrder(ordered, query.orderBy().isEmpty());
    }
  }

  /** The same candidate with the ranges of other values. */
  private KeyCandidate(KeyCandidate like, List<Condition> conditions, KeyRanges ranges) {
    this.conditions = like.onKey(conditions);
    this.onList = like.onList(conditions);
    this.table = like.table;
    this.index = like.index;
    this.partition = like.partition;
    this.walks = like.walks;
    this.bounded = like.bounded;
    this.order = like.order;
    this.ranges = ranges;
  }

  /**
   * The query in the order in which this key returns its groups; the query itself without groups.
   */
  public Query ordered(Query query) {
    return GroupOrder.of(schema(), conditions, query);
  }

  /**
   * Whether the rows are read in an order in which they can be grouped: the rows of each group are
   * adjacent, and so are the rows of each partition whose rows are limited.
   */
  public boolean groups(Query query) {
    if (query.grouping().limitsPartitions()) {
      return index == null && order != Plan.Order.SORTED && !isMerged();
    }
    return !query.grouping().hasGroups() || order != Plan.Order.SORTED;
  }

  private boolean isMerged() {
    return order == Plan.Order.MERGED || order == Plan.Order.MERGED_REVERSED;
  }

  /** The same candidate for conditions with other values; null if the planner must choose again. */
  @Nullable KeyCandidate withValuesOf(List<Condition> others) {
    KeyRanges other = ranges.withValuesOf(onKey(others));
    return other == null ? null : new KeyCandidate(this, others, other);
  }

  private List<Condition> onKey(List<Condition> all) {
    return index == null ? all : index.onEntries(all);
  }

  private List<Condition> onList(List<Condition> all) {
    String list = index == null ? null : index.listColumn();
    return list == null
        ? List.of()
        : all.stream().filter(condition -> condition.column().equals(list)).toList();
  }

  /** The conditions that the key can be asked for. */
  List<Condition> conditions() {
    return conditions;
  }

  /** Whether {@code others} fix or bound the first part of the key. */
  boolean isBoundedBy(List<Condition> others) {
    return schema().ranges(onKey(others)).isBounded();
  }

  /** The conditions that the ranges do not imply. */
  List<Condition> residual() {
    if (onList.isEmpty()) {
      return ranges.residual();
    }
    List<Condition> residual = new ArrayList<>(onList);
    String list = onList.get(0).column();
    ranges.residual().stream()
        .filter(condition -> !condition.column().equals(list))
        .forEach(residual::add);
    return residual;
  }

  private TableLayout layout() {
    return index == null ? table.layout() : index.layout();
  }

  /** Whether the engine stores the rows of each range in key order. */
  boolean isInKeyOrder() {
    return ranges.isEmpty() || ranges.fixedParts() >= partition;
  }

  /** Whether all rows are read in the engine's order, which differs from the key order. */
  boolean walks() {
    return walks;
  }

  /**
   * Whether the query can read its rows with this key. Each row must have exactly one entry in the
   * ranges. The rows must be read in key order, or all rows must be read in the order of the
   * engine.
   */
  public boolean isReadable() {
    return readsRowsOnce() && (walks || isInKeyOrder());
  }

  /**
   * Whether each row of the result has exactly one entry in the ranges. This is so if the
   * conditions fix the element of a list.
   */
  private boolean readsRowsOnce() {
    return index == null || ranges.isEmpty() || ranges.fixedParts() > index.lastListPart();
  }

  /** The reason why the ranges do not use the following parts. */
  String stop() {
    if (index != null && !readsRowsOnce()) {
      return "this index has an entry for each element of %s, and the conditions do not fix the element and the parts before it"
          .formatted(Names.quote(Objects.requireNonNull(index.listColumn())));
    }
    if (isInKeyOrder()) {
      return ranges.stop();
    }
    List<String> parts = new ArrayList<>();
    schema().parts().subList(0, partition).forEach(part -> parts.add(part.name()));
    return "this key needs all of (%s) fixed, and %s"
        .formatted(String.join(", ", parts), ranges.stop());
  }

  /**
   * The ranges that the query may read. If there are too many, the part that multiplies them is
   * left out, as long as a bounded part is left or every row may be read.
   */
  private static KeyRanges affordable(KeyRanges ranges, Query query) {
    KeyRanges fewer = ranges.atMost(query.limits().fanOut());
    return fewer.isBounded() || query.allowFiltering() ? fewer : ranges;
  }

  /**
   * @param anyOrder whether the groups of the query may come in any order
   */
  private void findOrder(Query query, boolean anyOrder) {
    KeyOrder keyOrder = new KeyOrder(schema(), query.orderBy(), conditions);
    Optional<Boolean> whole = isInKeyOrder() ? keyOrder.reverse() : Optional.empty();
    if (ranges.isEmpty()) {
      order = Plan.Order.KEY; // No rows have any order.
      return;
    }
    if (sortsByList(query)) {
      order = Plan.Order.SORTED;
      return;
    }
    if (whole.isPresent()) {
      order = whole.get() ? Plan.Order.KEY_REVERSED : Plan.Order.KEY;
      return;
    }
    boolean walksGroups =
        walks
            && anyOrder
            && index == null
            && GroupOrder.isPartition(schema(), partition, conditions, query);
    order = walksGroups ? Plan.Order.UNORDERED : Plan.Order.SORTED;
    if (!isInKeyOrder() || !canMerge(query)) {
      return;
    }
    Optional<Boolean> within = keyOrder.reverseWithin(ranges.fixedParts());
    if (within.isEmpty()) {
      KeyRanges fanned = schema().rangesInOrder(conditions);
      if (fanned.fixedParts() > ranges.fixedParts() && fanned.count() <= query.limits().fanOut()) {
        within = keyOrder.reverseWithin(fanned.fixedParts());
        ranges = within.isPresent() ? fanned : ranges;
      }
    }
    within.ifPresent(
        reverse -> {
          if (ranges.count() > 1) {
            order = reverse ? Plan.Order.MERGED_REVERSED : Plan.Order.MERGED;
          } else {
            order = reverse ? Plan.Order.KEY_REVERSED : Plan.Order.KEY;
          }
        });
  }

  /** Whether ORDER BY names a list of which the key contains only one element. */
  private boolean sortsByList(Query query) {
    String list = index == null ? null : index.listColumn();
    return list != null && query.orderBy().stream().anyMatch(order -> order.column().equals(list));
  }

  /**
   * Whether the ranges can be merged. Index entries are merged before their rows are read. So they
   * must contain the columns of the order and the columns that the conditions fix, unless the key
   * does not contain such a column.
   */
  private boolean canMerge(Query query) {
    if (index == null) {
      return true;
    }
    Set<String> constant = KeyOrder.constantColumns(conditions);
    return query.orderBy().stream()
            .map(OrderBy::column)
            .allMatch(column -> constant.contains(column) || schema().recovers(column))
        && constant.stream()
            .allMatch(
                column -> !schema().keyColumns().contains(column) || schema().recovers(column));
  }

  KeySchema schema() {
    return index == null ? table.primaryKey() : index.schema();
  }

  @Nullable StoredIndex index() {
    return index;
  }

  public KeyRanges ranges() {
    return ranges;
  }

  public Plan.Order order() {
    return order;
  }

  /** Whether the conditions fix or bound the first part. */
  boolean isBounded() {
    return bounded;
  }

  boolean needsSort() {
    return order == Plan.Order.SORTED;
  }

  int equalities() {
    return bounded ? ranges.equalities() : 0;
  }

  private boolean isFullKey() {
    return bounded && ranges.isFullKey();
  }

  boolean hasRange() {
    return bounded && ranges.hasRange();
  }

  AccessClass accessClass() {
    if (!bounded) {
      return AccessClass.FULL_SCAN;
    }
    return ranges.isFullKey() ? AccessClass.FULL_KEY : AccessClass.PARTIAL_KEY;
  }

  /** The index, or the table for its primary key. */
  String name() {
    return index == null ? table.name() : index.name();
  }

  /** The name of the key in a sentence. */
  String title() {
    return index == null ? "the primary key" : "index " + index.name();
  }

  /** The key as declared; parts that were appended to an index key follow a bar. */
  String key() {
    int declared = index == null ? schema().parts().size() : index.declaredParts();
    StringBuilder text = new StringBuilder("(");
    for (int i = 0; i < schema().parts().size(); i++) {
      KeyPart part =
          index != null && i < declared
              ? index.definition().parts().get(i)
              : schema().parts().get(i);
      text.append(i == 0 ? "" : i == declared ? " | " : ", ").append(part);
    }
    KeyFormat format = schema().format();
    text.append(')').append(format.equals(KeyFormat.kw1()) ? "" : " as " + format.name());
    if (index != null && !index.definition().included().isEmpty()) {
      text.append(" INCLUDE (")
          .append(String.join(", ", index.definition().included()))
          .append(')');
    }
    return text.toString();
  }

  /** A sentence that says why {@code chosen} was preferred. */
  String whyNot(KeyCandidate chosen) {
    if (!readsRowsOnce() || (!bounded && chosen.bounded)) {
      return stop();
    }
    if (equalities() != chosen.equalities()) {
      return "fixes "
          + parts(equalities())
          + " by equality, "
          + chosen.name()
          + " fixes "
          + chosen.equalities();
    }
    if (isFullKey() != chosen.isFullKey()) {
      return "does not fix all parts of its key, " + chosen.name() + " fixes all";
    }
    if (hasRange() != chosen.hasRange()) {
      return "bounds no part after the fixed parts, " + chosen.name() + " does";
    }
    if (needsSort() != chosen.needsSort()) {
      return "is not in the order of the ORDER BY";
    }
    if (ranges.count() != chosen.ranges.count()) {
      return "takes "
          + ranges.count()
          + " ranges, "
          + chosen.name()
          + " takes "
          + chosen.ranges.count();
    }
    if (index != null && chosen.index == null) {
      return "serves no better than the table itself";
    }
    return "serves no better than " + chosen.name();
  }

  private static String parts(int count) {
    return count == 1 ? "1 part" : count + " parts";
  }
}
