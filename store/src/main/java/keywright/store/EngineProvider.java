package keywright.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Opens one kind of engine. {@link java.util.ServiceLoader} finds the implementations; each is a
 * public class with a public constructor without arguments.
 */
public interface EngineProvider {

  /** The scheme of the engine's URLs: the text before the first colon. */
  String scheme();

  /**
   * Opens an engine.
   *
   * @param location the part of the URL after {@code scheme:}
   * @throws StoreException if the engine cannot be opened; the message says what to do
   */
  Engine open(String location);

  /**
   * Whether a database exists at {@code location}. If none exists, {@link #open} would create a
   * database. This method changes nothing.
   *
   * @param location the part of the URL after {@code scheme:}
   * @param table the name of a table that every database has
   */
  default boolean exists(String location, String table) {
    return true;
  }

  /**
   * Checks an option of this kind of engine in a table declaration. It needs no open engine,
   * because a table with the option may be declared in a database on another engine and copied
   * later.
   *
   * @return null if the option is right; otherwise what is wrong, as the part of a message after
   *     the colon
   * @param option the name of the option without {@code scheme.}
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
   * checkpoint does not change and must not be open.
   *
   * @param location the part of the URL after {@code scheme:}; it must not exist or be an empty
   *     folder
   * @throws StoreException when the location is in use, or when {@code checkpoint} contains no
   *     database or is open elsewhere; nothing is made then
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
