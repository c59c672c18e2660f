package keywright.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import keywright.store.StoreException;
import org.rocksdb.Checkpoint;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * A copy of a database in a folder of its own. RocksDB writes what is in memory to files, links the
 * files of rows (or copies them, to another file system), copies the log, all in {@code
 * FOLDER.tmp}, and renames that when it is complete. What a crash leaves there, the next checkpoint
 * removes.
 */
record RocksCheckpoint(Path folder) {

  /**
   * Makes it; column families neither come nor go meanwhile.
   *
   * @throws StoreException when there is something in the folder, or it cannot be written
   */
  void make(RocksDB db) {
    Path target = folder.toAbsolutePath().normalize();
    Path parent = target.getParent();
    if (parent == null) {
      throw error("found the root folder, expected a folder below it");
    }
    try {
      requireOutside(target, Path.of(db.getName()));
      requireNothing(target);
      requireOnlyOurs(Path.of(target + ".tmp"));
      Files.createDirectories(parent);
      Files.deleteIfExists(target);
    } catch (IOException e) {
      throw error(
          "the folder cannot be made (" + RocksLocation.reason(e) + "); name another folder", e);
    }
    try (Checkpoint checkpoint = Checkpoint.create(db)) {
      checkpoint.createCheckpoint(target.toString());
    } catch (RocksDBException e) {
      String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      throw error("the folder cannot be written (" + reason + "); name another folder", e);
    }
  }

  /** A removal of the database would also remove a copy within its folder. */
  private void requireOutside(Path target, Path database) throws IOException {
    Path existing = target;
    while (existing.getParent() != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (existing.toRealPath().startsWith(database.toRealPath())) {
      throw error(
          "found a folder within the folder "
              + database
              + ", which is copied, expected a folder outside of it; name another folder");
    }
  }

  private void requireNothing(Path target) throws IOException {
    if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)
        && !Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
      throw error("found a file, expected no folder or an empty folder; name another folder");
    }
    Optional<String> found = RocksLocation.firstFile(target, name -> true);
    if (found.isPresent()) {
      throw error(
          "found "
              + found.get()
              + " in this folder, expected no folder or an empty folder; name another folder");
    }
  }

  /** RocksDB empties the folder it works in; it shall not empty another's. */
  private void requireOnlyOurs(Path working) throws IOException {
    Optional<String> found =
        RocksLocation.firstFile(working, name -> !RocksLocation.isOfDatabase(name));
    if (found.isPresent()) {
      throw error(
          "found "
              + found.get()
              + " in "
              + working.getFileName()
              + ", expected an empty folder to make the copy in; move "
              + found.get()
              + " away, or name another folder");
    }
  }

  private StoreException error(String rest) {
    return new StoreException("cannot copy the database to " + folder + ": " + rest);
  }

  private StoreException error(String rest, Throwable cause) {
    return new StoreException("cannot copy the database to " + folder + ": " + rest, cause);
  }
}
