package keywright.table.query;

import java.util.Collection;
import keywright.table.layout.StoredTable;
import keywright.table.layout.TableConditions;
import keywright.table.model.Names;
import keywright.table.model.Query;
import keywright.table.model.SelectItem;
import keywright.table.model.TableException;

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
    }
    boolean aggregates = columns < query.items().size();
    if (aggregates && query.history().versions() > 0) {
      throw refused(table, "found VERSIONS with count, min or max", "leave VERSIONS out");
    }
    if (aggregates && columns > 0) {
      throw refused(
          table,
          "found columns together with count, min or max",
          "select either columns or aggregates");
    }
    if (aggregates && !query.orderBy().isEmpty()) {
      throw refused(table, "found ORDER BY with count, min or max", "leave ORDER BY out");
    }
    query.orderBy().forEach(order -> table.column(order.column()));
    TableConditions.check(table, query.conditions());
    Integer limit = query.limit();
    if (limit != null && limit < 1) {
      throw refused(
          table,
          "found LIMIT " + limit + ", expected 1 or more",
          "leave LIMIT out to get all rows");
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
