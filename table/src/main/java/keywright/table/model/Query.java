package keywright.table.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import keywright.key.Condition;
import org.jspecify.annotations.Nullable;

/**
 * A SELECT over one table. Immutable.
 *
 * @param items the columns and aggregates that are returned; empty for every column
 * @param conditions the conditions; a row must meet all of them
 * @param rowConditions the conditions on several columns; {@code conditions} has what they imply
 * @param orderBy the columns of the ORDER BY, the most significant column first; empty for no
 *     wanted order
 * @param grouping which rows are one row of the result, and how many are returned of a partition
 * @param limit the largest number of rows that are returned; null for all rows
 * @param history the versions of the rows that are returned
 * @param allowFiltering whether the query may read all rows of the table and filter them, if its
 *     conditions do not bound a key
 * @param skipUnreadable whether the query skips rows that cannot be decoded and counts them in
 *     {@code Rows.unreadable}; if false, such a row ends the query with an error
 * @param limits the limits on the cost of the query
 */
public record Query(
    List<SelectItem> items,
    List<Condition> conditions,
    List<RowCondition> rowConditions,
    List<OrderBy> orderBy,
    Grouping grouping,
    @Nullable Integer limit,
    History history,
    boolean allowFiltering,
    boolean skipUnreadable,
    Limits limits) {

  /** Makes a query with its own copies of the lists. */
  public Query {
    items = List.copyOf(items);
    conditions = List.copyOf(conditions);
    rowConditions = List.copyOf(rowConditions);
    orderBy = List.copyOf(orderBy);
  }

  /** The same query, grouped in this way. */
  public Query grouped(Grouping newGrouping) {
    return new Query(
        items,
        conditions,
        rowConditions,
        orderBy,
        newGrouping,
        limit,
        history,
        allowFiltering,
        skipUnreadable,
        limits);
  }

  /** Whether the query has aggregates: one value for all rows, or for all rows of a group. */
  public boolean isAggregate() {
    for (SelectItem item : items) {
      if (item.isAggregate()) {
        return true;
      }
    }
    return false;
  }

  /** Whether a row of the result is made of several rows: of a group, or of all rows. */
  public boolean combinesRows() {
    return grouping.hasGroups() || isAggregate();
  }

  /** Whether the query has any condition. */
  public boolean hasConditions() {
    return !conditions.isEmpty() || !rowConditions.isEmpty();
  }

  /** A query that returns every column of every row. */
  public static Query all() {
    return new Query(
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Grouping.NONE,
        null,
        History.NONE,
        false,
        false,
        Limits.DEFAULT);
  }

  /** A query that returns the given columns of every row. */
  public static Query select(String... columns) {
    return all()
        .withItems(
            Arrays.stream(columns)
                .<SelectItem>map(SelectItem.Column::new)
                .toArray(SelectItem[]::new));
  }

  /** The same query, returning the given items instead of its own items. */
  public Query withItems(SelectItem... newItems) {
    return new Query(
        List.of(newItems),
        conditions,
        rowConditions,
        orderBy,
        grouping,
        limit,
        history,
        allowFiltering,
        skipUnreadable,
        limits);
  }

  /** The same query with additional conditions. A row must meet the old and the new conditions. */
  public Query where(Condition... more) {
    return where(List.of(more));
  }

  /** The same query with additional conditions. A row must meet the old and the new conditions. */
  public Query where(List<Condition> more) {
    List<Condition> all = new ArrayList<>(conditions);
    all.addAll(more);
    return new Query(
        items,
        all,
        rowConditions,
        orderBy,
        grouping,
        limit,
        history,
        allowFiltering,
        skipUnreadable,
        limits);
  }

  /** The same query with a condition on several columns added, and with what it implies. */
  public Query where(RowCondition condition) {
    List<RowCondition> all = new ArrayList<>(rowConditions);
    all.add(condition);
    Query more = where(condition.implied());
    return new Query(
        items,
        more.conditions,
        all,
        orderBy,
        grouping,
        limit,
        history,
        allowFiltering,
        skipUnreadable,
        limits);
  }

  /**
   * The same query, with its rows in the given order instead of its own order.
   *
   * @param newOrder the columns of the order, the most significant column first
   */
  public Query orderedBy(OrderBy... newOrder) {
    return new Query(
        items,
        conditions,
        rowConditions,
        List.of(newOrder),
        grouping,
        limit,
        history,
        allowFiltering,
        skipUnreadable,
        limits);
  }

  /** The same query, returning at most {@code newLimit} rows. */
  public Query withLimit(int newLimit) {
    return new Query(
        items,
        conditions,
        rowConditions,
        orderBy,
        grouping,
        newLimit,
        history,
        allowFiltering,
        skipUnreadable,
        limits);
  }

  /** The same query, returning the versions of rows that {@code newHistory} selects. */
  public Query withHistory(History newHistory) {
    return new Query(
        items,
        conditions,
        rowConditions,
        orderBy,
        grouping,
        limit,
        newHistory,
        allowFiltering,
        skipUnreadable,
        limits);
  }

  /**
   * Whether the query returns several versions of rows, rows of an earlier time, write times, or
   * times to live.
   */
  public boolean readsCells() {
    return !history.isNone() || items.stream().anyMatch(SelectItem::isTime);
  }

  /**
   * The same query with {@code ALLOW FILTERING}: it may read all rows of the table and filter them.
   */
  public Query allowingFiltering() {
    return new Query(
        items,
        conditions,
        rowConditions,
        orderBy,
        grouping,
        limit,
        history,
        true,
        skipUnreadable,
        limits);
  }

  /** The same query, which skips rows that cannot be decoded instead of ending with an error. */
  public Query skippingUnreadable() {
    return new Query(
        items,
        conditions,
        rowConditions,
        orderBy,
        grouping,
        limit,
        history,
        allowFiltering,
        true,
        limits);
  }

  /** The same query with other limits on its cost. */
  public Query withLimits(Limits newLimits) {
    return new Query(
        items,
        conditions,
        rowConditions,
        orderBy,
        grouping,
        limit,
        history,
        allowFiltering,
        skipUnreadable,
        newLimits);
  }
}
