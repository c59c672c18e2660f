package keywright.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Opens one kind of engine; found by {@link java.util.ServiceLoader}. A public class with a public
 * constructor without arguments.
 */
public interface EngineProvider {

  /** The scheme of its URLs: what is before the first colon. */
  String scheme();

  /**
   * Opens an engine.
   *
   * @param location the URL after {@code scheme:}
   * @throws StoreException when it cannot be opened, with what to do
   */
  Engine open(String location);

  /**
   * Whether {@link #open} finds a database there, where it would else make one. Changes nothing.
   *
   * @param location the URL after {@code scheme:}
   * @param table that every database has
   */
  default boolean exists(String location, String table) {
    return true;
  }

  /**
   * What is wrong with an option of a table that this kind of engine is to have, in words that
   * follow a colon; null when nothing is. No engine is needed for that: a table may be declared on
   * one and be copied to another.
   *
   * @param option its name without {@code scheme.}
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
   * Makes a database at {@code location} out of one that {@link Checkpoints} has made. The
   * checkpoint keeps what it holds and must not be open.
   *
   * @param location the URL after {@code scheme:}; of nothing, or of an empty folder
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
