package keywright.table.write;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.store.RowHead;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.WriteBatch;
import keywright.table.layout.StoredClaims;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.model.DuplicateKeyException;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * The keys of unique indexes that the rows of one batch get and lose. It has the stored owner of
 * each key, which is the row that has the key, and its owner after the changes so far. Used by one
 * thread.
 *
 * <p>The batch is written only if the stored owners are still as they were read. If two batches
 * give the same key to different rows, the second batch is refused, starts again, and finds that
 * another row has the key.
 */
public final class Claims {
  private static final Stored NOBODYS = (unique, key) -> Claim.of(null);

  private final StoredTable table;
  private final Stored stored;

  /** The claims by index and key; empty and never changed if the table has no unique index. */
  private final Map<StoredClaims, Map<Key, Claim>> claims;

  /** Reads the owner that a key has before the changes of the batch. */
  public interface Stored {
    Claim read(StoredClaims unique, Key key);
  }

  /** The owner of a key. */
  public static final class Claim {
    final long version;
    final byte @Nullable [] stored;
    final long storedExpiryMillis;
    byte @Nullable [] owner;
    long expiryMillis;

    Claim(long version, byte @Nullable [] stored, long expiryMillis) {
      this.version = version;
      this.stored = stored;
      this.storedExpiryMillis = expiryMillis;
      this.owner = stored;
      this.expiryMillis = expiryMillis;
    }

    /** The claim of the row with this row key. If {@code owner} is null, no row has the key. */
    public static Claim of(byte @Nullable [] owner) {
      return new Claim(WriteBatch.ABSENT, owner, 0);
    }

    boolean isStored() {
      return Arrays.equals(owner, stored) && expiryMillis == storedExpiryMillis;
    }

    /** Gives the key to a row. The claim expires when the row does. */
    void give(byte[] rowKey, long rowExpiryMillis) {
      owner = rowKey;
      expiryMillis = rowExpiryMillis;
    }
  }

  /**
   * Makes claims without changes.
   *
   * @param snapshot the view from which the stored owners are read when they are needed. The rows
   *     that change must be read from it too. A stored owner that has expired at the time of the
   *     view does not count
   */
  public Claims(StoredTable table, Snapshot snapshot) {
    this(table, (unique, key) -> read(snapshot, unique, key));
  }

  /** Makes claims without changes, whose stored owners are read by {@code stored}. */
  public Claims(StoredTable table, Stored stored) {
    this.table = table;
    this.stored = stored;
    this.claims = table.hasUniqueIndex() ? new HashMap<>() : Map.of();
  }

  /** Makes claims for a table that is empty or has no unique index: no key has a stored owner. */
  public static Claims ofNobody(StoredTable table) {
    return new Claims(table, NOBODYS);
  }

  /**
   * Changes a row from {@code before} to {@code after}; null for no row.
   *
   * @param expiryMillis when the row expires after the change, in milliseconds since 1970; 0 for
   *     never
   * @throws TableException if an index cannot store a key of the row, or if another row has a key
   *     that the row would get; nothing is changed then
   */
  void move(
      Key row,
      @Nullable Object @Nullable [] before,
      @Nullable Object @Nullable [] after,
      long expiryMillis) {
    if (!table.hasUniqueIndex()) {
      return;
    }
    for (StoredIndex index : table.indexes()) {
      requireWritable(index, after);
    }
    for (StoredIndex index : table.indexes()) {
      requireFree(index, row, after);
    }
    byte[] rowKey = table.primaryKey().encode(row);
    for (StoredIndex index : table.indexes()) {
      StoredClaims unique = index.claims();
      if (unique != null) {
        Key old = before == null ? null : unique.entry(before);
        Key wanted = after == null ? null : unique.entry(after);
        if (old != null && !old.equals(wanted) && Arrays.equals(claim(unique, old).owner, rowKey)) {
          claim(unique, old).owner = null;
        }
        if (wanted != null) {
          claim(unique, wanted).give(rowKey, expiryMillis);
        }
      }
    }
  }

  /**
   * Refuses a key that the index cannot store. This check comes before any lookup, because a key
   * without a row key cannot be looked up.
   */
  private void requireWritable(StoredIndex index, @Nullable Object @Nullable [] after) {
    StoredClaims unique = index.claims();
    if (unique == null || after == null) {
      return;
    }
    try {
      Key wanted = unique.entry(after);
      if (wanted != null) {
        table.requireFits("the key of its index " + index.name(), unique.layout(), wanted);
      }
    } catch (KeyException e) {
      throw RowChange.unstorable(table, index, e);
    }
  }

  private void requireFree(StoredIndex index, Key row, @Nullable Object @Nullable [] after) {
    StoredClaims unique = index.claims();
    Key wanted = unique == null || after == null ? null : unique.entry(after);
    if (unique == null || wanted == null) {
      return;
    }
    byte[] other = other(unique, wanted, row);
    if (other != null) {
      throw new DuplicateKeyException(
          table.name(),
          index.name(),
          unique.layout().keySchema().readable(wanted),
          "cannot write row %s of %s: row %s has the same key %s of unique index %s; change one of them"
              .formatted(
                  table.primaryKey().readable(row),
                  table.name(),
                  readable(other),
                  unique.layout().keySchema().readable(wanted),
                  index.name()));
    }
  }

  /**
   * Records the key that an existing row has in a unique index that is being built.
   *
   * @param row the primary key of the row
   * @param values one value for each column of the table
   * @param expiryMillis the time at which the row expires, in milliseconds since 1970; 0 for never
   * @throws TableException if another row has the same key
   */
  public void take(StoredIndex index, Key row, @Nullable Object[] values, long expiryMillis) {
    StoredClaims unique = index.claims();
    Key wanted = unique == null ? null : unique.entry(values);
    if (unique == null || wanted == null) {
      return;
    }
    byte[] other = other(unique, wanted, row);
    if (other != null) {
      throw new DuplicateKeyException(
          table.name(),
          index.name(),
          unique.layout().keySchema().readable(wanted),
          "cannot create unique index %s: rows %s and %s of %s have the same key %s; change or delete one of them"
              .formatted(
                  index.name(),
                  readable(other),
                  table.primaryKey().readable(row),
                  table.name(),
                  unique.layout().keySchema().readable(wanted)));
    }
    claim(unique, wanted).give(table.primaryKey().encode(row), expiryMillis);
  }

  private String readable(byte[] rowKey) {
    return table.primaryKey().readable(table.primaryKey().decode(rowKey));
  }

  /** The row key of another row that has the key; null if there is none. */
  private byte @Nullable [] other(StoredClaims unique, Key wanted, Key row) {
    byte[] owner = claim(unique, wanted).owner;
    return owner == null || Arrays.equals(owner, table.primaryKey().encode(row)) ? null : owner;
  }

  private Claim claim(StoredClaims unique, Key key) {
    return claims
        .computeIfAbsent(unique, any -> new LinkedHashMap<>())
        .computeIfAbsent(key, any -> stored.read(unique, key));
  }

  /** All keys of unique indexes whose owner was read. */
  public Set<UniqueKey> keys() {
    if (claims.isEmpty()) {
      return Set.of();
    }
    Set<UniqueKey> keys = new LinkedHashSet<>();
    claims.forEach(
        (unique, each) -> each.keySet().forEach(key -> keys.add(new UniqueKey(unique, key))));
    return keys;
  }

  private static Claim read(Snapshot at, StoredClaims unique, Key key) {
    StoredRow found = at.get(unique.layout(), key, Set.of());
    return found == null
        ? new Claim(WriteBatch.ABSENT, null, 0)
        : new Claim(
            found.version(),
            (byte[]) found.value(StoredIndex.ROW_KEY_COLUMN),
            found.head().expiryMillis());
  }

  /**
   * Adds the changed owners of keys to a batch.
   *
   * @param newVersion the version of these writes
   */
  public void addTo(WriteBatch batch, long newVersion) {
    claims.forEach(
        (unique, keys) ->
            keys.forEach(
                (key, claim) -> {
                  byte[] owner = claim.owner;
                  if (claim.isStored()) {
                    if (owner == null) {
                      // A row loses the key, which a build of the index has not given to it yet.
                      // The build must not do so between the read of the row and this write.
                      batch.delete(unique.layout(), key, WriteBatch.ABSENT);
                    }
                  } else {
                    if (owner == null) {
                      batch.delete(unique.layout(), key, claim.version);
                    } else {
                      if (claim.stored != null) {
                        // It is of another row perhaps, and later than this one.
                        batch.delete(unique.layout(), key, claim.version);
                      }
                      unique.putEntry(
                          batch,
                          key,
                          WriteBatch.ABSENT,
                          unique.cells(owner),
                          new RowHead(newVersion, claim.expiryMillis, 0));
                    }
                  }
                }));
  }
}
