package keywright.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The directory of a database, watched from outside: by it one knows how far another process is.
 * Used by one thread.
 */
final class DatabaseFiles {
  private final Path directory;
  private final Set<Path> before;
  private final Map<Path, Long> logBytes = new HashMap<>();
  private Set<Path> lastSeen;
  private int changes;

  /** Watches {@code directory} from now on. */
  DatabaseFiles(Path directory) {
    this.directory = directory;
    this.before = list();
    this.lastSeen = before;
  }

  private Set<Path> list() {
    if (!Files.exists(directory)) {
      return Set.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How often files were seen to come or go. */
  int changes() {
    Set<Path> seen = list();
    if (!seen.equals(lastSeen)) {
      lastSeen = seen;
      changes++;
    }
    return changes;
  }

  /** Bytes written to new log files, those dropped meanwhile included. */
  long bytesLogged() {
    Set<Path> added = new HashSet<>(list());
    added.removeAll(before);
    for (Path file : added) {
      if (file.toString().endsWith(".log")) {
        logBytes.merge(file, size(file), Math::max);
      }
    }
    return logBytes.values().stream().mapToLong(Long::longValue).sum();
  }

  /** How many files of sorted rows the engine has written. */
  long tableFiles() {
    return list().stream().filter(file -> file.toString().endsWith(".sst")).count();
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (NoSuchFileException e) {
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Copies a database that nobody has open. */
  static void copy(Path from, Path to) throws IOException {
    Files.createDirectory(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  static void delete(Path directory) throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(directory)) {
      files = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
  }
}
