package keywright.table.maintenance;

import java.util.ArrayList;
import java.util.List;
import keywright.key.Column;
import keywright.key.ErrorCode;
import keywright.store.AttachedTables;
import keywright.store.Engine;
import keywright.store.ForeignTable;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.Names;
import keywright.table.model.StorageOptions;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;

/**
 * Computes declarations of tables that other clients have created, from the engine's descriptions
 * of these tables.
 */
public final class ForeignDefinitions {
  private ForeignDefinitions() {}

  /** Computes the declaration of a table, as {@code Database.attachable} describes. */
  public static TableDefinition of(Engine engine, String table, StorageOptions storage) {
    String there = storage.attachedName().orElse(Names.unqualified(table));
    ForeignTable found =
        AttachedTables.of(engine, table)
            .describe(there)
            .orElseThrow(
                () ->
                    new TableException(
                        ErrorCode.UNSUPPORTED,
                        "cannot attach table %s: found no columns, expected a declaration of columns and key, since the engine does not store them; declare its columns and its key"
                            .formatted(table)));
    List<ColumnDefinition> columns = new ArrayList<>();
    for (Column column : found.columns()) {
      columns.add(
          new ColumnDefinition(
              column.name(), column.type(), false, FamilyDefinition.DEFAULT_NAME, column.name()));
    }
    return TableDefinition.of(table, columns, found.primaryKey())
        .withPartitionParts(found.partitionParts())
        .withStorage(storage)
        .asAttached();
  }
}
