package keywright.key;

import java.util.List;

/** {@code reverse(text)}: the characters from last to first. */
final class Reverse extends TypedExpression.Unary {
  Reverse(TypedExpression text) {
    super(text.type(), text);
  }

  @Override
  Object apply(Object value) {
    return type().convert(new StringBuilder((String) value).reverse().toString());
  }

  @Override
  boolean undoable() {
    return true;
  }

  @Override
  Object undo(Object value) {
    return apply(value);
  }

  @Override
  Evenness evenness() {
    return argument().evenness().reversed();
  }

  @Override
  String alphabet() {
    return argument().alphabet();
  }

  @Override
  int textWidth() {
    return argument().textWidth();
  }

  @Override
  int longestBody() {
    return argument().longestBody();
  }

  @Override
  int longestText() {
    return argument().longestText();
  }

  @Override
  List<Object> samples() {
    return samplesOfArgument();
  }
}
