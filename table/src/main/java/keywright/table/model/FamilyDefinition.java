package keywright.table.model;

/**
 * A column family: columns that are stored and read together.
 *
 * @param compression {@code "none"}, {@code "lz4"} or {@code "zstd"}
 * @param ttlSeconds how long a value lives; 0 for ever
 * @param versions how many versions of a value are kept, at least 1
 */
public record FamilyDefinition(String name, String compression, long ttlSeconds, int versions) {
  /** The family of columns outside any FAMILY. */
  public static final String DEFAULT_NAME = "d";

  /** The same family with this time to live; 0 for ever. */
  public FamilyDefinition withTtlSeconds(long seconds) {
    return new FamilyDefinition(name, compression, seconds, versions);
  }

  /** A family with the default settings: lz4, no TTL, one version. */
  public static FamilyDefinition of(String name) {
    return new FamilyDefinition(name, "lz4", 0, 1);
  }
}
