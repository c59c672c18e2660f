package keywright.store;

import keywright.key.Type;

/**
 * A column as it is stored. Immutable.
 *
 * @param id the number that identifies the column in stored rows. It is at least 1, and no other
 *     column of the table has it. The id is never given to another column, even after this column
 *     is dropped
 * @param name the name of the column in messages, and in engines that store names of columns
 * @param type the type of its values
 */
public record ColumnLayout(int id, String name, Type type) {

  /**
   * Makes a column.
   *
   * @throws StoreException if {@code id} is below 1
   */
  public ColumnLayout {
    if (id < 1) {
      throw new StoreException(
          "cannot lay out column " + name + ": found id " + id + ", expected at least 1");
    }
  }
}
