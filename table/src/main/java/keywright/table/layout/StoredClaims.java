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
 * The entry table that says which row has which key of a unique index. Its key is the declared
 * index key. Its only value is the row key of the row that has this key. So two rows cannot have
 * the same key. Immutable.
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
   * The unique key that a row has; null for none. A row with a null in the key has no unique key,
   * because nulls do not equal each other. A key that cannot be stored counts as none while the
   * index is not readable.
   *
   * @throws KeyException if the index is readable and the row has a key that cannot be stored
   */
  public @Nullable Key entry(@Nullable Object[] row) {
    Key key;
    try {
      key = schema.key(row);
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

  /** A freed reservation has no row key: no row has the key. */
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
