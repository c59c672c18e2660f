package keywright.table.layout;

import java.util.ArrayList;
import java.util.List;
import keywright.key.Column;
import keywright.key.Condition;
import keywright.table.model.Names;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/** Functions on the columns of the primary key among the values of a row. */
public final class KeyColumns {
  private KeyColumns() {}

  /**
   * Completes the key columns of a row: sets every nullable key column without a given value to
   * null.
   *
   * @param verb the action for error messages, such as {@code insert into}
   * @param given one value for each column of the table, or {@link StoredTable#UNNAMED} for a
   *     column without a given value. The array is not changed
   * @return the completed values; {@code given} itself if no column had to be set
   * @throws TableException if the row lacks another key column, or has null for a key column that
   *     cannot be null
   */
  public static @Nullable Object[] complete(
      StoredTable table, String verb, @Nullable Object[] given) {
    @Nullable Object[] completed = given;
    List<String> missing = new ArrayList<>(0);
    for (int i = 0; i < given.length; i++) {
      if (!table.isKeyColumn(i)) {
        continue;
      }
      Column column = table.columns().get(i);
      if (given[i] == StoredTable.UNNAMED && table.isDerived(i) && !column.nullable()) {
        String document = Names.quote(table.column(table.timedPlace(i)).name());
        throw new TableException(
            "cannot %s %s: found no value for %s, expected a document, since the primary key reads %s in it; give %s a value"
                .formatted(verb, table.name(), document, Names.quote(column.name()), document));
      }
      if (given[i] == StoredTable.UNNAMED && column.nullable()) {
        completed = completed == given ? given.clone() : completed;
        completed[i] = null;
      } else if (given[i] == StoredTable.UNNAMED || (given[i] == null && !column.nullable())) {
        missing.add(Names.quote(column.name()));
      }
    }
    if (!missing.isEmpty()) {
      throw new TableException(
          "cannot %s %s: found no value for %s, expected one for every column of the primary key; give the column a value, or create the table with this column declared NULL"
              .formatted(verb, table.name(), String.join(", ", missing)));
    }
    return completed;
  }

  /**
   * The values of the key columns of a row, as text of conditions such as {@code customer_id = 7
   * AND seen = '2017-01-01'}.
   *
   * @param row one value for each column of the table
   */
  public static String text(StoredTable table, @Nullable Object[] row) {
    List<String> conditions = new ArrayList<>();
    for (String column : table.primaryKey().keyColumns()) {
      Object value = row[table.place(column)];
      conditions.add(
          value == null
              ? new Condition.IsNull(column, false).toString()
              : new Condition.Compare(column, Condition.Operator.EQ, value).toString());
    }
    return String.join(" AND ", conditions);
  }
}
