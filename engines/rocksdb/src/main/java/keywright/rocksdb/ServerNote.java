package keywright.rocksdb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The file {@code KEYWRIGHT-SERVER} in the folder of a database: the address at which the process
 * that has the database open serves it. It is one line, such as {@code 127.0.0.1:9042}, or {@code
 * 127.0.0.1:9042?tls=true users} if the server has TLS and asks for a user.
 *
 * <p>The file is only read by a process that could not get the lock of RocksDB. A process that gets
 * the lock removes the file, so the file of a server that was killed is not taken for that of the
 * next process.
 */
final class ServerNote {
  static final String NAME = "KEYWRIGHT-SERVER";

  private static final int LENGTH_MAX = 300;
  private static final Pattern ADDRESS =
      Pattern.compile("([0-9A-Za-z.:_\\[\\]%-]+:\\d{1,5}(?:\\?tls=true)?)( users)?");

  private ServerNote() {}

  /** Writes the file. The caller has the lock. */
  static void write(Path folder, String address) throws IOException {
    Path partial = folder.resolve(NAME + ".partial");
    Files.writeString(partial, address + "\n");
    Files.move(
        partial,
        folder.resolve(NAME),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.ATOMIC_MOVE);
  }

  /** Removes the file. The caller has the lock. */
  static void remove(Path folder) throws IOException {
    Files.deleteIfExists(folder.resolve(NAME));
  }

  /**
   * What to do with the server, for a message; empty if there is no file, or if it contains
   * something else.
   */
  static Optional<String> read(Path folder) {
    Path file = folder.resolve(NAME);
    try {
      if (!Files.isRegularFile(file) || Files.size(file) > LENGTH_MAX) {
        return Optional.empty();
      }
      String note = new String(Files.readAllBytes(file), StandardCharsets.US_ASCII).strip();
      Matcher found = ADDRESS.matcher(note);
      return found.matches()
          ? Optional.of(
              "found the database in use by a server at %s, expected it closed; use the server, with --db cql:%s%s or jdbc:keywright:cql://%2$s%s"
                  .formatted(
                      found.group(1).replace("?tls=true", ""),
                      found.group(1),
                      found.group(2) == null ? "" : " --user NAME",
                      found.group(2) == null ? "" : " with the properties user and password"))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // The message is then without an address.
    }
  }
}
