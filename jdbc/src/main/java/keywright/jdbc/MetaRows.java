package keywright.jdbc;

import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import keywright.key.Column;
import keywright.key.Type;
import keywright.table.model.Row;
import org.jspecify.annotations.Nullable;

/** Rows of metadata, collected in memory. Used by one thread. */
final class MetaRows {
  private final List<Column> columns = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();

  /**
   * No rows yet.
   *
   * @param columns each a name and a type, such as {@code "TABLE_NAME text, NULLABLE int"}
   */
  MetaRows(String columns) {
    for (String column : columns.split(", ")) {
      int space = column.indexOf(' ');
      this.columns.add(
          new Column(column.substring(0, space), Type.parse(column.substring(space + 1)), true));
    }
  }

  /** A result without rows. */
  static ResultSet none(String columns) {
    return new MetaRows(columns).result();
  }

  /** Adds a row with a value for each column. */
  void add(@Nullable Object... values) {
    List<String> names = columns.stream().map(Column::name).toList();
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      values[i] = value == null ? null : columns.get(i).type().convert(value);
    }
    rows.add(Row.of(names, values));
  }

  /** Sorts the rows, as JDBC asks for. */
  MetaRows sorted(Comparator<Row> order) {
    rows.sort(order);
    return this;
  }

  ResultSet result() {
    Iterator<Row> iterator = rows.iterator();
    return new JdbcResultSet(
        columns, () -> iterator.hasNext() ? iterator.next() : null, () -> {}, null, "", 0);
  }
}
