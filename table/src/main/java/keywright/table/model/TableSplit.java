package keywright.table.model;

import keywright.store.TablePart;

/**
 * A split of a query: one of several parts of its rows that can be read in parallel. {@code
 * Table.splits} divides a query into splits. {@code Table.query} reads a split, in the same process
 * or in another one. Immutable.
 *
 * @param index the name of the index whose entries are read; an empty text if the table is read by
 *     its primary key
 * @param part the range of the table, or of the index, that is read
 * @param server the server that had these rows when the splits were made, as {@code host:port}; an
 *     empty text if it is unknown
 */
public record TableSplit(String index, TablePart part, String server) {}
