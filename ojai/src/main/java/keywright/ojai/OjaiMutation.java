package keywright.ojai;

import com.fasterxml.jackson.core.JsonToken;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ojai.Document;
import org.ojai.FieldPath;
import org.ojai.Value;
import org.ojai.store.DocumentMutation;
import org.ojai.store.MutationOp;
import org.ojai.types.ODate;
import org.ojai.types.OInterval;
import org.ojai.types.OTime;
import org.ojai.types.OTimestamp;

/**
 * The mutations of the API: steps that are applied one after another, each to the document that the
 * one before it made. {@link #apply} returns a new document or throws; it never changes the old
 * one. For one thread.
 */
final class OjaiMutation implements DocumentMutation {
  private static final String OPERATORS =
      "one of $set, $put, $append, $merge, $increment, $decrement, $delete";

  private final List<MutationStep> steps = new ArrayList<>();

  OjaiMutation() {}

  /** The steps of any mutation of the API. */
  static OjaiMutation of(DocumentMutation mutation) {
    if (mutation instanceof OjaiMutation ojaiMutation) {
      return ojaiMutation;
    }
    OjaiMutation copy = new OjaiMutation();
    for (MutationOp op : mutation) {
      Value value = op.getOpValue();
      copy.add(op.getType(), op.getFieldPath(), value);
    }
    return copy;
  }

  /**
   * A mutation from the JSON syntax: an object with operators, each with an object that has a value
   * for each path, or an array of such objects; {@code $delete} with a path or an array of paths.
   * An array of such mutations is one too.
   *
   * @throws org.ojai.exceptions.DecodingException if it is none; the message names line and column
   */
  static OjaiMutation parse(String json) {
    return JsonText.read("the mutation", json, OjaiMutation::read);
  }

  private static OjaiMutation read(JsonText json) {
    OjaiMutation mutation = new OjaiMutation();
    if (!json.is(JsonToken.START_ARRAY)) {
      mutation.readOperators(json);
      return mutation;
    }
    json.next();
    while (!json.is(JsonToken.END_ARRAY)) {
      mutation.readOperators(json);
    }
    json.next();
    return mutation;
  }

  private void readOperators(JsonText json) {
    json.expect(JsonToken.START_OBJECT, "a mutation as an object");
    json.next();
    while (!json.is(JsonToken.END_OBJECT)) {
      json.expect(JsonToken.FIELD_NAME, "an operator");
      String name = json.text();
      if (kind(name) == null) {
        throw json.error("unknown operator " + JsonText.quoted(name), OPERATORS);
      }
      json.next();
      boolean isArray = json.is(JsonToken.START_ARRAY);
      if (isArray) {
        json.next();
      }
      while (!isArray || !json.is(JsonToken.END_ARRAY)) {
        readPaths(json, name);
        if (!isArray) {
          break;
        }
      }
      if (isArray) {
        json.next();
      }
    }
    json.next();
  }

  private void readPaths(JsonText json, String name) {
    if (name.equals("$delete")) {
      json.expect(JsonToken.VALUE_STRING, "a field path");
      JsonText.Spot spot = json.spot();
      FieldPath path = ConditionJson.path(json);
      json.next();
      addAt(spot, name, path, null);
      return;
    }
    json.expect(JsonToken.START_OBJECT, "an object with field paths after " + name);
    json.next();
    while (!json.is(JsonToken.END_OBJECT)) {
      json.expect(JsonToken.FIELD_NAME, "a field path");
      FieldPath path = ConditionJson.path(json);
      json.next();
      JsonText.Spot spot = json.spot();
      addAt(spot, name, path, json.value());
    }
    json.next();
  }

  private void addAt(JsonText.Spot spot, String name, FieldPath path, @Nullable Object value) {
    boolean fits =
        switch (name) {
          case "$append" ->
              value instanceof List || value instanceof String || value instanceof ByteBuffer;
          case "$merge" -> value instanceof Map;
          case "$increment", "$decrement" -> value instanceof Number;
          default -> true;
        };
    MutationOp.Type kind = kind(name);
    if (!fits || kind == null) {
      throw spot.unexpected("what can be the value of " + name);
    }
    try {
      if (name.equals("$decrement")) {
        decrement(path, value);
      } else {
        add(kind, path, value);
      }
    } catch (IllegalArgumentException e) {
      throw spot.refused(e);
    }
  }

  private static MutationOp.@Nullable Type kind(String operator) {
    return switch (operator) {
      case "$set" -> MutationOp.Type.SET;
      case "$put" -> MutationOp.Type.SET_OR_REPLACE;
      case "$append" -> MutationOp.Type.APPEND;
      case "$merge" -> MutationOp.Type.MERGE;
      case "$increment", "$decrement" -> MutationOp.Type.INCREMENT;
      case "$delete" -> MutationOp.Type.DELETE;
      default -> null;
    };
  }

  /**
   * The document after all steps; the old one is as it was.
   *
   * @throws org.ojai.store.exceptions.IllegalMutationException if a value in the document does not
   *     permit a step
   */
  Document apply(Document document) {
    return Plain.document(apply(Plain.of(document)));
  }

  /** The same of a document as a plain map, which may share values with the old one. */
  Map<String, @Nullable Object> apply(Map<String, @Nullable Object> document) {
    Map<String, @Nullable Object> changed = document;
    for (MutationStep step : steps) {
      changed = step.apply(changed);
    }
    return changed;
  }

  /** The stored form of a stored document after all steps. */
  byte[] apply(byte[] stored) {
    return DocumentWriter.encode(apply(DocumentBytes.mapView(stored)));
  }

  OjaiMutation add(MutationOp.Type kind, FieldPath path, @Nullable Object value) {
    steps.add(new MutationStep(kind, path, Plain.of(value)));
    return this;
  }

  private OjaiMutation decrement(FieldPath path, @Nullable Object value) {
    return add(MutationOp.Type.INCREMENT, path, negated(value));
  }

  /** The negated number; of the next wider type if its own type does not have it. */
  private static Number negated(@Nullable Object number) {
    if (number instanceof Byte) {
      byte value = (byte) number;
      return value == Byte.MIN_VALUE ? (Number) (short) -value : (Number) (byte) -value;
    } else if (number instanceof Short) {
      short value = (short) number;
      return value == Short.MIN_VALUE ? (Number) (-value) : (Number) (short) -value;
    } else if (number instanceof Integer) {
      int value = (int) number;
      return value == Integer.MIN_VALUE ? (Number) (-(long) value) : (Number) (-value);
    } else if (number instanceof Long) {
      long value = (long) number;
      return value == Long.MIN_VALUE ? BigDecimal.valueOf(value).negate() : (Number) (-value);
    } else if (number instanceof Float) {
      return -(float) number;
    } else if (number instanceof Double) {
      return -(double) number;
    } else if (number instanceof BigDecimal bigDecimal) {
      return bigDecimal.negate();
    }
    throw new IllegalArgumentException(
        "cannot decrement by " + number + ": it is not a number, expected a number");
  }

  @Override
  public OjaiMutation empty() {
    steps.clear();
    return this;
  }

  @Override
  public int size() {
    return steps.size();
  }

  @Override
  public boolean isEmpty() {
    return steps.isEmpty();
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public Iterator<MutationOp> iterator() {
    List<MutationOp> ops = new ArrayList<>();
    for (MutationStep step : steps) {
      MutationOp op = new MutationOp();
      op.setType(step.kind());
      op.setFieldPath(step.path());
      op.setOpValue(Plain.value(step.value()));
      ops.add(op);
    }
    return ops.iterator();
  }

  /** The steps as an array, each with its operator, in their order. */
  @Override
  public String asJsonString() {
    StringBuilder json = new StringBuilder("[");
    for (MutationStep step : steps) {
      json.append(json.length() == 1 ? "" : ",").append("{\"").append(operator(step.kind()));
      json.append("\":");
      if (step.kind() == MutationOp.Type.DELETE) {
        JsonText.writeString(json, Paths.shown(step.path()));
      } else {
        json.append('{');
        JsonText.writeString(json, Paths.shown(step.path()));
        JsonText.write(json.append(':'), step.value());
        json.append('}');
      }
      json.append('}');
    }
    return json.append(']').toString();
  }

  private static String operator(MutationOp.Type kind) {
    return switch (kind) {
      case SET -> "$set";
      case SET_OR_REPLACE -> "$put";
      case APPEND -> "$append";
      case MERGE -> "$merge";
      case INCREMENT -> "$increment";
      case DELETE -> "$delete";
    };
  }

  @Override
  public String toString() {
    return asJsonString();
  }

  @Override
  public OjaiMutation setNull(String path) {
    return setNull(Paths.parse(path));
  }

  @Override
  public OjaiMutation setNull(FieldPath path) {
    return add(MutationOp.Type.SET, path, null);
  }

  @Override
  public OjaiMutation set(String path, Value value) {
    return set(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation set(FieldPath path, Value value) {
    return add(MutationOp.Type.SET, path, value);
  }

  @Override
  public OjaiMutation set(String path, boolean value) {
    return set(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation set(FieldPath path, boolean value) {
    return add(MutationOp.Type.SET, path, value);
  }

  @Override
  public OjaiMutation set(String path, byte value) {
    return set(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation set(FieldPath path, byte value) {
    return add(MutationOp.Type.SET, path, value);
  }

  @Override
  public OjaiMutation set(String path, short value) {
    return set(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation set(FieldPath path, short value) {
    return add(MutationOp.Type.SET, path, value);
  }

  @Override
  public OjaiMutation set(String path, int value) {
    return set(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation set(FieldPath path, int value) {
    return add(MutationOp.Type.SET, path, value);
  }

  @Override
  public OjaiMutation set(String path, long value) {
    return set(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation set(FieldPath path, long value) {
    return add(MutationOp.Type.SET, path, value);
  }

  @Override
  public OjaiMutation set(String path, float value) {
    return set(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation set(FieldPath path, float value) {
    return add(MutationOp.Type.SET, path, value);
  }

  @Override
  public OjaiMutation set(String path, double value) {
    return set(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation set(FieldPath path, double value) {
    return add(MutationOp.Type.SET, path, value);
  }

  @Override
  public OjaiMutation set(String path, String value) {
    return set(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation set(FieldPath path, String value) {
    return add(MutationOp.Type.SET, path, value);
  }

  @Override
  public OjaiMutation set(String path, BigDecimal value) {
    return set(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation set(FieldPath path, BigDecimal value) {
    return add(MutationOp.Type.SET, path, value);
  }

  @Override
  public OjaiMutation set(String path, ODate value) {
    return set(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation set(FieldPath path, ODate value) {
    return add(MutationOp.Type.SET, path, value);
  }

  @Override
  public OjaiMutation set(String path, OTime value) {
    return set(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation set(FieldPath path, OTime value) {
    return add(MutationOp.Type.SET, path, value);
  }

  @Override
  public OjaiMutation set(String path, OTimestamp value) {
    return set(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation set(FieldPath path, OTimestamp value) {
    return add(MutationOp.Type.SET, path, value);
  }

  @Override
  public OjaiMutation set(String path, OInterval value) {
    return set(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation set(FieldPath path, OInterval value) {
    return add(MutationOp.Type.SET, path, value);
  }

  @Override
  public OjaiMutation set(String path, ByteBuffer value) {
    return set(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation set(FieldPath path, ByteBuffer value) {
    return add(MutationOp.Type.SET, path, value);
  }

  @Override
  public OjaiMutation set(String path, List<? extends Object> value) {
    return set(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation set(FieldPath path, List<? extends Object> value) {
    return add(MutationOp.Type.SET, path, value);
  }

  @Override
  public OjaiMutation set(String path, Map<String, ? extends Object> value) {
    return set(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation set(FieldPath path, Map<String, ? extends Object> value) {
    return add(MutationOp.Type.SET, path, value);
  }

  @Override
  public OjaiMutation set(String path, Document value) {
    return set(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation set(FieldPath path, Document value) {
    return add(MutationOp.Type.SET, path, value);
  }

  @Override
  public OjaiMutation setOrReplaceNull(String path) {
    return setOrReplaceNull(Paths.parse(path));
  }

  @Override
  public OjaiMutation setOrReplaceNull(FieldPath path) {
    return add(MutationOp.Type.SET_OR_REPLACE, path, null);
  }

  @Override
  public OjaiMutation setOrReplace(String path, Value value) {
    return setOrReplace(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation setOrReplace(FieldPath path, Value value) {
    return add(MutationOp.Type.SET_OR_REPLACE, path, value);
  }

  @Override
  public OjaiMutation setOrReplace(String path, boolean value) {
    return setOrReplace(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation setOrReplace(FieldPath path, boolean value) {
    return add(MutationOp.Type.SET_OR_REPLACE, path, value);
  }

  @Override
  public OjaiMutation setOrReplace(String path, byte value) {
    return setOrReplace(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation setOrReplace(FieldPath path, byte value) {
    return add(MutationOp.Type.SET_OR_REPLACE, path, value);
  }

  @Override
  public OjaiMutation setOrReplace(String path, short value) {
    return setOrReplace(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation setOrReplace(FieldPath path, short value) {
    return add(MutationOp.Type.SET_OR_REPLACE, path, value);
  }

  @Override
  public OjaiMutation setOrReplace(String path, int value) {
    return setOrReplace(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation setOrReplace(FieldPath path, int value) {
    return add(MutationOp.Type.SET_OR_REPLACE, path, value);
  }

  @Override
  public OjaiMutation setOrReplace(String path, long value) {
    return setOrReplace(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation setOrReplace(FieldPath path, long value) {
    return add(MutationOp.Type.SET_OR_REPLACE, path, value);
  }

  @Override
  public OjaiMutation setOrReplace(String path, float value) {
    return setOrReplace(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation setOrReplace(FieldPath path, float value) {
    return add(MutationOp.Type.SET_OR_REPLACE, path, value);
  }

  @Override
  public OjaiMutation setOrReplace(String path, double value) {
    return setOrReplace(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation setOrReplace(FieldPath path, double value) {
    return add(MutationOp.Type.SET_OR_REPLACE, path, value);
  }

  @Override
  public OjaiMutation setOrReplace(String path, String value) {
    return setOrReplace(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation setOrReplace(FieldPath path, String value) {
    return add(MutationOp.Type.SET_OR_REPLACE, path, value);
  }

  @Override
  public OjaiMutation setOrReplace(String path, BigDecimal value) {
    return setOrReplace(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation setOrReplace(FieldPath path, BigDecimal value) {
    return add(MutationOp.Type.SET_OR_REPLACE, path, value);
  }

  @Override
  public OjaiMutation setOrReplace(String path, ODate value) {
    return setOrReplace(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation setOrReplace(FieldPath path, ODate value) {
    return add(MutationOp.Type.SET_OR_REPLACE, path, value);
  }

  @Override
  public OjaiMutation setOrReplace(String path, OTime value) {
    return setOrReplace(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation setOrReplace(FieldPath path, OTime value) {
    return add(MutationOp.Type.SET_OR_REPLACE, path, value);
  }

  @Override
  public OjaiMutation setOrReplace(String path, OTimestamp value) {
    return setOrReplace(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation setOrReplace(FieldPath path, OTimestamp value) {
    return add(MutationOp.Type.SET_OR_REPLACE, path, value);
  }

  @Override
  public OjaiMutation setOrReplace(String path, OInterval value) {
    return setOrReplace(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation setOrReplace(FieldPath path, OInterval value) {
    return add(MutationOp.Type.SET_OR_REPLACE, path, value);
  }

  @Override
  public OjaiMutation setOrReplace(String path, ByteBuffer value) {
    return setOrReplace(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation setOrReplace(FieldPath path, ByteBuffer value) {
    return add(MutationOp.Type.SET_OR_REPLACE, path, value);
  }

  @Override
  public OjaiMutation setOrReplace(String path, List<? extends Object> value) {
    return setOrReplace(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation setOrReplace(FieldPath path, List<? extends Object> value) {
    return add(MutationOp.Type.SET_OR_REPLACE, path, value);
  }

  @Override
  public OjaiMutation setOrReplace(String path, Map<String, ? extends Object> value) {
    return setOrReplace(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation setOrReplace(FieldPath path, Map<String, ? extends Object> value) {
    return add(MutationOp.Type.SET_OR_REPLACE, path, value);
  }

  @Override
  public OjaiMutation setOrReplace(String path, Document value) {
    return setOrReplace(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation setOrReplace(FieldPath path, Document value) {
    return add(MutationOp.Type.SET_OR_REPLACE, path, value);
  }

  @Override
  public OjaiMutation append(String path, List<? extends Object> value) {
    return append(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation append(FieldPath path, List<? extends Object> value) {
    return add(MutationOp.Type.APPEND, path, value);
  }

  @Override
  public OjaiMutation append(String path, String value) {
    return append(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation append(FieldPath path, String value) {
    return add(MutationOp.Type.APPEND, path, value);
  }

  @Override
  public OjaiMutation append(String path, byte[] value, int offset, int len) {
    return append(Paths.parse(path), value, offset, len);
  }

  @Override
  public OjaiMutation append(FieldPath path, byte[] value, int offset, int len) {
    return append(path, ByteBuffer.wrap(value, offset, len));
  }

  @Override
  public OjaiMutation append(String path, byte[] value) {
    return append(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation append(FieldPath path, byte[] value) {
    return append(path, ByteBuffer.wrap(value));
  }

  @Override
  public OjaiMutation append(String path, ByteBuffer value) {
    return append(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation append(FieldPath path, ByteBuffer value) {
    return add(MutationOp.Type.APPEND, path, value);
  }

  @Override
  public OjaiMutation merge(String path, Document value) {
    return merge(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation merge(FieldPath path, Document value) {
    return add(MutationOp.Type.MERGE, path, value);
  }

  @Override
  public OjaiMutation merge(String path, Map<String, Object> value) {
    return merge(Paths.parse(path), value);
  }

  @Override
  public OjaiMutation merge(FieldPath path, Map<String, Object> value) {
    return add(MutationOp.Type.MERGE, path, value);
  }

  @Override
  public OjaiMutation increment(String path, byte inc) {
    return increment(Paths.parse(path), inc);
  }

  @Override
  public OjaiMutation increment(FieldPath path, byte inc) {
    return add(MutationOp.Type.INCREMENT, path, inc);
  }

  @Override
  public OjaiMutation increment(String path, short inc) {
    return increment(Paths.parse(path), inc);
  }

  @Override
  public OjaiMutation increment(FieldPath path, short inc) {
    return add(MutationOp.Type.INCREMENT, path, inc);
  }

  @Override
  public OjaiMutation increment(String path, int inc) {
    return increment(Paths.parse(path), inc);
  }

  @Override
  public OjaiMutation increment(FieldPath path, int inc) {
    return add(MutationOp.Type.INCREMENT, path, inc);
  }

  @Override
  public OjaiMutation increment(String path, long inc) {
    return increment(Paths.parse(path), inc);
  }

  @Override
  public OjaiMutation increment(FieldPath path, long inc) {
    return add(MutationOp.Type.INCREMENT, path, inc);
  }

  @Override
  public OjaiMutation increment(String path, float inc) {
    return increment(Paths.parse(path), inc);
  }

  @Override
  public OjaiMutation increment(FieldPath path, float inc) {
    return add(MutationOp.Type.INCREMENT, path, inc);
  }

  @Override
  public OjaiMutation increment(String path, double inc) {
    return increment(Paths.parse(path), inc);
  }

  @Override
  public OjaiMutation increment(FieldPath path, double inc) {
    return add(MutationOp.Type.INCREMENT, path, inc);
  }

  @Override
  public OjaiMutation increment(String path, BigDecimal inc) {
    return increment(Paths.parse(path), inc);
  }

  @Override
  public OjaiMutation increment(FieldPath path, BigDecimal inc) {
    return add(MutationOp.Type.INCREMENT, path, inc);
  }

  @Override
  public OjaiMutation decrement(String path, byte dec) {
    return decrement(Paths.parse(path), dec);
  }

  @Override
  public OjaiMutation decrement(FieldPath path, byte dec) {
    return decrement(path, (Object) dec);
  }

  @Override
  public OjaiMutation decrement(String path, short dec) {
    return decrement(Paths.parse(path), dec);
  }

  @Override
  public OjaiMutation decrement(FieldPath path, short dec) {
    return decrement(path, (Object) dec);
  }

  @Override
  public OjaiMutation decrement(String path, int dec) {
    return decrement(Paths.parse(path), dec);
  }

  @Override
  public OjaiMutation decrement(FieldPath path, int dec) {
    return decrement(path, (Object) dec);
  }

  @Override
  public OjaiMutation decrement(String path, long dec) {
    return decrement(Paths.parse(path), dec);
  }

  @Override
  public OjaiMutation decrement(FieldPath path, long dec) {
    return decrement(path, (Object) dec);
  }

  @Override
  public OjaiMutation decrement(String path, float dec) {
    return decrement(Paths.parse(path), dec);
  }

  @Override
  public OjaiMutation decrement(FieldPath path, float dec) {
    return decrement(path, (Object) dec);
  }

  @Override
  public OjaiMutation decrement(String path, double dec) {
    return decrement(Paths.parse(path), dec);
  }

  @Override
  public OjaiMutation decrement(FieldPath path, double dec) {
    return decrement(path, (Object) dec);
  }

  @Override
  public OjaiMutation decrement(String path, BigDecimal dec) {
    return decrement(Paths.parse(path), dec);
  }

  @Override
  public OjaiMutation decrement(FieldPath path, BigDecimal dec) {
    return decrement(path, (Object) dec);
  }

  @Override
  public OjaiMutation delete(String path) {
    return delete(Paths.parse(path));
  }

  @Override
  public OjaiMutation delete(FieldPath path) {
    return add(MutationOp.Type.DELETE, path, null);
  }
}
