package keywright.cql;

/**
 * How many rows are written to a table: {@code WRITE RATE 1000/s INTO payment}.
 *
 * @param line the line of the script where the statement begins, from 1
 * @param column the column in that line, from 1
 */
public record WriteLoad(String table, double ratePerSecond, int line, int column) {}
