package keywright.table.model;

import java.util.Optional;

/**
 * The result of one {@code Database.apply}.
 *
 * @param applied whether the changes were made, because every row met the condition of its change
 * @param rowsChanged how many rows were inserted, changed, moved or deleted; unchanged rows do not
 *     count, except in a plain table, which is not read
 * @param unmet the index, from 0, of the first change whose row did not meet its condition; -1 if
 *     the changes were made
 * @param found the stored row that did not meet the condition, with all columns; empty if there was
 *     no row
 */
public record ChangeResult(boolean applied, long rowsChanged, int unmet, Optional<Row> found) {}
