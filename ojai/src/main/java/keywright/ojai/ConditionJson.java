package keywright.ojai;

import com.fasterxml.jackson.core.JsonToken;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ojai.FieldPath;
import org.ojai.Value;
import org.ojai.exceptions.DecodingException;
import org.ojai.exceptions.TypeException;
import org.ojai.store.QueryCondition.Op;

/**
 * The JSON syntax of conditions. An object has operators, all of which must be met. {@code $and}
 * and {@code $or} have an array of conditions or one condition, {@code $elementAnd} a path with
 * such. {@code $exists} and {@code $notexists} have a path or an array of paths. The others have an
 * object with a value for each path: {@code $between} and {@code $in} an array, {@code $like} a
 * pattern or an array of pattern and escape character, {@code $typeof} the name or the code of a
 * type, {@code $sizeof} an object with comparisons, every other one a value.
 */
final class ConditionJson {
  private static final String OPERATORS =
      "one of $and, $or, $elementAnd, $eq, $ne, $lt, $le, $gt, $ge, $between, $in, $notin, $like,"
          + " $notlike, $matches, $notmatches, $exists, $notexists, $typeof, $nottypeof, $sizeof";

  private final JsonText json;
  private int depth;

  private ConditionJson(JsonText json) {
    this.json = json;
  }

  /**
   * The condition in a text.
   *
   * @throws DecodingException if it is none; the message names line and column
   */
  static Condition read(String text) {
    return JsonText.read("the condition", text, ConditionJson::condition);
  }

  /** The condition that starts at the current token; moves behind it. */
  static Condition condition(JsonText json) {
    return new ConditionJson(json).condition();
  }

  private Condition condition() {
    if (++depth > Plain.NESTING_MAX) {
      throw json.error("conditions are nested " + depth + " deep", "at most " + Plain.NESTING_MAX);
    }
    json.expect(JsonToken.START_OBJECT, "a condition as an object");
    json.next();
    List<Condition> parts = new ArrayList<>();
    while (!json.is(JsonToken.END_OBJECT)) {
      json.expect(JsonToken.FIELD_NAME, "an operator");
      operator(json.text(), parts);
    }
    json.next();
    depth--;
    return parts.size() == 1 ? parts.get(0) : new Condition.And(parts);
  }

  private void operator(String name, List<Condition> parts) {
    switch (name) {
      case "$and" -> parts.add(new Condition.And(block(name)));
      case "$or" -> parts.add(new Condition.Or(block(name)));
      case "$exists", "$notexists" -> exists(name.equals("$notexists"), parts);
      case "$elementAnd",
          "$eq",
          "$ne",
          "$lt",
          "$le",
          "$gt",
          "$ge",
          "$between",
          "$in",
          "$notin",
          "$like",
          "$notlike",
          "$matches",
          "$notmatches",
          "$typeof",
          "$nottypeof",
          "$sizeof" ->
          tests(name, parts);
      default -> throw json.error("unknown operator " + JsonText.quoted(name), OPERATORS);
    }
  }

  /** The conditions of a block whose name is current. */
  private List<Condition> block(String name) {
    json.next();
    return conditions(name);
  }

  private List<Condition> conditions(String name) {
    if (json.is(JsonToken.START_OBJECT)) {
      return List.of(condition());
    }
    json.expect(JsonToken.START_ARRAY, "an array of conditions after " + name);
    json.next();
    if (json.is(JsonToken.END_ARRAY)) {
      throw json.error("no condition in " + name, "at least one");
    }
    List<Condition> parts = new ArrayList<>();
    while (!json.is(JsonToken.END_ARRAY)) {
      parts.add(condition());
    }
    json.next();
    return parts;
  }

  private void exists(boolean isNegated, List<Condition> parts) {
    json.next();
    if (!json.is(JsonToken.START_ARRAY)) {
      parts.add(new Condition.Exists(pathValue(), isNegated));
      return;
    }
    json.next();
    while (!json.is(JsonToken.END_ARRAY)) {
      parts.add(new Condition.Exists(pathValue(), isNegated));
    }
    json.next();
  }

  private FieldPath pathValue() {
    json.expect(JsonToken.VALUE_STRING, "a field path");
    FieldPath path = path(json);
    json.next();
    return path;
  }

  /** The path in the current token. */
  static FieldPath path(JsonText json) {
    try {
      return Paths.parse(json.text());
    } catch (IllegalArgumentException e) {
      throw json.error(
          "invalid field path " + JsonText.quoted(json.text()), "for example a.b[0].c");
    }
  }

  private void tests(String name, List<Condition> parts) {
    json.next();
    json.expect(JsonToken.START_OBJECT, "an object with field paths after " + name);
    json.next();
    if (json.is(JsonToken.END_OBJECT)) {
      throw json.error("no field path in " + name, "at least one");
    }
    while (!json.is(JsonToken.END_OBJECT)) {
      json.expect(JsonToken.FIELD_NAME, "a field path");
      FieldPath path = path(json);
      json.next();
      test(name, path, parts);
    }
    json.next();
  }

  private void test(String name, FieldPath path, List<Condition> parts) {
    switch (name) {
      case "$elementAnd" -> elementAnd(name, path, parts);
      case "$sizeof" -> sizes(path, parts);
      default -> {
        JsonText.Spot spot = json.spot();
        Object value = json.value();
        try {
          parts.add(leaf(name, path, value, spot));
        } catch (TypeException | IllegalArgumentException e) {
          throw spot.refused(e);
        }
      }
    }
  }

  private void elementAnd(String name, FieldPath path, List<Condition> parts) {
    JsonText.Spot spot = json.spot();
    List<Condition> conditions = conditions(name);
    try {
      parts.add(new Condition.ElementAnd(path, conditions));
    } catch (IllegalArgumentException e) {
      throw spot.refused(e);
    }
  }

  private void sizes(FieldPath path, List<Condition> parts) {
    json.expect(JsonToken.START_OBJECT, "an object with a comparison after $sizeof");
    json.next();
    while (!json.is(JsonToken.END_OBJECT)) {
      json.expect(JsonToken.FIELD_NAME, "a comparison such as $ge");
      Op op = op(json.text());
      if (op == null) {
        throw json.error(
            "unknown comparison " + JsonText.quoted(json.text()), "$eq, $ne, $lt, $le, $gt or $ge");
      }
      json.next();
      JsonText.Spot spot = json.spot();
      Object size = json.value();
      if (!(size instanceof Number number) || ValueOrder.numbers(number, number.longValue()) != 0) {
        throw spot.unexpected("a whole number");
      }
      parts.add(new Condition.SizeOf(path, op, number.longValue()));
    }
    json.next();
  }

  private static @Nullable Op op(String name) {
    for (Op op : Op.values()) {
      if (op.getTagName().equals(name)) {
        return op;
      }
    }
    return null;
  }

  private static Condition leaf(
      String name, FieldPath path, @Nullable Object value, JsonText.Spot spot) {
    boolean isNegated = name.startsWith("$not");
    return switch (name) {
      case "$between" -> {
        List<@Nullable Object> bounds = values(name, value, spot);
        if (bounds.size() != 2) {
          throw spot.unexpected("the value of " + name);
        }
        yield new Condition.Between(path, bounds.get(0), bounds.get(1));
      }
      case "$in", "$notin" ->
          new Condition.In(
              path, Collections.unmodifiableList(values(name, value, spot)), isNegated);
      case "$like", "$notlike" -> like(name, path, value, isNegated, spot);
      case "$matches", "$notmatches" -> {
        if (!(value instanceof String regex)) {
          throw spot.unexpected("the value of " + name);
        }
        yield new Condition.Matches(path, regex, isNegated);
      }
      case "$typeof", "$nottypeof" -> new Condition.TypeOf(path, type(value, spot), isNegated);
      default -> {
        Op op = op(name);
        if (op == null) {
          throw spot.unexpected("the value of " + name);
        }
        yield new Condition.Compare(path, op, value);
      }
    };
  }

  private static List<@Nullable Object> values(
      String name, @Nullable Object value, JsonText.Spot spot) {
    if (!(value instanceof List)) {
      throw spot.unexpected("the value of " + name);
    }
    return Plain.list(value);
  }

  private static Condition like(
      String name, FieldPath path, @Nullable Object value, boolean isNegated, JsonText.Spot spot) {
    if (value instanceof String pattern) {
      return new Condition.Like(path, pattern, null, isNegated);
    }
    List<@Nullable Object> both = values(name, value, spot);
    if (both.size() != 2
        || !(both.get(0) instanceof String pattern)
        || !(both.get(1) instanceof String escape)
        || escape.length() != 1) {
      throw spot.unexpected("the value of " + name);
    }
    return new Condition.Like(path, pattern, escape.charAt(0), isNegated);
  }

  private static Value.Type type(@Nullable Object value, JsonText.Spot spot) {
    for (Value.Type type : Value.Type.values()) {
      if ((value instanceof String name && type.name().equals(name.toUpperCase(Locale.ROOT)))
          || (value instanceof Number code && code.doubleValue() == type.getCode())) {
        return type;
      }
    }
    throw spot.unexpected("the name of a type, such as int");
  }
}
