/**
 * The embedded engine on RocksDB.
 *
 * <p>One column family per table family. {@link keywright.rocksdb.RocksWriter} does a batch under
 * locks for its rows and as one write of RocksDB, over all tables and families, so index tables are
 * exact here. {@link keywright.rocksdb.GroupCommit} joins the small batches of several threads.
 * {@link keywright.rocksdb.RocksSnapshot} and {@link keywright.rocksdb.RocksCursor} read; {@link
 * keywright.rocksdb.Gate} keeps native objects open while they are in use. The engine is found by
 * {@link java.util.ServiceLoader}; nothing names this package.
 */
@NullMarked
package keywright.rocksdb;

import org.jspecify.annotations.NullMarked;
