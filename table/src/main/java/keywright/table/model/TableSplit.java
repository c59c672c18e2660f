package keywright.table.model;

import keywright.store.TablePart;

/**
 * A part of a query, for reading the parts in parallel. {@code Table.splits} makes it, and {@code
 * Table.query} reads it, in this process or in another. Immutable.
 *
 * @param index the index whose entries are read; empty to read the table itself
 * @param part the part of the table, or of the index, that is read
 * @param server the server that had these rows when the splits were made, {@code host:port}; empty
 *     if unknown
 */
public record TableSplit(String index, TablePart part, String server) {}
