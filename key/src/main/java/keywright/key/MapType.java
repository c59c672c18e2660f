package keywright.key;

import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Maps from values of one type, the keys, to values of another, none of them null, in the order of
 * the keys.
 *
 * <p>Layout: {@code 02}, the body of a key and the body of its value, for each entry in ascending
 * order of the keys; then {@code 01}. Order: by the first entry that differs, in its key or else in
 * its value; a map that ends there is first. Example: map&lt;text,boolean&gt; {'a': true} is {@code
 * 026100010101}. As text: a JSON object, whose names are the texts of the keys.
 */
final class MapType extends Type {
  private final Type key;
  private final Type value;
  private final ValueOrder order;

  MapType(Type key, Type value) {
    super("map<" + key + ", " + value + ">");
    this.key = key;
    this.value = value;
    this.order = new ValueOrder(key);
  }

  @Override
  public Type keyType() {
    return key;
  }

  @Override
  public Type elementType() {
    return value;
  }

  @Override
  public Class<?> valueClass() {
    return Map.class;
  }

  @Override
  String expectation() {
    return "a map such as {} whose keys are each "
        + key.expectation()
        + " and whose values are each "
        + value.expectation();
  }

  @Override
  @Nullable Fit fit(Object literal) {
    if (literal instanceof java.util.Set<?> set && set.isEmpty()) {
      return Fit.exact(Collections.emptySortedMap()); // The literal {} of an unknown type.
    }
    if (!(literal instanceof Map<?, ?> map)) {
      return null;
    }
    SortedMap<Object, Object> entries = new TreeMap<>(order);
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Object name = entry.getKey() == null ? Variant.NULL : entry.getKey();
      Object held = entry.getValue() == null ? Variant.NULL : entry.getValue();
      put(entries, convertedKey(name), () -> value.convert(held));
    }
    return Fit.exact(Collections.unmodifiableSortedMap(entries));
  }

  private Object convertedKey(Object name) {
    try {
      return key.convert(name);
    } catch (KeyException e) {
      throw KeyException.of("key of the map: " + e.getMessage());
    }
  }

  private void put(
      SortedMap<Object, Object> entries, Object name, java.util.function.Supplier<Object> held) {
    Object before;
    try {
      before = entries.put(name, held.get());
    } catch (KeyException e) {
      throw KeyException.of("value of key " + described(name) + ": " + e.getMessage());
    }
    if (before != null) {
      throw KeyException.of("found key " + described(name) + " twice, expected each key once");
    }
  }

  private String described(Object name) {
    return Type.describe(key.format(name));
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
  void write(Object map, KeyWriter out) {
    for (Map.Entry<?, ?> entry : sorted(map).entrySet()) {
      out.put(ListType.ELEMENT);
      key.write(entry.getKey(), out);
      value.write(entry.getValue(), out);
    }
    out.put(ListType.END);
  }

  /** The entries in the order of their keys. */
  private Map<?, ?> sorted(Object map) {
    if (map instanceof SortedMap<?, ?> entries && order.equals(entries.comparator())) {
      return entries;
    }
    SortedMap<Object, Object> entries = new TreeMap<>(order);
    entries.putAll((Map<?, ?>) map);
    return entries;
  }

  @Override
  Object read(KeyReader in) {
    SortedMap<Object, Object> entries = new TreeMap<>(order);
    Object last = null;
    int offset = in.offset();
    while (ListType.readMarker(in)) {
      Object name = key.read(in);
      if (last != null && key.compare(last, name) >= 0) {
        throw in.error(
            offset, "holds a key that does not sort after the one before it", "sorted ones");
      }
      entries.put(name, value.read(in));
      last = name;
      offset = in.offset();
    }
    return Collections.unmodifiableSortedMap(entries);
  }

  @Override
  public int compare(Object a, Object b) {
    Iterator<? extends Map.Entry<?, ?>> left = sorted(a).entrySet().iterator();
    Iterator<? extends Map.Entry<?, ?>> right = sorted(b).entrySet().iterator();
    while (left.hasNext() && right.hasNext()) {
      Map.Entry<?, ?> x = left.next();
      Map.Entry<?, ?> y = right.next();
      int order = key.compare(x.getKey(), y.getKey());
      order = order == 0 ? value.compare(x.getValue(), y.getValue()) : order;
      if (order != 0) {
        return order;
      }
    }
    return Boolean.compare(left.hasNext(), right.hasNext());
  }

  @Override
  public String format(Object map) {
    return toJson(map);
  }

  @Override
  public Object parseValue(String text) {
    return fromJson(JsonReader.read(text, this));
  }

  @Override
  void appendJson(Object map, StringBuilder out) {
    char before = '{';
    for (Map.Entry<?, ?> entry : sorted(map).entrySet()) {
      JsonReader.quote(key.format(entry.getKey()), out.append(before));
      value.appendJson(entry.getValue(), out.append(':'));
      before = ',';
    }
    out.append(before == '{' ? "{}" : "}");
  }

  @Override
  Object fromJson(Variant json) {
    if (!(json.value() instanceof Map<?, ?> object)) {
      throw KeyException.of("found " + Type.describe(json) + ", expected " + expectation());
    }
    SortedMap<Object, Object> entries = new TreeMap<>(order);
    for (Map.Entry<?, ?> entry : object.entrySet()) {
      Variant held = (Variant) entry.getValue();
      put(entries, parsedKey((String) entry.getKey()), () -> value.fromJson(held));
    }
    return Collections.unmodifiableSortedMap(entries);
  }

  private Object parsedKey(String name) {
    try {
      return key.parseValue(name);
    } catch (KeyException e) {
      throw KeyException.of("key of the map: " + e.getMessage());
    }
  }
}
