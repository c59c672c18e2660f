package keywright.store;

import keywright.key.Type;

/**
 * A stored column.
 *
 * @param id identifies the column in stored rows. It is at least 1 and unique in the table. The id
 *     is never given to another column, even after this column is dropped
 * @param name the name of the column in messages, and in engines that store names of columns
 * @param type the type of its values
 */
public record ColumnLayout(int id, String name, Type type) {

  /** Refuses ids below 1. */
  public ColumnLayout {
    if (id < 1) {
      throw new StoreException(
          "cannot lay out column " + name + ": found id " + id + ", expected at least 1");
    }
  }
}
