package keywright.rocksdb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * The write-ahead log of a database that is being opened: checked before RocksDB reads it, and
 * compared with what RocksDB has read of it.
 */
final class RocksLog {
  private final RocksLocation location;
  private final Optional<Long> lastSequence;
  private final @Nullable Salvage salvage;

  private RocksLog(RocksLocation location, Optional<Long> lastSequence, @Nullable Salvage salvage) {
    this.location = location;
    this.lastSequence = lastSequence;
    this.salvage = salvage;
  }

  /**
   * Checks the log, or cuts it where the location says so.
   *
   * @throws keywright.store.StoreException when it cannot be relied on
   */
  static RocksLog check(RocksLocation location) {
    try {
      WriteAheadLog log = WriteAheadLog.read(location.path());
      if (log.problem() != null || log.manifestDamage().isPresent()) {
        // A program that has the database open changes the files while they are read.
        RocksFiles.requireClosed(location);
        log = WriteAheadLog.read(location.path());
      }
      if (log.manifestDamage().isPresent()) {
        throw location.error(log.manifestDamage().get() + ", expected it whole; restore a backup");
      }
      WriteAheadLog.Problem problem = log.problem();
      if (problem == null) {
        return new RocksLog(location, log.lastSequence(), null);
      }
      if (log.isLostWhole() && !RocksFiles.hasTableFiles(location.path())) {
        throw location.error(
            "found a damaged write-ahead log (%s) and no rows before the damage, expected whole records; restore a backup"
                .formatted(problem.found()));
      }
      if (!location.salvage()) {
        throw location.error(
            "found a damaged write-ahead log (%s), expected whole records; restore a backup, or open rocksdb:%s?salvage=true, which drops %s"
                .formatted(problem.found(), location.path(), log.loss()));
      }
      return new RocksLog(location, log.lastSequence(), Salvage.cut(location, log, problem));
    } catch (IOException e) {
      RocksFiles.requireClosed(location);
      throw location.error(
          "the write-ahead log cannot be read ("
              + RocksLocation.reason(e)
              + "); check the permissions of the files *.log",
          e);
    }
  }

  /**
   * To be called when RocksDB has read it. Where RocksDB numbers the next change otherwise than by
   * the log, after a crash has cut it off, all is written to files, since such a gap looks like a
   * loss.
   *
   * @param dropped column families that belonged to no table
   */
  void opened(RocksDB db, Collection<ColumnFamilyHandle> families, Set<String> dropped)
      throws RocksDBException {
    long sequence = db.getLatestSequenceNumber();
    if (lastSequence.isPresent() && sequence < lastSequence.get()) {
      throw location.error(
          "RocksDB has read its write-ahead log up to change %,d, expected to read it up to change %,d; restore a backup"
              .formatted(sequence, lastSequence.get()));
    }
    if (salvage != null || (lastSequence.isPresent() && sequence > lastSequence.get())) {
      try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
        db.flush(options, new ArrayList<>(families));
      }
    }
    if (salvage != null) {
      salvage.report(new TreeSet<>(dropped));
    }
  }

  /** Notes which files the log has, for the next opening. */
  static void note(RocksLocation location) {
    try {
      WriteAheadLog.note(location.path());
    } catch (IOException e) {
      throw location.error(
          "the file "
              + WriteAheadLog.NOTE
              + " cannot be written ("
              + RocksLocation.reason(e)
              + "); check the permissions and the free space of the folder",
          e);
    }
  }
}
