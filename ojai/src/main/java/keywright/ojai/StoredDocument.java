package keywright.ojai;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ojai.Document;
import org.ojai.DocumentConstants;
import org.ojai.FieldPath;
import org.ojai.exceptions.DecodingException;
import org.ojai.json.impl.JsonDocument;

/**
 * A document in a row of a table: {@code _id} from the key, and behind it the fields of the stored
 * form, which does not have {@code _id}. As a map it reads from the bytes what it is asked for. It
 * cannot be changed.
 */
final class StoredDocument extends AbstractMap<String, @Nullable Object> {
  static final String ID = DocumentConstants.ID_KEY;
  private static final byte[] EMPTY = DocumentWriter.encode(Map.<String, @Nullable Object>of());

  private final Object id;

  /** Has the stored form from {@link #begin} and before {@link #stop}. */
  private final byte[] bytes;

  private final int begin;
  private final int stop;
  private final StoredMap fields;

  /**
   * @param id a string or a {@code ByteBuffer}
   * @param stored null for a row without a document, which is one without fields
   */
  StoredDocument(Object id, byte @Nullable [] stored) {
    this(id, stored == null ? EMPTY : stored, 0, stored == null ? EMPTY.length : stored.length);
  }

  /**
   * A document in bytes that may be overwritten later. It must not be kept. What its methods return
   * may be kept, except {@link #fields} and what {@code Map} declares.
   *
   * @param stored null as above
   */
  static StoredDocument in(Object id, @Nullable ByteBuffer stored) {
    if (stored == null) {
      return new StoredDocument(id, null);
    }
    int begin = stored.arrayOffset() + stored.position();
    return new StoredDocument(id, stored.array(), begin, begin + stored.remaining());
  }

  private StoredDocument(Object id, byte[] bytes, int begin, int stop) {
    this.id = id;
    this.bytes = bytes;
    this.begin = begin;
    this.stop = stop;
    this.fields = DocumentBytes.mapView(bytes, begin, stop);
    if (fields.containsKey(ID)) {
      throw new DecodingException(
          "cannot read a stored document: it has a field _id, expected none, because the key of its"
              + " row is its _id");
    }
  }

  /** The stored form of a document without its {@code _id}. It must not be changed. */
  static byte[] encode(Map<String, @Nullable Object> document) {
    if (document instanceof StoredDocument other) {
      return other.stored();
    }
    byte[] whole = document instanceof StoredMap map && !map.containsKey(ID) ? map.whole() : null;
    return whole == null ? DocumentWriter.encodeWithout(document, ID) : whole;
  }

  /** The fields without {@code _id}. */
  Map<String, @Nullable Object> fields() {
    return fields;
  }

  /** A string or a {@code ByteBuffer}. */
  Object id() {
    return id;
  }

  /** How many bytes the stored form has. */
  int length() {
    return stop - begin;
  }

  /** The stored form. It must not be changed. */
  private byte[] stored() {
    return isAlone() ? bytes : Arrays.copyOfRange(bytes, begin, stop);
  }

  /** Whether the bytes have nothing but the stored form: then nobody else has them. */
  private boolean isAlone() {
    return length() == bytes.length;
  }

  /**
   * A document of the API with everything, which reads the bytes when it is used.
   *
   * @throws DecodingException if any byte is damaged
   */
  Document document() {
    StoredDocument kept = isAlone() ? this : new StoredDocument(id, stored());
    DocumentBytes.check(kept.bytes);
    return new LazyDocument(kept);
  }

  /** A new document of the API with some of the fields, in the order of the stored document. */
  Document withFields(boolean hasId, List<Projection.Field> selected) {
    JsonDocument document = new JsonDocument();
    if (hasId) {
      FieldPath unused = Plain.put(document, ID, id);
    }
    fields.putInto(document, selected);
    return document;
  }

  /** Puts all fields into a document of the API that has none. */
  void putInto(JsonDocument document) {
    FieldPath unused = Plain.put(document, ID, id);
    Document unusedToo = DocumentBytes.document(stored(), document);
  }

  /** A new map with all fields, whose containers are new ones too. */
  Map<String, Object> copy() {
    return DocumentBytes.copy(ID, id, stored());
  }

  @Override
  public @Nullable Object get(@Nullable Object name) {
    return ID.equals(name) ? id : fields.get(name);
  }

  @Override
  public boolean containsKey(@Nullable Object name) {
    return ID.equals(name) || fields.containsKey(name);
  }

  @Override
  public int size() {
    return fields.size() + 1;
  }

  @Override
  public Set<String> keySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<String> iterator() {
        return withFirst(ID, fields.keySet().iterator());
      }

      @Override
      public int size() {
        return fields.size() + 1;
      }

      @Override
      public boolean contains(Object name) {
        return containsKey(name);
      }
    };
  }

  @Override
  public Set<Map.Entry<String, @Nullable Object>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Map.Entry<String, @Nullable Object>> iterator() {
        return withFirst(
            new SimpleImmutableEntry<String, @Nullable Object>(ID, id),
            fields.entrySet().iterator());
      }

      @Override
      public int size() {
        return fields.size() + 1;
      }
    };
  }

  private static <T> Iterator<T> withFirst(T first, Iterator<T> others) {
    return new Iterator<>() {
      private @Nullable T waiting = first;

      @Override
      public boolean hasNext() {
        return waiting != null || others.hasNext();
      }

      @Override
      public T next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        } else if (waiting == null) {
          return others.next();
        }
        T next = requireNonNull(waiting);
        waiting = null;
        return next;
      }
    };
  }
}
