package keywright.table.model;

import java.util.OptionalLong;

/**
 * The progress of a scrub.
 *
 * @param reads the table or the index that is read now
 * @param done how many rows or entries of this table or index were read
 * @param estimated about how many rows or entries the table or index has; empty if the engine has
 *     no estimate
 * @param waitMillis the longest time, in milliseconds, that the scrub may still wait before it can
 *     drop tombstones, since a process or an unfinished write may need them; 0 while it reads
 */
public record ScrubProgress(String reads, long done, OptionalLong estimated, long waitMillis) {}
