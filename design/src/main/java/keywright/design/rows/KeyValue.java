package keywright.design.rows;

/**
 * A value of a key in readable form: of a column, or of a part from which no column can be
 * recovered, such as a bucket or the beginning of a digest. Immutable.
 *
 * @param name the column, or the part as declared
 * @param text the value as its type writes it, cut off when it is long; {@code NULL} for none
 */
public record KeyValue(String name, String text) {}
