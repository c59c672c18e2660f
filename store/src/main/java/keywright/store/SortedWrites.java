package keywright.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Writes all rows of an empty table in the order of their row keys, on engines that store bytes and
 * can take over files of sorted rows. Such a write neither reads rows nor merges them, and it does
 * not pass through the log. Safe for use by many threads.
 */
public interface SortedWrites {

  /**
   * Writes the rows of one table. Nothing is visible before {@link #finish}. Used by one thread,
   * which closes it.
   */
  interface Writer extends AutoCloseable {

    /**
     * Adds the next row.
     *
     * @param rowKey above the row key of the row before, in unsigned byte order; not copied
     * @param families the value of each family, in the order of the layout, as {@link CellCodec}
     *     encodes it; null for none, but never for the first; not copied
     * @throws StoreException if the row key is not above the one before, or if the row cannot be
     *     written
     */
    void add(byte[] rowKey, byte[] @Nullable [] families);

    /**
     * Makes the rows part of the table. They are then on the disk. If the table has several
     * families, a crash during the call may leave the values of some of them; so no reader should
     * know of the table before the call returns.
     *
     * @throws StoreException if the rows cannot be written; also if the table has been dropped
     */
    void finish();

    /** Removes what was written, unless it was finished. */
    @Override
    void close();
  }

  /**
   * A writer of the rows of a table that has none.
   *
   * @throws StoreException when there is no table of its name
   */
  Writer writer(TableLayout layout);

  /**
   * The folder for temporary files of a load, on the same disk as the tables. The engine creates
   * it, and empties it when it is opened.
   *
   * @throws StoreException when it cannot be created
   */
  Path folder();
}
