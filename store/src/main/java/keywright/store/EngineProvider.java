package keywright.store;

import java.nio.file.Path;

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
   * @param location the URL behind {@code scheme:}
   * @throws StoreException when it cannot be opened, with what to do
   */
  Engine open(String location);

  /**
   * Whether {@link #open} finds a database there, where it would else make one. Changes nothing.
   *
   * @param location the URL behind {@code scheme:}
   */
  default boolean exists(String location) {
    return true;
  }

  /**
   * Makes a database at {@code location} out of one that {@link Engine#checkpoint} has made. The
   * checkpoint keeps what it holds and must not be open.
   *
   * @param location the URL behind {@code scheme:}; nothing is there, or an empty folder
   * @throws StoreException when something is there, {@code checkpoint} holds no database, or is
   *     open elsewhere; nothing is made then
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
