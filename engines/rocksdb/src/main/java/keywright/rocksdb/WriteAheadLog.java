package keywright.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The write-ahead log as it is found before RocksDB opens it: the {@code .log} files that RocksDB
 * would read, and the place from which on they cannot be relied on.
 *
 * <p>RocksDB reads up to a damaged record, or past it, and says nothing, and it does not miss files
 * that are gone. A record knows the sequence of its first change and how many changes it has, so
 * the next record, in whichever file, tells whether one is missing between them. Which files there
 * were, and how long, is noted when a database is opened and closed, in a file of our own; which of
 * them are needed, the manifest says.
 */
final class WriteAheadLog {
  /** The names and lengths of the files at the last opening or closing. */
  static final String NOTE = "KEYWRIGHT-LOGS";

  private static final String LOG_NAME = "\\d{1,18}\\.log";

  /**
   * Where the log cannot be relied on.
   *
   * @param file the index of the file; the count of files when all are whole and later ones missing
   * @param offset where the first record that is lost begins, in bytes
   * @param found what is wrong, in words
   */
  record Problem(int file, long offset, String found) {}

  private final List<Path> files;

  /** Of the last opening or closing: lengths by name. */
  private final Map<String, Long> noted;

  /** The sequence of the next change that is expected; -1 before the first. */
  private long nextSequence = -1;

  private @Nullable Problem problem;
  private Optional<String> manifestDamage = Optional.empty();

  /** In bytes, from the problem on. */
  private long lostBytes;

  /** Sequences of changes after the problem, [first, stop); -1 before the first. */
  private long lostFirst = -1;

  private long lostStop = -1;

  private WriteAheadLog(List<Path> files, Map<String, Long> noted) {
    this.files = files;
    this.noted = noted;
  }

  /** Reads that of a database. */
  static WriteAheadLog read(Path directory) throws IOException {
    Map<String, Long> noted = noted(directory);
    Optional<Manifest> manifest = Manifest.read(directory, noted);
    long oldest = manifest.map(Manifest::oldestLog).orElse(0L);
    WriteAheadLog log =
        new WriteAheadLog(
            files(directory).stream().filter(file -> number(file) >= oldest).toList(), noted);
    if (manifest.isPresent() && manifest.get().damage().isEmpty()) {
      log.findMissing(manifest.get());
    }
    log.manifestDamage = manifest.flatMap(Manifest::damage);
    for (int index = 0; index < log.files.size(); index++) {
      log.readFile(index);
    }
    return log;
  }

  /** The files that RocksDB would read, oldest first. */
  List<Path> files() {
    return files;
  }

  /** What is wrong with the manifest, which says what the log is needed for. */
  Optional<String> manifestDamage() {
    return manifestDamage;
  }

  /** Null when nothing is wrong but what a crash leaves: a last record that is cut off. */
  @Nullable Problem problem() {
    return problem;
  }

  /** Whether no record is before the problem. */
  boolean isLostWhole() {
    return problem != null && problem.file() == 0 && problem.offset() == 0;
  }

  /** What is lost from the problem on; a change is a value of a row in a family. */
  String loss() {
    if (lostBytes == 0) {
      return "nothing more than the changes that are missing";
    }
    long first = nextSequence < 0 ? lostFirst : nextSequence;
    return "%,d bytes with %,d or more changes"
        .formatted(lostBytes, lostStop < 0 ? 1 : lostStop - first);
  }

  /** The sequence of the last change before the problem; empty when there is none. */
  Optional<Long> lastSequence() {
    return nextSequence < 0 ? Optional.empty() : Optional.of(nextSequence - 1);
  }

  /** Notes the files that there are now, and the manifest, with their lengths. */
  static void note(Path directory) throws IOException {
    StringBuilder note = new StringBuilder();
    List<Path> noted = new ArrayList<>(files(directory));
    noted.add(directory.resolve(Files.readString(directory.resolve("CURRENT")).strip()));
    for (Path file : noted) {
      // RocksDB removes files that are not needed meanwhile; a note of them does not matter.
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        // A length that a power failure could take back must not be noted.
        channel.force(true);
        note.append("%s %d\n".formatted(file.getFileName(), channel.size()));
      } catch (NoSuchFileException e) {
        // As above.
      }
    }
    Path written = directory.resolve(NOTE + ".dbtmp");
    Files.writeString(written, note);
    Files.move(written, directory.resolve(NOTE), StandardCopyOption.ATOMIC_MOVE);
  }

  private void findMissing(Manifest manifest) {
    List<Long> present = files.stream().map(WriteAheadLog::number).toList();
    long missing =
        noted.keySet().stream()
            .filter(name -> name.matches(LOG_NAME))
            .mapToLong(name -> number(Path.of(name)))
            .filter(number -> number >= manifest.oldestLog() && !present.contains(number))
            .min()
            .orElse(-1);
    if (missing >= 0) {
      int place = (int) present.stream().filter(number -> number < missing).count();
      missing(place, "%06d.log is missing".formatted(missing));
      return;
    }
    if (manifest.newestLog() > 0
        && present.stream().noneMatch(number -> number >= manifest.newestLog())) {
      missing(files.size(), "%06d.log or one after it is missing".formatted(manifest.newestLog()));
    }
  }

  private void missing(int place, String found) {
    problem = new Problem(place, 0, found);
  }

  /** Lengths by name; empty where nothing was noted. */
  private static Map<String, Long> noted(Path directory) throws IOException {
    Map<String, Long> lengths = new HashMap<>();
    try {
      for (String line : Files.readAllLines(directory.resolve(NOTE), StandardCharsets.ISO_8859_1)) {
        if (line.matches("\\S+ \\d{1,18}")) {
          String[] words = line.split(" ", 2);
          lengths.put(words[0], Long.parseLong(words[1]));
        }
      }
    } catch (NoSuchFileException e) {
      // A database of an older release, or a backup.
    }
    return lengths;
  }

  /** The files of the log. */
  static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(file -> file.getFileName().toString().matches(LOG_NAME))
          .sorted((a, b) -> Long.compare(number(a), number(b)))
          .toList();
    }
  }

  private static long number(Path file) {
    String name = file.getFileName().toString();
    return Long.parseLong(name.substring(0, name.indexOf('.')));
  }

  private void readFile(int index) throws IOException {
    try (LogRecords records = new LogRecords(files.get(index), LogRecords.WRITE_HEADER_LENGTH)) {
      boolean more = true;
      while (more) {
        byte[] record = records.next();
        LogRecords.Damage damage = records.damage();
        if (record != null) {
          take(index, records.recordStart(), record);
        } else {
          more = damage != null && skip(index, records, damage);
        }
      }
      checkLength(index, records);
      Problem found = problem;
      if (found != null && index >= found.file()) {
        lostBytes += records.fileLength() - (index == found.file() ? found.offset() : 0);
      }
    }
  }

  private void checkLength(int index, LogRecords records) {
    long length = noted.getOrDefault(name(index), 0L);
    if (records.fileLength() < length) {
      LogRecords.Damage damage = records.damage();
      found(
          index,
          damage == null ? records.fileLength() : damage.offset(),
          "%s ends at byte %,d of %,d".formatted(name(index), records.fileLength(), length));
    }
  }

  /** Continues after damage, to see what is left; false when no record is. */
  private boolean skip(int index, LogRecords records, LogRecords.Damage damage) throws IOException {
    boolean more = records.skipDamage(Math.max(0, Math.max(nextSequence, lostStop)));
    if (more || !damage.cut()) {
      found(
          index,
          damage.offset(),
          "%s has %s at byte %,d of %,d"
              .formatted(name(index), damage.found(), damage.offset(), records.fileLength()));
    }
    return more;
  }

  private void take(int index, long offset, byte[] record) {
    if (record.length < LogRecords.WRITE_HEADER_LENGTH) {
      found(index, offset, "%s has a short record at byte %,d".formatted(name(index), offset));
      return;
    }
    ByteBuffer header = ByteBuffer.wrap(record).order(ByteOrder.LITTLE_ENDIAN);
    long sequence = header.getLong();
    int count = header.getInt();
    if (count == 0) {
      return;
    }
    if (nextSequence >= 0 && sequence > nextSequence) {
      found(
          index,
          offset,
          "%,d changes are missing before byte %,d of %s"
              .formatted(sequence - nextSequence, offset, name(index)));
    }
    Problem before = problem;
    if (before == null || index < before.file()) {
      nextSequence = sequence + count;
    } else {
      lostFirst = lostFirst < 0 ? sequence : lostFirst;
      lostStop = Math.max(lostStop, sequence + count);
    }
  }

  /** Notes a problem, unless there is one before it. */
  private void found(int index, long offset, String what) {
    Problem before = problem;
    if (before == null || index < before.file()) {
      problem = new Problem(index, offset, what);
    }
  }

  private String name(int index) {
    return String.valueOf(files.get(index).getFileName());
  }
}
