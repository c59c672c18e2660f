package keywright.store;

import java.util.List;
import java.util.Set;

/**
 * Columns that are stored and read together.
 *
 * <p>The writer uses {@code ttlSeconds} to compute {@link Cell#expiryMillis} of each cell. Engines
 * use {@code versions} to decide how many cells of a column they keep.
 *
 * @param name not empty, without {@code '/'}
 * @param compression {@code none}, {@code lz4} or {@code zstd}
 * @param ttlSeconds how long a cell lives after it is written, 0 for ever
 * @param versions how many values of a column are kept, the newest included
 * @param columns the columns, which may be none
 */
public record FamilyLayout(
    String name, String compression, long ttlSeconds, int versions, List<ColumnLayout> columns) {
  private static final Set<String> COMPRESSIONS = Set.of("none", "lz4", "zstd");

  /** Refuses settings that no engine can store. */
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

  /** A family with the usual settings: lz4, cells live for ever, one version. */
  public static FamilyLayout of(String name, List<ColumnLayout> columns) {
    return new FamilyLayout(name, "lz4", 0, 1, columns);
  }
}
