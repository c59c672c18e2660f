package keywright.ojai;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ojai.DocumentConstants;
import org.ojai.FieldPath;
import org.ojai.FieldSegment;
import org.ojai.Value;
import org.ojai.store.MutationOp;
import org.ojai.store.exceptions.IllegalMutationException;

/**
 * One step of a mutation, immutable. It makes a new document and leaves the old one as it is.
 *
 * <p>Missing containers on the path are made. An index behind the end of an array puts nulls before
 * the element. A container on the path that is of another type is replaced by SET_OR_REPLACE, makes
 * DELETE do nothing, and is an error of the others.
 *
 * @param value what is set, appended, merged or added; null of a deletion too
 */
record MutationStep(MutationOp.Type kind, FieldPath path, @Nullable Object value) {
  /** The elements that an index may add to an array at most. */
  static final int GAP_MAX = 100_000;

  MutationStep {
    if (Paths.hasElements(path) || Paths.root(path) == null) {
      throw new IllegalArgumentException(
          "cannot change the field path "
              + JsonText.quoted(Paths.shown(path))
              + ": it does not lead to one value, expected names and indexes");
    }
    if (path.getRootSegment().getNameSegment().getName().equals(DocumentConstants.ID_KEY)) {
      throw new IllegalArgumentException(
          "cannot change the field path "
              + Paths.shown(path)
              + ": the _id of a document is final, expected another field; insert a document with"
              + " the new _id and delete this one");
    }
  }

  /**
   * The document after this step.
   *
   * @throws IllegalMutationException if a value in the document does not permit it
   */
  Map<String, @Nullable Object> apply(Map<String, @Nullable Object> document) {
    return inMap(document, path.getRootSegment());
  }

  private Map<String, @Nullable Object> inMap(
      Map<String, @Nullable Object> map, FieldSegment segment) {
    String name = segment.getNameSegment().getName();
    boolean exists = map.containsKey(name);
    if (kind == MutationOp.Type.DELETE && !exists) {
      return map;
    }
    Map<String, @Nullable Object> changed = new LinkedHashMap<>();
    for (String one : map.keySet()) {
      changed.put(one, map.get(one));
    }
    if (segment.isLeaf()) {
      if (kind == MutationOp.Type.DELETE) {
        changed.remove(name);
      } else {
        changed.put(name, leaf(exists, map.get(name)));
      }
    } else {
      changed.put(name, below(exists, map.get(name), segment));
    }
    return changed;
  }

  private List<@Nullable Object> inList(List<@Nullable Object> list, FieldSegment segment) {
    int index = segment.getIndexSegment().getIndex();
    boolean exists = index < list.size();
    if (kind == MutationOp.Type.DELETE && !exists) {
      return list;
    }
    List<@Nullable Object> changed = new ArrayList<>(list);
    if (segment.isLeaf() && kind == MutationOp.Type.DELETE) {
      changed.remove(index);
      return changed;
    }
    if (index - list.size() > GAP_MAX) {
      throw refused(
          "index " + index + " of an array of " + list.size(),
          "at most " + GAP_MAX + " behind its end");
    }
    Object old = exists ? list.get(index) : null;
    Object value = segment.isLeaf() ? leaf(exists, old) : below(exists, old, segment);
    while (changed.size() <= index) {
      changed.add(null);
    }
    changed.set(index, value);
    return changed;
  }

  /** What is in place of {@code value} when the container there was changed. */
  private @Nullable Object below(boolean exists, @Nullable Object value, FieldSegment segment) {
    FieldSegment child = segment.getChild();
    boolean isMap = child.isNamed();
    boolean fits = exists && (isMap ? value instanceof Map : value instanceof List);
    if (exists && !fits) {
      if (kind == MutationOp.Type.DELETE) {
        return value;
      } else if (kind != MutationOp.Type.SET_OR_REPLACE) {
        throw refused(
            "a value of type " + Plain.type(value) + " on the path", isMap ? "a map" : "an array");
      }
    }
    if (isMap) {
      return inMap(fits ? Plain.map(value(value)) : Map.of(), child);
    }
    return inList(fits ? Plain.list(value(value)) : List.of(), child);
  }

  private static Object value(@Nullable Object value) {
    return requireNonNull(value);
  }

  private @Nullable Object leaf(boolean exists, @Nullable Object old) {
    if (!exists || kind == MutationOp.Type.SET_OR_REPLACE) {
      return value;
    }
    return switch (kind) {
      case SET -> {
        if (Plain.type(old) != Plain.type(value)) {
          throw refused("a value of type " + Plain.type(old), "type " + Plain.type(value));
        }
        yield value;
      }
      case APPEND -> appended(old);
      case MERGE -> {
        if (!(old instanceof Map)) {
          throw refused("a value of type " + Plain.type(old), "a map");
        }
        yield merged(Plain.map(old), Plain.map(value(value)));
      }
      case INCREMENT -> incremented(old);
      default -> throw new IllegalStateException(kind.toString());
    };
  }

  private Object appended(@Nullable Object old) {
    if (old == null || Plain.type(old) != Plain.type(value)) {
      throw refused("a value of type " + Plain.type(old), "type " + Plain.type(value));
    }
    if (old instanceof String string) {
      return string + value;
    } else if (old instanceof ByteBuffer byteBuffer) {
      ByteBuffer more = (ByteBuffer) value(value);
      ByteBuffer bytes = ByteBuffer.allocate(byteBuffer.remaining() + more.remaining());
      return bytes.put(byteBuffer.duplicate()).put(more.duplicate()).flip();
    }
    List<@Nullable Object> elements = new ArrayList<>(Plain.list(old));
    elements.addAll(Plain.list(value(value)));
    return elements;
  }

  /** Maps on both sides are merged; else the new value replaces the old one. */
  private static Map<String, @Nullable Object> merged(
      Map<String, @Nullable Object> old, Map<String, @Nullable Object> more) {
    Map<String, @Nullable Object> merged = new LinkedHashMap<>();
    for (String name : old.keySet()) {
      merged.put(name, old.get(name));
    }
    for (Map.Entry<String, @Nullable Object> field : more.entrySet()) {
      Object before = merged.get(field.getKey());
      Object after = field.getValue();
      merged.put(
          field.getKey(),
          before instanceof Map && after instanceof Map
              ? merged(Plain.map(before), Plain.map(after))
              : after);
    }
    return merged;
  }

  private Number incremented(@Nullable Object old) {
    if (!(old instanceof Number before)) {
      throw refused("a value of type " + Plain.type(old), "a number");
    }

    Number more = (Number) value(value);
    if (before instanceof Double) {
      double sum = before.doubleValue() + more.doubleValue();
      return finite(sum, before, more);
    } else if (before instanceof Float) {
      float sum = (float) (before.doubleValue() + more.doubleValue());
      return finite(sum, before, more);
    }
    if (!ValueOrder.isFinite(more) && ValueOrder.isFloating(more)) {
      throw refused("the increment " + more + " of a " + Plain.type(old), "a finite one");
    }
    BigDecimal sum = sum(ValueOrder.exact(before), ValueOrder.exact(more));
    if (before instanceof BigDecimal) {
      return sum;
    }
    return whole(Plain.type(old), sum);
  }

  /** The sum; refuses an infinite sum of finite numbers. */
  private Number finite(Number sum, Number before, Number more) {
    if (!Double.isFinite(sum.doubleValue())
        && Double.isFinite(before.doubleValue())
        && Double.isFinite(more.doubleValue())) {
      throw refused("the sum " + sum, "one that type " + Plain.type(before) + " has");
    }
    return sum;
  }

  /** The sum; refuses numbers whose exponents are so far apart that it has too many digits. */
  private BigDecimal sum(BigDecimal one, BigDecimal other) {
    long digits =
        Math.max(magnitude(one), magnitude(other))
            + Math.max((long) one.scale(), (long) other.scale());
    if (digits > 3L * DocumentWriter.UNSCALED_MAX) {
      throw refused("a sum of " + digits + " digits", "at most " + 3 * DocumentWriter.UNSCALED_MAX);
    }
    return one.add(other);
  }

  private static long magnitude(BigDecimal number) {
    return number.precision() - (long) number.scale();
  }

  private Number whole(Value.Type type, BigDecimal sum) {
    BigInteger whole = sum.setScale(0, RoundingMode.DOWN).toBigInteger();
    int bits =
        switch (type) {
          case BYTE -> 8;
          case SHORT -> 16;
          case INT -> 32;
          default -> 64;
        };
    if (whole.bitLength() >= bits) {
      throw refused("the sum " + whole, "one that type " + type + " has");
    }
    return switch (type) {
      case BYTE -> whole.byteValue();
      case SHORT -> whole.shortValue();
      case INT -> whole.intValue();
      default -> whole.longValue();
    };
  }

  private IllegalMutationException refused(String found, String expected) {
    return new IllegalMutationException(
        "cannot %s the field path %s: found %s, expected %s"
            .formatted(verb(), Paths.shown(path), found, expected));
  }

  private String verb() {
    return switch (kind) {
      case SET -> "set";
      case SET_OR_REPLACE -> "set or replace";
      case DELETE -> "delete";
      case INCREMENT -> "increment";
      case APPEND -> "append to";
      case MERGE -> "merge into";
    };
  }
}
