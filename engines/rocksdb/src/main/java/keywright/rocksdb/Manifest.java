package keywright.rocksdb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What RocksDB's manifest says of write-ahead logs. Each column family names the first log that may
 * hold writes of it that are in no other file.
 *
 * @param oldestLog logs of lower numbers are not needed
 * @param newestLog a log of this number or a higher one was made
 * @param damage what is wrong with the manifest, in words; the numbers then mean nothing
 */
record Manifest(long oldestLog, long newestLog, Optional<String> damage) {
  private static final int COMPARATOR = 1;
  private static final int LOG_NUMBER = 2;
  private static final int COMPACT_CURSOR = 5;
  private static final int DELETED_FILE = 6;
  private static final int MIN_LOG_NUMBER = 10;
  private static final int NEW_FILE_4 = 103;
  private static final int FAMILY = 200;
  private static final int FAMILY_ADD = 201;
  private static final int FAMILY_DROP = 202;
  private static final int MAX_FAMILY = 203;
  private static final int ATOMIC_GROUP = 300;

  /** In place of a family: the first log that is needed by any. */
  private static final long NO_FAMILY = -1;

  /** A reader that does not know a tag with this bit skips a length and as many bytes. */
  private static final int SKIPPED = 1 << 13;

  /** Reads an edit: numbers are varints, texts are a length and bytes. */
  private static final class Edit {
    private final byte[] bytes;
    private int place;

    Edit(byte[] bytes) {
      this.bytes = bytes;
    }

    boolean hasMore() {
      return place < bytes.length;
    }

    long number() {
      long value = 0;
      for (int shift = 0; shift < 64; shift += 7) {
        byte next = bytes[place++];
        value |= (long) (next & 0x7f) << shift;
        if (next >= 0) {
          return value;
        }
      }
      throw new IllegalArgumentException("a number of more than 64 bits");
    }

    void skipText() {
      int length = Math.toIntExact(number());
      place = Math.addExact(place, length);
    }

    void skipNewFile() {
      for (int number = 0; number < 3; number++) {
        number();
      }
      skipText();
      skipText();
      number();
      number();
      while (number() != 1) {
        skipText();
      }
    }
  }

  /**
   * That of a database; empty when there is none, which RocksDB then says, or of another format.
   *
   * <p>RocksDB takes a manifest that ends early for a whole one and removes the files of rows that
   * it does not name.
   *
   * @param noted the lengths that files had, by name
   */
  static Optional<Manifest> read(Path directory, Map<String, Long> noted) throws IOException {
    String name =
        Files.readString(directory.resolve("CURRENT"), StandardCharsets.ISO_8859_1).strip();
    Path path = directory.resolve(name.matches("MANIFEST-\\d+") ? name : "MANIFEST");
    if (!Files.isRegularFile(path)) {
      return Optional.empty();
    }
    Map<Long, Long> logs = new HashMap<>(Map.of(0L, 0L));
    try (LogRecords records = new LogRecords(path, Integer.MAX_VALUE)) {
      for (byte[] edit = records.next(); edit != null; edit = records.next()) {
        apply(new Edit(edit), logs);
      }
      LogRecords.Damage damage = records.damage();
      long length = noted.getOrDefault(name, 0L);
      if (damage != null && !damage.cut()) {
        return damaged(path, damage.found() + " at byte " + damage.offset());
      }
      if (records.fileLength() < length) {
        return damaged(path, "it ends at byte " + records.fileLength() + " of " + length);
      }
    } catch (IllegalArgumentException | ArithmeticException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
    // A family without unsaved writes needs no log, though it names an old one.
    long needed = Optional.ofNullable(logs.remove(NO_FAMILY)).orElse(0L);
    long oldest = logs.values().stream().mapToLong(Long::longValue).min().orElse(0);
    long newest = logs.values().stream().mapToLong(Long::longValue).max().orElse(0);
    return Optional.of(new Manifest(Math.max(oldest, needed), newest, Optional.empty()));
  }

  private static Optional<Manifest> damaged(Path path, String found) {
    return Optional.of(
        new Manifest(0, 0, Optional.of("found %s damaged (%s)".formatted(path, found))));
  }

  private static void apply(Edit edit, Map<Long, Long> logs) {
    long family = 0;
    long log = -1;
    boolean dropped = false;
    while (edit.hasMore()) {
      int tag = Math.toIntExact(edit.number());
      switch (tag) {
        case LOG_NUMBER -> log = edit.number();
        case FAMILY -> family = edit.number();
        case FAMILY_DROP -> dropped = true;
        case COMPARATOR, FAMILY_ADD -> edit.skipText();
        case MIN_LOG_NUMBER -> logs.merge(NO_FAMILY, edit.number(), Math::max);
        case 3, 4, 9, MAX_FAMILY, ATOMIC_GROUP -> edit.number();
        case DELETED_FILE -> {
          edit.number();
          edit.number();
        }
        case COMPACT_CURSOR -> {
          edit.number();
          edit.skipText();
        }
        case NEW_FILE_4 -> edit.skipNewFile();
        default -> {
          if ((tag & SKIPPED) == 0) {
            throw new IllegalArgumentException("tag " + tag);
          }
          edit.skipText();
        }
      }
    }
    if (dropped) {
      logs.remove(family);
    } else if (log >= 0 || !logs.containsKey(family)) {
      logs.put(family, Math.max(log, 0));
    }
  }
}
