package keywright.ojai;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.ojai.FieldPath;
import org.ojai.FieldSegment;

/**
 * Field paths into plain values. A name leads to the field of a map, an index to an element of an
 * array, and {@code []} to every element of an array, or to the value itself if it is no array.
 * Names are case-sensitive. The empty path leads to the value itself.
 */
final class Paths {
  private Paths() {}

  /** The path that a program wrote. */
  static FieldPath parse(String path) {
    try {
      return FieldPath.parseFrom(path);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "cannot use the field path \""
              + path
              + "\": it is not valid, expected for example a.b[0].c",
          e);
    }
  }

  /** The path with all names quoted, which no other path has. */
  static String text(FieldPath path) {
    return path.equals(FieldPath.EMPTY) ? "" : path.asPathString(true);
  }

  /** The path as a program writes it, with quotes only if it has to. */
  static String shown(FieldPath path) {
    String plain = path.asPathString();
    try {
      return text(FieldPath.parseFrom(plain)).equals(text(path)) ? plain : text(path);
    } catch (IllegalArgumentException e) {
      return text(path);
    }
  }

  static @Nullable FieldSegment root(FieldPath path) {
    return path.equals(FieldPath.EMPTY) ? null : path.getRootSegment();
  }

  /** Whether a path has {@code []}, so that it may lead to several values. */
  static boolean hasElements(FieldPath path) {
    for (FieldSegment segment = root(path); segment != null; segment = segment.getChild()) {
      if (isElements(segment)) {
        return true;
      }
    }
    return false;
  }

  static boolean isElements(FieldSegment segment) {
    return segment.isIndexed() && !segment.getIndexSegment().hasIndex();
  }

  /** Whether a value at {@code path} meets {@code test}; false if the path leads to none. */
  static boolean any(
      @Nullable Object root, FieldPath path, Predicate<? super @Nullable Object> test) {
    return any(root, root(path), test);
  }

  private static boolean any(
      @Nullable Object value,
      @Nullable FieldSegment segment,
      Predicate<? super @Nullable Object> test) {
    if (segment == null) {
      return test.test(value);
    } else if (segment.isNamed()) {
      if (!(value instanceof Map)) {
        return false;
      }
      Map<String, @Nullable Object> map = Plain.map(value);
      String name = segment.getNameSegment().getName();
      Object field = map.get(name);
      return (field != null || map.containsKey(name)) && any(field, segment.getChild(), test);
    }
    if (isElements(segment)) {
      if (!(value instanceof List)) {
        return any(value, segment.getChild(), test);
      }
      for (Object element : Plain.list(value)) {
        if (any(element, segment.getChild(), test)) {
          return true;
        }
      }
      return false;
    }
    int index = segment.getIndexSegment().getIndex();
    if (!(value instanceof List) || index >= Plain.list(value).size()) {
      return false;
    }
    return any(Plain.list(value).get(index), segment.getChild(), test);
  }
}
