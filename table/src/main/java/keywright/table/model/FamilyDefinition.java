package keywright.table.model;

import org.jspecify.annotations.Nullable;

/**
 * The declaration of a column family: a group of columns, or a field of the documents of a document
 * table, that is stored and read together. Immutable.
 *
 * @param name the name of the family
 * @param compression the compression of the family: {@code "none"}, {@code "lz4"} or {@code "zstd"}
 * @param ttlSeconds the time to live of each value, in seconds; 0 if values do not expire
 * @param versions how many versions of each value are kept, at least 1
 * @param from the document column and the outermost field of its documents that this family
 *     contains; null for a family of columns
 */
public record FamilyDefinition(
    String name, String compression, long ttlSeconds, int versions, @Nullable DocumentPath from) {
  /** The name of the family of all columns that are declared outside a {@code FAMILY}. */
  public static final String DEFAULT_NAME = "d";

  /** Makes the declaration of a family of columns. */
  public FamilyDefinition(String name, String compression, long ttlSeconds, int versions) {
    this(name, compression, ttlSeconds, versions, null);
  }

  /**
   * The same family with another time to live.
   *
   * @param seconds the time to live of each value, in seconds; 0 if values do not expire
   */
  public FamilyDefinition withTtlSeconds(long seconds) {
    return new FamilyDefinition(name, compression, seconds, versions, from);
  }

  /**
   * The same family for one field of the documents of a column.
   *
   * @param document the name of the column with the documents
   * @param field the name of an outermost field, as a {@link DocumentPath} has it
   * @throws TableException if {@code field} is not a valid path
   */
  public FamilyDefinition ofField(String document, String field) {
    return new FamilyDefinition(
        name, compression, ttlSeconds, versions, new DocumentPath(document, field));
  }

  /** Whether both families have the same columns or field, and the same settings. */
  public boolean isSame(FamilyDefinition other) {
    return isOfSameField(other)
        && new FamilyDefinition(name, compression, ttlSeconds, versions, other.from).equals(other);
  }

  /** Whether both families contain the same field of documents, or both contain columns. */
  public boolean isOfSameField(FamilyDefinition other) {
    DocumentPath field = other.from;
    return from == null ? field == null : field != null && from.isSame(field);
  }

  /** A family with the default settings: lz4, no TTL, one version. */
  public static FamilyDefinition of(String name) {
    return new FamilyDefinition(name, "lz4", 0, 1);
  }
}
