package keywright.table.model;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import keywright.key.Condition;
import org.jspecify.annotations.Nullable;

/**
 * Reads the documents of {@code blob} columns, which have a binary form. {@code ServiceLoader}
 * finds the implementation. Documents of {@code text} columns are JSON, and are read without a
 * {@code DocumentReader}.
 *
 * <p>A reader must always return the same value for the same bytes and path, because index entries
 * are computed from these values. It must be safe for use by many threads, and must not keep
 * references to the byte arrays.
 */
public interface DocumentReader {
  /**
   * Reads the value at a path of a document.
   *
   * @param document the binary form of the document
   * @return the value: a {@code Boolean}, {@code Number}, {@code String}, {@code byte[]}, {@code
   *     LocalDate}, {@code LocalTime} or {@code Instant}, or a {@code List} of these. An object of
   *     another class means a value that no column type can store. Null if the document has no
   *     value at the path, or the value null
   * @throws IllegalArgumentException if the bytes that are read for this value are damaged
   */
  @Nullable Object value(byte[] document, DocumentPath path);

  /**
   * Reads the value at a path of a document as JSON, with the tags of {@link JsonDocuments#json}
   * for types that JSON does not have.
   *
   * @param document the binary form of the document
   * @return the JSON text; null if the document has no value at the path, or the value null
   * @throws IllegalArgumentException if the bytes that are read for this value are damaged
   */
  @Nullable String json(byte[] document, DocumentPath path);

  /**
   * Converts a document into JSON, as {@link #json(byte[], DocumentPath)} does a value in it.
   *
   * @param document the binary form of the document
   * @throws IllegalArgumentException if the document is damaged
   */
  String json(byte[] document);

  /**
   * Makes a test of documents by the value at a path, whose type is not declared. Numbers of all
   * types are compared as the decimals that JSON shows. A text is compared with texts, and also
   * with dates, times and timestamps as a column of their type is compared with it. Every other
   * literal is compared only with values of its own type. A value that is missing or null meets
   * only IS NULL.
   *
   * @param condition a condition on the value
   * @return a predicate for the binary form of a document, or null for no document. It may be used
   *     by many threads, and throws an {@code IllegalArgumentException} if the bytes that it reads
   *     are damaged
   * @throws IllegalArgumentException if no value of a document can be compared with a literal of
   *     the condition; the message has the form "found X, expected Y"
   */
  Predicate<byte @Nullable []> test(DocumentPath path, Condition condition);

  /**
   * Checks that bytes are a valid document. It is called before a document is written.
   *
   * @throws IllegalArgumentException if they are not a valid document; the message has the form
   *     "found X, expected Y"
   */
  void check(byte[] document);

  /**
   * Divides a document into parts, each of which is stored in a family of its own. A part is the
   * binary form of a document with some of the fields, so that {@link #value}, {@link #json} and
   * {@link #test} can read it. Documents of equal bytes have parts of equal bytes.
   *
   * @param document the binary form of a valid document
   * @param fields the names of the fields that are parts of their own
   * @return a part with all other fields, then a part for each of {@code fields}, which is null if
   *     the document does not have this field
   * @throws IllegalArgumentException if the document is damaged
   */
  byte[] @Nullable [] divide(byte[] document, List<String> fields);

  /**
   * Joins parts of a document. If all of its parts are given, the result is the document that was
   * divided.
   *
   * @param parts the parts as {@link #divide} returns them; null for a part whose fields the result
   *     need not have
   * @return the binary form of a document with the fields of these parts; null if there are none
   * @throws IllegalArgumentException if a part is damaged, or if the parts are not those of one
   *     document
   */
  byte @Nullable [] join(byte[] @Nullable [] parts);

  /** An object that converts the documents of a document table from JSON and to JSON. */
  JsonDocuments json(DocumentTable table);

  /**
   * Converts the documents of one document table from JSON and to JSON. Each document is one JSON
   * object. Safe for use by many threads.
   */
  interface JsonDocuments {
    /**
     * Converts a JSON document into a row.
     *
     * @param json one JSON object
     * @return the values of the row by column name: of {@code document}, and of {@code _id} if the
     *     table has this column
     * @throws IllegalArgumentException if {@code json} is not a document of this table; the message
     *     has the form "found X, expected Y"
     */
    Map<String, Object> row(String json);

    /**
     * Converts a JSON document into a value of the column {@code document}.
     *
     * @param json one JSON object without the field {@code _id}, or with the {@code _id} that is
     *     computed from the fields of this document
     * @return the binary form of the document
     * @throws IllegalArgumentException as {@link #row}
     */
    byte[] document(String json);

    /**
     * Converts the stored document of a row into JSON, with {@code _id} as its first field.
     *
     * @throws IllegalArgumentException if the stored document is damaged
     */
    String json(Row row);
  }
}
