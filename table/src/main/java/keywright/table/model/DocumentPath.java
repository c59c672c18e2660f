package keywright.table.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A path to a value in the documents of a column, such as {@code customer.id} or {@code
 * items[0].no}.
 *
 * <p>A path consists of field names, separated by dots. {@code [index]} selects an element of an
 * array; indexes begin with 0. A name that contains a dot, a bracket or a quote is written in
 * double quotes, as in {@code "a.b".c}. In such a name {@code \"} means a quote and {@code \\}
 * means a backslash. Names are case-sensitive.
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class DocumentPath {
  private static final String QUOTING = ".[]\"";

  private final String column;
  private final String path;

  /** Names of fields and indexes of elements. */
  private final List<Object> steps;

  /**
   * Parses a path.
   *
   * @param column the name of the column with the documents
   * @param path the text of the path
   * @throws TableException if {@code path} is not a valid path; the message gives the position of
   *     the error, and the characters that were expected at this position
   */
  public DocumentPath(String column, String path) {
    this.column = column;
    this.path = path;
    this.steps = steps(path);
  }

  /**
   * The path with these steps.
   *
   * @param column the name of the column with the documents
   * @param steps a {@link String} for the name of a field, an {@link Integer} of 0 or more for the
   *     index of an element; at least one
   */
  public static DocumentPath of(String column, List<?> steps) {
    StringBuilder path = new StringBuilder();
    for (Object step : steps) {
      if (step instanceof Integer index) {
        path.append('[').append(index).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(quoted((String) step));
      }
    }
    return new DocumentPath(column, path.toString());
  }

  private static String quoted(String name) {
    boolean isPlain = !name.isEmpty() && name.chars().noneMatch(c -> QUOTING.indexOf(c) >= 0);
    return isPlain ? name : '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** Whether both paths lead to the same value, whatever quotes they are written with. */
  public boolean isSame(DocumentPath other) {
    return column.equals(other.column) && steps.equals(other.steps);
  }

  /** The name of the column with the documents. */
  public String column() {
    return column;
  }

  /** The text of the path, as it was passed to the constructor. */
  public String path() {
    return path;
  }

  /**
   * Finds the value at this path in a document.
   *
   * @param document the document: objects are {@link Map}s by field name, arrays are {@link List}s,
   *     and any other object is a single value
   * @return the value; null if the document has no value at the path, or the value null
   */
  public @Nullable Object in(@Nullable Object document) {
    Object value = document;
    for (Object step : steps) {
      if (step instanceof String name && value instanceof Map<?, ?> map) {
        value = map.get(name);
      } else if (step instanceof Integer index
          && value instanceof List<?> list
          && index < list.size()) {
        value = list.get(index);
      } else {
        return null;
      }
    }
    return value;
  }

  /**
   * The first field name of the path, which is a field of the whole document; null if the path
   * begins with an index.
   */
  public @Nullable String firstField() {
    return steps.get(0) instanceof String name ? name : null;
  }

  /** Whether this path leads to {@code field}, an outermost field, or into its value. */
  boolean isIn(DocumentPath field) {
    return column.equals(field.column) && steps.get(0).equals(field.steps.get(0));
  }

  /** Whether the path is the name of one outermost field. */
  public boolean isOneField() {
    return steps.size() == 1 && firstField() != null;
  }

  /** The same path for the documents of another column. */
  public DocumentPath inColumn(String newColumn) {
    return new DocumentPath(newColumn, path);
  }

  private static List<Object> steps(String path) {
    List<Object> steps = new ArrayList<>();
    int at = 0;
    do {
      boolean isIndex = at < path.length() && path.charAt(at) == '[';
      if (isIndex) {
        at = index(path, at, steps);
      } else {
        at += at > 0 ? 1 : 0;
        at = name(path, at, steps);
      }
      if (at < path.length() && path.charAt(at) != '.' && path.charAt(at) != '[') {
        throw refused(path, at, "'.', '[' or the end of the path");
      }
    } while (at < path.length());
    return steps;
  }

  private static int index(String path, int start, List<Object> steps) {
    int end = start + 1;
    while (end < path.length() && path.charAt(end) >= '0' && path.charAt(end) <= '9') {
      end++;
    }
    if (end == start + 1 || end - start > 10 || end == path.length() || path.charAt(end) != ']') {
      throw refused(path, start + 1, "the index of one element, such as [0]");
    }
    steps.add(Integer.parseInt(path, start + 1, end, 10));
    return end + 1;
  }

  private static int name(String path, int start, List<Object> steps) {
    StringBuilder name = new StringBuilder();
    int at = start;
    if (at < path.length() && path.charAt(at) == '"') {
      at++;
      while (at < path.length() && path.charAt(at) != '"') {
        at += path.charAt(at) == '\\' && at + 1 < path.length() ? 1 : 0;
        name.append(path.charAt(at++));
      }
      if (at == path.length()) {
        throw refused(path, at, "'\"' at the end of the name");
      }
      at++;
    } else {
      while (at < path.length() && QUOTING.indexOf(path.charAt(at)) < 0) {
        name.append(path.charAt(at++));
      }
    }
    if (name.isEmpty()) {
      throw refused(path, start, "the name of a field");
    }
    steps.add(name.toString());
    return at;
  }

  private static TableException refused(String path, int at, String expected) {
    String found = at < path.length() ? "'" + path.charAt(at) + "'" : "the end of the path";
    return new TableException(
        "cannot read the path '%s': found %s at character %d, expected %s; write names of fields with dots between them, such as customer.id"
            .formatted(path, found, at + 1, expected));
  }

  /** Whether {@code other} is a path with the same text for the same column. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DocumentPath that
        && column.equals(that.column)
        && path.equals(that.path);
  }

  @Override
  public int hashCode() {
    return 31 * column.hashCode() + path.hashCode();
  }

  /** The column and the path as text, such as {@code doc 'customer.id'}. */
  @Override
  public String toString() {
    return Names.quote(column) + " '" + path.replace("'", "''") + "'";
  }
}
