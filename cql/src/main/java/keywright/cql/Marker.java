package keywright.cql;

import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/**
 * A parameter of a query: a {@code ?}, or all places of one {@code :name}. Its type follows from
 * its place.
 *
 * @param column the column that the value is compared with; null after LIMIT, VERSIONS and AS OF
 * @param type the type of the value; for {@link Use#ONE_OF} the type of each element of the
 *     collection, for {@link Use#ELEMENT} that of the elements of the list
 */
public record Marker(@Nullable String column, Type type, Use use) {

  /** The use of the value. */
  public enum Use {
    /** {@code column = ?}, and one of {@code column IN (?, ?)}. */
    EQUAL,
    /** {@code column > ?}, {@code >= ?} and the first of a BETWEEN. */
    LOWER,
    /** {@code column < ?}, {@code <= ?} and the second of a BETWEEN. */
    UPPER,
    /** {@code column IN ?}, which takes a collection. */
    ONE_OF,
    /** {@code column LIKE ?}. */
    PATTERN,
    /** {@code column CONTAINS ?}, which takes an element of the list. */
    ELEMENT,
    /** {@code LIMIT ?} and {@code VERSIONS ?}. */
    COUNT,
    /** {@code AS OF ?}. */
    MOMENT
  }
}
