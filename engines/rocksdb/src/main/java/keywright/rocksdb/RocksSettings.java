package keywright.rocksdb;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.rocksdb.AbstractNativeReference;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Statistics;
import org.rocksdb.StatsLevel;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteOptions;

/**
 * How the database is tuned. No prefix extractor: ranges are bounded by the iterators' bounds
 * alone.
 *
 * <p>A command opens the database, does one thing and closes it; what such a call wrote stays in
 * the log, which the next one reads again, until it is worth a flush (see {@link
 * RocksEngine#close}).
 */
final class RocksSettings implements AutoCloseable {
  private static final long MEBIBYTE = 1 << 20;

  private final Cache cache = new LRUCache(64 * MEBIBYTE);
  private final BloomFilter bloomFilter = new BloomFilter(10);
  private final Map<CompressionType, ColumnFamilyOptions> families = new ConcurrentHashMap<>();
  private final DBOptions database =
      new DBOptions()
          .setCreateIfMissing(true)
          .setInfoLogLevel(InfoLogLevel.ERROR_LEVEL)
          .setKeepLogFileNum(1)
          .setStatsDumpPeriodSec(0)
          .setStatsPersistPeriodSec(0)
          .setDbWriteBufferSize(128 * MEBIBYTE)
          .setMaxTotalWalSize(256 * MEBIBYTE)
          .setAvoidFlushDuringRecovery(true)
          .setWalRecoveryMode(WALRecoveryMode.TolerateCorruptedTailRecords)
          .setSkipStatsUpdateOnDbOpen(true);
  private final WriteOptions write;
  private final @Nullable Statistics statistics;

  RocksSettings(boolean sync) {
    this(sync, false);
  }

  /**
   * @param counts whether RocksDB counts what its reads and writes do
   */
  RocksSettings(boolean sync, boolean counts) {
    write = new WriteOptions().setSync(sync);
    statistics = counts ? new Statistics() : null;
    if (statistics != null) {
      statistics.setStatsLevel(StatsLevel.EXCEPT_DETAILED_TIMERS);
      database.setStatistics(statistics);
    }
  }

  /** What RocksDB counts; null if it does not. */
  @Nullable Statistics statistics() {
    return statistics;
  }

  /** The cache of the blocks of all families. */
  Cache cache() {
    return cache;
  }

  DBOptions database() {
    return database;
  }

  WriteOptions write() {
    return write;
  }

  /** The options of a family, the same object for the same compression. */
  ColumnFamilyOptions family(CompressionType compression) {
    return families.computeIfAbsent(
        compression,
        type ->
            new ColumnFamilyOptions()
                .setCompressionType(type)
                .setWriteBufferSize(32 * MEBIBYTE)
                .setMemtablePrefixBloomSizeRatio(0.02)
                .setMemtableWholeKeyFiltering(true)
                .setTableFormatConfig(
                    new BlockBasedTableConfig()
                        .setBlockCache(cache)
                        .setFilterPolicy(bloomFilter)
                        // A get finds its row in a block without a binary search, unless two rows
                        // share a place in the hash table. The table has four places for each row.
                        .setDataBlockIndexType(DataBlockIndexType.kDataBlockBinaryAndHash)
                        .setDataBlockHashTableUtilRatio(0.25)
                        .setBlockSize(16 * 1024)));
  }

  /** By the names of {@link keywright.store.FamilyLayout#compression}. */
  static CompressionType compression(String name) {
    return switch (name) {
      case "none" -> CompressionType.NO_COMPRESSION;
      case "zstd" -> CompressionType.ZSTD_COMPRESSION;
      default -> CompressionType.LZ4_COMPRESSION;
    };
  }

  @Override
  public void close() {
    families.values().forEach(ColumnFamilyOptions::close);
    List.<AbstractNativeReference>of(write, database, bloomFilter, cache)
        .forEach(AbstractNativeReference::close);
    if (statistics != null) {
      statistics.close();
    }
  }
}
