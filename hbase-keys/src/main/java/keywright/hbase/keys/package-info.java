/**
 * Declared row keys for programs that use HBase's own client.
 *
 * <p>{@link keywright.hbase.keys.HBaseKeys} declares an HBase table: the key of its rows ({@link
 * keywright.key.KeySchema}), and the cells of the other columns. It makes {@code Put}, {@code Get},
 * {@code Delete} and split keys, and decodes a {@code Result}. {@link
 * keywright.hbase.keys.HBaseRecords} does the same with objects of a record class. An {@link
 * keywright.hbase.keys.HBaseQuery} converts conditions to {@code Scan}s with ranges of row keys and
 * filters, which the servers evaluate. The client evaluates the other conditions. The query merges
 * the rows of all buckets in key order.
 *
 * <p>This package stores nothing besides the program's rows. The program opens and closes the
 * connection.
 */
@NullMarked
package keywright.hbase.keys;

import org.jspecify.annotations.NullMarked;
