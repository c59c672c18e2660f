package keywright.cql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import keywright.cql.grammar.CqlParser;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/**
 * The places of a statement that a program gives values for: each {@code ?} one, or each {@code
 * :name} one for all places of the name. Immutable.
 */
final class Parameters {
  private final Source source;

  /** By the index of the parameter's first token: the place of its value. */
  private final Map<Integer, Integer> places;

  /** The name of each value; empty when the parameters have no names. */
  private final List<String> names;

  private final boolean isByPlace;

  private final int count;
  private final @Nullable Object[] values;

  private Parameters(
      Source source,
      Map<Integer, Integer> places,
      List<String> names,
      boolean isByPlace,
      int count,
      @Nullable Object[] values) {
    this.source = source;
    this.places = places;
    this.names = names;
    this.isByPlace = isByPlace;
    this.count = count;
    this.values = values;
  }

  /**
   * The parameters of a statement, without values.
   *
   * @throws CqlException when some have names and others have none
   */
  static Parameters of(Parsed<?> parsed) {
    return of(parsed, false);
  }

  /** As {@link #of}, with a value for each place, so that a name may have several values. */
  static Parameters byPlace(Parsed<?> parsed) {
    return of(parsed, true);
  }

  private static Parameters of(Parsed<?> parsed, boolean isByPlace) {
    Map<Integer, Integer> places = new HashMap<>();
    List<String> names = new ArrayList<>();
    List<Token> questionMarks = new ArrayList<>();
    List<CqlParser.ParameterContext> parameters =
        Parsed.all(parsed.tree(), CqlParser.ParameterContext.class);
    for (CqlParser.ParameterContext context : parameters) {
      Token place = context.getStart();
      if (context.name() == null) {
        places.put(place.getTokenIndex(), questionMarks.size());
        questionMarks.add(place);
      } else {
        String name = Parsed.name(context.name());
        int known = isByPlace ? -1 : names.indexOf(name);
        places.put(place.getTokenIndex(), known < 0 ? names.size() : known);
        if (known < 0) {
          names.add(name);
        }
      }
    }
    if (!names.isEmpty() && !questionMarks.isEmpty()) {
      throw parsed
          .source()
          .unreadable(
              questionMarks.get(0),
              "found both ? and :%s, expected only one kind of parameter".formatted(names.get(0)));
    }
    int count = Math.max(names.size(), questionMarks.size());
    return new Parameters(
        parsed.source(), places, List.copyOf(names), isByPlace, count, new @Nullable Object[0]);
  }

  /** How many values there are to give. */
  int count() {
    return count;
  }

  /** The name of value {@code index}; null when the parameters have no names. */
  @Nullable String name(int index) {
    return names.isEmpty() ? null : names.get(index);
  }

  /**
   * The parameters with these values, one for each {@code ?} or each name in order of first use.
   */
  Parameters inOrder(@Nullable Object... newValues) {
    if (newValues.length != count) {
      throw failed("found %s, expected %d".formatted(Counts.of(newValues.length, "value"), count));
    }
    return new Parameters(source, places, names, isByPlace, count, newValues.clone());
  }

  /**
   * The parameters with a value for each {@code ?}, or for each place.
   *
   * @throws CqlException for more or fewer values, or when the parameters have names and are not by
   *     place
   */
  Parameters bind(@Nullable Object... newValues) {
    if (!names.isEmpty() && !isByPlace) {
      throw failed(
          "found %s, expected a map with a value for each of %s"
              .formatted(
                  newValues.length == 0 ? "no values" : "values without names", shown(names)));
    }
    if (newValues.length != count) {
      throw failed(
          "found %s, expected %d, one for each %s"
              .formatted(
                  Counts.of(newValues.length, "value"), count, isByPlace ? "parameter" : "?"));
    }
    return new Parameters(source, places, names, isByPlace, count, newValues.clone());
  }

  /**
   * The parameters with a value for each name.
   *
   * @throws CqlException for a name without a value, or a value for another name
   */
  Parameters bind(Map<String, ? extends @Nullable Object> newValues) {
    if (names.isEmpty() && count > 0) {
      throw failed(
          "found values with names, expected %s without names, one for each ? in order"
              .formatted(Counts.of(count, "value")));
    }
    for (String name : newValues.keySet()) {
      if (!names.contains(name)) {
        throw failed(
            "found a value for :%s, expected %s; remove the value for :%1$s"
                .formatted(
                    name, names.isEmpty() ? "no values" : "values only for " + shown(names)));
      }
    }
    @Nullable Object[] bound = new @Nullable Object[count];
    for (int i = 0; i < count; i++) {
      String name = names.get(i);
      if (!newValues.containsKey(name)) {
        throw failed(
            "found no value for :%s, expected one for each of %s".formatted(name, shown(names)));
      }
      bound[i] = newValues.get(name);
    }
    return new Parameters(source, places, names, isByPlace, count, bound);
  }

  private static String shown(List<String> names) {
    return names.stream().distinct().map(name -> ":" + name).collect(Collectors.joining(", "));
  }

  private CqlException failed(String problem) {
    return source.failed("cannot run the statement: " + problem, null);
  }

  /** The value of the parameter that begins with {@code place}. */
  @Nullable Object value(Token place) {
    return values[index(place)];
  }

  /** Which of the values is that of the parameter that begins with {@code place}. */
  int index(Token place) {
    return Objects.requireNonNull(places.get(place.getTokenIndex()));
  }
}
