package keywright.table.model;

import java.util.OptionalLong;

/**
 * The progress of {@code DatabaseCopy} in one table.
 *
 * @param table the name of the table
 * @param comparing true while rows are compared, false while they are copied
 * @param rowsDone how many rows were copied, or compared, so far, in the order of the primary key
 * @param rowsResumed how many of these rows an earlier run had already copied
 * @param rowsEstimated about how many rows the table has at the source; empty if the engine has no
 *     estimate
 */
public record CopyProgress(
    String table, boolean comparing, long rowsDone, long rowsResumed, OptionalLong rowsEstimated) {}
