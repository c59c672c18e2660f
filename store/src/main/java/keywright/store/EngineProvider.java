package keywright.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Opens engines of one kind, such as RocksDB. {@link java.util.ServiceLoader} finds the
 * implementations of this interface. Each is a public class with a public constructor without
 * arguments.
 */
public interface EngineProvider {

  /**
   * The scheme of the URLs of this kind of engine: the text before the first colon, such as {@code
   * rocksdb}.
   */
  String scheme();

  /**
   * Opens an engine.
   *
   * @param location the part of the URL after the scheme and the colon
   * @throws StoreException if the engine cannot be opened; the message says what to do
   */
  Engine open(String location);

  /**
   * Whether a database exists at {@code location}. If false, {@link #open} would create a database.
   * This method changes nothing.
   *
   * @param location the part of the URL after the scheme and the colon
   * @param table the name of a table that every database has
   */
  default boolean exists(String location, String table) {
    return true;
  }

  /**
   * Checks an option of this kind of engine in a table declaration. No engine is opened, because a
   * table with the option may be declared in a database on another engine and copied later.
   *
   * @return null if the engine accepts the option; otherwise the reason for the refusal, as the
   *     part of an error message after the colon
   * @param option the name of the option without the scheme and the dot
   * @param value the value of the option
   */
  default @Nullable String refusedTableOption(String option, String value) {
    return "found option "
        + scheme()
        + "."
        + option
        + ", expected none, because tables of "
        + scheme()
        + ": have no options";
  }

  /**
   * Creates a database at {@code location} from a checkpoint that {@link Checkpoints} has made. The
   * checkpoint does not change. It must not be open in another process.
   *
   * @param checkpoint the folder of the copy
   * @param location the part of the URL after the scheme and the colon: a folder that does not
   *     exist or is empty
   * @throws StoreException if the location is in use, or if {@code checkpoint} contains no database
   *     or is open in another process; nothing is created then
   */
  default void restore(Path checkpoint, String location) {
    throw new StoreException(
        "cannot restore "
            + checkpoint
            + ": found "
            + scheme()
            + ":, which has no backups, expected an engine that keeps its rows in files; name"
            + " another URL");
  }
}
