package keywright.table.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import keywright.key.Key;
import keywright.key.KeyBound;
import keywright.key.KeyRange;
import keywright.key.KeySchema;
import keywright.key.KeySpan;
import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a scan that a query needs: the first row of each group, or the first few rows of each
 * partition. Rows of a group or of a partition are adjacent in the scan. Used by one thread.
 */
interface FirstOfGroup {

  /** How many rows of each group are needed. */
  int rows();

  /** Whether the rest of a group can be left out by a new scan behind it. */
  boolean seeks();

  /** The group of a row. */
  Group groupOf(FoundRow row);

  /** The group of the last row of the page before; null if it is of no importance. */
  default @Nullable Group groupOf(RowOrder.Place place) {
    return null;
  }

  /** A group of rows. */
  interface Group {
    /** Whether a row is in the group. */
    boolean has(FoundRow row);

    /** What follows the group in ranges that are read in the order of the plan. */
    List<KeySpan> behind(List<KeySpan> spans);
  }

  /** The rows that a plan needs; null if it needs every row that it finds. */
  static @Nullable FirstOfGroup of(QueryPlan plan) {
    if (plan.query().grouping().limitsPartitions()) {
      return new OfPartition(plan);
    }
    return plan.seeksGroups() ? new OfColumns(plan.rowOrder()) : null;
  }

  /** Groups by the columns of the order. */
  record OfColumns(RowOrder order) implements FirstOfGroup {
    @Override
    public int rows() {
      return 1;
    }

    @Override
    public boolean seeks() {
      return true;
    }

    @Override
    public Group groupOf(FoundRow row) {
      return new Group() {
        @Override
        public boolean has(FoundRow other) {
          return order.isSameGroup(row, other);
        }

        @Override
        public List<KeySpan> behind(List<KeySpan> spans) {
          return order.behind(spans.stream().map(KeySpan::range).toList(), order.placeOfGroup(row));
        }
      };
    }
  }

  /** Partitions of the table, by the leading parts of its key. */
  record OfPartition(QueryPlan plan) implements FirstOfGroup {
    @Override
    public int rows() {
      return plan.query().grouping().rowsOfPartition();
    }

    @Override
    public boolean seeks() {
      return plan.seeksGroups();
    }

    @Override
    public Group groupOf(FoundRow row) {
      return new Partition(plan, row.key());
    }

    @Override
    public Group groupOf(RowOrder.Place place) {
      return new Partition(plan, Objects.requireNonNull(place.key()));
    }
  }

  /** The partition of a key. */
  record Partition(QueryPlan plan, Key key) implements Group {
    private int parts() {
      return plan.stored().layout().partitionParts();
    }

    @Override
    public boolean has(FoundRow row) {
      for (int part = 0; part < parts(); part++) {
        if (plan.keySchema().comparePart(part, key, row.key()) != 0) {
          return false;
        }
      }
      return true;
    }

    @Override
    public List<KeySpan> behind(List<KeySpan> spans) {
      List<@Nullable Object> partition = key.parts().subList(0, parts());
      List<KeySpan> left = new ArrayList<>(spans.size());
      for (KeySpan span : spans) {
        KeyRange range = span.range();
        KeySchema schema = plan.keySchema();
        int order = schema.compare(range, key);
        boolean isBefore = plan.isReverse() ? order > 0 : order < 0;
        if (isBefore || isWithin(range, partition)) {
          continue;
        }
        boolean reverse = plan.isReverse();
        KeyBound bound = new KeyBound(partition, !reverse);
        left.add(
            order != 0
                ? span
                : reverse ? new KeySpan(range, null, bound) : new KeySpan(range, bound, null));
      }
      return left;
    }

    /** Whether all keys of a range are in a partition. */
    private static boolean isWithin(KeyRange range, List<@Nullable Object> partition) {
      if (range.prefix().size() < partition.size()) {
        return false;
      }
      for (int part = 0; part < partition.size(); part++) {
        if (!Type.same(range.prefix().get(part), partition.get(part))) {
          return false;
        }
      }
      return true;
    }
  }
}
