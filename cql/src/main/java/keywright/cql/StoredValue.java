package keywright.cql;

import keywright.key.Column;
import keywright.key.Type;
import keywright.table.model.Expression;
import keywright.table.model.Names;
import keywright.table.model.Row;
import keywright.table.model.TableException;
import keywright.table.model.UnknownNameException;
import org.jspecify.annotations.Nullable;

/**
 * Values of stored rows. Another thread may have changed the declaration of their table since the
 * statement was read.
 */
final class StoredValue {
  private StoredValue() {}

  /**
   * The value for a result, a document as JSON; null if the row has no such column, or one of
   * another type.
   */
  static @Nullable Object shown(Row row, Column column) {
    Object value = row.columns().contains(column.name()) ? row.get(column.name()) : null;
    if (value instanceof byte[] && column.type().valueClass() == String.class) {
      return new Expression.DocumentJson(column.name()).value(name -> column.type(), row::get);
    }
    return value == null ? null : column.type().convertOrNull(value);
  }

  /**
   * The value from which a new value is computed.
   *
   * @param row null for none
   * @param type the type that the column had when the statement was read
   * @return null if there is no row, or no value
   * @throws UnknownNameException if the column was dropped meanwhile
   * @throws TableException if the value has another type
   */
  static @Nullable Object operand(@Nullable Row row, String table, String column, Type type) {
    if (row == null) {
      return null;
    }
    if (!row.columns().contains(column)) {
      throw new UnknownNameException(
          column,
          "cannot find column \"%s\" in table %s: it was dropped or renamed after the statement was read; execute a statement with the columns of the table"
              .formatted(column, Names.quoteQualified(table)));
    }
    Object value = row.get(column);
    Object converted = value == null ? null : type.convertOrNull(value);
    if (value != null && converted == null) {
      throw new TableException(
          "cannot change %s of %s: found a stored value of another type than %s, which was the type when the statement was read; execute the statement again"
              .formatted(column, table, type));
    }
    return converted;
  }
}
