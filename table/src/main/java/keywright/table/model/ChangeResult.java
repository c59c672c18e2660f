package keywright.table.model;

import java.util.Optional;

/**
 * The result of one {@code Database.apply}.
 *
 * @param applied whether the changes were executed. False if a row did not meet the condition of
 *     its change; then nothing was changed
 * @param rowsChanged how many rows were inserted, changed, moved or deleted. Rows that already had
 *     the new values do not count. In a plain table every written row counts, because its stored
 *     rows are not read
 * @param unmet the index, from 0, of the first change whose row did not meet its condition; -1 if
 *     {@code applied}
 * @param found the stored row that did not meet the condition, with all columns; empty if {@code
 *     applied}, or if the row did not exist
 */
public record ChangeResult(boolean applied, long rowsChanged, int unmet, Optional<Row> found) {}
