package keywright.store;

import java.util.List;
import keywright.key.ErrorCode;

/**
 * Writes with timestamps of the writer, on engines with single-row atomicity. Index entries are
 * written with them. Safe for use by many threads.
 */
@FunctionalInterface
public interface TimedWrites {

  /**
   * The timed writes of {@code engine}.
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
   * Executes these writes separately, in any order. When it returns, all of them are done for good.
   *
   * @throws UnansweredException when one was not answered; each may be done now, later or never
   * @throws StoreException as {@link Engine#write(WriteBatch)}; some may be done then
   */
  void write(List<? extends TimedWrite> writes);
}
