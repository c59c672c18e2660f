package keywright.cql.server;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values that were used recently, with a bound on their number and their size together. Safe for
 * many threads.
 */
final class RecentlyUsed<K, V> {
  private record Entry<V>(V value, long size) {}

  private final Map<K, Entry<V>> entries = new LinkedHashMap<>(16, 0.75f, true);
  private final int countMax;
  private final long sizeMax;
  private long size;

  RecentlyUsed(int countMax, long sizeMax) {
    this.countMax = countMax;
    this.sizeMax = sizeMax;
  }

  /** The value of {@code key}, or null. */
  synchronized @Nullable V get(K key) {
    Entry<V> entry = entries.get(key);
    return entry == null ? null : entry.value();
  }

  /** How many values there are. */
  synchronized int count() {
    return entries.size();
  }

  /** Keeps a value. The values that were not used for the longest time make room. */
  synchronized void put(K key, V value, long valueSize) {
    Entry<V> before = entries.put(key, new Entry<>(value, valueSize));
    size += valueSize - (before == null ? 0 : before.size());
    Iterator<Entry<V>> oldest = entries.values().iterator();
    while ((entries.size() > countMax || size > sizeMax) && entries.size() > 1) {
      size -= oldest.next().size();
      oldest.remove();
    }
  }
}
