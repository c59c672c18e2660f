package keywright.table.query;

import java.util.ArrayList;
import java.util.List;
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

  /** Whether two rows are in the same group. */
  boolean isSame(FoundRow a, FoundRow b);

  /** What follows the group of {@code row} in ranges that are read in the order of the plan. */
  List<KeySpan> behind(List<KeySpan> spans, FoundRow row);

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
    public boolean isSame(FoundRow a, FoundRow b) {
      return order.isSameGroup(a, b);
    }

    @Override
    public List<KeySpan> behind(List<KeySpan> spans, FoundRow row) {
      return order.behind(spans.stream().map(KeySpan::range).toList(), order.placeOfGroup(row));
    }
  }

  /** Partitions of the table, by the leading parts of its key. */
  record OfPartition(QueryPlan plan) implements FirstOfGroup {
    private int parts() {
      return plan.stored().layout().partitionParts();
    }

    @Override
    public int rows() {
      return plan.query().grouping().rowsOfPartition();
    }

    @Override
    public boolean seeks() {
      return plan.seeksGroups();
    }

    @Override
    public boolean isSame(FoundRow a, FoundRow b) {
      for (int part = 0; part < parts(); part++) {
        if (plan.keySchema().comparePart(part, a.key(), b.key()) != 0) {
          return false;
        }
      }
      return true;
    }

    @Override
    public List<KeySpan> behind(List<KeySpan> spans, FoundRow row) {
      Key key = row.key();
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
