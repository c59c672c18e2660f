package keywright.store;

import java.util.Optional;
import java.util.function.Predicate;
import keywright.key.ErrorCode;

/**
 * Access to tables that other clients have created; the engine reads and writes these tables in
 * place. Safe for use by many threads.
 */
public interface AttachedTables {

  /**
   * The attached tables of {@code engine}.
   *
   * @param table the name of the table, for the error message
   * @throws StoreException when the engine has no tables of other clients
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
                        + ": found an engine that only Keywright writes to, expected one with tables of other clients, such as hbase: or cassandra:"));
  }

  /**
   * Checks that this engine can read and write a table of another client in place. Its layout is
   * {@linkplain TableLayout#isAttached attached}: families and columns have their plain names, and
   * values are encoded as that client does. Such tables are not in {@link Engine#tables}, and
   * Keywright never alters, truncates or drops them.
   *
   * <p>If the engine has {@link PlainWrites}, rows are written by plain writes. Otherwise these
   * rules hold:
   *
   * <ul>
   *   <li>A row exists while one of its columns has a value.
   *   <li>A batch that expects the row as it was read is written only if all columns of the layout
   *       still have the values that were read. Otherwise nothing is written.
   *   <li>A batch that expects no row is written only if the first column that it puts has no
   *       value.
   *   <li>Values have no expiry and no write time of their own.
   * </ul>
   *
   * @throws StoreException when there is no such table or family, or when a column has a type that
   *     the other client cannot encode
   */
  void attach(TableLayout layout);

  /**
   * The definition of a table that another client has created, as the engine stores it. Empty if
   * the engine stores no columns; the user must then declare them.
   *
   * @throws StoreException if the table does not exist, or if it has something that a declaration
   *     cannot express; it gives the reason
   */
  default Optional<ForeignTable> describe(String table) {
    return Optional.empty();
  }

  /**
   * Reads the row keys of a table that another client has made, in byte order. The table need not
   * be declared, and nothing is written.
   *
   * @param table the name that the other client uses
   * @param each is called with each row key; if it returns false, the reading ends
   * @throws NoTableException when there is no such table
   * @throws StoreException if the engine does not store rows under row keys, or if a read fails
   */
  default void readRowKeys(String table, Predicate<byte[]> each) {
    throw new StoreException(
        ErrorCode.UNSUPPORTED,
        "cannot read the row keys of "
            + table
            + ": found an engine whose tables have none, expected one that keeps rows under row keys, such as hbase:");
  }
}
