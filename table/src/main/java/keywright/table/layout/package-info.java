/**
 * The stored form of declarations. {@link keywright.table.layout.CatalogEntry} is the entry of a
 * table in the catalog. {@link keywright.table.layout.StoredTable} is computed from this entry: the
 * tables in the engine, the ids of columns, the indexes of columns in a row, the keys of rows and
 * of index entries, and the limits of the engine. An index has a table of its own in the engine,
 * {@link keywright.table.layout.StoredIndex}; a unique index also has a second one, {@link
 * keywright.table.layout.StoredClaims}. {@link keywright.table.layout.VisibleRows} leaves
 * tombstones and moved rows out of a snapshot.
 */
@NullMarked
package keywright.table.layout;

import org.jspecify.annotations.NullMarked;
