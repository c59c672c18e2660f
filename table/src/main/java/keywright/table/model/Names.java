package keywright.table.model;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import keywright.key.Column;
import keywright.key.ComputedPart;
import keywright.key.KeyExpression;
import keywright.key.KeySchema;

/**
 * Functions on the names of tables, columns, families and indexes: they quote names, check names,
 * and suggest names for a misspelled one.
 */
public final class Names {
  /**
   * The default keyspace, which has the tables that were created without a keyspace. {@code
   * keywright.reading} is the table {@code reading}.
   */
  public static final String DEFAULT_KEYSPACE = "keywright";

  private static final char KEYSPACE_END = '.';
  private static final int LENGTH_MAX = 120;

  private Names() {}

  /**
   * The name as it is written in a CQL statement: in double quotes if CQL needs them for this name.
   */
  public static String quote(String name) {
    return KeyExpression.column(name).toString();
  }

  /**
   * The name of a table or an index with its keyspace, as it is written in a CQL statement. Each of
   * the two names is in double quotes if CQL needs them.
   *
   * @param name a name such as {@code reading} or {@code shop.reading}
   */
  public static String quoteQualified(String name) {
    String keyspace = keyspace(name);
    return keyspace.isEmpty()
        ? quote(name)
        : quote(keyspace) + KEYSPACE_END + quote(unqualified(name));
  }

  /**
   * The keyspace in the name of a table or an index: {@code shop} of {@code shop.reading}. Empty if
   * the name has none.
   */
  public static String keyspace(String name) {
    int end = name.lastIndexOf(KEYSPACE_END);
    return end < 0 ? "" : name.substring(0, end);
  }

  /** The name of a table or an index without its keyspace: {@code reading} of both examples. */
  public static String unqualified(String name) {
    return name.substring(name.lastIndexOf(KEYSPACE_END) + 1);
  }

  /**
   * The name of a table or an index with a keyspace before it.
   *
   * @param keyspace the keyspace; empty for none
   */
  public static String in(String keyspace, String name) {
    return keyspace.isEmpty() ? name : keyspace + KEYSPACE_END + name;
  }

  /**
   * The name of a table or an index with a keyspace in any case: with the {@linkplain
   * #DEFAULT_KEYSPACE default keyspace} if it has none. So the name means the same object whatever
   * other keyspaces have.
   */
  public static String qualified(String name) {
    return name.indexOf(KEYSPACE_END) < 0 ? in(DEFAULT_KEYSPACE, name) : name;
  }

  /** The name of a table or an index as messages show it: without the default keyspace. */
  static String shown(String name) {
    return keyspace(name).equals(DEFAULT_KEYSPACE) ? unqualified(name) : name;
  }

  /**
   * Checks that a name consists of a letter and further letters, digits and underscores, so that
   * every engine can store it.
   *
   * @param what the kind of the named object for the error message, such as {@code table}
   * @throws TableException if the name has another form or is too long
   */
  public static void checkPlain(String what, String name) {
    boolean plain =
        !name.isEmpty()
            && name.length() <= LENGTH_MAX
            && !Character.isDigit(name.charAt(0))
            && name.chars().allMatch(c -> c < 128 && (Character.isLetterOrDigit(c) || c == '_'));
    if (!plain) {
      throw new TableException(
          "cannot name a %s \"%s\": expected at most %d letters, digits and _, a letter first; choose another name"
              .formatted(what, name, LENGTH_MAX));
    }
  }

  /**
   * Makes the error for a name that is not a column of a table.
   *
   * @param name the unknown name
   * @param table the name of the table
   * @param primaryKey the primary key of the table, whose columns and named parts the message can
   *     suggest
   */
  public static TableException noColumn(String name, String table, KeySchema primaryKey) {
    ComputedPart computed = primaryKey.computedParts().get(name);
    return new UnknownNameException(
        name,
        computed != null
            ? computed.isNoColumn(table)
            : "cannot find column %s in table %s%s"
                .formatted(
                    quote(name),
                    table,
                    hint(name, primaryKey.columns().stream().map(Column::name).toList())));
  }

  /**
   * The end of the error message for an unknown name.
   *
   * @param name the unknown name
   * @param names the existing names
   * @return {@code ; did you mean "x"?} with the most similar existing name; or a list of all
   *     existing names if none is similar
   */
  public static String hint(String name, Collection<String> names) {
    return hint(name, names, Names::quote);
  }

  /** The end of the error message for an unknown table or index, as of {@link #hint}. */
  public static String hintQualified(String name, Collection<String> names) {
    return hint(name, names, Names::quoteQualified);
  }

  /**
   * The end of the error message for an unknown word that is no name of CQL, as of {@link #hint}.
   */
  public static String hintOfWord(String word, Collection<String> words) {
    return hint(word, words, UnaryOperator.identity());
  }

  private static String hint(String name, Collection<String> names, UnaryOperator<String> quoting) {
    Optional<String> nearest = nearest(name, names);
    if (nearest.isPresent()) {
      return "; did you mean " + quoting.apply(nearest.get()) + "?";
    }
    String choice = names.size() == 1 ? "; the only name is " : "; choose one of ";
    return names.isEmpty()
        ? ""
        : choice + names.stream().map(quoting).collect(Collectors.joining(", "));
  }

  /** The name that is most similar to {@code name}; empty if none is similar. */
  public static Optional<String> nearest(String name, Collection<String> names) {
    String best = null;
    int bestDistance = Math.max(2, name.length() / 3) + 1;
    for (String candidate : names) {
      int distance = distance(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
      if (distance < bestDistance) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return Optional.ofNullable(best);
  }

  /** The least number of insertions, deletions and replacements that make one the other. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
