package keywright.table;

import java.util.ArrayList;
import java.util.List;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.store.Cell;
import keywright.store.ColumnLayout;
import keywright.store.FamilyLayout;
import keywright.store.RowHead;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import org.jspecify.annotations.Nullable;

/**
 * An index as it is stored: a table of its own whose key is the index key and whose one value is
 * the row key of the main row. Immutable.
 */
final class StoredIndex {
  /** The column of an entry that holds the row key of its main row. */
  static final int ROW_KEY_COLUMN = 1;

  private static final String FAMILY = "e";

  private final IndexDefinition definition;
  private final KeySchema schema;
  private final TableLayout layout;
  private final boolean readable;

  /** Columns of the table that the index key reads. */
  private final int[] inputs;

  StoredIndex(
      TableDefinition table, KeySchema primaryKey, IndexDefinition index, boolean readable) {
    this.definition = index;
    this.schema = index.schema(primaryKey);
    this.layout = layout(table.name(), index, schema);
    this.readable = readable;
    List<Integer> read = new ArrayList<>();
    for (int i = 0; i < primaryKey.columns().size(); i++) {
      if (schema.keyColumns().contains(primaryKey.columns().get(i).name())) {
        read.add(i);
      }
    }
    this.inputs = read.stream().mapToInt(Integer::intValue).toArray();
  }

  private static TableLayout layout(String table, IndexDefinition index, KeySchema schema) {
    ColumnLayout rowKey = new ColumnLayout(ROW_KEY_COLUMN, "row_key", Type.parse("blob"));
    FamilyLayout family = new FamilyLayout(FAMILY, "lz4", 0, 1, List.of(rowKey));
    return new TableLayout(engineName(table, index.name()), schema, List.of(family));
  }

  /** {@code customer_order.payments_by_date}. */
  static String engineName(String table, String index) {
    return table + "." + index;
  }

  IndexDefinition definition() {
    return definition;
  }

  String name() {
    return definition.name();
  }

  KeySchema schema() {
    return schema;
  }

  /** How many parts were declared; those behind were appended to tell rows apart. */
  int declaredParts() {
    return definition.parts().size();
  }

  TableLayout layout() {
    return layout;
  }

  /** Whether every row has its entry, so that queries may use the index. */
  boolean isReadable() {
    return readable;
  }

  /** The entry's key of a row. */
  Key key(@Nullable Object[] row) {
    return schema.key(row);
  }

  /**
   * The key of the entry that {@code row} has; null when the index, not yet built, cannot hold it.
   */
  @Nullable Key entry(@Nullable Object[] row) {
    try {
      return key(row);
    } catch (KeyException e) {
      if (isReadable()) {
        throw e;
      }
      return null;
    }
  }

  /** The places of the columns of the table that the key reads. */
  int[] inputs() {
    return inputs;
  }

  /** The refusal of a row that has a value which expires before the row does. */
  TableException expires(StoredTable table, int place) {
    String column = Names.quote(table.columns().get(place).name());
    return new TableException(
        "cannot write to %s: %s would expire before its row and index %s, which reads it, would still have the old entry; give the whole row one TTL by INSERT, or write %s without"
            .formatted(table.name(), column, name(), column));
  }

  /** Puts the entry of a row, which expires when the row does. */
  void putEntry(WriteBatch batch, Key entry, byte[] rowKey, RowHead row) {
    Cell value = new Cell(ROW_KEY_COLUMN, rowKey, row.version(), 0, 0);
    RowHead head = new RowHead(row.version(), row.expiryMillis(), 0);
    batch.put(layout, entry, WriteBatch.ANY, head, List.of(value));
  }

  /** Whether a change names every column that the key reads. */
  boolean readsOnlyGiven(@Nullable Object[] given) {
    for (int column : inputs) {
      if (given[column] == RowChange.UNNAMED) {
        return false;
      }
    }
    return true;
  }

  /** Whether two rows have the same entry. */
  boolean sameEntry(@Nullable Object[] a, @Nullable Object[] b) {
    for (int column : inputs) {
      if (!StoredTable.sameValue(a[column], b[column])) {
        return false;
      }
    }
    return true;
  }
}
