package keywright.store;

import java.util.List;
import keywright.key.Column;
import keywright.key.KeyPart;

/**
 * A table of another client, as the engine describes it.
 *
 * @param columns all columns of the table
 * @param primaryKey the parts of the key, with their directions
 * @param partitionParts how many leading parts of the key form the partition key
 */
public record ForeignTable(List<Column> columns, List<KeyPart> primaryKey, int partitionParts) {

  /** Keeps its own copies of the lists. */
  public ForeignTable {
    columns = List.copyOf(columns);
    primaryKey = List.copyOf(primaryKey);
  }
}
