package keywright.table.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import keywright.key.Condition;
import org.jspecify.annotations.Nullable;

/**
 * A SELECT over one table.
 *
 * @param items the columns and aggregates that are returned; empty for every column
 * @param conditions the conditions; a row must meet all of them
 * @param limit the most rows returned; null for all
 * @param history the versions of the rows that are returned
 * @param allowFiltering whether the query may read every row and filter it, if no condition bounds
 *     a key
 * @param skipUnreadable whether the query skips rows that cannot be decoded and counts them in
 *     {@code Rows.unreadable}; otherwise such a row ends the query with an error
 */
public record Query(
    List<SelectItem> items,
    List<Condition> conditions,
    List<OrderBy> orderBy,
    @Nullable Integer limit,
    History history,
    boolean allowFiltering,
    boolean skipUnreadable,
    Limits limits) {

  /** Keeps its own copies of the lists. */
  public Query {
    items = List.copyOf(items);
    conditions = List.copyOf(conditions);
    orderBy = List.copyOf(orderBy);
  }

  /** Whether the result is a single row of counts, minima and maxima. */
  public boolean isAggregate() {
    for (SelectItem item : items) {
      if (item.isAggregate()) {
        return true;
      }
    }
    return false;
  }

  /** Every column of every row. */
  public static Query all() {
    return new Query(
        List.of(), List.of(), List.of(), null, History.NONE, false, false, Limits.DEFAULT);
  }

  /** These columns of every row. */
  public static Query select(String... columns) {
    return all()
        .withItems(
            Arrays.stream(columns)
                .<SelectItem>map(SelectItem.Column::new)
                .toArray(SelectItem[]::new));
  }

  /** The same query with these items. */
  public Query withItems(SelectItem... newItems) {
    return new Query(
        List.of(newItems),
        conditions,
        orderBy,
        limit,
        history,
        allowFiltering,
        skipUnreadable,
        limits);
  }

  /** The same query with these conditions added to its own: a row must meet all of them. */
  public Query where(Condition... more) {
    return where(List.of(more));
  }

  /** The same query with these conditions added to its own: a row must meet all of them. */
  public Query where(List<Condition> more) {
    List<Condition> all = new ArrayList<>(conditions);
    all.addAll(more);
    return new Query(items, all, orderBy, limit, history, allowFiltering, skipUnreadable, limits);
  }

  /** The same query in this order. */
  public Query orderedBy(OrderBy... newOrder) {
    return new Query(
        items,
        conditions,
        List.of(newOrder),
        limit,
        history,
        allowFiltering,
        skipUnreadable,
        limits);
  }

  /** The same query with at most {@code newLimit} rows. */
  public Query withLimit(int newLimit) {
    return new Query(
        items, conditions, orderBy, newLimit, history, allowFiltering, skipUnreadable, limits);
  }

  /** The same query for the versions that {@code newHistory} describes. */
  public Query withHistory(History newHistory) {
    return new Query(
        items, conditions, orderBy, limit, newHistory, allowFiltering, skipUnreadable, limits);
  }

  /** Whether the query also reads write times, times to live or versions of values. */
  public boolean readsCells() {
    return !history.isNone() || items.stream().anyMatch(SelectItem::isTime);
  }

  /** The same query, with ALLOW FILTERING. */
  public Query allowingFiltering() {
    return new Query(items, conditions, orderBy, limit, history, true, skipUnreadable, limits);
  }

  /** The same query; rows that cannot be read are skipped. */
  public Query skippingUnreadable() {
    return new Query(items, conditions, orderBy, limit, history, allowFiltering, true, limits);
  }

  /** The same query with other limits on its cost. */
  public Query withLimits(Limits newLimits) {
    return new Query(
        items, conditions, orderBy, limit, history, allowFiltering, skipUnreadable, newLimits);
  }
}
