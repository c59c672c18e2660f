package keywright.table.model;

import java.util.OptionalLong;

/**
 * How far a scrub is.
 *
 * @param reads the table or the index that is read now
 * @param done how many rows or entries of it were read
 * @param estimated about how many it has, when the engine can say
 * @param waitMillis how long it still waits before tombstones may go, until no process and no write
 *     under way needs them; 0 while it reads
 */
public record ScrubProgress(String reads, long done, OptionalLong estimated, long waitMillis) {}
