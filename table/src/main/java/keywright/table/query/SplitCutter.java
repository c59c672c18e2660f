package keywright.table.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import keywright.key.ByteRange;
import keywright.key.KeyRange;
import keywright.key.KeySchema;
import keywright.store.Capability;
import keywright.store.Engine;
import keywright.store.Region;
import keywright.store.RowCursor;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.TablePart;
import keywright.table.catalog.Tables;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.model.EvenSplits;
import keywright.table.model.Grouping;
import keywright.table.model.Query;
import keywright.table.model.SelectItem;
import keywright.table.model.TableException;
import keywright.table.model.TableSplit;

/**
 * Divides the ranges of a plan into splits, which can be read in parallel. Splits begin where
 * regions begin, and between values of the key that are equally frequent. If the table is not
 * divided into regions and its key has no such values, all row keys are read once, and the splits
 * begin at quantiles of a sample of these row keys. Used by one thread.
 */
public final class SplitCutter {
  /**
   * The least number of row keys that are kept for each requested split, if the ranges have that
   * many. The table is cut at quantiles of the kept row keys.
   */
  private static final int KEYS_OF_A_PART = 64;

  private final Tables tables;
  private final TableLayout layout;
  private final String index;
  private final List<ByteRange> ranges;
  private final int count;

  /**
   * Prepares the division of a plan.
   *
   * @param count the wanted number of splits. The result has fewer splits if the ranges of the plan
   *     cannot be divided into so many, and more if the plan has more ranges or the table has more
   *     regions
   * @throws TableException if {@code count} is not from 1 to {@link EvenSplits#MOST_REGIONS}
   */
  public SplitCutter(Tables tables, QueryPlan plan, int count) {
    if (count < 1 || count > EvenSplits.MOST_REGIONS) {
      throw new TableException(
          "cannot split %s into %d parts: expected 1 to %,d"
              .formatted(plan.table(), count, EvenSplits.MOST_REGIONS));
    }
    StoredIndex stored = plan.storedIndex();
    this.tables = tables;
    this.layout = stored == null ? plan.stored().layout() : stored.layout();
    this.index = stored == null ? "" : stored.name();
    this.count = count;
    List<ByteRange> all = new ArrayList<>();
    for (KeyRange range : plan.ranges().ranges()) {
      ByteRange bytes = layout.keySchema().bytes(range);
      if (!bytes.isEmpty()) {
        all.add(bytes);
      }
    }
    all.sort(Comparator.comparing(ByteRange::start, ByteRange.order()));
    this.ranges = all;
  }

  /**
   * The description of the table or index that is split, for messages; {@code index} is empty for
   * the table itself.
   */
  static String of(String index) {
    return index.isEmpty() ? "the table itself" : "index " + index;
  }

  /**
   * Computes the splits. Each row key of the plan's ranges is in exactly one split. The splits are
   * in the order of their row keys, or in the order of {@link Engine#parts} on an engine without
   * {@link Capability#ROW_KEYS}.
   */
  public List<TableSplit> cut() {
    Engine engine = tables.engine();
    if (!engine.capabilities().contains(Capability.ROW_KEYS)) {
      return engine.parts(layout, count).stream()
          .map(part -> new TableSplit(index, part, ""))
          .toList();
    }
    List<TableSplit> parts = new ArrayList<>();
    boolean hasRegions = engine.regions().isPresent();
    if (hasRegions) {
      List<Region> regions = engine.regions().get().of(layout);
      for (ByteRange range : ranges) {
        for (Region region : regions) {
          add(parts, range.and(region.range()), region.server());
        }
      }
    } else {
      ranges.forEach(range -> add(parts, range, ""));
    }
    List<TableSplit> cut = parts.size() < count ? cut(parts, evenly()) : parts;
    return cut.size() < count && !hasRegions ? cut(parts, quantiles()) : cut;
  }

  private void add(List<TableSplit> parts, ByteRange range, String server) {
    if (!range.isEmpty()) {
      parts.add(new TableSplit(index, new TablePart(range), server));
    }
  }

  /** The splits, divided at these row keys too. */
  private List<TableSplit> cut(List<TableSplit> parts, NavigableSet<byte[]> points) {
    List<TableSplit> cut = new ArrayList<>();
    for (TableSplit part : parts) {
      ByteRange rest = part.part().positions();
      for (byte[] point : points) {
        if (rest.contains(point) && !Arrays.equals(point, rest.start())) {
          add(cut, ByteRange.between(rest.start(), point), part.server());
          rest = ByteRange.between(point, rest.stop());
        }
      }
      add(cut, rest, part.server());
    }
    return cut;
  }

  private NavigableSet<byte[]> evenly() {
    NavigableSet<byte[]> points = new TreeSet<>(ByteRange.order());
    KeySchema schema = layout.keySchema();
    EvenSplits.of(schema, count).ifPresent(even -> points.addAll(even.points()));
    return points;
  }

  /** Row keys in order, with about equally many row keys between each two of them. */
  private NavigableSet<byte[]> quantiles() {
    List<byte[]> kept = new ArrayList<>();
    long every = 1;
    long number = 0;
    Set<String> families = Set.of(layout.families().get(0).name());
    try (Snapshot snapshot = tables.snapshot()) {
      for (ByteRange range : ranges) {
        ScanOptions options = ScanOptions.of(families).within(new TablePart(range));
        try (RowCursor rows = snapshot.walk(layout, options)) {
          for (StoredRow row = rows.next(); row != null; row = rows.next()) {
            if (number++ % every == 0) {
              kept.add(row.rowKey());
            }
            if (kept.size() > 2 * KEYS_OF_A_PART * count) {
              every *= 2;
              kept = everyOther(kept);
            }
          }
        }
      }
    }
    NavigableSet<byte[]> points = new TreeSet<>(ByteRange.order());
    for (int part = 1; part < count && !kept.isEmpty(); part++) {
      points.add(kept.get((int) ((long) part * kept.size() / count)));
    }
    return points;
  }

  private static List<byte[]> everyOther(List<byte[]> keys) {
    List<byte[]> kept = new ArrayList<>();
    for (int i = 0; i < keys.size(); i += 2) {
      kept.add(keys.get(i));
    }
    return kept;
  }

  /**
   * Plans a query that will be divided into splits.
   *
   * @throws keywright.table.model.TableException if the query cannot be planned, or has an ORDER
   *     BY, a LIMIT, a min or a max
   */
  public static QueryPlan plan(Tables tables, StoredTable table, Query query) {
    if (!query.orderBy().isEmpty()
        || query.limit() != null
        || !query.grouping().equals(Grouping.NONE)
        || query.items().stream().anyMatch(SplitCutter::needsAllRows)) {
      throw new TableException(
          "cannot split a query of %s: found ORDER BY, LIMIT, groups or an aggregate other than count, which need the rows of all splits; leave these clauses out"
              .formatted(table.name()));
    }
    return Planner.plan(table, query, tables.names()::isUsed);
  }

  /** Whether the value for all rows is not the sum of the values for the splits. */
  private static boolean needsAllRows(SelectItem item) {
    return item.isAggregate()
        && !(item instanceof SelectItem.Count || item instanceof SelectItem.CountOf);
  }

  /**
   * Checks that a split was made for the key that the plan reads.
   *
   * @param name the name of the table, for the error message
   * @throws keywright.table.model.TableException if the split was made for another key
   */
  public static void requireSameKey(String name, QueryPlan plan, TableSplit split) {
    String index = plan.index().orElse("");
    if (!index.equals(split.index())) {
      throw new TableException(
          "cannot read a split of %s: found a split of %s, but the query now reads %s; make the splits again"
              .formatted(name, of(split.index()), of(index)));
    }
  }
}
