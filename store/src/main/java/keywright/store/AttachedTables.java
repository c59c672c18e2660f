package keywright.store;

import keywright.key.ErrorCode;

/**
 * Tables of other clients, which an engine can read and write in place. Safe for use by many
 * threads.
 */
@FunctionalInterface
public interface AttachedTables {

  /**
   * Those of {@code engine}.
   *
   * @param table for the message
   * @throws StoreException when the engine's tables are all its own
   */
  static AttachedTables of(Engine engine, String table) {
    return engine
        .attachedTables()
        .orElseThrow(
            () ->
                new StoreException(
                    ErrorCode.UNSUPPORTED,
                    "cannot attach table "
                        + table
                        + ": found an engine without tables of other clients, expected one that has them, such as hbase:"));
  }

  /**
   * Makes sure that a table which another client has made and continues writing can be read and
   * written in place: by layouts that are {@linkplain TableLayout#isAttached attached}, whose
   * families and columns are stored under their plain names with values in that client's form. Such
   * tables are not among {@link Engine#tables}, and are never changed, emptied or dropped.
   *
   * <p>A row exists while one of its columns has a value; there are no other marks. A batch that
   * expects the row that was found holds while all columns of the layout have the values that were
   * read; one that expects none, while the first column that it puts has none. No value expires or
   * has a time of its writer's.
   *
   * @throws StoreException when there is no such table or family, or when a column has a type that
   *     the other client has no form for
   */
  void attach(TableLayout layout);
}
