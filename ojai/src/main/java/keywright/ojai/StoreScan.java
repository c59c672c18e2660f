package keywright.ojai;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import keywright.ojai.Bounds.PathBounds;
import keywright.table.Rows;
import keywright.table.model.AccessClass;
import keywright.table.model.Limits;
import keywright.table.model.OrderBy;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import keywright.table.model.Row;
import org.jspecify.annotations.Nullable;
import org.ojai.Document;
import org.ojai.FieldPath;
import org.ojai.exceptions.QueryTimeoutException;
import org.ojai.store.SortOrder;
import org.ojai.store.exceptions.StoreException;

/**
 * A query of a store: planned when it is made, read while it is iterated. For one thread.
 *
 * <p>The conditions on {@code _id} become queries of the table, one for each range of ids, in
 * ascending order. Conditions on fields from which columns are derived are conditions of each of
 * these queries. What they do not imply is tested on each document. An order that the table does
 * not have is sorted in memory.
 */
final class StoreScan implements Iterator<Document>, AutoCloseable {
  private static final FieldPath ID = FieldPath.parseFrom(StoredDocument.ID);

  /** A document that waits to be sorted; the place is that in which it was read. */
  private record Found(StoredDocument document, long place) {}

  /** A query of the table, planned. */
  private record PartPlan(StoreIds.Part part, Plan plan) {}

  private final StoreTable store;
  private final OjaiQuery query;
  private final Runnable check;
  private final @Nullable Condition residual;
  private final boolean isSorted;
  private final boolean isDescending;
  private final List<PartPlan> plans = new ArrayList<>();
  private final @Nullable Projection projection;
  private final long deadline;
  private final long sortedBytesMax;

  private Iterator<PartPlan> waiting;
  private @Nullable PartPlan part;
  private @Nullable Rows rows;
  private @Nullable Iterator<StoredDocument> sorted;
  private @Nullable Document ahead;
  private long rowsRead;
  private long left;
  private long skipped;
  private boolean isClosed;

  /**
   * @param check is run before documents are read; throws if they cannot be any longer
   * @param sortedBytesMax the most bytes of documents that a sort keeps
   */
  StoreScan(StoreTable store, OjaiQuery query, Runnable check, long sortedBytesMax) {
    this.store = store;
    this.query = query;
    this.check = check;
    this.sortedBytesMax = sortedBytesMax;
    Condition condition = query.condition();
    Bounds bounds = condition == null ? null : Bounds.of(condition);
    PathBounds ids = bounds == null ? null : bounds.at(ID);
    this.residual = bounds == null || ids == null ? condition : bounds.residual(List.of(ids));
    List<OjaiQuery.Order> orders = query.orders();
    boolean isById = !orders.isEmpty() && Paths.text(orders.get(0).path()).equals(Paths.text(ID));
    this.isDescending = isById && orders.get(0).order() == SortOrder.DESC;
    this.projection = query.selected().isEmpty() ? null : new Projection(query.selected());
    Long timeout = query.timeoutMillis();
    this.deadline = deadline(timeout);
    this.left = query.limit() == null ? Long.MAX_VALUE : query.limit();
    List<StoreIds.Part> parts =
        new ArrayList<>(store.ids().parts(ids == null ? ValueRanges.ALL : ids.ranges()));
    if (isDescending) {
      Collections.reverse(parts);
    }
    List<OrderBy> order =
        isById
            ? store.ids().order(isDescending)
            : parts.size() <= 1 ? store.columns().order(orders) : List.of();
    this.isSorted = !orders.isEmpty() && order.isEmpty();
    List<keywright.key.Condition> fields = store.columns().conditions(condition, ids == null);
    for (StoreIds.Part one : left == 0 ? List.<StoreIds.Part>of() : parts) {
      plans.add(new PartPlan(one, store.table().plan(tableQuery(one, fields, order))));
    }
    this.waiting = plans.iterator();
  }

  /** By {@link System#nanoTime}; the largest number for a time that never comes. */
  private static long deadline(@Nullable Long timeoutMillis) {
    long nanos =
        timeoutMillis == null ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    return nanos > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : System.nanoTime() + nanos;
  }

  private Query tableQuery(
      StoreIds.Part one, List<keywright.key.Condition> fields, List<OrderBy> order) {
    List<FieldPath> sorted =
        isSorted ? query.orders().stream().map(OjaiQuery.Order::path).toList() : List.of();
    Query tableQuery =
        store
            .query(store.fields(residual, sorted, projection))
            .where(one.conditions())
            .where(fields)
            .orderedBy(order.toArray(OrderBy[]::new))
            .allowingFiltering();
    long wanted = wanted();
    return residual == null && one.range() == null && !isSorted && wanted < Integer.MAX_VALUE
        ? tableQuery.withLimit((int) wanted)
        : tableQuery;
  }

  /** How many documents are in the result, or are skipped in front of it. */
  private long wanted() {
    long wanted = left + query.offset();
    return wanted < 0 ? Long.MAX_VALUE : wanted;
  }

  /** How the query is executed; {@code rowsRead} counts the rows up to now. */
  Document plan() {
    Map<String, @Nullable Object> plan = new LinkedHashMap<>();
    plan.put("store", store.name());
    List<@Nullable Object> scans = new ArrayList<>();
    plans.forEach(one -> scans.add(new ArrayList<@Nullable Object>(one.plan.explain())));
    plan.put("scans", scans);
    StringBuilder filter = new StringBuilder();
    if (residual != null) {
      residual.write(filter);
    }
    plan.put("filter", residual == null ? "none" : filter.toString());
    plan.put(
        "order",
        isSorted
            ? "sorted in memory; the query is refused if it keeps more than %,d bytes of documents"
                .formatted(sortedBytesMax)
            : query.orders().isEmpty() ? "not asked for" : "order of the table");
    if (plans.stream().anyMatch(one -> one.plan.accessClass() == AccessClass.FULL_SCAN)) {
      plan.put(
          "warning",
          "the query reads every document of store "
              + store.name()
              + ", because no condition bounds its key; add a condition on "
              + store.bounding());
    }
    plan.put("rowsRead", rowsRead + (rows == null ? 0 : rows.rowsRead()));
    return Plain.document(plan);
  }

  @Override
  public boolean hasNext() {
    if (ahead == null && !isClosed) {
      ahead = StoreTable.storing(this::read);
      if (ahead == null) {
        close();
      }
    }
    return ahead != null;
  }

  @Override
  public Document next() {
    if (!hasNext() || ahead == null) {
      throw new NoSuchElementException();
    }
    Document next = ahead;
    ahead = null;
    return next;
  }

  private @Nullable Document read() {
    while (left > 0) {
      StoredDocument document = isSorted ? nextSorted() : nextFound();
      if (document == null) {
        return null;
      } else if (skipped < query.offset()) {
        skipped++;
      } else {
        left--;
        return StoreTable.result(document, projection);
      }
    }
    return null;
  }

  /** The next document that meets the conditions. */
  private @Nullable StoredDocument nextFound() {
    while (true) {
      check.run();
      if (deadline != Long.MAX_VALUE && System.nanoTime() - deadline > 0) {
        throw new QueryTimeoutException(
            "cannot complete the query of store %s: it has run longer than its timeout of %,d ms; set a longer timeout, or add conditions on _id"
                .formatted(store.name(), query.timeoutMillis()));
      }
      Row row = rows == null ? null : rows.next();
      if (row != null) {
        StoredDocument document = store.document(row);
        if ((part == null || part.part.wants(document.id()))
            && (residual == null || residual.test(document))) {
          return document;
        }
      } else if (!openNext()) {
        return null;
      }
    }
  }

  private boolean openNext() {
    closeRows();
    if (!waiting.hasNext()) {
      return false;
    }
    part = waiting.next();
    rows = store.table().execute(part.plan);
    return true;
  }

  private @Nullable StoredDocument nextSorted() {
    if (sorted == null) {
      sorted = sort();
    }
    return sorted.hasNext() ? sorted.next() : null;
  }

  /** Reads everything and keeps what the result can need. */
  private Iterator<StoredDocument> sort() {
    Comparator<Found> order =
        Comparator.comparing(
                (Found found) -> (Map<String, @Nullable Object>) found.document, query.comparator())
            .thenComparingLong(Found::place);
    PriorityQueue<Found> kept = new PriorityQueue<>(order.reversed());
    long wanted = wanted();
    long bytes = 0;
    long place = 0;
    for (StoredDocument next = nextFound(); next != null; next = nextFound()) {
      kept.add(new Found(next, place++));
      bytes += next.length() + OVERHEAD;
      if (kept.size() > wanted) {
        bytes -= kept.remove().document.length() + OVERHEAD;
      }
      if (bytes > sortedBytesMax) {
        throw new StoreException(
            "cannot sort the result of the query of store %s: it has more than %,d bytes of documents, expected at most that; set a limit, or order by _id"
                .formatted(store.name(), sortedBytesMax));
      }
    }
    List<Found> found = new ArrayList<>(kept);
    found.sort(order);
    return found.stream().map(Found::document).iterator();
  }

  /** The bytes of memory of a document besides its stored form, about. */
  private static final int OVERHEAD = 200;

  static final long SORTED_BYTES_MAX = Limits.DEFAULT.sortedBytes();

  private void closeRows() {
    if (rows != null) {
      rowsRead += rows.rowsRead();
      rows.close();
      rows = null;
    }
  }

  @Override
  public void close() {
    isClosed = true;
    waiting = List.<PartPlan>of().iterator();
    closeRows();
  }
}
