package keywright.key;

import java.util.Comparator;

/** The order of the values of a type. Equal for equal types. */
record ValueOrder(Type type) implements Comparator<Object> {
  @Override
  public int compare(Object a, Object b) {
    return type.compare(a, b);
  }
}
