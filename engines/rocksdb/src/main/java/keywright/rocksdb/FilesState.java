package keywright.rocksdb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The files of a database that another process may have open.
 *
 * @param manifest the name of the current manifest
 * @param manifestLength in bytes. Each change of the column families or table files makes the
 *     manifest longer
 * @param logs the names of the files of the write-ahead log. The oldest are deleted first, when
 *     their changes are in table files
 */
record FilesState(String manifest, long manifestLength, Set<String> logs) {

  /** Lists the files in a folder. */
  static FilesState of(Path folder) throws IOException {
    Set<String> logs = new TreeSet<>();
    try (Stream<Path> files = Files.list(folder)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".log"))
          .forEach(logs::add);
    }
    String manifest =
        Files.readString(folder.resolve(RocksLocation.CURRENT), StandardCharsets.ISO_8859_1)
            .strip();
    return new FilesState(manifest, Files.size(folder.resolve(manifest)), logs);
  }

  /**
   * Whether the database that was opened between {@code before} and now has all changes that were
   * written before. RocksDB reads the manifest, and then the logs that exist. So a log that is gone
   * may have been missed, with changes whose table files the manifest did not have yet.
   */
  boolean hasLogsOf(FilesState before) {
    return logs.containsAll(before.logs);
  }
}
