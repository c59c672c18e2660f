package keywright.store;

import java.util.Optional;
import java.util.function.Predicate;
import keywright.key.ErrorCode;

/**
 * Access to tables that other clients have created. The engine reads and writes the rows of these
 * tables, which the other clients continue to use. Safe for use by many threads.
 */
public interface AttachedTables {

  /**
   * The access to attached tables of {@code engine}.
   *
   * @param table the name of the table, for the error message
   * @throws StoreException if the engine cannot have tables of other clients
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
   * Checks that this engine can read and write a table of another client. The layout of the table
   * is {@linkplain TableLayout#isAttached attached}: families and columns have the names that the
   * other client uses, and values are encoded as that client encodes them. Attached tables are not
   * in {@link Engine#tables}, and Keywright never alters, truncates or drops them.
   *
   * <p>If the engine has {@link PlainWrites}, rows are written by plain writes. Otherwise these
   * rules hold:
   *
   * <ul>
   *   <li>A row exists while one of its columns has a value.
   *   <li>A batch that expects the row to be as it was read is written only if all columns of the
   *       layout still have the values that were read. Otherwise nothing is written.
   *   <li>A batch that expects no row is written only if the first column that it puts has no
   *       value.
   *   <li>Values have no expiry and no write time of their own.
   * </ul>
   *
   * @throws StoreException if the engine has no such table or family, or if a column has a type
   *     that the other client cannot encode
   */
  void attach(TableLayout layout);

  /**
   * Describes a table that another client has created.
   *
   * @param table the name of the table in the engine
   * @return the description; empty if the engine does not store the columns of tables, so the user
   *     must declare them
   * @throws StoreException if the table does not exist, or if it has a property that a declaration
   *     cannot express; the message gives the reason
   */
  default Optional<ForeignTable> describe(String table) {
    return Optional.empty();
  }

  /**
   * Reads the row keys of a table that another client has created, in byte order. The table need
   * not be declared. Nothing is written.
   *
   * @param table the name that the other client uses
   * @param each is called with each row key; if it returns false, the reading ends
   * @throws NoTableException if the engine has no such table
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
