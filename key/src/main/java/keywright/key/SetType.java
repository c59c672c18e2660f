package keywright.key;

import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Sets of values of one type, none of them null, in the order of this type.
 *
 * <p>Layout: as a list of the elements in ascending order, each once. Order: as that of these
 * lists. Example: set&lt;int&gt; {1} is {@code 028000000101}. As text: a JSON array.
 */
final class SetType extends Type {
  private final Type element;
  private final ValueOrder order;

  SetType(Type element) {
    super("set<" + element + ">");
    this.element = element;
    this.order = new ValueOrder(element);
  }

  @Override
  public Type elementType() {
    return element;
  }

  @Override
  public Class<?> valueClass() {
    return Set.class;
  }

  @Override
  String expectation() {
    return "a set such as {} whose elements are each " + element.expectation();
  }

  @Override
  @Nullable Fit fit(Object literal) {
    if (!(literal instanceof Set<?> set)) {
      return null;
    }
    SortedSet<Object> values = new TreeSet<>(order);
    int index = 0;
    for (Object value : set) {
      try {
        values.add(element.convert(value == null ? Variant.NULL : value));
      } catch (KeyException e) {
        throw ListType.atElement(index, e);
      }
      index++;
    }
    return Fit.exact(Collections.unmodifiableSortedSet(values));
  }

  @Override
  public int fixedLength() {
    return -1;
  }

  @Override
  boolean encodesEveryValue() {
    return false;
  }

  @Override
  void write(Object value, KeyWriter out) {
    for (Object each : sorted(value)) {
      out.put(ListType.ELEMENT);
      element.write(each, out);
    }
    out.put(ListType.END);
  }

  /** The elements in their order, each once. */
  private Collection<?> sorted(Object value) {
    if (value instanceof SortedSet<?> set && order.equals(set.comparator())) {
      return set;
    }
    SortedSet<Object> values = new TreeSet<>(order);
    values.addAll((Set<?>) value);
    return values;
  }

  @Override
  Object read(KeyReader in) {
    SortedSet<Object> values = new TreeSet<>(order);
    Object last = null;
    int offset = in.offset();
    while (ListType.readMarker(in)) {
      Object value = element.read(in);
      if (last != null && element.compare(last, value) >= 0) {
        throw in.error(
            offset, "holds an element that does not sort after the one before it", "sorted ones");
      }
      values.add(value);
      last = value;
      offset = in.offset();
    }
    return Collections.unmodifiableSortedSet(values);
  }

  @Override
  public int compare(Object a, Object b) {
    Iterator<?> left = sorted(a).iterator();
    Iterator<?> right = sorted(b).iterator();
    while (left.hasNext() && right.hasNext()) {
      int order = element.compare(left.next(), right.next());
      if (order != 0) {
        return order;
      }
    }
    return Boolean.compare(left.hasNext(), right.hasNext());
  }

  @Override
  public String format(Object value) {
    return toJson(value);
  }

  @Override
  public Object parseValue(String text) {
    return fromJson(JsonReader.read(text, this));
  }

  @Override
  void appendJson(Object value, StringBuilder out) {
    ListType.appendJson(sorted(value), element, out);
  }

  @Override
  Object fromJson(Variant json) {
    List<Object> values = ListType.elements(this, element, json);
    SortedSet<Object> set = new TreeSet<>(order);
    set.addAll(values);
    return Collections.unmodifiableSortedSet(set);
  }
}
