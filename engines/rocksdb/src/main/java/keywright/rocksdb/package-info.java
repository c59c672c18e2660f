/**
 * The embedded engine on RocksDB.
 *
 * <p>One column family per table family. Write batches and transactions make changes of several
 * tables atomic, so index tables are exact here. The engine is found by {@link
 * java.util.ServiceLoader}; nothing names this package.
 */
@NullMarked
package keywright.rocksdb;

import org.jspecify.annotations.NullMarked;
