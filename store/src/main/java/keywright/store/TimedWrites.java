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
   * Executes these writes separately and in any order. When the call returns, all of them have
   * taken effect.
   *
   * @throws UnansweredException if a write was not answered; each write may take effect now, later
   *     or never
   * @throws StoreException as {@link Engine#write(WriteBatch)}; some writes may have taken effect
   */
  void write(List<? extends TimedWrite> writes);
}
