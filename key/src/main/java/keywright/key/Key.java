package keywright.key;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The key of a row as values: the value of each part of a declared key, in the order of the parts.
 * {@link KeySchema#key} makes keys. Immutable.
 */
public final class Key {
  private final @Nullable Object[] parts;

  Key(@Nullable Object[] parts) {
    this.parts = parts;
  }

  /** The number of parts. */
  public int size() {
    return parts.length;
  }

  /**
   * The value of the part at {@code index}, from 0. The class of the value is the {@link
   * Type#valueClass} of the part's type. The value is null if the part is null.
   */
  public @Nullable Object part(int index) {
    return parts[index];
  }

  /** The values of all parts, in order, as an unmodifiable list. */
  public List<@Nullable Object> parts() {
    return Collections.unmodifiableList(Arrays.asList(parts));
  }

  @Nullable Object[] values() {
    return parts;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other == this || (other instanceof Key key && same(parts, key.parts));
  }

  private static boolean same(@Nullable Object[] a, @Nullable Object[] b) {
    if (a.length != b.length) {
      return false;
    }
    for (int i = 0; i < a.length; i++) {
      if (!Type.same(a[i], b[i])) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (Object part : parts) {
      hash = 31 * hash + hash(part);
    }
    return hash;
  }

  private static int hash(@Nullable Object value) {
    if (value instanceof Number || value instanceof String || value instanceof Instant) {
      return value.hashCode(); // Most are, and to ask whether they are lists takes longer.
    }
    if (value instanceof byte[] bytes) {
      return Arrays.hashCode(bytes);
    }
    if (value instanceof Map<?, ?> map) {
      return 31 * hash(map.keySet()) + hash(map.values());
    }
    if (!(value instanceof Collection<?> elements)) {
      return Objects.hashCode(value);
    }
    int hash = 1;
    for (Object element : elements) {
      hash = 31 * hash + hash(element);
    }
    return hash;
  }

  @Override
  public String toString() {
    return Arrays.deepToString(parts);
  }
}
