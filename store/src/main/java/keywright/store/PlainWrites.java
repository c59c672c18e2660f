package keywright.store;

import java.util.List;
import java.util.Optional;
import keywright.key.ErrorCode;

/**
 * Writes without conditions, of tables whose layouts are {@linkplain TableLayout#isPlain plain}.
 * Nothing is read or compared, so nobody knows what a write has replaced. Such tables take no
 * {@link WriteBatch} and no {@link TimedWrite}. Safe for use by many threads.
 */
@FunctionalInterface
public interface PlainWrites {

  /**
   * Those of {@code engine}.
   *
   * @param table for the message
   * @throws StoreException when the engine writes each row on conditions
   */
  static PlainWrites of(Engine engine, String table) {
    return engine
        .plainWrites()
        .orElseThrow(
            () ->
                new StoreException(
                    ErrorCode.UNSUPPORTED,
                    "cannot write to table "
                        + table
                        + " without conditions: found an engine that has no such writes, expected one whose other clients write so, such as cassandra:"));
  }

  /**
   * Does the writes of each group, all or none, each group for itself and in any order. Timestamps
   * decide between writes of one row; a delete wins over a put of the same timestamp.
   *
   * @param groups of writes of one partition each, as {@link TableLayout#partitionParts} says
   * @param nowMillis what the time is, from which a time to live is counted
   * @return for each group why it was refused, empty where it is done; an {@link
   *     UnansweredException} where it may be done, now or later
   * @throws StoreException when nothing was sent, such as to an engine that is closed
   */
  List<Optional<StoreException>> write(
      List<? extends List<? extends PlainWrite>> groups, long nowMillis);
}
