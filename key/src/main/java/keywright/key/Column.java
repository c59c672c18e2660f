package keywright.key;

import java.util.ArrayList;
import java.util.List;

/**
 * A column of a table, which key expressions can name. Immutable.
 *
 * @param name the name of the column: in lower case, except if it was written in quotes
 * @param type the type of the values
 * @param nullable whether a value may be null
 */
public record Column(String name, Type type, boolean nullable) {

  /**
   * Parses the declarations of columns, such as {@code "tenant text, ts timestamp(us) NULL, id
   * bigint"}.
   *
   * @throws KeyException if the text cannot be parsed; its message gives the position of the error
   *     and what was expected at this position
   */
  public static List<Column> parseList(String text) {
    Tokens tokens = new Tokens(text);
    List<Column> columns = new ArrayList<>();
    do {
      int place = tokens.position();
      Column column = parse(tokens);
      if (names(columns).contains(column.name())) {
        throw tokens.errorAt(
            place, "column \"" + column.name() + "\" is declared twice; remove or rename one");
      }
      columns.add(column);
    } while (tokens.take(','));
    tokens.expectEnd();
    return columns;
  }

  static List<String> names(List<Column> columns) {
    List<String> names = new ArrayList<>();
    for (Column column : columns) {
      names.add(column.name());
    }
    return names;
  }

  static Column parse(Tokens tokens) {
    String name = tokens.name("a column name");
    Type type = TypeParser.parse(tokens);
    boolean nullable = false;
    if (tokens.takeWord("NOT")) {
      tokens.expectWord("NULL");
    } else {
      nullable = tokens.takeWord("NULL");
    }
    return new Column(name, type, nullable);
  }

  /** The declaration of the column as text. {@link #parseList} parses this text. */
  @Override
  public String toString() {
    return Tokens.quoteName(name) + " " + type + (nullable ? " NULL" : "");
  }
}
