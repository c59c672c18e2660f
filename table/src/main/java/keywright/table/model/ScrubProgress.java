package keywright.table.model;

import java.util.OptionalLong;

/**
 * The progress of a scrub.
 *
 * @param reads the name of the table or the index that the scrub reads now
 * @param done how many rows of this table, or entries of this index, were read so far
 * @param estimated about how many rows this table, or entries this index, has in total; empty if
 *     the engine has no estimate
 * @param waitMillis the longest time, in milliseconds, for which the scrub may still wait before it
 *     removes tombstones. It waits because other processes or unfinished writes may still need the
 *     tombstones. 0 while the scrub reads
 */
public record ScrubProgress(String reads, long done, OptionalLong estimated, long waitMillis) {}
