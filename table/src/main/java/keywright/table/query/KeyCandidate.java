package keywright.table.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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
import keywright.table.model.OrderBy;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import org.jspecify.annotations.Nullable;

/** A key that might answer a query, with the ranges and the order it would give. */
public final class KeyCandidate {
  /**
   * Most equalities, then a full key, then a range, then no sort, then least fan-out, then the
   * table itself.
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

  /** How many leading parts a range must fix so that its rows are in key order. */
  private final int partition;

  /** Whether all rows are read in the engine's order, which is not that of the key. */
  private final boolean walks;

  private KeyRanges ranges;
  private Plan.Order order = Plan.Order.UNORDERED;

  public KeyCandidate(StoredTable table, @Nullable StoredIndex index, Query query) {
    this(table, index, query, query.conditions().isEmpty() || query.allowFiltering());
  }

  /**
   * @param mayReadAll whether every row may be read
   */
  KeyCandidate(StoredTable table, @Nullable StoredIndex index, Query query, boolean mayReadAll) {
    this.table = table;
    this.index = index;
    this.partition = table.traits().fixedPartsInOrder(layout());
    this.ranges =
        affordable(schema().ranges(query.conditions(), partition, query.limits().fanOut()), query);
    this.walks = mayReadAll && !isInKeyOrder();
    if (walks) {
      this.ranges = ranges.unbounded();
    }
    this.bounded = isInKeyOrder() && ranges.isBounded();
    if (!query.orderBy().isEmpty()) {
      findOrder(query);
    }
  }

  /** The same key with the ranges of other values. */
  private KeyCandidate(KeyCandidate like, KeyRanges ranges) {
    this.table = like.table;
    this.index = like.index;
    this.partition = like.partition;
    this.walks = like.walks;
    this.bounded = like.bounded;
    this.order = like.order;
    this.ranges = ranges;
  }

  /** The same key for conditions with other values; null when it would have to be chosen again. */
  @Nullable KeyCandidate withValuesOf(List<Condition> conditions) {
    KeyRanges other = ranges.withValuesOf(conditions);
    return other == null ? null : new KeyCandidate(this, other);
  }

  private TableLayout layout() {
    return index == null ? table.layout() : index.layout();
  }

  /** Whether the engine has the rows of each range in key order. */
  private boolean isInKeyOrder() {
    return ranges.isEmpty() || ranges.fixedParts() >= partition;
  }

  /** Whether all rows are read in the engine's order, which is not that of the key. */
  boolean walks() {
    return walks;
  }

  /** Whether the rows can be read at all: in key order, or all of them in the engine's. */
  public boolean isReadable() {
    return walks || isInKeyOrder();
  }

  /** Why the ranges end where they do. */
  String stop() {
    if (isInKeyOrder()) {
      return ranges.stop();
    }
    List<String> parts = new ArrayList<>();
    schema().parts().subList(0, partition).forEach(part -> parts.add(part.name()));
    return "this key needs all of (%s) fixed, and %s"
        .formatted(String.join(", ", parts), ranges.stop());
  }

  /**
   * Too many ranges end before the fan-out that makes them, as long as something is left bounded or
   * every row may be read.
   */
  private static KeyRanges affordable(KeyRanges ranges, Query query) {
    KeyRanges fewer = ranges.atMost(query.limits().fanOut());
    return fewer.isBounded() || query.allowFiltering() ? fewer : ranges;
  }

  private void findOrder(Query query) {
    KeyOrder keyOrder = new KeyOrder(schema(), query.orderBy(), query.conditions());
    Optional<Boolean> whole = isInKeyOrder() ? keyOrder.reverse() : Optional.empty();
    if (ranges.isEmpty()) {
      order = Plan.Order.KEY; // No rows have any order.
      return;
    }
    if (whole.isPresent()) {
      order = whole.get() ? Plan.Order.KEY_REVERSED : Plan.Order.KEY;
      return;
    }
    order = Plan.Order.SORTED;
    if (!isInKeyOrder() || !canMerge(query)) {
      return;
    }
    Optional<Boolean> within = keyOrder.reverseWithin(ranges.fixedParts());
    if (within.isEmpty()) {
      KeyRanges fanned = schema().rangesInOrder(query.conditions());
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

  /**
   * Entries of an index are merged before their rows are read, so they must hold what sorts, and
   * what the conditions hold to one value, unless the key has no part of it.
   */
  private boolean canMerge(Query query) {
    if (index == null) {
      return true;
    }
    Set<String> constant = KeyOrder.constantColumns(query.conditions());
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

  /** How people call the key in a sentence. */
  String title() {
    return index == null ? "the primary key" : "index " + index.name();
  }

  /** The key as declared; parts appended to an index key follow a bar. */
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

  /** One sentence why {@code chosen} was preferred. */
  String whyNot(KeyCandidate chosen) {
    if (!bounded && chosen.bounded) {
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
      return "bounds no part behind those fixed, " + chosen.name() + " does";
    }
    if (needsSort() != chosen.needsSort()) {
      return "is not in the order asked for";
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
