package keywright.bench;

import java.util.Comparator;
import java.util.Random;

/**
 * The three declared keys that are measured, with 1,024 sample values of each. The samples are
 * always the same.
 */
public enum SampleKeys {
  /** {@code id}: one bigint. */
  BIGINT,
  /** {@code tenant, at DESC, id}: int, timestamp, bigint. */
  FIXED,
  /** {@code tenant, shard, at DESC, page}: text, int, timestamp, text. */
  TEXT;

  static final int BITS = 10;
  static final int COUNT = 1 << BITS;
  private static final int SEED = 7;

  /** The key of one bigint. */
  record Id(long id) {}

  /** The key of fixed width. */
  record Event(int tenant, long at, long id) {}

  /** The key with two texts, of about ten characters each. */
  record Visit(String tenant, int shard, long at, String page) {}

  /** The keys, in no order. */
  Object[] keys() {
    Random random = new Random(SEED);
    Object[] keys = new Object[COUNT];
    for (int i = 0; i < COUNT; i++) {
      long id = random.nextLong();
      int number = random.nextInt(100_000);
      // From 2001 to 2033 in milliseconds, none of them negative, as the trick MAX - t wants them.
      long at = 1_000_000_000_000L + (random.nextLong() >>> 24);
      keys[i] =
          switch (this) {
            case BIGINT -> new Id(id);
            case FIXED -> new Event(number, at, id);
            case TEXT -> new Visit(word(random), number, at, word(random));
          };
    }
    return keys;
  }

  /** The part that {@link KeyLibrary#part} reads. */
  long part(Object key) {
    return switch (this) {
      case BIGINT -> ((Id) key).id();
      case FIXED -> ((Event) key).id();
      case TEXT -> ((Visit) key).at();
    };
  }

  /** The order that the keys are declared in; two sample keys are never equal in it. */
  Comparator<Object> order() {
    return switch (this) {
      case BIGINT -> Comparator.comparingLong(key -> ((Id) key).id());
      case FIXED ->
          Comparator.<Object>comparingInt(key -> ((Event) key).tenant())
              .thenComparing(Comparator.<Object>comparingLong(key -> ((Event) key).at()).reversed())
              .thenComparingLong(key -> ((Event) key).id());
      case TEXT ->
          Comparator.<Object, String>comparing(key -> ((Visit) key).tenant())
              .thenComparingInt(key -> ((Visit) key).shard())
              .thenComparing(Comparator.<Object>comparingLong(key -> ((Visit) key).at()).reversed())
              .thenComparing(key -> ((Visit) key).page());
    };
  }

  private static String word(Random random) {
    StringBuilder word = new StringBuilder();
    int length = 8 + random.nextInt(5);
    for (int i = 0; i < length; i++) {
      word.append((char) ('a' + random.nextInt(26)));
    }
    return word.toString();
  }
}
