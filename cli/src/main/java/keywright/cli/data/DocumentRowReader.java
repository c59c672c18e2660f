package keywright.cli.data;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import keywright.cli.console.BadLineException;
import keywright.cli.console.CliException;
import keywright.table.model.DocumentReader.JsonDocuments;
import keywright.table.model.DocumentTable;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/** Rows of a document table from lines with one document each, in JSON. */
public final class DocumentRowReader implements TextRows {
  private final ByteLines lines;
  private final String file;
  private final JsonDocuments documents;
  private boolean found;

  DocumentRowReader(InputStream in, String file, JsonDocuments documents, int maxValueBytes)
      throws IOException {
    this.lines = new ByteLines(in, 2 * TextRows.textBytes(maxValueBytes));
    this.file = file;
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
    while (true) {
      byte[] line = nextLine();
      if (line == null) {
        if (!found) {
          throw new CliException(
              "cannot load " + file + ": it is empty, expected one document on each line");
        }
        return null;
      }
      String json = text(line);
      if (!json.isBlank()) {
        found = true;
        return row(json);
      }
    }
  }

  private byte @Nullable [] nextLine() throws IOException {
    try {
      return lines.next();
    } catch (BadLineException e) {
      throw bad(e.problem() + ", expected one document on each line");
    }
  }

  private String text(byte[] line) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
    } catch (CharacterCodingException e) {
      throw bad(
          "found bytes that are not UTF-8, expected one document on each line; convert the input, for example: iconv -f ISO-8859-1 -t UTF-8");
    }
  }

  private Map<String, @Nullable Object> row(String json) {
    try {
      return new HashMap<>(documents.row(json));
    } catch (IllegalArgumentException e) {
      // The line of the file is that of the document.
      throw bad(String.valueOf(e.getMessage()).replace("(line 1, column", "(column"));
    }
  }

  private BadLineException bad(String problem) {
    return new BadLineException(line(), problem);
  }
}
