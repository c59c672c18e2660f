package keywright.rocksdb;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import keywright.key.ErrorCode;
import keywright.store.StoreException;
import org.rocksdb.RocksDBException;

/**
 * Where a database is and how it is opened: {@code PATH} or {@code
 * PATH?sync=true&max_value_bytes=N&salvage=true&statistics=true}, or {@code PATH?read_only=true}.
 *
 * @param sync whether a write waits until the disk has it
 * @param salvage whether what cannot be read of the write-ahead log is dropped
 * @param readOnly whether the files are only read, also while another process has them open
 * @param maxValueLength of a cell, in bytes
 * @param statistics whether RocksDB counts what its reads and writes do
 */
record RocksLocation(
    Path path,
    boolean sync,
    boolean salvage,
    boolean readOnly,
    int maxValueLength,
    boolean statistics) {
  /** The file with the name of the manifest. */
  static final String CURRENT = "CURRENT";

  private static final int MAX_VALUE_LENGTH = 10 * 1024 * 1024;

  /** A value is read and written in one piece. */
  private static final int MAX_VALUE_LENGTH_MOST = 1_000_000_000;

  static RocksLocation parse(String location) {
    int question = location.lastIndexOf('?');
    String path = question < 0 ? location : location.substring(0, question);
    if (path.isEmpty()) {
      throw new StoreException(
          "cannot open rocksdb:" + location + ": found no path, expected one as in rocksdb:./data");
    }
    RocksLocation parsed = of(path, location);
    if (question >= 0) {
      for (String option : location.substring(question + 1).split("&", -1)) {
        parsed = parsed.with(option, location);
      }
    }
    return parsed;
  }

  private static RocksLocation of(String path, String location) {
    try {
      return of(Path.of(path));
    } catch (InvalidPathException e) {
      throw new StoreException(
          "cannot open rocksdb:"
              + location
              + ": found no valid path ("
              + e.getReason()
              + "), expected one as in rocksdb:./data",
          e);
    }
  }

  /** A path without options. */
  static RocksLocation of(Path path) {
    return new RocksLocation(path, false, false, false, MAX_VALUE_LENGTH, false);
  }

  /** The same database, whose files are only read. */
  RocksLocation asReadOnly() {
    return new RocksLocation(path, sync, salvage, true, maxValueLength, statistics);
  }

  private RocksLocation with(String option, String location) {
    boolean is = option.endsWith("=true");
    switch (option) {
      case "sync=true", "sync=false" -> {
        return new RocksLocation(path, is, salvage, readOnly, maxValueLength, statistics);
      }
      case "salvage=true", "salvage=false" -> {
        return new RocksLocation(path, sync, is, readOnly, maxValueLength, statistics);
      }
      case "read_only=true", "read_only=false" -> {
        return new RocksLocation(path, sync, salvage, is, maxValueLength, statistics);
      }
      case "statistics=true", "statistics=false" -> {
        return new RocksLocation(path, sync, salvage, readOnly, maxValueLength, is);
      }
      default -> {}
    }
    if (option.matches("max_value_bytes=\\d{1,10}")) {
      long length = Long.parseLong(option.substring(option.indexOf('=') + 1));
      if (length > 0 && length <= MAX_VALUE_LENGTH_MOST) {
        return new RocksLocation(path, sync, salvage, readOnly, (int) length, statistics);
      }
    }
    throw new StoreException(
        ErrorCode.INVALID,
        "cannot open rocksdb:%s: found option '%s', expected sync=true, salvage=true, read_only=true, statistics=true or max_value_bytes=N, N from 1 to %,d"
            .formatted(location, option, MAX_VALUE_LENGTH_MOST));
  }

  /** Whether there is anything that opening would read, or refuse with a reason of its own. */
  boolean isThere() {
    if (!Files.isDirectory(path)) {
      return Files.exists(path);
    }
    try (Stream<Path> files = Files.list(path)) {
      return files.findAny().isPresent();
    } catch (IOException e) {
      return true;
    }
  }

  /** Whether a database exists; makes the directory for one if not. */
  boolean exists() {
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw error("found a file, expected a directory; name another path");
    }
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw error(
          "the directory cannot be made (" + reason(e) + "); name a path that can be written", e);
    }
    if (!Files.isWritable(path)) {
      throw error(
          "found a directory that cannot be written; change its permissions, or open it with ?read_only=true");
    }
    if (isDatabase()) {
      return true;
    }
    requireEmpty();
    return false;
  }

  /** What a crash left before the database existed may stay. */
  private void requireEmpty() {
    try {
      Optional<String> other = firstFile(path, name -> !isOfEmptyDatabase(name));
      if (other.isPresent() && isOfDatabase(other.get())) {
        throw error(
            "found "
                + other.get()
                + " but no CURRENT, expected all files of a database; restore a backup");
      }
      if (other.isPresent()) {
        throw error(
            "found "
                + other.get()
                + ", expected a database or an empty directory; name another path");
      }
    } catch (IOException e) {
      throw error("the directory cannot be read (" + reason(e) + "); check its permissions", e);
    }
  }

  /** RocksDB makes CURRENT before the first log. */
  private static boolean isOfEmptyDatabase(String name) {
    return name.matches("LOCK|IDENTITY|(LOG|MANIFEST|OPTIONS).*|.*\\.dbtmp");
  }

  /** Whether a database has files of such names. */
  static boolean isOfDatabase(String name) {
    return isOfEmptyDatabase(name)
        || name.equals(WriteAheadLog.NOTE)
        || name.matches("CURRENT(\\.tmp)?|\\d+\\.(sst|blob|log)");
  }

  /** The first file of a directory, by name, of those meant; empty when there is none. */
  static Optional<String> firstFile(Path directory, Predicate<String> meant) throws IOException {
    if (!Files.isDirectory(directory)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(meant)
          .min(Comparator.naturalOrder());
    }
  }

  /** Refuses a path where no database is. */
  void requireBackup() {
    if (!isDatabase()) {
      throw error(
          "found no database in this folder, expected a backup; name the folder of a backup");
    }
  }

  /** Whether the folder has a database. */
  boolean isDatabase() {
    return Files.exists(path.resolve(CURRENT));
  }

  /** What the system says, in words. */
  static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof FileAlreadyExistsException) {
      return "there is a file in its place";
    }
    return e instanceof FileSystemException system && system.getReason() != null
        ? system.getReason()
        : "the file system refuses it";
  }

  static boolean isOpenElsewhere(RocksDBException e) {
    String message = String.valueOf(e.getMessage());
    return message.contains("lock") && message.contains("LOCK");
  }

  StoreException refused(RocksDBException e) {
    String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    if (isOpenElsewhere(e)) {
      Optional<String> server = ServerNote.read(path);
      if (server.isPresent()) {
        return error(
            "%s, stop it, or read with rocksdb:%s?read_only=true".formatted(server.get(), path), e);
      }
      return error(
          "found the database open in another process, or already open in this "
              + "process, expected it closed; end the process that has the database open, "
              + "name another path, or read with rocksdb:"
              + path
              + "?read_only=true",
          e);
    }
    return error(DamagedFile.describe(e).orElse(message), e);
  }

  StoreException error(String rest) {
    return new StoreException("cannot open rocksdb:" + path + ": " + rest);
  }

  StoreException error(String rest, Throwable cause) {
    return new StoreException("cannot open rocksdb:" + path + ": " + rest, cause);
  }
}
