package keywright.store;

import keywright.key.ByteRange;

/**
 * A part of a table that one server has, and what it was asked since it opened there.
 *
 * <p>Counts begin again when a region is split or moves, and are some seconds old: what counts is
 * the difference between two readings of one {@link #id}.
 *
 * @param id tells the region from every other, those that it was split from among them
 * @param range the row keys in it
 * @param server that has it, {@code host:port}; empty while none has
 * @param bytes stored, about
 * @param reads row reads
 * @param writes row writes
 */
public record Region(
    String id, ByteRange range, String server, long bytes, long reads, long writes) {}
