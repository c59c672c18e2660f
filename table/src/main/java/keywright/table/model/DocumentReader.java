package keywright.table.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the documents of {@code blob} columns, which have a binary form. {@code ServiceLoader}
 * finds the reader. Documents of {@code text} columns are JSON and need none.
 *
 * <p>A reader always gives the same value for the same bytes and path, because index entries are
 * made from these values. It is safe for use by many threads, and keeps nothing of the bytes.
 */
public interface DocumentReader {
  /**
   * The value at a path: a {@code Boolean}, {@code Number}, {@code String}, {@code byte[]}, {@code
   * LocalDate}, {@code LocalTime} or {@code Instant}, or a {@code List} of these. Another object is
   * a value that no column type holds.
   *
   * @return null if there is no value at the path, or if it is null
   * @throws IllegalArgumentException if the bytes that it reads are damaged
   */
  @Nullable Object value(byte[] document, DocumentPath path);

  /**
   * Checks every byte of a document before it is written.
   *
   * @throws IllegalArgumentException if it is no document: found X, expected Y
   */
  void check(byte[] document);

  /** Reads and writes the documents of a document table as JSON. */
  JsonDocuments json(DocumentTable table);

  /** The documents of one document table as JSON: one object each. Safe for use by many threads. */
  interface JsonDocuments {
    /**
     * The values of the row of a document, by column name: {@code document}, and {@code _id} if it
     * is a column.
     *
     * @throws IllegalArgumentException if it is no document of the table: found X, expected Y
     */
    Map<String, Object> row(String json);

    /**
     * The value of the column {@code document} for a document without {@code _id}, or with the one
     * that is computed from it.
     *
     * @throws IllegalArgumentException as {@link #row}
     */
    byte[] document(String json);

    /**
     * The document of a row, with {@code _id} as its first field.
     *
     * @throws IllegalArgumentException if the stored document is damaged
     */
    String json(Row row);
  }
}
