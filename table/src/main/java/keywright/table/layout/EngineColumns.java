package keywright.table.layout;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import keywright.store.ColumnLayout;
import keywright.store.TableLayout;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.TableDefinition;

/**
 * The names of a table's columns in engines that have columns. They stay when the declaration
 * changes. Immutable.
 *
 * @param keyNames of the parts of the key; empty for those that follow from the declaration, as in
 *     entries of older versions
 * @param names by id, of columns whose name in the engine is not the stored name of the declaration
 */
public record EngineColumns(List<String> keyNames, Map<Integer, String> names) {
  /** All names follow from the declaration. */
  public static final EngineColumns DERIVED = new EngineColumns(List.of(), Map.of());

  /** Keeps its own copies. */
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
    return new EngineColumns(layout.keyNames(), names);
  }

  /** The layout, which follows from the declaration, with these names. */
  TableLayout apply(TableLayout layout) {
    return keyNames.isEmpty() ? layout : layout.named(keyNames, names);
  }
}
