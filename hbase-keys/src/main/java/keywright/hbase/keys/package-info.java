/**
 * Declared row keys for programs that use HBase's own client.
 *
 * <p>{@link keywright.hbase.keys.HBaseKeys} joins a {@link keywright.key.KeySchema} with the cells
 * that hold the other columns. It makes {@code Put}, {@code Get}, {@code Delete} and split keys,
 * and reads a {@code Result}; {@link keywright.hbase.keys.HBaseRecords} does the same for records.
 * An {@link keywright.hbase.keys.HBaseQuery} turns conditions into {@code Scan}s: row key ranges by
 * bucket, filters that the servers evaluate, and conditions that are left to the client. It merges
 * the rows of all buckets in key order.
 *
 * <p>Nothing is stored beside the program's own rows. The connection stays the program's.
 */
@NullMarked
package keywright.hbase.keys;

import org.jspecify.annotations.NullMarked;
