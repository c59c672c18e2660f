package keywright.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Writes all rows of an empty table in the order of their row keys, on engines that store bytes and
 * can take over files of sorted rows. Such a write does not read stored rows, and it does not use
 * the write-ahead log. Safe for use by many threads.
 */
public interface SortedWrites {

  /**
   * Writes the rows of one table. Nothing is visible before {@link #finish}. Used by one thread,
   * which must close it.
   */
  interface Writer extends AutoCloseable {

    /**
     * Adds the next row.
     *
     * @param rowKey the row key, which must be above that of the previous row in unsigned byte
     *     order; not copied
     * @param families the encoded value of each family, in the order of the layout and in the form
     *     of {@link CellCodec}; not copied. An element is null if the family has no value; the
     *     first element is never null
     * @throws StoreException if the row key is not above the previous one, or if the row cannot be
     *     written
     */
    void add(byte[] rowKey, byte[] @Nullable [] families);

    /**
     * Adds the rows to the table. When the call returns, they are stored on disk. If the table has
     * several families, a crash during the call may leave the values of only some of these
     * families. So no reader should use the table before the call returns.
     *
     * @throws StoreException if the rows cannot be written; also if the table has been dropped
     */
    void finish();

    /** Closes the writer. If {@link #finish} was not called, the written rows are discarded. */
    @Override
    void close();
  }

  /**
   * Makes a writer of the rows of an empty table.
   *
   * @throws StoreException if the engine has no such table
   */
  Writer writer(TableLayout layout);

  /**
   * The folder for temporary files of a load, on the same disk as the tables. The engine creates
   * the folder if it does not exist, and deletes the files in it when the engine is opened.
   *
   * @throws StoreException if the folder cannot be created
   */
  Path folder();
}
