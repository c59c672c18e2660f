/**
 * The rows with which a key is tested, and their row keys. {@link keywright.design.rows.Arrivals}
 * are rows in the order of their arrival, from a file or from {@link
 * keywright.design.rows.GeneratedRows}. A {@link keywright.design.rows.Strategy} is a key with a
 * name. {@link keywright.design.rows.RowKeys} computes the row keys of the rows under such a key,
 * from which their ranks follow: the positions in key order. {@link
 * keywright.design.rows.SplitPoints} divides the key space into regions with about equal numbers of
 * rows.
 */
@NullMarked
package keywright.design.rows;

import org.jspecify.annotations.NullMarked;
