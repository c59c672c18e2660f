package keywright.design.rows;

/**
 * What a key says, as people read it: the value of a column, or of a part that no column comes back
 * from, such as a bucket or the beginning of a digest. Immutable.
 *
 * @param name the column, or the part as declared
 * @param text the value as its type writes it, cut off when it is long; {@code NULL} for none
 */
public record KeyValue(String name, String text) {}
