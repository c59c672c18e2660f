package keywright.cql;

/**
 * The rate of writes to a table: {@code WRITE RATE 1000/s INTO payment}.
 *
 * @param place the place of the statement in the script, without its semicolon
 */
public record WriteLoad(String table, double ratePerSecond, Place place) {}
