package keywright.store;

import java.util.List;
import keywright.key.ErrorCode;

/**
 * Writes at timestamps of their writer's, of engines that change one row at a time: the entries of
 * indexes are written so. Safe for use by many threads.
 */
@FunctionalInterface
public interface TimedWrites {

  /**
   * Those of {@code engine}.
   *
   * @throws StoreException when it has none
   */
  static TimedWrites of(Engine engine) {
    return engine
        .timedWrites()
        .orElseThrow(
            () ->
                new StoreException(
                    ErrorCode.UNSUPPORTED,
                    "cannot write at timestamps: found an engine that writes batches of many rows;"
                        + " write a batch"));
  }

  /**
   * Does these writes, each for itself, in any order; when it returns all are done and stay so.
   *
   * @throws UnansweredException when one was not answered; any of them may be done by now, or be
   *     done later, or never
   * @throws StoreException as {@link Engine#write(WriteBatch)}; some may be done then
   */
  void write(List<? extends TimedWrite> writes);
}
