package keywright.table;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import keywright.key.Column;
import keywright.key.ErrorCode;
import keywright.store.NoTableException;
import keywright.store.Snapshot;
import keywright.store.stop.Cancellation;
import keywright.store.stop.StoppedException;
import keywright.table.model.DatabaseEvents;
import keywright.table.model.Plan;
import keywright.table.model.Row;
import keywright.table.model.RowMapper;
import keywright.table.model.TableException;
import keywright.table.query.Aggregates;
import keywright.table.query.FoundRow;
import keywright.table.query.GroupScan;
import keywright.table.query.PlanScan;
import keywright.table.query.Projection;
import keywright.table.query.QueryPlan;
import keywright.table.query.ReadCounts;
import keywright.table.query.RowOrder;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a query returns. They are read from one snapshot while the program iterates, by
 * {@link #next}, {@link #iterator}, {@link #stream} or {@link #toList}. The rows can be read only
 * once. They are used by one thread, which must close this object.
 */
public final class Rows implements AutoCloseable, Iterable<Row> {
  private ReadCounts counts;
  private QueryPlan plan;
  private Snapshot snapshot;
  private FoundRow.Source source;
  private Projection projection;
  private final Deque<Row> ready = new ArrayDeque<>(1);
  private final boolean aggregates;
  private final boolean hasGroups;
  private @Nullable GroupScan groups;
  private long left;
  private long returned;
  private Runnable check = () -> {};
  private Function<NoTableException, RuntimeException> gone = e -> e;
  private @Nullable Supplier<Rows> again;
  private boolean ended;
  private boolean closed;
  private DatabaseEvents events = DatabaseEvents.NONE;
  private long started;

  Rows(QueryPlan plan, Snapshot snapshot) {
    this(plan, snapshot, Cancellation.NONE);
  }

  Rows(QueryPlan plan, Snapshot snapshot, Cancellation cancellation) {
    this(plan, snapshot, null, limit(plan), cancellation);
  }

  /**
   * @param place the position after which the rows start; null for all rows
   * @param wanted the largest number of rows that the caller will read
   * @param cancellation ends the query early
   */
  Rows(
      QueryPlan plan,
      Snapshot snapshot,
      RowOrder.@Nullable Place place,
      long wanted,
      Cancellation cancellation) {
    this.counts = new ReadCounts(cancellation);
    this.plan = plan;
    this.snapshot = snapshot;
    this.hasGroups = plan.query().grouping().hasGroups();
    this.aggregates = plan.query().isAggregate() && !hasGroups;
    this.projection = plan.projection();
    this.left = wanted;
    this.source = PlanScan.open(plan, snapshot, counts, place, scanned(wanted));
  }

  /**
   * Runs {@code newCheck} when the rows are closed. It throws an exception if rows may have been
   * missed.
   */
  Rows checkedBy(Runnable newCheck) {
    check = newCheck;
    return this;
  }

  /** Reports the end of the query to {@code newEvents} when the rows are closed. */
  Rows toldTo(DatabaseEvents newEvents) {
    events = newEvents;
    started = events == DatabaseEvents.NONE ? 0 : System.nanoTime();
    return this;
  }

  /** Sets the exception for the case that the engine no longer has the table that is read. */
  Rows failingWith(Function<NoTableException, RuntimeException> newGone) {
    gone = newGone;
    return this;
  }

  /**
   * Sets how the query starts again if the engine no longer has the table before the first row was
   * returned.
   */
  Rows startedAgainBy(Supplier<Rows> newRows) {
    again = newRows;
    return this;
  }

  private static long limit(QueryPlan plan) {
    Integer limit = plan.query().limit();
    return limit == null ? Long.MAX_VALUE : limit;
  }

  /** The number of rows that the scan returns at most. An aggregate reads all rows. */
  private long scanned(long wanted) {
    return plan.takesFirstOnly() ? 1 : plan.query().combinesRows() ? Long.MAX_VALUE : wanted;
  }

  /** The columns of the result, in order. */
  public List<Column> columns() {
    return projection.columns();
  }

  /**
   * Reads the next row.
   *
   * @return the row; null after the last row
   * @throws TableException if this object was closed before the last row
   * @throws StoppedException if the query was cancelled, or if its time limit has passed; see
   *     {@link Database#stoppedBy}
   */
  public @Nullable Row next() {
    if (ended) {
      return null;
    }
    if (closed) {
      throw new TableException(
          ErrorCode.CLOSED,
          "cannot read the next row: found the rows closed, expected them open; query again");
    }
    Row row = left == 0 ? null : aggregates ? aggregate() : hasGroups ? nextGroup() : nextRow();
    if (row == null) {
      ended = true;
      close();
      return null;
    }
    left = aggregates ? 0 : left - 1;
    returned++;
    return row;
  }

  private @Nullable Row nextGroup() {
    GroupScan made = groups;
    if (made == null) {
      FoundRow first = nextFound();
      made = new GroupScan(plan, first, this::nextFound);
      groups = made;
    }
    return made.next();
  }

  /**
   * The last row that was read of the group that was returned last, if there is another group; null
   * after the last group.
   */
  @Nullable FoundRow lastBeforeGroup() {
    return groups == null || !groups.hasNext() ? null : groups.last();
  }

  private @Nullable Row nextRow() {
    if (!ready.isEmpty()) {
      return ready.poll();
    }
    FoundRow found = nextFound();
    if (found == null || !projection.hasVersions()) {
      return found == null ? null : projection.row(found, snapshot.nowMillis());
    }
    ready.addAll(projection.versions(found, snapshot.nowMillis()));
    return ready.poll();
  }

  /**
   * The next row as it was read, before the result columns are computed. Only for queries without
   * aggregates and versions.
   */
  @Nullable FoundRow nextFound() {
    FoundRow found;
    try {
      found = source.next();
    } catch (NoTableException e) {
      found = nextFoundAgain(gone.apply(e));
    }
    again = null;
    return found;
  }

  /** The first row of a table that another process has created again since the rows were opened. */
  private @Nullable FoundRow nextFoundAgain(RuntimeException failure) {
    if (again == null || failure instanceof NoTableException) {
      throw failure;
    }
    Rows fresh = again.get();
    if (!fresh.columns().equals(columns())) {
      fresh.close();
      throw failure;
    }
    source.close();
    snapshot.close();
    plan = fresh.plan;
    counts = fresh.counts;
    snapshot = fresh.snapshot;
    source = fresh.source;
    projection = fresh.projection;
    check = fresh.check;
    gone = fresh.gone;
    return source.next();
  }

  /** The result row of a row that was read. */
  Row row(FoundRow found) {
    return projection.row(found, snapshot.nowMillis());
  }

  /**
   * The single row of an aggregate. If no row was found, counts and sums are 0, and minima, maxima
   * and averages are null.
   */
  private Row aggregate() {
    Aggregates aggregated = new Aggregates(plan.table(), projection);
    for (FoundRow found = nextFound(); found != null; found = nextFound()) {
      aggregated.add(found);
      if (plan.takesFirstOnly()) {
        break;
      }
    }
    return aggregated.take();
  }

  /** An iterator over the rows that were not read yet. It may be called only once. */
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

  /** Reads the rows that were not read yet into a list, and closes this object. */
  public List<Row> toList() {
    List<Row> rows = new ArrayList<>();
    try (this) {
      forEach(rows::add);
    }
    return rows;
  }

  /**
   * A stream of the rows that were not read yet. It may be called only once; closing the stream
   * closes this object.
   */
  public Stream<Row> stream() {
    return StreamSupport.stream(spliterator(), false).onClose(this::close);
  }

  /**
   * A stream of the rows that were not read yet, each as a record. It may be called only once;
   * closing the stream closes this object.
   *
   * @param recordClass a record class that has a component for columns of the result, as {@link
   *     RowMapper} describes
   * @throws TableException as {@link RowMapper#of(Class, List)}
   */
  public <R extends Record> Stream<R> stream(Class<R> recordClass) {
    return stream().map(RowMapper.of(recordClass, columns())::map);
  }

  /**
   * The plan by which the query is executed: the key that is read, its ranges and the remaining
   * conditions.
   */
  public Plan plan() {
    return plan;
  }

  QueryPlan queryPlan() {
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

  /** How many rows were skipped so far because they cannot be decoded. */
  public long unreadable() {
    return counts.unreadable;
  }

  /**
   * The row keys of the first few rows that were skipped because they cannot be decoded. The arrays
   * are copies.
   */
  public List<byte[]> unreadableKeys() {
    return counts.unreadableKeys.stream().map(byte[]::clone).toList();
  }

  /**
   * How many bytes of rows the sort of this query has written to disk so far; 0 if the query does
   * not sort, or sorts in memory.
   */
  public long sortedDiskBytes() {
    return counts.sortedDiskBytes;
  }

  /**
   * How many sorted runs, which are merged in the end, the sort of this query has written to disk;
   * 0 if the query does not sort, or sorts in memory.
   */
  public int sortedRuns() {
    return counts.sortedRuns;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      source.close();
      snapshot.close();
      if (events != DatabaseEvents.NONE) {
        events.queryEnded(plan, returned, Duration.ofNanos(System.nanoTime() - started));
      }
      check.run();
    }
  }
}
