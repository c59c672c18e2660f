package keywright.table.write;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import keywright.key.Key;

/**
 * Different keys in the order in which they were added, each with its index. Used by one thread.
 */
final class DistinctKeys {
  /** So many are compared one by one, which takes less than a hash table is worth. */
  private static final int FEW = 8;

  private final List<Key> keys;

  /** The hash code of each key. */
  private int[] hashes;

  /** At the hash codes of the keys, one more than their indexes; 0 for none. */
  private int[] slots = {};

  /**
   * No keys.
   *
   * @param expected about how many there will be
   */
  DistinctKeys(int expected) {
    keys = new ArrayList<>(expected);
    hashes = new int[Math.max(expected, 1)];
  }

  /** The keys, by their indexes. */
  List<Key> all() {
    return keys;
  }

  /** The index of a key, which is added unless it was added before. */
  int add(Key key) {
    int hash = spread(key.hashCode());
    int known = find(key, hash);
    if (known >= 0) {
      return known;
    }
    int index = keys.size();
    keys.add(key);
    hashes = index < hashes.length ? hashes : Arrays.copyOf(hashes, 2 * index);
    hashes[index] = hash;
    if (index >= FEW) {
      place(index);
    }
    return index;
  }

  /** The index of a key; negative if it was not added. */
  int find(Key key) {
    return find(key, spread(key.hashCode()));
  }

  private int find(Key key, int hash) {
    if (keys.size() <= FEW) {
      for (int i = 0; i < keys.size(); i++) {
        if (isAt(i, key, hash)) {
          return i;
        }
      }
      return -1;
    }
    int mask = slots.length - 1;
    for (int at = hash & mask; slots[at] != 0; at = (at + 1) & mask) {
      if (isAt(slots[at] - 1, key, hash)) {
        return slots[at] - 1;
      }
    }
    return -1;
  }

  private boolean isAt(int index, Key key, int hash) {
    return hashes[index] == hash && keys.get(index).equals(key);
  }

  private void place(int index) {
    if (2 * keys.size() > slots.length) {
      // At most half full; for all that are expected from the beginning on.
      int count = Math.max(keys.size(), hashes.length);
      slots = new int[Integer.highestOneBit(count) << 2];
      for (int each = 0; each < index; each++) {
        put(each);
      }
    }
    put(index);
  }

  private void put(int index) {
    int mask = slots.length - 1;
    int at = hashes[index] & mask;
    while (slots[at] != 0) {
      at = (at + 1) & mask;
    }
    slots[at] = index + 1;
  }

  private static int spread(int hash) {
    int mixed = hash * 0x9e3779b9;
    return mixed ^ (mixed >>> 16);
  }
}
