package keywright.store;

import keywright.key.ByteRange;

/**
 * A region of a table: a range of row keys on one server, with the counts of its reads and writes
 * since this server opened the region.
 *
 * <p>The counts start at 0 when a region is split or moves, and are some seconds old. To measure a
 * rate, use the difference between two counts of a region with the same {@link #id}. Immutable.
 *
 * @param id the id of the region; the two halves of a split region have new ids
 * @param range the range of the row keys of the region
 * @param server the server that has the region, as {@code host:port}; an empty text while no server
 *     has it
 * @param bytes the approximate number of stored bytes
 * @param reads the number of rows that were read
 * @param writes the number of rows that were written
 */
public record Region(
    String id, ByteRange range, String server, long bytes, long reads, long writes) {}
