package keywright.table.model;

import java.util.OptionalLong;

/**
 * The progress of the copy of a table.
 *
 * @param comparing whether its rows are compared now; else they are copied
 * @param rowsDone how many rows were copied, or compared, in the order of the primary key
 * @param rowsResumed how many of these an earlier run had copied
 * @param rowsEstimated about how many rows the table has, when its engine can say
 */
public record CopyProgress(
    String table, boolean comparing, long rowsDone, long rowsResumed, OptionalLong rowsEstimated) {}
