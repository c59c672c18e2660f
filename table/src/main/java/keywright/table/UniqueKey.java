package keywright.table;

import keywright.key.Key;

/** A key of a unique index. */
record UniqueKey(StoredClaims index, Key key) {}
