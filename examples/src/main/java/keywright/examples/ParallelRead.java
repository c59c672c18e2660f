package keywright.examples;

import java.util.List;
import keywright.table.Database;
import keywright.table.Rows;
import keywright.table.Table;
import keywright.table.model.Query;
import keywright.table.model.TableSplit;

/** Reads a table by its splits, several at a time, as the tasks of a parallel job do. */
public final class ParallelRead {
  private ParallelRead() {}

  /** Counts the rows of a table: the URL of the database, the name of the table. */
  public static void main(String... arguments) {
    try (Database database = Database.open(arguments[0])) {
      Table table = database.table(arguments[1]);
      // region
      List<TableSplit> splits = table.splits(Query.all(), 16);
      long rows = splits.parallelStream().mapToLong(split -> count(table, split)).sum();
      // endregion
      System.out.println(
          rows + " rows in " + splits.size() + (splits.size() == 1 ? " split" : " splits"));
    }
  }

  /** What one task does; another process would open the database itself. */
  private static long count(Table table, TableSplit split) {
    try (Rows rows = table.query(Query.all(), split)) {
      return rows.stream().count();
    }
  }
}
