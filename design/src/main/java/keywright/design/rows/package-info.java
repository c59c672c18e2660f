/**
 * The rows with which a key is tested, and their row keys. {@link keywright.design.rows.Arrivals}
 * gives rows in order of arrival, from a file or from {@link keywright.design.rows.GeneratedRows};
 * a {@link keywright.design.rows.Strategy} is a key with a name; {@link
 * keywright.design.rows.RowKeys} compute the ranks of the rows in the order of that key. {@link
 * keywright.design.rows.SplitPoints} divide the key space into regions with equal shares.
 */
@NullMarked
package keywright.design.rows;

import org.jspecify.annotations.NullMarked;
