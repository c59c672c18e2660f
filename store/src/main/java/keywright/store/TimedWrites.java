package keywright.store;

import java.util.List;
import keywright.key.ErrorCode;

/**
 * Executes writes with timestamps of the writer, on engines with single-row atomicity. Index
 * entries are written in this way. Safe for use by many threads.
 */
@FunctionalInterface
public interface TimedWrites {

  /**
   * The access to timed writes of {@code engine}.
   *
   * @throws StoreException if the engine has no timed writes
   */
  static TimedWrites of(Engine engine) {
    return engine
        .timedWrites()
        .orElseThrow(
            () ->
                new StoreException(
                    ErrorCode.UNSUPPORTED,
                    "cannot write with timestamps: found an engine with multi-row transactions; use a WriteBatch"));
  }

  /**
   * Executes writes separately and in any order. When the call returns, all of them have taken
   * effect.
   *
   * @throws UnansweredException if the engine did not answer a write in time; each write may take
   *     effect now, later or never
   * @throws StoreException as {@link Engine#write(WriteBatch)}; some writes may have taken effect
   */
  void write(List<? extends TimedWrite> writes);
}
