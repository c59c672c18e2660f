package keywright.ojai;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ojai.json.impl.JsonDocument;

/**
 * A map in stored bytes. {@link #get} finds one field by a binary search in the directory and reads
 * nothing else; an iteration has the fields in the order of the document. It cannot be changed.
 */
final class StoredMap extends AbstractMap<String, @Nullable Object> {
  private final DocumentBytes.Entries entries;

  StoredMap(DocumentBytes.Entries entries) {
    this.entries = entries;
  }

  private DocumentBytes.@Nullable Cursor find(@Nullable Object name) {
    return name instanceof String string && DocumentWriter.loneSurrogate(string) < 0
        ? entries.field(DocumentWriter.utf8(string))
        : null;
  }

  /** The stored form of this map if it is the whole one; null if it is a part of one. */
  byte @Nullable [] whole() {
    return entries.whole();
  }

  /** Puts fields that exist into a document, in the order of the stored map. */
  void putInto(JsonDocument document, List<Projection.Field> selected) {
    if (selected.size() == 1) {
      DocumentBytes.Cursor found = entries.field(selected.get(0).utf8());
      if (found != null) {
        found.putField(document, selected.get(0).path());
      }
      return;
    }
    List<Found> all = new ArrayList<>(selected.size());
    for (Projection.Field field : selected) {
      DocumentBytes.Cursor cursor = entries.field(field.utf8());
      if (cursor != null) {
        all.add(new Found(field, cursor));
      }
    }
    all.sort(Comparator.comparingInt(found -> found.cursor.at));
    all.forEach(found -> found.cursor.putField(document, found.field.path()));
  }

  private record Found(Projection.Field field, DocumentBytes.Cursor cursor) {}

  @Override
  public @Nullable Object get(@Nullable Object name) {
    DocumentBytes.Cursor cursor = find(name);
    return cursor == null ? null : cursor.read();
  }

  @Override
  public boolean containsKey(@Nullable Object name) {
    return find(name) != null;
  }

  @Override
  public int size() {
    return entries.count;
  }

  @Override
  public Set<Map.Entry<String, @Nullable Object>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Map.Entry<String, @Nullable Object>> iterator() {
        return new Fields();
      }

      @Override
      public int size() {
        return entries.count;
      }
    };
  }

  /** The names, in the order of the document. The values are not read. */
  @Override
  public Set<String> keySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<String> iterator() {
        return new Names();
      }

      @Override
      public int size() {
        return entries.count;
      }

      @Override
      public boolean contains(Object name) {
        return containsKey(name);
      }
    };
  }

  private final class Names implements Iterator<String> {
    private final DocumentBytes.Cursor cursor = entries.first();
    private int read;

    @Override
    public boolean hasNext() {
      return read < entries.count;
    }

    @Override
    public String next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      read++;
      String name = cursor.text();
      cursor.skip();
      return name;
    }
  }

  private final class Fields implements Iterator<Map.Entry<String, @Nullable Object>> {
    private final DocumentBytes.Cursor cursor = entries.first();
    private int read;

    @Override
    public boolean hasNext() {
      return read < entries.count;
    }

    @Override
    public Map.Entry<String, @Nullable Object> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      read++;
      String name = cursor.text();
      return new SimpleImmutableEntry<String, @Nullable Object>(name, cursor.read());
    }
  }
}
