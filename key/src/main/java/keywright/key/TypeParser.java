package keywright.key;

final class TypeParser {
  static Type parse(Tokens tokens) {
    throw new UnsupportedOperationException();
  }
}
