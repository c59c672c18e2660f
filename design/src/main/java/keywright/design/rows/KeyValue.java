package keywright.design.rows;

/**
 * A value in a key, as text. It is the value of a column, or the value of a key part from which no
 * column can be decoded, such as a bucket or the beginning of a digest. Immutable.
 *
 * @param name the name of the column, or the declaration of the key part
 * @param text the value as text, shortened if it is long; {@code NULL} for a null
 */
public record KeyValue(String name, String text) {}
