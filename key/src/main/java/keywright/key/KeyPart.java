package keywright.key;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One part of a declared key. Immutable.
 *
 * @param expression the expression that computes the value of the part
 * @param descending whether the values of the part are sorted in descending order
 * @param nulls whether nulls sort before or after all values of the part
 * @param alias the name after {@code AS}, for {@code random(n)} or for another computed part; null
 *     for a part that is a column
 */
public record KeyPart(
    KeyExpression expression, boolean descending, Nulls nulls, @Nullable String alias) {

  static final String COLUMN_NAMED =
      "a key part that is a column cannot have a second name; leave AS and the name out";

  /**
   * Matches {@code [userid][orderid]}, a notation in texts about row keys for a key of two parts.
   */
  private static final Pattern IN_BRACKETS = Pattern.compile("\\s*(\\[[^\\[\\]]+\\]\\s*)+");

  private static final Pattern HYPHENATED = Pattern.compile("\\w+(-\\w+)+");

  /** The position of nulls among the values of a part. */
  public enum Nulls {
    /** Nulls sort first in an ascending part, and last in a descending part. */
    DEFAULT,
    FIRST,
    LAST
  }

  /** Makes an ascending part. */
  public static KeyPart asc(KeyExpression expression) {
    return new KeyPart(expression, false, Nulls.DEFAULT, null);
  }

  /** Makes a descending part. */
  public static KeyPart desc(KeyExpression expression) {
    return new KeyPart(expression, true, Nulls.DEFAULT, null);
  }

  /**
   * Parses key parts, such as {@code "bucket(8), paid_at DESC, id"}.
   *
   * @throws KeyException if the text cannot be parsed; its message gives the position of the error
   *     and what was expected at this position
   */
  public static List<KeyPart> parseList(String text) {
    if (IN_BRACKETS.matcher(text).matches()) {
      String written = text.strip();
      String here =
          Stream.of(written.substring(1, written.length() - 1).split("\\]\\s*\\["))
              .map(KeyPart::unbracketed)
              .collect(Collectors.joining(", "));
      throw KeyException.at(
          0,
          "cannot read \"%s\": found parts in brackets, expected parts separated by commas; write %s"
              .formatted(text, here));
    }
    Tokens tokens = new Tokens(text);
    List<KeyPart> parts = new ArrayList<>();
    do {
      parts.add(parse(tokens));
    } while (tokens.take(','));
    tokens.expectEnd();
    return parts;
  }

  /** The parts of a key in brackets, in Keywright's notation. */
  private static String unbracketed(String text) {
    if (HYPHENATED.matcher(text).matches()) {
      return Tokens.quoteName(text);
    }
    try {
      Tokens tokens = new Tokens(text);
      KeyPart part = parse(tokens);
      tokens.expectEnd();
      return new OtherSpellings(unknown -> 0)
          .parts(part.expression).stream()
              .map(each -> part.withExpression(each).toString())
              .collect(Collectors.joining(", "));
    } catch (KeyException e) {
      return text; // Its own message says what is wrong.
    }
  }

  static KeyPart parse(Tokens tokens) {
    KeyExpression expression = KeyExpressionParser.parse(tokens);
    String alias = tokens.takeWord("AS") ? tokens.name("a name for the part") : null;
    if (alias != null && expression instanceof KeyExpression.ColumnName) {
      throw tokens.errorBefore(COLUMN_NAMED);
    }
    boolean descending = tokens.takeWord("DESC");
    if (!descending) {
      tokens.takeWord("ASC");
    }
    Nulls nulls = Nulls.DEFAULT;
    if (tokens.takeWord("NULLS")) {
      if (tokens.takeWord("FIRST")) {
        nulls = Nulls.FIRST;
      } else {
        tokens.expectWord("LAST");
        nulls = Nulls.LAST;
      }
    }
    return new KeyPart(expression, descending, nulls, alias);
  }

  /**
   * The same part with renamed columns. The column of a {@code random(n)} is renamed too.
   *
   * @param names the new name of each renamed column, by its old name; other columns keep their
   *     names
   */
  public KeyPart withColumnNames(Map<String, String> names) {
    String random = isRandom() ? randomName() : null;
    return new KeyPart(
        expression.withColumnNames(names),
        descending,
        nulls,
        random != null && names.containsKey(random) ? names.get(random) : alias);
  }

  /**
   * The same part with another expression. The part keeps its name, except if {@code other} is only
   * a column, because a column cannot have a second name.
   */
  public KeyPart withExpression(KeyExpression other) {
    boolean named = !(other instanceof KeyExpression.ColumnName);
    return new KeyPart(other, descending, nulls, named ? alias : null);
  }

  /** Whether the part is a {@code random(n)}. Its name is then the name of a column. */
  boolean isRandom() {
    return expression instanceof KeyExpression.Call call && call.isRandom();
  }

  /** The name of the column that a {@code random(n)} draws. */
  String randomName() {
    return alias == null ? "random" : alias;
  }

  /**
   * The same part, with {@code columns} as the arguments of a {@code bucket(n)} without arguments.
   * In the key of an index, {@code columns} are the columns of the primary key.
   */
  public KeyPart withBucketColumns(List<String> columns) {
    return new KeyPart(expression.withBucketColumns(columns), descending, nulls, alias);
  }

  static List<String> names(List<KeyPart> parts) {
    List<String> names = new ArrayList<>();
    for (KeyPart part : parts) {
      names.add(part.name());
    }
    return names;
  }

  /** The order of two values of the part, which are of {@code type}. */
  int compare(Type type, @Nullable Object x, @Nullable Object y) {
    if (x == null || y == null) {
      int nullsLast = nullsFirst() ? -1 : 1;
      return x == y ? 0 : x == null ? nullsLast : -nullsLast;
    }
    int order = type.compare(x, y);
    return descending ? -Integer.signum(order) : order;
  }

  boolean nullsFirst() {
    return nulls == Nulls.DEFAULT ? !descending : nulls == Nulls.FIRST;
  }

  /**
   * The name of the part in messages: its alias, or the text of its expression if it has no alias.
   */
  public String name() {
    return alias != null ? alias : expression.toString();
  }

  /** The declaration of the part as text. {@link #parseList} parses this text. */
  @Override
  public String toString() {
    return expression
        + (alias == null ? "" : " AS " + Tokens.quoteName(alias))
        + (descending ? " DESC" : "")
        + (nulls == Nulls.DEFAULT ? "" : " NULLS " + nulls);
  }
}
