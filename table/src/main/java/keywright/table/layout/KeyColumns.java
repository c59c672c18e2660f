package keywright.table.layout;

import java.util.ArrayList;
import java.util.List;
import keywright.key.Column;
import keywright.key.Condition;
import keywright.table.model.Names;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/** The columns of the primary key among the values of a row. */
public final class KeyColumns {
  private KeyColumns() {}

  /**
   * The values of a row with null for every nullable key column that is not given.
   *
   * @param verb what is done, for messages
   * @param given one value per column, or {@link StoredTable#UNNAMED}; stays as it is, and is
   *     returned itself where nothing is to be added
   * @throws TableException for a row that lacks other key columns, or has null where the key takes
   *     none
   */
  public static @Nullable Object[] complete(
      StoredTable table, String verb, @Nullable Object[] given) {
    @Nullable Object[] completed = given;
    List<String> missing = new ArrayList<>(0);
    for (int i = 0; i < given.length; i++) {
      Column column = table.columns().get(i);
      if (!table.isKeyColumn(i)) {
        continue;
      }
      if (given[i] == StoredTable.UNNAMED && table.isDerived(i) && !column.nullable()) {
        String document = Names.quote(table.columns().get(table.timedPlace(i)).name());
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

  /** The key columns of a row as conditions: {@code customer_id = 7 AND seen = '2017-01-01'}. */
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
