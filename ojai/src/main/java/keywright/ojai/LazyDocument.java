package keywright.ojai;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ojai.Document;
import org.ojai.DocumentReader;
import org.ojai.FieldPath;
import org.ojai.FieldSegment;
import org.ojai.Value;
import org.ojai.json.impl.JsonDocument;
import org.ojai.json.impl.JsonValue;
import org.ojai.json.impl.JsonValueBuilder;
import org.ojai.types.ODate;
import org.ojai.types.OInterval;
import org.ojai.types.OTime;
import org.ojai.types.OTimestamp;

/**
 * A document of the API over a plain map, such as a stored document. It behaves as a {@link
 * JsonDocument} with the same fields, whose values are made only when they are needed: a getter of
 * a scalar makes this value, and {@link #asMap} of a stored document reads the stored bytes.
 * Whatever changes the document, or returns a container or a view that could change it, first makes
 * the values of all fields. From then on the plain map is not used.
 *
 * <p>As with other documents of the API, threads may read one together, and none may change it
 * while others use it.
 */
final class LazyDocument extends JsonDocument {
  /** Null once the values of all fields were made. */
  private volatile @Nullable Map<String, @Nullable Object> plain;

  /** Whether the thread that has the lock is making the values. */
  private boolean isBeingBuilt;

  /**
   * @param plain a plain map with plain values, which must not change
   */
  LazyDocument(Map<String, @Nullable Object> plain) {
    this.plain = plain;
  }

  /** The document as a plain map: the one that it was made of, or the document itself. */
  Map<String, @Nullable Object> plain() {
    Map<String, @Nullable Object> known = plain;
    return known == null ? Plain.map(this) : known;
  }

  /** Makes the values of all fields, if they are not made yet. */
  private void build() {
    if (plain == null) {
      return;
    }
    synchronized (this) {
      Map<String, @Nullable Object> known = plain;
      if (known == null || isBeingBuilt) {
        return;
      }
      isBeingBuilt = true;
      try {
        if (known instanceof StoredDocument stored) {
          stored.putInto(this);
        } else {
          Plain.putAll(this, known);
        }
        plain = null;
      } finally {
        isBeingBuilt = false;
      }
    }
  }

  @Override
  public @Nullable JsonValue getKeyValueAt(Iterator<FieldSegment> segments) {
    Map<String, @Nullable Object> known = plain;
    if (known == null) {
      return super.getKeyValueAt(segments);
    }
    FieldSegment first = segments.next();
    if (first == null) {
      return null;
    }
    FieldSegment last = first;
    Object container = known;
    Object value = inner(container, last);
    while (!last.isLastPath()) {
      if (value == null || !(last.isMap() ? value instanceof Map : value instanceof List)) {
        return null;
      }
      container = value;
      last = last.getChild();
      value = inner(container, last);
    }
    if (value == null && !has(container, last)) {
      return null;
    } else if (value instanceof Map || value instanceof List) {
      build();
      return super.getKeyValueAt(new FieldPath(first.getNameSegment()).iterator());
    }
    return last.isNamed()
        ? named(last.getNameSegment().getName(), value)
        : JsonValueBuilder.initFromObject(value);
  }

  private static @Nullable Object inner(Object container, FieldSegment segment) {
    if (segment.isNamed()) {
      return Plain.map(container).get(segment.getNameSegment().getName());
    }
    int index = segment.getIndexSegment().getIndex();
    List<@Nullable Object> list = Plain.list(container);
    return index >= list.size() ? null : list.get(index);
  }

  private static boolean has(Object container, FieldSegment segment) {
    return segment.isNamed()
        ? Plain.map(container).containsKey(segment.getNameSegment().getName())
        : segment.getIndexSegment().getIndex() < Plain.list(container).size();
  }

  /** A scalar as the value of a field, which knows the name of the field. */
  private static JsonValue named(String name, @Nullable Object scalar) {
    JsonDocument document = new JsonDocument();
    FieldPath path = Plain.put(document, name, scalar);
    return document.getKeyValueAt(path.iterator());
  }

  @Override
  public Map<String, Object> asMap() {
    return plain instanceof StoredDocument stored ? stored.copy() : super.asMap();
  }

  @Override
  public @Nullable Object get(@Nullable Object name) {
    Map<String, @Nullable Object> known = plain;
    if (known == null) {
      return super.get(name);
    }
    Object value = known.get(name);
    if (value instanceof Map || value instanceof List) {
      build();
      return super.get(name);
    }
    return value == null || name == null ? null : named((String) name, value).getObject();
  }

  @Override
  public boolean containsKey(@Nullable Object name) {
    Map<String, @Nullable Object> known = plain;
    return known == null ? super.containsKey(name) : known.containsKey(name);
  }

  @Override
  public int size() {
    Map<String, @Nullable Object> known = plain;
    return known == null ? super.size() : known.size();
  }

  @Override
  public boolean isEmpty() {
    Map<String, @Nullable Object> known = plain;
    return known == null ? super.isEmpty() : known.isEmpty();
  }

  /** The API asks for the type before it changes a document inside of another one. */
  @Override
  public Value.Type getType() {
    build();
    return super.getType();
  }

  @Override
  public JsonDocument shallowCopy() {
    build();
    return super.shallowCopy();
  }

  @Override
  public JsonDocument empty() {
    build();
    return super.empty();
  }

  @Override
  public DocumentReader asReader() {
    build();
    return super.asReader();
  }

  @Override
  public Iterator<Entry<String, Value>> iterator() {
    build();
    return super.iterator();
  }

  @Override
  public boolean containsValue(@Nullable Object value) {
    build();
    return super.containsValue(value);
  }

  @Override
  public Set<Entry<String, Object>> entrySet() {
    build();
    return super.entrySet();
  }

  @Override
  public Set<String> keySet() {
    build();
    return super.keySet();
  }

  @Override
  public Collection<Object> values() {
    build();
    return super.values();
  }

  @Override
  public Document delete(FieldPath path) {
    build();
    return super.delete(path);
  }

  @Override
  public Document setNull(FieldPath path) {
    build();
    return super.setNull(path);
  }

  @Override
  public Document set(FieldPath path, String value) {
    build();
    return super.set(path, value);
  }

  @Override
  public Document set(FieldPath path, boolean value) {
    build();
    return super.set(path, value);
  }

  @Override
  public Document set(FieldPath path, byte value) {
    build();
    return super.set(path, value);
  }

  @Override
  public Document set(FieldPath path, short value) {
    build();
    return super.set(path, value);
  }

  @Override
  public Document set(FieldPath path, int value) {
    build();
    return super.set(path, value);
  }

  @Override
  public Document set(FieldPath path, long value) {
    build();
    return super.set(path, value);
  }

  @Override
  public Document set(FieldPath path, float value) {
    build();
    return super.set(path, value);
  }

  @Override
  public Document set(FieldPath path, double value) {
    build();
    return super.set(path, value);
  }

  @Override
  public Document set(FieldPath path, BigDecimal value) {
    build();
    return super.set(path, value);
  }

  @Override
  public Document set(FieldPath path, OTimestamp value) {
    build();
    return super.set(path, value);
  }

  @Override
  public Document set(FieldPath path, OInterval value) {
    build();
    return super.set(path, value);
  }

  @Override
  public Document set(FieldPath path, OTime value) {
    build();
    return super.set(path, value);
  }

  @Override
  public Document set(FieldPath path, ODate value) {
    build();
    return super.set(path, value);
  }

  @Override
  public JsonDocument set(FieldPath path, Document value) {
    build();
    return super.set(path, value);
  }

  @Override
  public JsonDocument set(FieldPath path, Value value) {
    build();
    return super.set(path, value);
  }

  @Override
  public JsonDocument set(FieldPath path, byte[] value) {
    build();
    return super.set(path, value);
  }

  @Override
  public JsonDocument set(FieldPath path, ByteBuffer value) {
    build();
    return super.set(path, value);
  }

  @Override
  public Document set(FieldPath path, Map<String, ? extends Object> value) {
    build();
    return super.set(path, value);
  }

  @Override
  public Document set(FieldPath path, List<? extends Object> value) {
    build();
    return super.set(path, value);
  }

  @Override
  public Document set(String path, float value) {
    build();
    return super.set(path, value);
  }

  @Override
  public Document set(String path, double value) {
    build();
    return super.set(path, value);
  }

  @Override
  public Document set(String path, BigDecimal value) {
    build();
    return super.set(path, value);
  }

  @Override
  public Document set(String path, OTime value) {
    build();
    return super.set(path, value);
  }

  @Override
  public Document set(String path, ODate value) {
    build();
    return super.set(path, value);
  }

  @Override
  public JsonDocument set(String path, Document value) {
    build();
    return super.set(path, value);
  }

  @Override
  public JsonDocument set(String path, Value value) {
    build();
    return super.set(path, value);
  }

  @Override
  public JsonDocument set(String path, byte[] value) {
    build();
    return super.set(path, value);
  }

  @Override
  public JsonDocument set(String path, ByteBuffer value) {
    build();
    return super.set(path, value);
  }

  @Override
  public JsonDocument set(FieldPath path, byte[] value, int offset, int length) {
    build();
    return super.set(path, value, offset, length);
  }

  @Override
  public JsonDocument set(String path, byte[] value, int offset, int length) {
    build();
    return super.set(path, value, offset, length);
  }

  @Override
  public Document setArray(FieldPath path, boolean[] values) {
    build();
    return super.setArray(path, values);
  }

  @Override
  public Document setArray(FieldPath path, byte[] values) {
    build();
    return super.setArray(path, values);
  }

  @Override
  public Document setArray(FieldPath path, short[] values) {
    build();
    return super.setArray(path, values);
  }

  @Override
  public Document setArray(FieldPath path, int[] values) {
    build();
    return super.setArray(path, values);
  }

  @Override
  public Document setArray(FieldPath path, long[] values) {
    build();
    return super.setArray(path, values);
  }

  @Override
  public Document setArray(FieldPath path, float[] values) {
    build();
    return super.setArray(path, values);
  }

  @Override
  public Document setArray(FieldPath path, double[] values) {
    build();
    return super.setArray(path, values);
  }

  @Override
  public Document setArray(FieldPath path, String[] values) {
    build();
    return super.setArray(path, values);
  }

  @Override
  public Document setArray(FieldPath path, Object... values) {
    build();
    return super.setArray(path, values);
  }
}
