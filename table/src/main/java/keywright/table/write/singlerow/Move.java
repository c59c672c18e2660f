package keywright.table.write.singlerow;

import keywright.key.Key;
import keywright.store.StoredRow;
import keywright.table.layout.StoredTable;

/**
 * A move of a row from one key to another that has begun.
 *
 * @param from the old key of the row
 * @param to the new key of the row
 * @param origin the row as it was read at its old key
 * @param number a number that no other move has
 */
public record Move(StoredTable table, Key from, Key to, StoredRow origin, long number) {}
