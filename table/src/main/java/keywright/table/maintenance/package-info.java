/**
 * Work on whole tables, beside readers and writers: changes of declarations ({@link
 * keywright.table.maintenance.DefinitionChanges}), builds of indexes ({@link
 * keywright.table.maintenance.IndexBuilds}), scrubs ({@link keywright.table.maintenance.Scrub}),
 * tombstones ({@link keywright.table.maintenance.TombstoneGc}), loads without reading ({@link
 * keywright.table.maintenance.BulkLoadRun}), copies of tables ({@link
 * keywright.table.maintenance.TableCopy}), and what killed processes have left ({@link
 * keywright.table.maintenance.LeftoverSearch}).
 */
@NullMarked
package keywright.table.maintenance;

import org.jspecify.annotations.NullMarked;
