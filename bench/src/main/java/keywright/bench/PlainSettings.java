package keywright.bench;

import java.util.List;
import org.rocksdb.AbstractNativeReference;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.FlushOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteOptions;

/** RocksDB tuned as Keywright's engine tunes it; a test compares the options files of both. */
final class PlainSettings implements AutoCloseable {
  private static final long MEBIBYTE = 1 << 20;

  static {
    RocksDB.loadLibrary();
  }

  private final Cache cache = new LRUCache(64 * MEBIBYTE);
  private final BloomFilter bloomFilter = new BloomFilter(10);
  private final WriteOptions write = new WriteOptions();
  private final DBOptions database =
      new DBOptions()
          .setCreateIfMissing(true)
          .setCreateMissingColumnFamilies(true)
          .setInfoLogLevel(InfoLogLevel.ERROR_LEVEL)
          .setKeepLogFileNum(1)
          .setStatsDumpPeriodSec(0)
          .setStatsPersistPeriodSec(0)
          .setDbWriteBufferSize(128 * MEBIBYTE)
          .setMaxTotalWalSize(256 * MEBIBYTE)
          .setAvoidFlushDuringRecovery(true)
          .setWalRecoveryMode(WALRecoveryMode.TolerateCorruptedTailRecords)
          .setSkipStatsUpdateOnDbOpen(true);
  private final ColumnFamilyOptions family =
      new ColumnFamilyOptions()
          .setCompressionType(CompressionType.LZ4_COMPRESSION)
          .setWriteBufferSize(32 * MEBIBYTE)
          .setMemtablePrefixBloomSizeRatio(0.02)
          .setMemtableWholeKeyFiltering(true)
          .setTableFormatConfig(
              new BlockBasedTableConfig()
                  .setBlockCache(cache)
                  .setFilterPolicy(bloomFilter)
                  .setDataBlockIndexType(DataBlockIndexType.kDataBlockBinaryAndHash)
                  .setDataBlockHashTableUtilRatio(0.25)
                  .setBlockSize(16 * 1024));

  DBOptions database() {
    return database;
  }

  ColumnFamilyOptions family() {
    return family;
  }

  WriteOptions write() {
    return write;
  }

  /** Writes all that is in memory to files, and closes a database with its column families. */
  static void close(RocksDB database, List<ColumnFamilyHandle> families) {
    try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
      database.flush(options, families);
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
    families.forEach(ColumnFamilyHandle::close);
    database.close();
  }

  @Override
  public void close() {
    List.<AbstractNativeReference>of(write, database, family, bloomFilter, cache)
        .forEach(AbstractNativeReference::close);
  }
}
