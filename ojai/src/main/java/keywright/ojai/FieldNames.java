package keywright.ojai;

import org.jspecify.annotations.Nullable;
import org.ojai.FieldPath;
import org.ojai.FieldSegment.NameSegment;

/**
 * Paths of single names that were decoded recently: most documents of a table have the same names,
 * and a shared name has its hash already. A table of fixed size, in which a name takes the place of
 * another one. Threads share it without locks: paths are immutable, and losing one costs a
 * decoding.
 */
final class FieldNames {
  private static final int COUNT = 2048;
  private static final int LENGTH_MAX = 64;

  private final @Nullable FieldPath[] recent = new @Nullable FieldPath[COUNT];

  /** The path of the name in {@code length} bytes of ASCII; null if it is not known. */
  @Nullable FieldPath find(byte[] bytes, int start, int length) {
    if (length > LENGTH_MAX) {
      return null;
    }
    FieldPath path = recent[slot(bytes, start, length)];
    if (path == null) {
      return null;
    }
    String name = path.getRootSegment().getNameSegment().getName();
    if (name.length() != length) {
      return null;
    }
    for (int index = 0; index < length; index++) {
      if (name.charAt(index) != bytes[start + index]) {
        return null;
      }
    }
    return path;
  }

  /** A path of a name that was decoded from these bytes, and is known from now if it is ASCII. */
  FieldPath add(byte[] bytes, int start, int length, String name) {
    FieldPath path = new FieldPath(new NameSegment(name, null, false));
    if (length <= LENGTH_MAX && name.length() == length) {
      recent[slot(bytes, start, length)] = path;
    }
    return path;
  }

  private static int slot(byte[] bytes, int start, int length) {
    int hash = length;
    for (int index = start; index < start + length; index++) {
      hash = hash * 31 + bytes[index];
    }
    return (hash ^ hash >>> 11 ^ hash >>> 22) & COUNT - 1;
  }
}
