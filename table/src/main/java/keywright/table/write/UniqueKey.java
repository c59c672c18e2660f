package keywright.table.write;

import keywright.key.Key;
import keywright.table.layout.StoredClaims;

/**
 * A key in a unique index.
 *
 * @param index the table of the keys of the unique index
 * @param key the key
 */
public record UniqueKey(StoredClaims index, Key key) {}
