package keywright.table;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import keywright.key.Column;
import keywright.key.Condition;
import keywright.key.KeyRange;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.store.Snapshot;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a query found, read as they are asked for, all from one snapshot. Used by one
 * thread, once; close it.
 */
public final class Rows implements AutoCloseable, Iterable<Row> {
  private final Plan plan;
  private final Snapshot snapshot;
  private final ReadCounts counts = new ReadCounts();
  private final FoundRow.Source source;
  private final Projection projection;
  private final Deque<Row> ready = new ArrayDeque<>();
  private final boolean aggregates;
  private long left;
  private long returned;
  private boolean closed;

  /**
   * @param nowMillis the moment of the snapshot
   */
  Rows(Plan plan, Snapshot snapshot, long nowMillis) {
    this.plan = plan;
    this.snapshot = snapshot;
    this.aggregates = plan.query().items().stream().anyMatch(SelectItem::isAggregate);
    this.projection = new Projection(plan.stored(), plan.query(), nowMillis);
    Integer limit = plan.query().limit();
    this.left = limit == null ? Long.MAX_VALUE : limit;
    this.source = open();
  }

  /** The scan of the plan's ranges, then what is done with the rows it finds. */
  private FoundRow.Source open() {
    StoredTable table = plan.stored();
    StoredIndex index = plan.storedIndex();
    Query effective = plan.effective();
    Integer limit = effective.limit();
    boolean aggregatesAll = aggregates && !plan.takesFirstOnly();
    long wanted = limit == null || aggregatesAll ? Long.MAX_VALUE : limit;
    Optional<KeySchema> sortKey =
        KeyOrder.sortKey(
            allNullable(table.columns()),
            effective.orderBy(),
            KeyOrder.constantColumns(effective.conditions()));
    List<Condition> early = new ArrayList<>(plan.residual());
    List<Condition> late = new ArrayList<>();
    if (index != null && !plan.isCovering()) {
      early.removeIf(condition -> !index.schema().recovers(condition.column()));
      late.addAll(plan.residual());
      late.removeAll(early);
    }
    FoundRow.Source found = scan(sortKey, early);
    if (index != null && !plan.isCovering()) {
      boolean stopsEarly = plan.order() != Plan.Order.SORTED && late.isEmpty();
      found = new RowFetch(plan, snapshot, found, counts, stopsEarly ? wanted : Long.MAX_VALUE);
      found = filtered(found, late);
    }
    return plan.order() == Plan.Order.SORTED && sortKey.isPresent()
        ? new SortedScan(plan, found, sortKey.get(), wanted)
        : found;
  }

  /**
   * @param early the conditions that what is scanned can be held against. They come before a merge,
   *     which relies on them: rows that do not meet them are not in its order
   */
  private FoundRow.Source scan(Optional<KeySchema> sortKey, List<Condition> early) {
    List<KeyRange> ranges = new ArrayList<>(plan.ranges().ranges());
    if (plan.isReverse()) {
      Collections.reverse(ranges);
    }
    boolean merged =
        plan.order() == Plan.Order.MERGED || plan.order() == Plan.Order.MERGED_REVERSED;
    if (!merged || sortKey.isEmpty()) {
      return filtered(new RangeScan(plan, snapshot, ranges, counts), early);
    }
    List<FoundRow.Source> scans = new ArrayList<>();
    for (KeyRange range : ranges) {
      scans.add(filtered(new RangeScan(plan, snapshot, List.of(range), counts), early));
    }
    return new MergedScan(sortKey.get(), scans);
  }

  private FoundRow.Source filtered(FoundRow.Source found, List<Condition> conditions) {
    return conditions.isEmpty() ? found : new FilteredScan(plan.stored(), found, conditions);
  }

  /** A scan that has not read a column sorts it as null. */
  private static List<Column> allNullable(List<Column> columns) {
    return columns.stream().map(c -> new Column(c.name(), c.type(), true)).toList();
  }

  /** The columns of the result, in order. */
  public List<Column> columns() {
    return projection.columns();
  }

  /** The next row; null when there is none left. */
  public @Nullable Row next() {
    if (closed) {
      return null;
    }
    Row row = left == 0 ? null : aggregates ? aggregate() : nextRow();
    if (row == null) {
      close();
      return null;
    }
    left = aggregates ? 0 : left - 1;
    returned++;
    return row;
  }

  private @Nullable Row nextRow() {
    if (!ready.isEmpty()) {
      return ready.poll();
    }
    FoundRow found = source.next();
    if (found == null || !projection.hasVersions()) {
      return found == null ? null : projection.row(found);
    }
    ready.addAll(projection.versions(found));
    return ready.poll();
  }

  /** One row, whatever was found: a count of 0 and null for min and max when nothing was. */
  private Row aggregate() {
    long count = 0;
    List<SelectItem> items = projection.items();
    @Nullable Object[] values = new @Nullable Object[items.size()];
    for (FoundRow found = source.next(); found != null; found = source.next()) {
      count++;
      for (int i = 0; i < values.length; i++) {
        if (items.get(i) instanceof SelectItem.Extreme extreme) {
          Type type = columns().get(i).type();
          Object value = found.values()[projection.place(i)];
          values[i] = extreme(extreme.function(), type, values[i], value);
        }
      }
      if (plan.takesFirstOnly()) {
        break;
      }
    }
    for (int i = 0; i < values.length; i++) {
      if (items.get(i) instanceof SelectItem.Count) {
        values[i] = count;
      }
    }
    return new Row(projection.labels(), values);
  }

  private static @Nullable Object extreme(
      SelectItem.Function function, Type type, @Nullable Object best, @Nullable Object value) {
    if (best == null || value == null) {
      return best == null ? value : best;
    }
    int order = type.compare(value, best);
    boolean better = function == SelectItem.Function.MIN ? order < 0 : order > 0;
    return better ? value : best;
  }

  /** The rows not yet read, once. */
  @Override
  public Iterator<Row> iterator() {
    return new Iterator<>() {
      private @Nullable Row ahead;

      @Override
      public boolean hasNext() {
        if (ahead == null) {
          ahead = Rows.this.next();
        }
        return ahead != null;
      }

      @Override
      public Row next() {
        if (!hasNext() || ahead == null) {
          throw new NoSuchElementException();
        }
        Row row = ahead;
        ahead = null;
        return row;
      }
    };
  }

  /** The rows not yet read, as a list; closes. */
  public List<Row> toList() {
    List<Row> rows = new ArrayList<>();
    try (this) {
      forEach(rows::add);
    }
    return rows;
  }

  /** The plan that is executed. */
  public Plan plan() {
    return plan;
  }

  /** How many index entries were read so far. */
  public long entriesRead() {
    return counts.entries;
  }

  /** How many rows of the table were read so far. */
  public long rowsRead() {
    return counts.rows;
  }

  /** How many rows were returned so far. */
  public long rowsReturned() {
    return returned;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      source.close();
      snapshot.close();
    }
  }
}
