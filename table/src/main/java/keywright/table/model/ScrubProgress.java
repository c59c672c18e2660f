package keywright.table.model;

import java.util.OptionalLong;

/**
 * The progress of a scrub.
 *
 * @param reads the table or the index that is read now
 * @param done how many rows or entries of it were read
 * @param estimated about how many it has, when the engine can say
 * @param waitMillis the most milliseconds that it may still wait until no process and no write
 *     under way needs the tombstones; 0 while it reads
 */
public record ScrubProgress(String reads, long done, OptionalLong estimated, long waitMillis) {}
