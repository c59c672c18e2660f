package keywright.table.model;

import keywright.store.TablePart;

/**
 * A part of what a query reads, for one of several who read it together; made by {@code
 * Table.splits}, read by {@code Table.query}, in this process or in another. Immutable.
 *
 * @param index whose entries are read; empty for the table itself
 * @param part of the table, or of the index if there is one, that is read
 * @param server that had them when the splits were made, {@code host:port}; empty where nobody
 *     knows
 */
public record TableSplit(String index, TablePart part, String server) {}
