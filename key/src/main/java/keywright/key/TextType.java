package keywright.key;

import org.jspecify.annotations.Nullable;

/**
 * Unicode text of any length.
 *
 * <p>Layout: UTF-8 with {@code 00} as {@code 00 FF}, then {@code 00 01}. Order: by code point.
 * Unpaired surrogates are refused. Example: {@code 'a'} is {@code 610001}.
 */
final class TextType extends Type {
  static final TextType TEXT = new TextType();

  private TextType() {
    super("text");
  }

  @Override
  public Class<?> valueClass() {
    return String.class;
  }

  @Override
  String expectation() {
    return "text such as 'abc' (no unpaired surrogates)";
  }

  @Override
  boolean isValue(Object value) {
    return value instanceof String text && Utf8.isWellFormed(text);
  }

  @Override
  @Nullable Fit fit(Object literal) {
    return literal instanceof String text && Utf8.isWellFormed(text) ? Fit.exact(text) : null;
  }

  @Override
  Carrier carrier() {
    return Carrier.TEXT;
  }

  @Override
  public int fixedLength() {
    return -1;
  }

  @Override
  boolean textSorts() {
    return true;
  }

  @Override
  void write(Object value, KeyWriter out) {
    out.putEscaped(Utf8.encode((String) value));
    out.putTerminator();
  }

  @Override
  Object read(KeyReader in) {
    int offset = in.offset();
    String text = Utf8.decode(in.escaped());
    if (text == null) {
      throw in.error(offset, "holds malformed UTF-8", "text");
    }
    return text;
  }

  @Override
  public int compare(Object a, Object b) {
    return Utf8.compare((String) a, (String) b);
  }
}
