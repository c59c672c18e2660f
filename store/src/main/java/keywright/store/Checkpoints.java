package keywright.store;

import java.nio.file.Path;
import keywright.key.ErrorCode;

/** Copies of an engine that keeps its rows in files. Safe for use by many threads. */
@FunctionalInterface
public interface Checkpoints {

  /**
   * Those of {@code engine}.
   *
   * @param folder for the message
   * @throws StoreException when it makes none
   */
  static Checkpoints of(Engine engine, Path folder) {
    return engine
        .checkpoints()
        .orElseThrow(
            () ->
                new StoreException(
                    ErrorCode.UNSUPPORTED,
                    "cannot back up to "
                        + folder
                        + ": found an engine that makes no checkpoints, expected one that keeps its"
                        + " rows in files; export the tables instead"));
  }

  /**
   * Copies everything into {@code folder}, which opens as a database of its own: all tables, as
   * they were at one moment between the call and its return, with every batch written before the
   * call. Writes continue meanwhile; tables and families do not come or go. The folder exists when
   * the copy is complete, and not before.
   *
   * @param folder a path where nothing is, or an empty folder
   * @throws StoreException when something is there, or the copy cannot be written
   */
  void make(Path folder);
}
