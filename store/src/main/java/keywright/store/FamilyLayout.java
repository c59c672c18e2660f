package keywright.store;

import java.util.List;
import java.util.Set;

/**
 * A column family: a group of columns that are stored and read together. Immutable.
 *
 * <p>The writer uses {@code ttlSeconds} to compute {@link Cell#expiryMillis} of each cell. Engines
 * use {@code versions} to decide how many cells of a column they keep.
 *
 * @param name the name of the family; not empty, without {@code '/'}
 * @param compression the compression of the family: {@code none}, {@code lz4} or {@code zstd}
 * @param ttlSeconds the time to live of each cell after its write, in seconds; 0 if cells do not
 *     expire
 * @param versions how many cells of a column are kept, at least 1
 * @param columns the columns of the family; the list may be empty
 */
public record FamilyLayout(
    String name, String compression, long ttlSeconds, int versions, List<ColumnLayout> columns) {
  private static final Set<String> COMPRESSIONS = Set.of("none", "lz4", "zstd");

  /**
   * Makes a family.
   *
   * @throws StoreException for a setting that no engine can store
   */
  public FamilyLayout {
    columns = List.copyOf(columns);
    if (name.isEmpty() || name.indexOf('/') >= 0) {
      throw new StoreException(
          "cannot lay out family '" + name + "': expected a name without '/' that is not empty");
    }
    if (!COMPRESSIONS.contains(compression)) {
      throw new StoreException(
          "cannot lay out family "
              + name
              + ": found compression "
              + compression
              + ", expected none, lz4 or zstd");
    }
    if (ttlSeconds < 0 || versions < 1) {
      throw new StoreException(
          "cannot lay out family "
              + name
              + ": found a time to live of "
              + ttlSeconds
              + " s and "
              + versions
              + " versions, expected a time to live of 0 s or more, and 1 version or more");
    }
  }

  /**
   * A family with the default settings: compression lz4, cells that do not expire, one version of
   * each value.
   */
  public static FamilyLayout of(String name, List<ColumnLayout> columns) {
    return new FamilyLayout(name, "lz4", 0, 1, columns);
  }
}
