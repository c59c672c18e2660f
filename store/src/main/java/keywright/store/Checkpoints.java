package keywright.store;

import java.nio.file.Path;
import keywright.key.ErrorCode;

/**
 * Makes copies of all tables of an engine that stores its rows in files. Safe for use by many
 * threads.
 */
@FunctionalInterface
public interface Checkpoints {

  /**
   * The object that makes copies of {@code engine}.
   *
   * @param folder the folder of the copy, for the error message
   * @throws StoreException if the engine cannot make copies
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
   * Copies all tables into a folder. The copy is a snapshot of one moment during the call. The copy
   * contains every batch that was written before the call. The folder is a database that can be
   * opened. During the call other threads may write, but must not create or drop tables and
   * families. Until the copy is complete, the folder has a temporary name.
   *
   * @param folder a path that does not exist, or an empty folder
   * @throws StoreException if the folder is not empty, or if the copy cannot be written
   */
  void make(Path folder);
}
