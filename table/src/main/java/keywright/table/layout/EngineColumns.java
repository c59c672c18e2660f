package keywright.table.layout;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import keywright.store.ColumnLayout;
import keywright.store.TableLayout;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.TableDefinition;

/**
 * The names of a table's columns in engines that have columns. These names do not change when the
 * declaration changes. Immutable.
 *
 * @param keyNames the names of the key parts; empty if they are derived from the declaration, as in
 *     catalog entries of older versions
 * @param names the names of the other columns by column id. Only columns whose name in the engine
 *     differs from the stored name in the declaration are in this map
 */
public record EngineColumns(List<String> keyNames, Map<Integer, String> names) {
  /** The names of a table whose column names in the engine are all derived from the declaration. */
  public static final EngineColumns DERIVED = new EngineColumns(List.of(), Map.of());

  /** Makes names with own copies of the list and the map. */
  public EngineColumns {
    keyNames = List.copyOf(keyNames);
    names = Map.copyOf(names);
  }

  static EngineColumns of(
      TableDefinition table, Map<String, Integer> columnIds, TableLayout layout) {
    Map<Integer, String> names = new HashMap<>();
    for (ColumnDefinition column : table.columns()) {
      Integer id = columnIds.get(column.name());
      ColumnLayout stored = id == null ? null : layout.column(id);
      if (stored != null && !stored.name().equals(column.storedName())) {
        names.put(stored.id(), stored.name());
      }
    }
    for (FamilyDefinition family : table.documentFamilies()) {
      Integer id = columnIds.get(String.valueOf(family.from()));
      ColumnLayout stored = id == null ? null : layout.column(id);
      if (stored != null && !stored.name().equals(DocumentParts.storedName(family))) {
        names.put(stored.id(), stored.name());
      }
    }
    return new EngineColumns(layout.keyNames(), names);
  }

  /** The layout with these names in place of the names from the declaration. */
  TableLayout apply(TableLayout layout) {
    return keyNames.isEmpty() ? layout : layout.named(keyNames, names);
  }
}
