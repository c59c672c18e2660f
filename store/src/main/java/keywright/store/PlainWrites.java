package keywright.store;

import java.util.List;
import java.util.Optional;
import keywright.key.ErrorCode;

/**
 * Writes without conditions, for tables whose layouts are {@linkplain TableLayout#isPlain plain}.
 * Such a write does not read the stored row, so it does not report whether the row existed. Plain
 * tables cannot be written by {@link WriteBatch} or {@link TimedWrite}. Safe for use by many
 * threads.
 */
@FunctionalInterface
public interface PlainWrites {

  /**
   * The access to plain writes of {@code engine}.
   *
   * @param table the name of the table, for the error message
   * @throws StoreException if the engine cannot have plain tables
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
                        + " without conditions: found an engine without plain writes, expected one that has them, such as cassandra:"));
  }

  /**
   * Executes groups of writes, independently and in any order. Each group is atomic. If several
   * writes change the same row, the write with the highest timestamp wins. Of writes with equal
   * timestamps, a delete wins over a put.
   *
   * @param groups the writes; all writes of a group belong to one partition, see {@link
   *     TableLayout#partitionParts}
   * @param nowMillis the current time, from which times to live are counted, in milliseconds since
   *     1970
   * @return for each group, in order: empty if the group was written, otherwise its error. If the
   *     error is an {@link UnansweredException}, the group may be written now, later or never
   * @throws StoreException if nothing was sent, for example because the engine is closed
   */
  List<Optional<StoreException>> write(
      List<? extends List<? extends PlainWrite>> groups, long nowMillis);
}
