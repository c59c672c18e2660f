package keywright.table.layout;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.store.ColumnLayout;
import keywright.store.FamilyLayout;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.table.model.IndexDefinition;
import org.jspecify.annotations.Nullable;

/**
 * The table in the engine that stores which row has which key of a unique index. It has one row for
 * each key. The only value of this row is the row key of the row that has the key. So two rows
 * cannot have the same key. Immutable.
 */
public final class StoredClaims implements EntryTable {
  private final String index;
  private final KeySchema schema;
  private final TableLayout layout;
  private final boolean readable;

  StoredClaims(String engineName, KeySchema primaryKey, IndexDefinition index, boolean readable) {
    List<String> keyColumns = List.copyOf(primaryKey.keyColumns());
    List<KeyPart> parts = new ArrayList<>();
    index.parts().forEach(part -> parts.add(part.withBucketColumns(keyColumns)));
    this.index = index.name();
    this.schema = KeySchema.of(primaryKey.columns(), parts, index.format());
    this.readable = readable;
    ColumnLayout rowKey =
        new ColumnLayout(StoredIndex.ROW_KEY_COLUMN, "row_key", Type.parse("blob"));
    this.layout =
        new TableLayout(
            EngineNames.reservations(engineName),
            schema,
            List.of(FamilyLayout.of("u", List.of(rowKey))),
            1,
            TableLayout.Kind.INTERNAL);
  }

  @Override
  public String name() {
    return index;
  }

  @Override
  public TableLayout layout() {
    return layout;
  }

  @Override
  public boolean isReadable() {
    return readable;
  }

  @Override
  public Set<String> inputs() {
    return schema.keyColumns();
  }

  @Override
  public Set<Key> entries(@Nullable Object[] row) {
    Key key = entry(row);
    return key == null ? Set.of() : Set.of(key);
  }

  /**
   * Computes the key that a row has in the unique index.
   *
   * @param row one value for each column of the table
   * @return the key; null if a part of the key is null, because nulls do not equal each other. Also
   *     null if the key cannot be stored and the index is not completely built
   * @throws KeyException if the key cannot be stored and the index is completely built
   */
  public @Nullable Key entry(@Nullable Object[] row) {
    Key key;
    try {
      key = StoredTable.key(schema, row);
    } catch (KeyException e) {
      if (readable) {
        throw e;
      }
      return null;
    }
    for (int part = 0; part < key.size(); part++) {
      if (key.part(part) == null) {
        return null;
      }
    }
    return key;
  }

  @Override
  public Map<Integer, @Nullable Object> cells(@Nullable Object[] row, byte[] rowKey) {
    return cells(rowKey);
  }

  public Map<Integer, @Nullable Object> cells(byte[] rowKey) {
    Map<Integer, @Nullable Object> cells = new HashMap<>();
    cells.put(StoredIndex.ROW_KEY_COLUMN, rowKey);
    return cells;
  }

  /**
   * The key of the row that a stored reservation names; null if the reservation is freed and names
   * no row.
   */
  @Override
  public @Nullable Key owner(StoredTable table, StoredRow entry) {
    byte[] rowKey = (byte[]) entry.value(StoredIndex.ROW_KEY_COLUMN);
    try {
      return rowKey == null ? null : table.primaryKey().decode(rowKey);
    } catch (KeyException e) {
      return null;
    }
  }
}
