/**
 * The engine on HBase.
 *
 * <p>{@link keywright.hbase.HBaseEngine} does what an {@link keywright.store.Engine} does by the
 * calls of {@link keywright.hbase.HBaseClient}, which waits for their answers within a set time and
 * has HBase's errors told by {@link keywright.hbase.HBaseErrors}. {@link
 * keywright.hbase.HBaseTables} makes tables, {@link keywright.hbase.HBaseWriter} writes rows, each
 * by one conditional mutation, {@link keywright.hbase.HBaseSnapshot} and {@link
 * keywright.hbase.HBaseCursor} read. {@link keywright.hbase.HBaseTable} is the form that rows have
 * there, {@link keywright.hbase.PlainRows} that of tables which another client has made. The engine
 * is found by {@link java.util.ServiceLoader}; nothing names this package.
 */
@NullMarked
package keywright.hbase;

import org.jspecify.annotations.NullMarked;
