package keywright.table.maintenance;

import keywright.table.catalog.Tables;
import keywright.table.write.RowWriter;
import keywright.table.write.singlerow.EntryRepair;

/**
 * What the maintenance of a database works with.
 *
 * @param tables those of the database, and its engine and clock
 * @param writer writes rows with their entries
 * @param repair repairs single entries on engines with single-row atomicity
 * @param components makes what runs for a while
 */
public record DatabaseParts(
    Tables tables, RowWriter writer, EntryRepair repair, Components components) {}
