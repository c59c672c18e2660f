package keywright.store;

import java.util.List;
import keywright.key.Column;
import keywright.key.KeyPart;

/**
 * The description of a table that another client has created, as the engine stores it. Immutable.
 *
 * @param columns all columns of the table
 * @param primaryKey the parts of the primary key, each ascending or descending
 * @param partitionParts how many leading parts of the primary key form the partition key
 */
public record ForeignTable(List<Column> columns, List<KeyPart> primaryKey, int partitionParts) {

  /** Makes a description with its own copies of the lists. */
  public ForeignTable {
    columns = List.copyOf(columns);
    primaryKey = List.copyOf(primaryKey);
  }
}
