package keywright.cql;

import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/**
 * A parameter of a query: one {@code ?}, or all occurrences of one {@code :name}. Its type is that
 * of the column that it is compared with, or follows from its clause.
 *
 * @param column the column that the value is compared with; null after LIMIT, VERSIONS and AS OF
 * @param type the type of the value; for {@link Use#ONE_OF} the type of each element of the
 *     collection, for {@link Use#ELEMENT} the type of the elements of the list
 */
public record Marker(@Nullable String column, Type type, Use use) {

  /** How a query uses the value of a parameter. */
  public enum Use {
    /** {@code column = ?}, or a parameter inside {@code column IN (?, ?)}. */
    EQUAL,
    /** {@code column > ?}, {@code >= ?} or the first value of a BETWEEN. */
    LOWER,
    /** {@code column < ?}, {@code <= ?} or the second value of a BETWEEN. */
    UPPER,
    /** {@code column IN ?}, which takes a collection. */
    ONE_OF,
    /** {@code column LIKE ?}. */
    PATTERN,
    /** {@code column CONTAINS ?}, which takes an element of the list. */
    ELEMENT,
    /** {@code LIMIT ?} or {@code VERSIONS ?}: a number of rows or versions. */
    COUNT,
    /** {@code AS OF ?}: a time. */
    MOMENT
  }
}
