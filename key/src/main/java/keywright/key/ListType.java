package keywright.key;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists of values of one type, none of them null; lists may be nested.
 *
 * <p>Layout: {@code 02} and the body of each element, then {@code 01}. Order: by the first element
 * that differs; a list that ends there is first. Example: list&lt;int&gt; [1] is {@code
 * 028000000101}. As text: a JSON array.
 */
final class ListType extends Type {
  /** How deep lists may be nested, in declarations and in the values of a variant. */
  static final int MOST_NESTED = 64;

  static final int END = 0x01;
  static final int ELEMENT = 0x02;

  private final Type element;

  ListType(Type element) {
    super("list<" + element + ">");
    this.element = element;
  }

  @Override
  public Type elementType() {
    return element;
  }

  @Override
  public Class<?> valueClass() {
    return List.class;
  }

  @Override
  String expectation() {
    return "a list such as [] whose elements are each " + element.expectation();
  }

  @Override
  @Nullable Fit fit(Object literal) {
    if (!(literal instanceof List<?> list)) {
      return null;
    }
    List<Object> values = new ArrayList<>(list.size());
    for (Object value : list) {
      try {
        values.add(element.convert(value == null ? Variant.NULL : value));
      } catch (KeyException e) {
        throw atElement(values.size(), e);
      }
    }
    return Fit.exact(Collections.unmodifiableList(values));
  }

  static KeyException atElement(int index, KeyException e) {
    return KeyException.of("element " + (index + 1) + ": " + e.getMessage());
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
    write((List<?>) value, element, out);
  }

  static void write(List<?> list, Type element, KeyWriter out) {
    for (int i = 0; i < list.size(); i++) {
      out.put(ELEMENT);
      element.write(list.get(i), out);
    }
    out.put(END);
  }

  @Override
  Object read(KeyReader in) {
    List<Object> values = new ArrayList<>();
    while (readMarker(in)) {
      values.add(element.read(in));
    }
    return Collections.unmodifiableList(values);
  }

  /** Whether another element follows. */
  static boolean readMarker(KeyReader in) {
    int offset = in.offset();
    int marker = (int) in.bits(1);
    if (marker != ELEMENT && marker != END) {
      throw in.error(
          offset,
          "holds " + BlobType.hex(marker) + " in place of a marker",
          "02 before an element or 01 at the end of the list");
    }
    return marker == ELEMENT;
  }

  @Override
  public int compare(Object a, Object b) {
    List<?> left = (List<?>) a;
    List<?> right = (List<?>) b;
    int common = Math.min(left.size(), right.size());
    for (int i = 0; i < common; i++) {
      int order = element.compare(left.get(i), right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.size(), right.size());
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
    appendJson((List<?>) value, element, out);
  }

  static void appendJson(Collection<?> values, Type element, StringBuilder out) {
    char before = '[';
    for (Object value : values) {
      element.appendJson(value, out.append(before));
      before = ',';
    }
    out.append(before == '[' ? "[]" : "]");
  }

  @Override
  Object fromJson(Variant json) {
    return Collections.unmodifiableList(elements(this, element, json));
  }

  /** The elements of a value of {@code type} from its JSON, which is an array. */
  static List<Object> elements(Type type, Type element, Variant json) {
    if (!(json.value() instanceof List<?> list)) {
      throw KeyException.of("found " + Type.describe(json) + ", expected " + type.expectation());
    }
    List<Object> values = new ArrayList<>(list.size());
    for (Object value : list) {
      try {
        values.add(element.fromJson((Variant) value));
      } catch (KeyException e) {
        throw atElement(values.size(), e);
      }
    }
    return values;
  }
}
