package keywright.table.model;

import java.util.OptionalLong;

/**
 * The progress of the copy of a table.
 *
 * @param comparing true while rows are compared, false while they are copied
 * @param rowsDone how many rows were copied or compared so far; this happens in the order of the
 *     primary key
 * @param rowsResumed how many of these an earlier run had copied
 * @param rowsEstimated about how many rows the table has; empty if its engine has no estimate
 */
public record CopyProgress(
    String table, boolean comparing, long rowsDone, long rowsResumed, OptionalLong rowsEstimated) {}
