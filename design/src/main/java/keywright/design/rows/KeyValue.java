package keywright.design.rows;

/**
 * A value in a key, in readable form: the value of a column, or the value of a part from which no
 * column can be recovered, such as a bucket or the beginning of a digest. Immutable.
 *
 * @param name the column, or the part as declared
 * @param text the value as text, shortened if it is long; {@code NULL} for a null
 */
public record KeyValue(String name, String text) {}
