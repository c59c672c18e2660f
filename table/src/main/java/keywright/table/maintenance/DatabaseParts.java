package keywright.table.maintenance;

import keywright.table.catalog.Tables;
import keywright.table.write.RowWriter;
import keywright.table.write.singlerow.EntryRepair;

/**
 * The parts of a database that its maintenance needs.
 *
 * @param tables the tables of the database, with its engine and clock
 * @param writer writes rows with their entries
 * @param repair repairs single entries on engines with single-row atomicity
 * @param components creates objects for long runs, such as index builds
 */
public record DatabaseParts(
    Tables tables, RowWriter writer, EntryRepair repair, Components components) {}
