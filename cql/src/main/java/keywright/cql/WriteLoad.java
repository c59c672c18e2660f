package keywright.cql;

/**
 * The expected rate of writes to a table, as declared by a statement like {@code WRITE RATE 1000/s
 * INTO payment}. Immutable.
 *
 * @param table the name of the table
 * @param ratePerSecond the number of written rows per second
 * @param place the position of the statement in the script, without its semicolon
 */
public record WriteLoad(String table, double ratePerSecond, Place place) {}
