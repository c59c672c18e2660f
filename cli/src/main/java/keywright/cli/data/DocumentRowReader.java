package keywright.cli.data;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import keywright.table.model.DocumentReader.JsonDocuments;
import keywright.table.model.DocumentTable;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/** Rows of a document table from lines with one document each, in JSON. */
public final class DocumentRowReader implements TextRows {
  private final JsonLines lines;
  private final JsonDocuments documents;

  DocumentRowReader(InputStream in, String file, JsonDocuments documents, int maxValueBytes)
      throws IOException {
    this.lines = new JsonLines(in, file, "one document", "", maxValueBytes);
    this.documents = documents;
  }

  /** The documents of a table; empty if it is no document table. */
  public static Optional<JsonDocuments> documents(TableDefinition table) {
    return DocumentTable.of(table)
        .flatMap(documents -> DocumentTable.reader().map(reader -> reader.json(documents)));
  }

  @Override
  public long line() {
    return lines.line();
  }

  @Override
  public @Nullable Map<String, @Nullable Object> next() throws IOException {
    byte[] line = lines.next();
    return line == null ? null : row(text(line));
  }

  private String text(byte[] line) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
    } catch (CharacterCodingException e) {
      throw lines.bad(
          "found bytes that are not UTF-8, expected one document on each line; convert the input, for example: iconv -f ISO-8859-1 -t UTF-8");
    }
  }

  private Map<String, @Nullable Object> row(String json) {
    try {
      return new HashMap<>(documents.row(json));
    } catch (IllegalArgumentException e) {
      // The line of the file is that of the document.
      throw lines.bad(String.valueOf(e.getMessage()).replace("(line 1, column", "(column"));
    }
  }
}
