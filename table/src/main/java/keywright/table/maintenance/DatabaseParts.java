package keywright.table.maintenance;

import keywright.table.catalog.Tables;
import keywright.table.write.RowWriter;
import keywright.table.write.singlerow.EntryRepair;

/**
 * The objects of an open database that index builds, scrubs, copies and bulk loads use.
 *
 * @param tables the tables of the database, with its engine and clock
 * @param writer writes rows with their index entries
 * @param repair repairs single index entries on engines with single-row atomicity
 * @param components creates objects for long runs, such as index builds
 */
public record DatabaseParts(
    Tables tables, RowWriter writer, EntryRepair repair, Components components) {}
