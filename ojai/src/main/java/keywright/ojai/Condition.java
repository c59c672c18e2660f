package keywright.ojai;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.ojai.FieldPath;
import org.ojai.Value;
import org.ojai.exceptions.TypeException;
import org.ojai.store.QueryCondition.Op;

/**
 * A condition on a document, immutable.
 *
 * <p>A test of a field path is met if a value at the path meets it; a path with {@code []} may lead
 * to several. So a document without the field meets {@link Exists} negated and no other test, also
 * not a negated one. Null is a value. Values of different {@linkplain ValueOrder.Group groups} are
 * not equal, and neither is less than the other.
 */
sealed interface Condition {
  /** Whether a plain value, a document or an element of an array, meets this. */
  boolean test(@Nullable Object root);

  /** Adds this in the JSON syntax of the API. */
  void write(StringBuilder json);

  /** Met if every part is. */
  record And(List<Condition> parts) implements Condition {
    public And {
      parts = List.copyOf(parts);
    }

    @Override
    public boolean test(@Nullable Object root) {
      for (Condition part : parts) {
        if (!part.test(root)) {
          return false;
        }
      }
      return true;
    }

    @Override
    public void write(StringBuilder json) {
      writeParts(json.append("{\"$and\":"), parts);
      json.append('}');
    }
  }

  /** Met if a part is. */
  record Or(List<Condition> parts) implements Condition {
    public Or {
      parts = List.copyOf(parts);
    }

    @Override
    public boolean test(@Nullable Object root) {
      for (Condition part : parts) {
        if (part.test(root)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public void write(StringBuilder json) {
      writeParts(json.append("{\"$or\":"), parts);
      json.append('}');
    }
  }

  /**
   * Met if one value at the path meets every part; the paths of the parts start from that value.
   */
  record ElementAnd(FieldPath path, List<Condition> parts) implements Condition {
    public ElementAnd {
      parts = List.copyOf(parts);
      if (!Paths.shown(path).endsWith("[]")) {
        throw new IllegalArgumentException(
            "cannot use elementAnd on the field path "
                + Paths.shown(path)
                + ": it does not lead to elements, expected [] at its end");
      }
    }

    @Override
    public boolean test(@Nullable Object root) {
      And all = new And(parts);
      return Paths.any(root, path, all::test);
    }

    @Override
    public void write(StringBuilder json) {
      json.append("{\"$elementAnd\":{");
      writePath(json, path);
      writeParts(json, parts);
      json.append("}}");
    }
  }

  /** A test of the values at a path. */
  sealed interface Leaf extends Condition {
    FieldPath path();

    boolean testValue(@Nullable Object value);

    @Override
    default boolean test(@Nullable Object root) {
      return Paths.any(root, path(), this::testValue);
    }
  }

  /** A comparison with a value. */
  record Compare(FieldPath path, Op op, @Nullable Object value) implements Leaf {
    public Compare {
      boolean ordered = op != Op.EQUAL && op != Op.NOT_EQUAL;
      if (ordered && !Plain.type(value).isScalar()) {
        throw new TypeException(
            "cannot compare by %s with a value of type %s (field path %s), expected a scalar"
                .formatted(op.getTagName(), Plain.type(value), Paths.shown(path)));
      }
    }

    @Override
    public boolean testValue(@Nullable Object found) {
      if (ValueOrder.group(found) != ValueOrder.group(value)) {
        return op == Op.NOT_EQUAL;
      }
      return holds(op, ValueOrder.INSTANCE.compare(found, value));
    }

    @Override
    public void write(StringBuilder json) {
      writeOperator(json, op.getTagName(), path);
      JsonText.write(json, value);
      json.append("}}");
    }
  }

  /** From {@code low} to {@code high}, both included. */
  record Between(FieldPath path, @Nullable Object low, @Nullable Object high) implements Leaf {
    public Between {
      if (!Plain.type(low).isScalar() || !Plain.type(high).isScalar()) {
        throw new TypeException(
            "cannot compare by $between with a value of type %s (field path %s), expected a scalar"
                .formatted(Plain.type(Plain.type(low).isScalar() ? high : low), Paths.shown(path)));
      }
    }

    @Override
    public boolean testValue(@Nullable Object found) {
      ValueOrder.Group group = ValueOrder.group(found);
      return group == ValueOrder.group(low)
          && group == ValueOrder.group(high)
          && ValueOrder.INSTANCE.compare(found, low) >= 0
          && ValueOrder.INSTANCE.compare(found, high) <= 0;
    }

    @Override
    public void write(StringBuilder json) {
      writeOperator(json, "$between", path);
      JsonText.write(json, Arrays.asList(low, high));
      json.append("}}");
    }
  }

  /** Equal to one of the values; negated, to none of them. */
  record In(FieldPath path, List<@Nullable Object> values, boolean isNegated) implements Leaf {
    @Override
    public boolean testValue(@Nullable Object found) {
      for (Object value : values) {
        if (ValueOrder.INSTANCE.compare(found, value) == 0) {
          return !isNegated;
        }
      }
      return isNegated;
    }

    @Override
    public void write(StringBuilder json) {
      writeOperator(json, isNegated ? "$notin" : "$in", path);
      JsonText.write(json, values);
      json.append("}}");
    }
  }

  /**
   * A string that a pattern of LIKE matches as a whole; negated, a string that it does not match.
   */
  record Like(
      FieldPath path,
      String pattern,
      @Nullable Character escape,
      boolean isNegated,
      LikePattern matcher)
      implements Leaf {
    Like(FieldPath path, String pattern, @Nullable Character escape, boolean isNegated) {
      this(path, pattern, escape, isNegated, LikePattern.of(pattern, escape));
    }

    @Override
    public boolean testValue(@Nullable Object found) {
      return found instanceof String string && matcher.matches(string) != isNegated;
    }

    @Override
    public void write(StringBuilder json) {
      writeOperator(json, isNegated ? "$notlike" : "$like", path);
      if (escape == null) {
        JsonText.write(json, pattern);
      } else {
        JsonText.write(json, List.of(pattern, escape.toString()));
      }
      json.append("}}");
    }
  }

  /**
   * A string in which a regular expression finds a match; negated, a string in which it does not.
   */
  record Matches(FieldPath path, String regex, boolean isNegated, Pattern pattern) implements Leaf {
    Matches(FieldPath path, String regex, boolean isNegated) {
      this(path, regex, isNegated, compile(path, regex));
    }

    private static Pattern compile(FieldPath path, String regex) {
      try {
        return Pattern.compile(regex);
      } catch (PatternSyntaxException e) {
        throw new PatternSyntaxException(
            "cannot use a regular expression (field path "
                + Paths.shown(path)
                + "): "
                + e.getDescription(),
            e.getPattern(),
            e.getIndex());
      }
    }

    @Override
    public boolean testValue(@Nullable Object found) {
      return found instanceof String string && pattern.matcher(string).find() != isNegated;
    }

    @Override
    public void write(StringBuilder json) {
      writeOperator(json, isNegated ? "$notmatches" : "$matches", path);
      JsonText.write(json, regex);
      json.append("}}");
    }
  }

  /** A field that exists, null or not; negated, a path that leads to no value. */
  record Exists(FieldPath path, boolean isNegated) implements Condition {
    @Override
    public boolean test(@Nullable Object root) {
      return Paths.any(root, path, value -> true) != isNegated;
    }

    @Override
    public void write(StringBuilder json) {
      json.append(isNegated ? "{\"$notexists\":" : "{\"$exists\":");
      JsonText.writeString(json, Paths.shown(path));
      json.append('}');
    }
  }

  /** A value of a type; negated, of another one. */
  record TypeOf(FieldPath path, Value.Type type, boolean isNegated) implements Leaf {
    @Override
    public boolean testValue(@Nullable Object found) {
      return (Plain.type(found) == type) != isNegated;
    }

    @Override
    public void write(StringBuilder json) {
      writeOperator(json, isNegated ? "$nottypeof" : "$typeof", path);
      JsonText.write(json, type.name().toLowerCase(Locale.ROOT));
      json.append("}}");
    }
  }

  /**
   * The length of a string (in {@code char}s) or binary, the count of an array's or a map's values.
   */
  record SizeOf(FieldPath path, Op op, long size) implements Leaf {
    @Override
    public boolean testValue(@Nullable Object found) {
      long actual;
      if (found instanceof String string) {
        actual = string.length();
      } else if (found instanceof ByteBuffer byteBuffer) {
        actual = byteBuffer.remaining();
      } else if (found instanceof List) {
        actual = ((List<?>) found).size();
      } else if (found instanceof Map) {
        actual = ((Map<?, ?>) found).size();
      } else {
        return false;
      }
      return holds(op, Long.compare(actual, size));
    }

    @Override
    public void write(StringBuilder json) {
      writeOperator(json, "$sizeof", path);
      json.append("{\"").append(op.getTagName()).append("\":{\"$numberLong\":").append(size);
      json.append("}}}}");
    }
  }

  private static boolean holds(Op op, int order) {
    return switch (op) {
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case GREATER_OR_EQUAL -> order >= 0;
      case GREATER -> order > 0;
    };
  }

  private static void writeOperator(StringBuilder json, String operator, FieldPath path) {
    json.append("{\"").append(operator).append("\":{");
    writePath(json, path);
  }

  private static void writePath(StringBuilder json, FieldPath path) {
    JsonText.writeString(json, Paths.shown(path));
    json.append(':');
  }

  private static void writeParts(StringBuilder json, List<Condition> parts) {
    json.append('[');
    String separator = "";
    for (Condition part : parts) {
      json.append(separator);
      separator = ",";
      part.write(json);
    }
    json.append(']');
  }
}
