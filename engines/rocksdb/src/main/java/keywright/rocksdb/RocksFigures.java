package keywright.rocksdb;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import keywright.store.EngineFigure;
import keywright.store.EngineFigure.Kind;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.LogFile;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;

/**
 * The numbers that RocksDB knows about a database. Most of them are sums over the column families.
 * A number is read when it is asked for, and costs nothing else. What RocksDB counts of each read
 * and write exists only if the database was opened with {@code statistics=true}. Safe for many
 * threads.
 */
final class RocksFigures {
  /** RocksDB has as many levels unless it is told otherwise. */
  private static final int LEVELS = 7;

  private static final double MICROSECONDS = 1_000_000;

  /** Of a column family: how often its writes were slowed down, and how often they were stopped. */
  private static final String STALLS = "rocksdb.cf-write-stall-stats";

  /** Reads a number of an open database. */
  private interface Reading {
    double read() throws RocksDBException;
  }

  private final Gate gate;
  private final RocksDB db;
  private final RocksSettings settings;
  private final Supplier<Collection<RocksTable>> tables;
  private final List<EngineFigure> figures = new ArrayList<>();

  /**
   * @param gate is entered for each reading
   */
  RocksFigures(
      Gate gate, RocksDB db, RocksSettings settings, Supplier<Collection<RocksTable>> tables) {
    this.gate = gate;
    this.db = db;
    this.settings = settings;
    this.tables = tables;
  }

  /** All numbers. */
  List<EngineFigure> all() {
    addMemory();
    addFiles();
    addWork();
    Statistics statistics = settings.statistics();
    if (statistics != null) {
      addCounts(statistics);
    }
    return List.copyOf(figures);
  }

  private void addMemory() {
    current(
        "block_cache_bytes",
        "The bytes of the blocks in the cache.",
        () -> settings.cache().getUsage());
    current(
        "block_cache_pinned_bytes",
        "The bytes of the blocks in the cache that reads use now.",
        () -> settings.cache().getPinnedUsage());
    current(
        "memtable_bytes",
        "The bytes of the memtables, which are not written to table files yet.",
        () -> db.getAggregatedLongProperty("rocksdb.cur-size-all-mem-tables"));
    current(
        "table_reader_bytes",
        "About how many bytes the readers of table files take outside of the block cache.",
        () -> db.getAggregatedLongProperty("rocksdb.estimate-table-readers-mem"));
  }

  private void addFiles() {
    current("level0_files", "The number of table files in level 0.", () -> files(0, 1));
    current("table_files", "The number of table files in all levels.", () -> files(0, LEVELS));
    current(
        "table_file_bytes",
        "The bytes of the table files.",
        () -> db.getAggregatedLongProperty("rocksdb.live-sst-files-size"));
    current(
        "wal_bytes",
        "The bytes of the write-ahead log.",
        () -> db.getSortedWalFiles().stream().mapToLong(LogFile::sizeFileBytes).sum());
  }

  private void addWork() {
    current(
        "pending_compaction_bytes",
        "About how many bytes compactions must rewrite until all levels have their size.",
        () -> db.getAggregatedLongProperty("rocksdb.estimate-pending-compaction-bytes"));
    current(
        "running_compactions",
        "The number of compactions that run.",
        () -> db.getLongProperty("rocksdb.num-running-compactions"));
    current(
        "running_flushes",
        "The number of memtables that are being written to table files.",
        () -> db.getLongProperty("rocksdb.num-running-flushes"));
    current(
        "snapshots",
        "The number of open snapshots.",
        () -> db.getLongProperty("rocksdb.num-snapshots"));
    current(
        "write_stopped",
        "1 while RocksDB stops all writes until flushes or compactions have caught up, otherwise 0.",
        () -> db.getLongProperty("rocksdb.is-write-stopped"));
    total(
        "write_delays_total",
        "How often RocksDB began to slow writes down.",
        () -> stalls("total-delays"));
    total(
        "write_stops_total",
        "How often RocksDB began to stop writes.",
        () -> stalls("total-stops"));
    total(
        "background_errors_total",
        "The number of errors of flushes and compactions.",
        () -> db.getAggregatedLongProperty("rocksdb.background-errors"));
  }

  private void addCounts(Statistics statistics) {
    ticker(
        statistics,
        "block_cache_hits_total",
        "The number of blocks that were found in the block cache.",
        TickerType.BLOCK_CACHE_HIT);
    ticker(
        statistics,
        "block_cache_misses_total",
        "The number of blocks that were not found in the block cache.",
        TickerType.BLOCK_CACHE_MISS);
    ticker(
        statistics,
        "bloom_filter_useful_total",
        "How often a Bloom filter has avoided the read of a table file.",
        TickerType.BLOOM_FILTER_USEFUL);
    ticker(
        statistics,
        "compaction_read_bytes_total",
        "The bytes that compactions have read.",
        TickerType.COMPACT_READ_BYTES);
    ticker(
        statistics,
        "compaction_written_bytes_total",
        "The bytes that compactions have written.",
        TickerType.COMPACT_WRITE_BYTES);
    total(
        "write_stall_seconds_total",
        "For how many seconds writes have waited because RocksDB slowed them down or stopped them.",
        () -> statistics.getTickerCount(TickerType.STALL_MICROS) / MICROSECONDS);
  }

  private void ticker(Statistics statistics, String name, String help, TickerType type) {
    total(name, help, () -> statistics.getTickerCount(type));
  }

  private void current(String name, String help, Reading reading) {
    add(name, Kind.CURRENT, help, reading);
  }

  private void total(String name, String help, Reading reading) {
    add(name, Kind.TOTAL, help, reading);
  }

  private void add(String name, Kind kind, String help, Reading reading) {
    figures.add(new EngineFigure("rocksdb_" + name, kind, help, () -> read(name, reading)));
  }

  private double read(String name, Reading reading) {
    gate.enter();
    try {
      return reading.read();
    } catch (RocksDBException e) {
      throw RocksCatalog.failed("read the figure " + name, e);
    } finally {
      gate.leave();
    }
  }

  private List<ColumnFamilyHandle> families() {
    List<ColumnFamilyHandle> families = new ArrayList<>();
    families.add(db.getDefaultColumnFamily());
    tables.get().forEach(table -> families.addAll(table.handles()));
    return families;
  }

  /** The number of table files in the levels from {@code start} to {@code stop} - 1. */
  private long files(int start, int stop) throws RocksDBException {
    long files = 0;
    for (ColumnFamilyHandle family : families()) {
      for (int level = start; level < stop; level++) {
        files += number(db.getProperty(family, "rocksdb.num-files-at-level" + level));
      }
    }
    return files;
  }

  private long stalls(String name) throws RocksDBException {
    long stalls = 0;
    for (ColumnFamilyHandle family : families()) {
      Map<String, String> counts = db.getMapProperty(family, STALLS);
      stalls += number(counts.getOrDefault(name, "0"));
    }
    return stalls;
  }

  private static long number(String text) throws RocksDBException {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new RocksDBException("found \"" + text + "\", expected a number");
    }
  }
}
