package keywright.rocksdb;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;

/**
 * Cuts a write-ahead log where it cannot be relied on: what was written before stays, which is the
 * database as it once was; what was written later is dropped, and the files that had it are kept in
 * a folder beside. Before it has ended the log is refused as before, so after a crash it is run
 * again.
 */
final class Salvage {
  private static final System.Logger LOGGER = System.getLogger(Salvage.class.getName());
  private static final String FOLDER = "salvage-";

  private final RocksLocation location;
  private final Path folder;
  private final String report;

  private Salvage(RocksLocation location, Path folder, String report) {
    this.location = location;
    this.folder = folder;
    this.report = report;
  }

  /** Cuts the log of a database that is not open, at its problem. */
  static Salvage cut(RocksLocation location, WriteAheadLog log, WriteAheadLog.Problem problem)
      throws IOException {
    Path folder = newFolder(location.path());
    List<Path> files = log.files();
    // Later files first: whatever is left when this is cut short still has the problem.
    for (int index = files.size() - 1; index >= problem.file(); index--) {
      Path file = files.get(index);
      Path kept = folder.resolve(file.getFileName());
      if (index > problem.file() || problem.offset() == 0) {
        Files.move(file, kept, StandardCopyOption.ATOMIC_MOVE);
      } else {
        Files.copy(file, kept);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
          channel.truncate(problem.offset()).force(true);
        }
      }
    }
    Files.deleteIfExists(location.path().resolve(WriteAheadLog.NOTE));
    return new Salvage(
        location,
        folder,
        "the write-ahead log was damaged (%s); salvage has dropped %s; the original files are kept in %s"
            .formatted(problem.found(), log.loss(), folder));
  }

  private static Path newFolder(Path directory) throws IOException {
    int number = 1;
    while (Files.exists(directory.resolve(FOLDER + number))) {
      number++;
    }
    return Files.createDirectory(directory.resolve(FOLDER + number));
  }

  /**
   * Says what was dropped, in the system's log and in a file of the folder.
   *
   * @param families column families of tables that are not known any more, which were dropped too
   */
  void report(Set<String> families) {
    String all =
        "rocksdb:%s: %s%s; run scrub for each table, which compares its rows with its indexes"
            .formatted(
                location.path(),
                report,
                families.isEmpty()
                    ? ""
                    : "; dropped these column families too, whose tables are no longer in the catalog: "
                        + String.join(", ", families));
    LOGGER.log(System.Logger.Level.WARNING, all);
    try {
      Files.writeString(folder.resolve("dropped.txt"), all + "\n");
    } catch (IOException e) {
      throw location.error("the report of what was dropped cannot be written to " + folder, e);
    }
  }
}
