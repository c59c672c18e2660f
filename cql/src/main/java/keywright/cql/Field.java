package keywright.cql;

import java.util.List;
import keywright.cql.grammar.CqlParser;
import keywright.table.model.DocumentPath;
import org.jspecify.annotations.Nullable;

/**
 * What a statement reads of a row by a name: a column, the value of a key of a map column, or a
 * path of the documents of a document table.
 *
 * @param column the name of the column; of a path, that of the documents
 * @param key the key of the map; null for none
 * @param path null for a column
 * @param label the path as it was written, if it is that of a derived column; null otherwise
 */
record Field(
    String column,
    CqlParser.@Nullable EntryKeyContext key,
    @Nullable DocumentPath path,
    @Nullable String label) {

  static Field ofColumn(String column) {
    return new Field(column, null, null, null);
  }

  /** A column, perhaps with the key of a map; refuses a path. */
  static Field withoutPath(
      Source source, CqlParser.FieldContext context, String column, String remedy) {
    List<CqlParser.FieldStepContext> steps = context.fieldStep();
    CqlParser.FieldStepContext wrong =
        steps.isEmpty() ? null : steps.get(steps.get(0).entryKey() == null ? 0 : steps.size() - 1);
    if (wrong != null && (steps.size() > 1 || wrong.entryKey() == null)) {
      throw source.unreadable(
          wrong.getStart(),
          "found '%s' after column %s, expected the column alone; %s"
              .formatted(wrong.getStart().getText(), column, remedy));
    }
    return new Field(column, wrong == null ? null : wrong.entryKey(), null, null);
  }
}
