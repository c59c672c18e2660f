package keywright.table.write;

import keywright.key.Key;
import keywright.table.layout.StoredClaims;

/** A key of a unique index. */
public record UniqueKey(StoredClaims index, Key key) {}
