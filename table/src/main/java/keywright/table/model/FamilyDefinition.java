package keywright.table.model;

/**
 * The declaration of a column family: a group of columns that are stored and read together.
 * Immutable.
 *
 * @param name the name of the family
 * @param compression the compression of the family: {@code "none"}, {@code "lz4"} or {@code "zstd"}
 * @param ttlSeconds the time to live of each value, in seconds; 0 if values do not expire
 * @param versions how many versions of each value are kept, at least 1
 */
public record FamilyDefinition(String name, String compression, long ttlSeconds, int versions) {
  /** The name of the family of all columns that are declared outside a {@code FAMILY}. */
  public static final String DEFAULT_NAME = "d";

  /**
   * The same family with another time to live.
   *
   * @param seconds the time to live of each value, in seconds; 0 if values do not expire
   */
  public FamilyDefinition withTtlSeconds(long seconds) {
    return new FamilyDefinition(name, compression, seconds, versions);
  }

  /** A family with the default settings: lz4, no TTL, one version. */
  public static FamilyDefinition of(String name) {
    return new FamilyDefinition(name, "lz4", 0, 1);
  }
}
