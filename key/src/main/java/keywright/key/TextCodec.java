package keywright.key;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parts as UTF-8 text with a delimiter between them.
 *
 * <p>Without a delimiter every part but the last has a fixed width. Nulls, DESC and a value that
 * holds the delimiter are refused. A part sorts as its values do only when it is of fixed width, or
 * text in last position, and its rendering sorts.
 */
final class TextCodec implements RowKeyCodec {
  private final List<KeyPart> parts;
  private final List<TypedExpression> expressions;
  private final String delimiter;

  TextCodec(List<KeyPart> parts, List<TypedExpression> expressions, String delimiter) {
    this.parts = parts;
    this.expressions = expressions;
    this.delimiter = delimiter;
    for (int i = 0; i < parts.size(); i++) {
      check(i);
    }
  }

  private void check(int part) {
    TypedExpression expression = expressions.get(part);
    if (parts.get(part).descending()) {
      throw KeyException.of(
          "cannot use "
              + parts.get(part)
              + " in a text key: found DESC, expected an ascending part; write lpad(constant - x, width), or use key_format kw1");
    }
    if (delimiter.isEmpty() && part < parts.size() - 1 && expression.textWidth() < 0) {
      throw KeyException.of(
          "cannot use an empty delimiter after "
              + parts.get(part).name()
              + ": found texts of different lengths, expected texts of one length; use lpad(x, width) for numbers, or set a delimiter");
    }
  }

  @Override
  public byte[] encode(@Nullable Object[] values) {
    StringBuilder key = new StringBuilder();
    for (int i = 0; i < values.length; i++) {
      append(i, values[i], key);
    }
    if (key.length() == 0) {
      throw KeyException.of(
          "cannot encode a key: found only empty texts, expected at least one byte; give a part a text that is not empty");
    }
    return Utf8.encode(key.toString());
  }

  private void append(int part, @Nullable Object value, StringBuilder key) {
    if (part > 0) {
      key.append(delimiter);
    }
    key.append(render(part, value));
  }

  private String render(int part, @Nullable Object value) {
    if (value == null) {
      throw misfit(part, "null", "a value; a key that holds nulls needs key_format kw1");
    }
    String text = expressions.get(part).type().keyText(value);
    int width = expressions.get(part).textWidth();
    if (width >= 0 && text.length() != width) {
      throw misfit(part, "'" + text + "'", width + " characters");
    }
    if (holdsDelimiter(text)) {
      throw misfit(
          part,
          "'" + text + "'",
          "a text without the delimiter '"
              + delimiter
              + "'; choose another delimiter or key_format kw1");
    }
    return text;
  }

  private KeyException misfit(int part, String found, String expected) {
    return KeyException.of(
        "cannot encode " + parts.get(part).name() + ": found " + found + ", expected " + expected);
  }

  /**
   * Also when only its start is in the text: '_' after 'a' makes 'a__b' read as 'a' and '_b' by
   * '__'.
   */
  private boolean holdsDelimiter(String text) {
    if (delimiter.isEmpty() || parts.size() == 1) {
      return false;
    }
    return delimiter.length() == 1
        ? text.contains(delimiter)
        : (text + delimiter).indexOf(delimiter) != text.length();
  }

  /** Whether no value of a part can be encoded, because each holds the delimiter. */
  boolean isHeldByAll(int part) {
    TypedExpression expression = expressions.get(part);
    List<Object> samples = expression.samples();
    return !samples.isEmpty()
        && samples.stream().allMatch(value -> holdsDelimiter(expression.type().keyText(value)));
  }

  @Override
  public @Nullable Object[] decode(byte[] rowKey) {
    String key = Utf8.decode(rowKey);
    if (key == null) {
      throw malformed(rowKey);
    }
    if (key.isEmpty()) {
      throw error(0, key, 0, "has no text, expected at least one byte");
    }
    @Nullable Object[] values = new @Nullable Object[parts.size()];
    int from = 0;
    for (int i = 0; i < values.length; i++) {
      boolean last = i == values.length - 1;
      int to = last ? key.length() : end(i, key, from);
      values[i] = parse(i, key, from, to);
      from = last ? to : to + delimiter.length();
    }
    return values;
  }

  private KeyException malformed(byte[] rowKey) {
    int offset = Utf8.firstMalformed(rowKey);
    String readable = new String(rowKey, 0, offset, StandardCharsets.UTF_8);
    int part = 0;
    for (int from = 0; part < parts.size() - 1; part++) {
      int end =
          delimiter.isEmpty()
              ? from + expressions.get(part).textWidth()
              : readable.indexOf(delimiter, from);
      if (end < 0 || end > readable.length()) {
        break;
      }
      from = end + delimiter.length();
    }
    return KeyException.bytes(
        part,
        offset,
        "cannot read key "
            + Type.describe(rowKey)
            + ": part "
            + (part + 1)
            + " \""
            + parts.get(part).name()
            + "\" is not UTF-8 from byte "
            + offset
            + " of the row key on, expected text"
            + KeyException.WRITTEN_OTHERWISE);
  }

  private int end(int part, String key, int from) {
    if (delimiter.isEmpty()) {
      int end = from + expressions.get(part).textWidth();
      if (end > key.length()) {
        throw error(
            part,
            key,
            from,
            "needs " + (end - from) + " characters, found " + (key.length() - from));
      }
      return end;
    }
    int end = key.indexOf(delimiter, from);
    if (end < 0) {
      throw error(part, key, from, "has no delimiter '" + delimiter + "' after it");
    }
    return end;
  }

  private Object parse(int part, String key, int from, int to) {
    String text = key.substring(from, to);
    Object value;
    try {
      value = expressions.get(part).type().parseKeyText(text);
      if (render(part, value).equals(text)) {
        return value;
      }
    } catch (KeyException e) {
      throw error(part, key, from, "cannot be read: " + e.getMessage());
    }
    throw error(
        part,
        key,
        from,
        "is '" + text + "', expected the canonical form '" + render(part, value) + "'");
  }

  private KeyException error(int part, String key, int from, String problem) {
    int offset = key.substring(0, from).getBytes(StandardCharsets.UTF_8).length;
    return KeyException.bytes(
        part,
        offset,
        "cannot read key '"
            + key
            + "': part "
            + (part + 1)
            + " \""
            + parts.get(part).name()
            + "\" at byte "
            + offset
            + " of the row key "
            + problem
            + KeyException.WRITTEN_OTHERWISE);
  }

  /** {@code 'a_'} also leads to the key {@code a__b} when the delimiter is {@code '__'}. */
  @Override
  public boolean isExactPrefix(int part, String text) {
    for (int i = 1; i < delimiter.length() && part < parts.size() - 1; i++) {
      if (text.endsWith(delimiter.substring(0, i))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int offset(@Nullable Object[] values, int part) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < part; i++) {
      append(i, values[i], text);
    }
    return Utf8.encode(text + (part > 0 ? delimiter : "")).length;
  }

  @Override
  public String show(byte[] rowKey) {
    return "'" + new String(rowKey, StandardCharsets.UTF_8) + "'";
  }

  @Override
  public List<Run> runs(int part) {
    TypedExpression expression = expressions.get(part);
    boolean sorts =
        expression.type().textSorts() && (expression.textWidth() > 0 || part == parts.size() - 1);
    return sorts ? Run.WHOLE : Run.NONE;
  }

  @Override
  public ByteRange bytes(KeyRange range) {
    int next = range.prefix().size();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < next; i++) {
      append(i, range.prefix().get(i), text);
    }
    if (next == parts.size()) {
      return ByteRange.only(Utf8.encode(text.toString()));
    }
    if (next > 0) {
      text.append(delimiter);
    }
    byte[] prefix = Utf8.encode(text.toString());
    String startsWith = range.startsWith();
    if (startsWith != null) {
      int width = expressions.get(next).textWidth();
      return (width >= 0 && startsWith.length() > width)
              || (holdsDelimiter(startsWith) && startsWith.contains(delimiter))
          ? ByteRange.only(prefix).emptied()
          : ByteRange.startingWith(Utf8.encode(text + startsWith));
    }
    byte[] start = prefix;
    byte[] stop = ByteRange.successor(prefix);
    KeyRange.Bound lower = range.lower();
    KeyRange.Bound upper = range.upper();
    if ((lower != null && outside(next, lower.value()) > 0)
        || (upper != null && outside(next, upper.value()) < 0)) {
      return ByteRange.only(prefix).emptied();
    }
    if (lower != null && outside(next, lower.value()) == 0) {
      ByteRange at = at(next, text.toString(), lower.value());
      byte[] after = lower.inclusive() ? at.start() : at.stop();
      if (after == null) {
        return at.emptied();
      }
      start = after;
    }
    if (upper != null && outside(next, upper.value()) == 0) {
      ByteRange at = at(next, text.toString(), upper.value());
      stop = upper.inclusive() ? at.stop() : at.start();
    }
    return ByteRange.between(start, stop);
  }

  /** Whether a bound is below (-1) or above (1) all that the part's width can hold: year 12017. */
  private int outside(int part, Object value) {
    int width = expressions.get(part).textWidth();
    String text = expressions.get(part).type().keyText(value);
    return width < 0 || text.length() == width ? 0 : text.startsWith("-") ? -1 : 1;
  }

  /** The row keys that hold exactly {@code value} in {@code part} after {@code prefix}. */
  private ByteRange at(int part, String prefix, Object value) {
    byte[] bytes = Utf8.encode(prefix + expressions.get(part).type().keyText(value));
    return part == parts.size() - 1 ? ByteRange.only(bytes) : ByteRange.startingWith(bytes);
  }

  @Override
  public int longest(int part) {
    int text = expressions.get(part).longestText();
    return text < 0 ? -1 : text + (part > 0 ? Utf8.encode(delimiter).length : 0);
  }

  @Override
  public boolean isPrefixFree(int part) {
    return part < parts.size() - 1 || expressions.get(part).textWidth() >= 0;
  }
}
