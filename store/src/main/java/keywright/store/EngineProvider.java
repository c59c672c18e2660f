package keywright.store;

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
}
