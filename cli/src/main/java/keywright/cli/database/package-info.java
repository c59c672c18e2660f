/**
 * Commands on databases: load, export, copy, backup, scrub, scan, regions and others, and how
 * results of statements are printed.
 */
@NullMarked
package keywright.cli.database;

import org.jspecify.annotations.NullMarked;
