package keywright.cql;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/**
 * A change of a stored list, set or map, as in {@code s = s + {1}} or {@code m['a'] = 1}. No value
 * is as an empty one. Immutable.
 *
 * @param type the type of the column
 * @param operand what is added, of {@code type}; or removed, of {@code type}, and of a map a set of
 *     keys; or for {@link Kind#PUT} an entry
 */
record CollectionChange(Type type, Kind kind, Object operand) {

  /** What a change does. */
  enum Kind {
    ADD,
    REMOVE,
    PUT
  }

  /** Whether values of a type can be changed so. */
  static boolean isOf(Type type) {
    return type.elementType() != null;
  }

  /** The type of a set of the keys of a map. */
  static Type keysOf(Type map) {
    return Type.parse("set<" + Objects.requireNonNull(map.keyType()) + ">");
  }

  /** {@code map[key] = value}, or the removal of the key if the value is null. */
  static CollectionChange put(Type map, Object key, @Nullable Object value) {
    return value == null
        ? new CollectionChange(map, Kind.REMOVE, Set.of(key))
        : new CollectionChange(map, Kind.PUT, Map.entry(key, value));
  }

  /** The new value for a stored one; null for none. */
  @Nullable Object of(@Nullable Object stored) {
    if (stored == null && kind == Kind.REMOVE) {
      return null;
    }
    if (type.keyType() != null) {
      return ofMap(stored);
    }
    return type.valueClass() == Set.class ? ofSet(stored) : ofList(stored);
  }

  private Object ofMap(@Nullable Object stored) {
    NavigableMap<Object, Object> map = new TreeMap<>(sortedMap(stored == null ? Map.of() : stored));
    if (operand instanceof Map.Entry<?, ?> entry) {
      map.put(entry.getKey(), entry.getValue());
    } else if (kind == Kind.ADD) {
      map.putAll((Map<?, ?>) operand);
    } else {
      ((Set<?>) operand).forEach(map::remove);
    }
    return type.convert(map);
  }

  private Object ofSet(@Nullable Object stored) {
    NavigableSet<Object> set = new TreeSet<>(sortedSet(stored == null ? Set.of() : stored));
    if (kind == Kind.ADD) {
      set.addAll((Set<?>) operand);
    } else {
      ((Set<?>) operand).forEach(set::remove);
    }
    return type.convert(set);
  }

  private Object ofList(@Nullable Object stored) {
    List<Object> list = new ArrayList<>(stored == null ? List.of() : (List<?>) stored);
    if (kind == Kind.ADD) {
      list.addAll((Collection<?>) operand);
    } else {
      List<?> removed = (List<?>) operand;
      list.removeIf(each -> removed.stream().anyMatch(other -> Type.same(each, other)));
    }
    return type.convert(list);
  }

  /** A set of the type, whose order is that of its elements. */
  @SuppressWarnings("unchecked")
  private SortedSet<Object> sortedSet(Object value) {
    return (SortedSet<Object>) type.convert(value);
  }

  @SuppressWarnings("unchecked")
  private SortedMap<Object, Object> sortedMap(Object value) {
    return (SortedMap<Object, Object>) type.convert(value);
  }
}
