package keywright.table.layout;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import keywright.key.ErrorCode;
import keywright.key.Key;
import keywright.key.KeyFormat;
import keywright.key.KeySchema;
import keywright.key.Variant;
import keywright.store.TableLayout;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * A limit on the length of row keys.
 *
 * @param length the longest row key, in bytes
 */
public record KeyLengthLimit(int length) {
  /**
   * The recommended limit. A longer key needs much space, because every cell and every index entry
   * repeats the key.
   */
  public static final KeyLengthLimit ADVISED = new KeyLengthLimit(2_048);

  /**
   * Refuses a key that cannot be encoded, or whose row key is longer than the limit.
   *
   * @param what the kind of key, for the message
   * @throws keywright.key.KeyException for a value that the key format cannot hold
   */
  void require(String table, String what, TableLayout keyed, Key key) {
    int found = lengthOf(keyed, key);
    if (found > length) {
      throw new TableException(
          ErrorCode.LIMIT_EXCEEDED,
          "cannot write to %s: %s would be %,d bytes long, expected at most %,d; shorten the values, or declare the key with a digest of them"
              .formatted(table, what, found, length));
    }
  }

  /**
   * Whether the row key of a row, or the key of one of its index entries, is longer than the limit.
   *
   * @param entries the keys of the row's entries, one set for each index of the table; null for an
   *     index whose entries are not checked
   */
  public boolean isExceeded(
      StoredTable table, Key key, List<? extends @Nullable Set<Key>> entries) {
    if (lengthOf(table.layout(), key) > length) {
      return true;
    }
    for (int i = 0; i < entries.size(); i++) {
      Set<Key> known = entries.get(i);
      TableLayout keyed = table.indexes().get(i).layout();
      if (known != null && known.stream().anyMatch(entry -> lengthOf(keyed, entry) > length)) {
        return true;
      }
    }
    return false;
  }

  /** The length of a row key if it may be longer than the limit; 0 if it certainly is not. */
  private int lengthOf(TableLayout keyed, Key key) {
    // Most keys are far from the limit; one that holds every value is encoded only if it might not.
    KeySchema schema = keyed.keySchema();
    boolean holdsAll = schema.format().equals(KeyFormat.kw1());
    if (holdsAll && schema.longestKey().orElse(Integer.MAX_VALUE) <= length) {
      return 0;
    }
    long atMost = holdsAll ? 0 : Long.MAX_VALUE / 2;
    for (int i = 0; i < key.size(); i++) {
      Object part = key.part(i);
      atMost +=
          part instanceof String text
              ? 4L * text.length() + 4
              : part instanceof byte[] bytes ? 2L * bytes.length + 4 : atMost(part);
    }
    return atMost > length ? schema.encode(key).length : 0;
  }

  /**
   * The largest length of a part that is no text and no blob; above every limit if it is unknown.
   */
  private static long atMost(@Nullable Object part) {
    return part instanceof BigInteger number
        ? number.bitLength() / 8 + 8
        : part instanceof BigDecimal
                || part instanceof Collection
                || part instanceof Map
                || part instanceof Variant
            ? Integer.MAX_VALUE
            : 64;
  }
}
