package keywright.store;

import keywright.key.ByteRange;

/**
 * A part of a table that one server has, with its reads and writes since that server opened it.
 *
 * <p>The counts start at 0 when a region is split or moves, and are some seconds old. Use the
 * difference between two readings with the same {@link #id}.
 *
 * @param id of the region; a region has another id after a split
 * @param range the row keys in it
 * @param server that has it, {@code host:port}; empty while none has
 * @param bytes stored, about
 * @param reads row reads
 * @param writes row writes
 */
public record Region(
    String id, ByteRange range, String server, long bytes, long reads, long writes) {}
