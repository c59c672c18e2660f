package keywright.cql;

import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/**
 * A parameter of a statement: one {@code ?}, or all occurrences of one {@code :name}. Its type is
 * that of the column that it is compared with or written to, or follows from its clause. A name
 * that occurs several times is described by its first occurrence. Immutable.
 *
 * @param name the name of a {@code :name} parameter; null for {@code ?}
 * @param column the name of the column with which the value is compared, or to which it is written;
 *     null for a parameter after LIMIT, VERSIONS, AS OF, TTL, TIMESTAMP or JSON
 * @param type the type of the value; for {@link Use#ONE_OF} the type of each element of the
 *     collection, for {@link Use#ELEMENT} the type of the elements of the list, set or map column,
 *     for {@link Use#KEY} the type of the keys of the map column
 * @param use the place of the parameter in the statement
 */
public record Marker(@Nullable String name, @Nullable String column, Type type, Use use) {

  /** The way in which a statement uses the value of a parameter. */
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
    /**
     * {@code column CONTAINS ?}, {@code [?]} or {@code {?}}, whose value is an element of the list
     * or set, or a value of the map.
     */
    ELEMENT,
    /** {@code column CONTAINS KEY ?}, {@code column[?]} or {@code {?: 1}}: a key of the map. */
    KEY,
    /** {@code LIMIT ?} or {@code VERSIONS ?}: a number of rows or versions. */
    COUNT,
    /** {@code AS OF ?}: a time. */
    MOMENT,
    /**
     * A value of an INSERT, or {@code SET column = ?}. It may be {@link PreparedStatement#UNSET}.
     */
    SET,
    /** {@code INSERT INTO t JSON ?}: a text with a JSON object. */
    JSON,
    /** {@code SET n = n + ?} or {@code n - ?}. It may be {@link PreparedStatement#UNSET}. */
    ADD,
    /** {@code USING TTL ?}: a number of seconds. */
    TTL,
    /** {@code USING TIMESTAMP ?}: a time in microseconds since 1970. */
    WRITE_TIME
  }
}
