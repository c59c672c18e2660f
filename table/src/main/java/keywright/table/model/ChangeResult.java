package keywright.table.model;

import java.util.Optional;

/**
 * The result of one {@code Database.apply}.
 *
 * @param applied whether they were made: every row was as its change expects
 * @param rowsChanged how many rows were inserted, changed, moved or deleted; unchanged rows do not
 *     count, except in a plain table, which is not read
 * @param unmet the index of the first change whose row was not as it expects, from 0; -1 when
 *     applied
 * @param found the whole row that this change found; empty when there was none
 */
public record ChangeResult(boolean applied, long rowsChanged, int unmet, Optional<Row> found) {}
