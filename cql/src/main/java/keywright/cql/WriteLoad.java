package keywright.cql;

/**
 * How many rows are written to a table: {@code WRITE RATE 1000/s INTO payment}.
 *
 * @param place where the statement stands, without its semicolon
 */
public record WriteLoad(String table, double ratePerSecond, Place place) {}
