package keywright.table.query;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import keywright.key.Column;
import keywright.table.layout.StoredTable;
import keywright.table.layout.TableConditions;
import keywright.table.model.AlternativeConditions;
import keywright.table.model.Grouping;
import keywright.table.model.Names;
import keywright.table.model.OrderBy;
import keywright.table.model.Query;
import keywright.table.model.RowCondition;
import keywright.table.model.SelectItem;
import keywright.table.model.TableException;
import keywright.table.model.TupleCondition;

/** Refuses a query whose names or literals are wrong, before it is planned. */
final class QueryChecks {
  private QueryChecks() {}

  static void check(StoredTable table, Query query) {
    int columns = 0;
    for (SelectItem item : query.items()) {
      Projection.inputs(table, item).forEach(table::column);
      columns += item.isAggregate() ? 0 : 1;
      if (item.isTime() && !table.hasTimes(table.place(item.reads().orElseThrow()))) {
        throw refused(
            table,
            "found "
                + item.label()
                + ", a column of the primary key, but only columns outside the primary key have a write time and a time to live",
            "select another column");
      }
      if (item.addsNumbers()) {
        requireNumbers(table, item);
      }
      if (item instanceof SelectItem.Extreme extreme) {
        requireOrder(table, item.label(), extreme.column());
      }
    }
    boolean aggregates = columns < query.items().size();
    if (aggregates && query.history().versions() > 0) {
      throw refused(table, "found VERSIONS with an aggregate such as count", "leave VERSIONS out");
    }
    checkGroups(table, query);
    if (aggregates && columns > 0 && !query.grouping().hasGroups()) {
      throw refused(
          table,
          "found columns together with an aggregate such as count",
          "select either columns or aggregates, or add GROUP BY with these columns");
    }
    if (aggregates && !query.orderBy().isEmpty() && !query.grouping().hasGroups()) {
      throw refused(table, "found ORDER BY with an aggregate such as count", "leave ORDER BY out");
    }
    query.orderBy().forEach(order -> requireOrder(table, "ORDER BY", order.column()));
    TableConditions.check(table, query.conditions());
    for (RowCondition condition : query.rowConditions()) {
      condition.columns().forEach(table::column);
      if (condition instanceof TupleCondition) {
        condition
            .columns()
            .forEach(column -> requireOrder(table, "a comparison of several columns", column));
      }
      if (condition instanceof AlternativeConditions any) {
        any.alternatives().forEach(each -> TableConditions.check(table, each));
      }
    }
    Integer limit = query.limit();
    if (limit != null && limit < 1) {
      throw refused(
          table,
          "found LIMIT " + limit + ", expected 1 or more",
          "leave LIMIT out to get all rows");
    }
  }

  private static void checkGroups(StoredTable table, Query query) {
    Grouping grouping = query.grouping();
    List<String> columns = grouping.columns();
    columns.forEach(table::column);
    if (!grouping.equals(Grouping.NONE) && query.history().versions() > 0) {
      throw refused(
          table, "found VERSIONS with groups or PER PARTITION LIMIT", "leave VERSIONS out");
    }
    if (grouping.limitsPartitions() && query.combinesRows()) {
      throw refused(
          table,
          "found PER PARTITION LIMIT with an aggregate, GROUP BY or DISTINCT",
          "leave PER PARTITION LIMIT out");
    }
    if (!grouping.hasGroups()) {
      return;
    }
    if (query.items().isEmpty()) {
      throw refused(table, "found * with GROUP BY", "name the columns and aggregates");
    }
    Set<String> known = KeyOrder.constantColumns(query.conditions());
    known.addAll(columns);
    for (SelectItem item : query.items()) {
      boolean varies = item.isTime() || !known.containsAll(Projection.inputs(table, item));
      if (varies && !item.isAggregate()) {
        throw refused(
            table,
            "found %s, which can differ within a group of %s"
                .formatted(item.label(), String.join(", ", columns)),
            "add it to GROUP BY, or select an aggregate such as max(column)");
      }
    }
    for (OrderBy order : query.orderBy()) {
      if (!known.contains(order.column())) {
        throw refused(
            table,
            "found ORDER BY %s, which can differ within a group of %s"
                .formatted(order.column(), String.join(", ", columns)),
            "order by columns of the groups");
      }
    }
  }

  /** Refuses a column whose values cannot be compared with each other. */
  private static void requireOrder(StoredTable table, String use, String name) {
    Column column = table.column(name);
    if (!column.type().isOrdered()) {
      throw refused(
          table,
          "found %s with column %s of type %s, expected a type with an order"
              .formatted(use, Names.quote(name), column.type()),
          "durations have no order, because a month has 28 to 31 days");
    }
  }

  private static void requireNumbers(StoredTable table, SelectItem item) {
    Column column = table.column(item.reads().orElseThrow());
    if (!Aggregates.isNumeric(column.type())) {
      throw refused(
          table,
          "found %s of type %s, expected a column of numbers"
              .formatted(item.label(), column.type()),
          "count, min and max take values of every type");
    }
  }

  /** Refuses a question for how rows were when a column keeps nothing to answer it from. */
  static void requireVersions(StoredTable table, Collection<String> columns) {
    if (!table.layout().keepsVersions()) {
      throw refused(
          table,
          "found AS OF, but no family keeps more than one version",
          "leave AS OF out, or read a table that has a family with versions = 2 or more");
    }
    for (String column : columns) {
      int place = table.place(column);
      if (table.hasTimes(place) && !table.keepsVersions(place)) {
        throw refused(
            table,
            "found AS OF and column %s, but its family %s keeps only one version"
                .formatted(Names.quote(column), table.family(column)),
            "select only columns of families with versions = 2 or more, or leave AS OF out");
      }
    }
  }

  private static TableException refused(StoredTable table, String found, String fix) {
    return new TableException("cannot query %s: %s; %s".formatted(table.name(), found, fix));
  }
}
