/**
 * How a declaration is stored: {@link keywright.table.layout.CatalogEntry} is what the catalog
 * keeps of a table, {@link keywright.table.layout.StoredTable} what follows from it: the engine's
 * tables, the column ids, the places of columns in a row, the keys of rows and of index entries,
 * and the limits of the engine. An index is a table of its own, {@link
 * keywright.table.layout.StoredIndex}; a unique one has a second, {@link
 * keywright.table.layout.StoredClaims}. {@link keywright.table.layout.VisibleRows} leaves out of a
 * snapshot the rows that died or moved away.
 */
@NullMarked
package keywright.table.layout;

import org.jspecify.annotations.NullMarked;
