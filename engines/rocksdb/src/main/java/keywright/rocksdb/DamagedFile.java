package keywright.rocksdb;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/**
 * What RocksDB says of a damaged or missing file, in words. RocksDB blames the manifest for each
 * file that is not as the manifest says; the file that is damaged is the one it names first.
 */
final class DamagedFile {
  private static final Pattern FILE =
      Pattern.compile("(?:/[^: ]*?/)?(\\d+\\.(?:sst|blob|log)|MANIFEST-\\d+|CURRENT)");

  /** Up to the first figure in brackets, place or name of a file. */
  private static final Pattern REASON =
      Pattern.compile("(?:Corruption: )?(.+?)(?=:|\\(| in /| sstable|  The file|\\.$|$)");

  private DamagedFile() {}

  /** Which file, what is wrong and what to do; empty when it is another failure. */
  static Optional<String> describe(RocksDBException e) {
    String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    Matcher file = FILE.matcher(message);
    String name = file.find() ? file.group() : "a file of the database";
    if (message.contains("No such file or directory") && !name.startsWith("a ")) {
      return Optional.of("found no " + name + ", expected all files; restore a backup");
    }
    Status status = e.getStatus();
    if (status == null || status.getCode() != Status.Code.Corruption) {
      return Optional.empty();
    }
    Matcher reason = REASON.matcher(message);
    return Optional.of(
        "found %s damaged (%s), expected it whole; restore a backup"
            .formatted(name, reason.find() ? reason.group(1) : message));
  }
}
