package keywright.key;

import org.jspecify.annotations.Nullable;

final class ColumnValues {
  static ColumnValues of(Condition c, Type type) {
    throw new UnsupportedOperationException();
  }

  boolean contains(Type type, @Nullable Object value) {
    throw new UnsupportedOperationException();
  }
}
