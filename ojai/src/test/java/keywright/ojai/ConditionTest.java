package keywright.ojai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ojai.FieldPath;
import org.ojai.Value;
import org.ojai.exceptions.DecodingException;
import org.ojai.exceptions.TypeException;
import org.ojai.json.Json;
import org.ojai.store.QueryCondition;
import org.ojai.store.QueryCondition.Op;
import org.ojai.types.ODate;
import org.ojai.types.OInterval;
import org.ojai.types.OTime;
import org.ojai.types.OTimestamp;

/** Conditions mean what the documentation of the API says, on documents and on stored bytes. */
class ConditionTest {
  private static final List<Op> OPS = List.of(Op.values());

  /** Documents whose field tags has values of many types. */
  private static final String[] TAGS = {
    "[\"electronics\",\"ipod\",\"apple\"]",
    "\"ipod\"",
    "10",
    "[10,\"ipod\",{\"t\":\"ipod\"}]",
    "{\"t\":\"ipod\"}",
    "[{\"t\":\"ipod\"},{\"t\":\"apple\"}]",
    "[{\"t\":\"ipod\",\"v\":10},{\"t\":\"apple\",\"v\":9}]",
    "{\"t\":\"ipod\",\"v\":10}",
    "null",
    "[]"
  };

  /** The numbers, from 1 up, of the documents that meet a condition; the last has no tags. */
  private static String met(String condition) {
    OjaiCondition parsed = OjaiCondition.parse(condition);
    List<String> met = new ArrayList<>();
    for (int number = 1; number <= TAGS.length + 1; number++) {
      String json = number > TAGS.length ? "{}" : "{\"tags\":" + TAGS[number - 1] + "}";
      Map<String, Object> document = JsonText.document(json);
      boolean isMet = parsed.test(Plain.document(document));
      assertThat(parsed.test(DocumentWriter.encode(document))).isEqualTo(isMet);
      if (isMet) {
        met.add(String.valueOf(number));
      }
    }
    return String.join(" ", met);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"$eq\":{\"tags[]\":\"ipod\"}}                 | 1 2 4",
        "{\"$exists\":\"tags.v\"}                        | 8",
        "{\"$exists\":\"tags[].v\"}                      | 7 8",
        "{\"$notexists\":\"tags[].v\"}                   | 1 2 3 4 5 6 9 10 11",
        "{\"$exists\":\"tags\"}                          | 1 2 3 4 5 6 7 8 9 10",
        "{\"$eq\":{\"tags\":10}}                         | 3",
        "{\"$eq\":{\"tags\":{\"$numberInt\":10}}}        | 3",
        "{\"$eq\":{\"tags\":null}}                       | 9",
        "{\"$eq\":{\"tags.t\":\"ipod\"}}                 | 5 8",
        "{\"$eq\":{\"tags[].t\":\"ipod\"}}               | 4 5 6 7 8",
        "{\"$eq\":{\"tags\":{\"t\":\"ipod\"}}}           | 5",
        "{\"$eq\":{\"tags[]\":{\"t\":\"ipod\"}}}         | 4 5 6",
        "{\"$eq\":{\"tags\":{\"v\":10,\"t\":\"ipod\"}}}  | 8",
        "{\"$eq\":{\"tags\":[10,\"ipod\",{\"t\":\"ipod\"}]}} | 4",
        "{\"$eq\":{\"tags[0]\":10}}                      | 4",
        "{\"$ne\":{\"tags\":10}}                         | 1 2 4 5 6 7 8 9 10",
        "{\"$ne\":{\"tags[]\":\"ipod\"}}                 | 1 3 4 5 6 7 8 9",
        "{\"$gt\":{\"tags[].v\":9}}                      | 7 8",
        "{\"$lt\":{\"tags\":\"z\"}}                      | 2",
        "{\"$le\":{\"tags\":null}}                       | 9",
        "{\"$between\":{\"tags[].v\":[9,9.5]}}           | 7",
        "{\"$between\":{\"tags[].v\":[9.25,9.75]}}       | ''",
        "{\"$in\":{\"tags\":[10,\"ipod\"]}}              | 2 3",
        "{\"$notin\":{\"tags\":[10,\"ipod\",null]}}      | 1 4 5 6 7 8 10",
        "{\"$like\":{\"tags[]\":\"%po_\"}}               | 1 2 4",
        "{\"$notlike\":{\"tags[]\":\"%po_\"}}            | 1",
        "{\"$matches\":{\"tags[]\":\"^e.*s$\"}}          | 1",
        "{\"$matches\":{\"tags[]\":\"po\"}}              | 1 2 4",
        "{\"$notmatches\":{\"tags\":\"po\"}}             | ''",
        "{\"$typeof\":{\"tags\":\"map\"}}                | 5 8",
        "{\"$typeof\":{\"tags[]\":\"map\"}}              | 4 5 6 7 8",
        "{\"$nottypeof\":{\"tags\":\"ARRAY\"}}           | 2 3 5 8 9",
        "{\"$typeof\":{\"tags\":9}}                      | 3",
        "{\"$sizeof\":{\"tags\":{\"$ge\":3}}}            | 1 2 4",
        "{\"$sizeof\":{\"tags\":{\"$eq\":0}}}            | 10",
        "{\"$elementAnd\":{\"tags[]\":[{\"$eq\":{\"t\":\"ipod\"}},{\"$gt\":{\"v\":9}}]}} | 7 8",
        "{\"$elementAnd\":{\"tags[]\":[{\"$eq\":{\"t\":\"apple\"}},{\"$gt\":{\"v\":9}}]}} | ''",
        "{\"$eq\":{\"tags[].t\":\"apple\"},\"$gt\":{\"tags[].v\":9}} | 7",
        "{\"$or\":[{\"$eq\":{\"tags\":10}},{\"$and\":[{\"$exists\":[\"tags.t\",\"tags.v\"]}]}]} | 3"
            + " 8",
        "{}                                              | 1 2 3 4 5 6 7 8 9 10 11"
      })
  void documentsMeetTheConditionsOfTheManual(String condition, String numbers) {
    assertThat(met(condition)).isEqualTo(numbers);
  }

  /** Builds a random condition by the methods of the API, and what it means by naive means. */
  interface Naive {
    boolean test(Object root);
  }

  static List<Object> naiveValues(Object root, FieldPath path) {
    List<Object> values = new ArrayList<>();
    values.add(root);
    for (var segment : path) {
      List<Object> next = new ArrayList<>();
      for (Object value : values) {
        if (segment.isNamed()) {
          String name = segment.getNameSegment().getName();
          if (value instanceof Map && ((Map<?, ?>) value).containsKey(name)) {
            next.add(((Map<?, ?>) value).get(name));
          }
        } else if (segment.getIndexSegment().getIndex() < 0) {
          if (value instanceof List) {
            next.addAll((List<?>) value);
          } else {
            next.add(value);
          }
        } else if (value instanceof List
            && segment.getIndexSegment().getIndex() < ((List<?>) value).size()) {
          next.add(((List<?>) value).get(segment.getIndexSegment().getIndex()));
        }
      }
      values = next;
    }
    return values;
  }

  private static String group(Object value) {
    return value instanceof Number ? "NUMBER" : Plain.type(value).name();
  }

  private static boolean holds(Op op, int order) {
    return switch (op.getTagName()) {
      case "$lt" -> order < 0;
      case "$le" -> order <= 0;
      case "$eq" -> order == 0;
      case "$ne" -> order != 0;
      case "$ge" -> order >= 0;
      default -> order > 0;
    };
  }

  static Naive add(QueryCondition condition, RandomDocuments draw, Object document, int depth) {
    int kind = draw.random().nextInt(depth > 0 ? 12 : 9);
    FieldPath path = draw.path(document, true);
    if (kind >= 9) {
      boolean isElement = kind == 11;
      String array = path.asPathString(true);
      array = array.endsWith("]") ? path.asPathString(true) : array + "[]";
      array = array.endsWith("[]") ? array : array + "[]";
      FieldPath elements = FieldPath.parseFrom(array);
      Object inside = document;
      if (isElement) {
        List<Object> values = naiveValues(document, elements);
        inside = values.isEmpty() ? document : values.get(0);
      }
      switch (kind) {
        case 9 -> condition.and();
        case 10 -> condition.or();
        default -> condition.elementAnd(elements);
      }
      List<Naive> parts = new ArrayList<>();
      int count = draw.random().nextInt(1, 4);
      for (int index = 0; index < count; index++) {
        parts.add(add(condition, draw, inside, depth - 1));
      }
      condition.close();
      return switch (kind) {
        case 9 -> root -> parts.stream().allMatch(part -> part.test(root));
        case 10 -> root -> parts.stream().anyMatch(part -> part.test(root));
        default ->
            root ->
                naiveValues(root, elements).stream()
                    .anyMatch(element -> parts.stream().allMatch(part -> part.test(element)));
      };
    }
    List<Object> found = naiveValues(document, path);
    Object value = found.isEmpty() || draw.random().nextInt(3) == 0 ? draw.small() : found.get(0);
    return switch (kind) {
      case 0 -> {
        condition.exists(path);
        yield root -> !naiveValues(root, path).isEmpty();
      }
      case 1 -> {
        condition.notExists(path);
        yield root -> naiveValues(root, path).isEmpty();
      }
      case 2 -> {
        List<Object> values = new ArrayList<>(List.of(draw.random().nextInt(3), "a"));
        values.add(value);
        boolean in = draw.random().nextBoolean();
        if (in) {
          condition.in(path, values);
        } else {
          condition.notIn(path, values);
        }
        yield root ->
            naiveValues(root, path).stream()
                .anyMatch(
                    one ->
                        values.stream().anyMatch(two -> ValueOrder.INSTANCE.compare(one, two) == 0)
                            == in);
      }
      case 3 -> {
        Value.Type type = Plain.type(value);
        boolean of = draw.random().nextBoolean();
        if (of) {
          condition.typeOf(path, type);
        } else {
          condition.notTypeOf(path, type);
        }
        yield root ->
            naiveValues(root, path).stream().anyMatch(one -> (Plain.type(one) == type) == of);
      }
      case 4 -> {
        String pattern = draw.random().nextBoolean() ? "a%" : "%b";
        boolean like = draw.random().nextBoolean();
        if (like) {
          condition.like(path, pattern);
        } else {
          condition.notLike(path, pattern);
        }
        yield root ->
            naiveValues(root, path).stream()
                .anyMatch(
                    one ->
                        one instanceof String text
                            && (pattern.startsWith("a") ? text.startsWith("a") : text.endsWith("b"))
                                == like);
      }
      case 5 -> {
        long size = draw.random().nextInt(4);
        Op sizeOp = OPS.get(draw.random().nextInt(6));
        condition.sizeOf(path, sizeOp, size);
        yield root ->
            naiveValues(root, path).stream()
                .anyMatch(
                    one -> {
                      long actual =
                          one instanceof String text
                              ? text.length()
                              : one instanceof Map
                                  ? Plain.map(one).size()
                                  : one instanceof List
                                      ? Plain.list(one).size()
                                      : one instanceof ByteBuffer bytes ? bytes.remaining() : -1;
                      return actual >= 0 && holds(sizeOp, Long.compare(actual, size));
                    });
      }
      default -> {
        Op op = OPS.get(draw.random().nextInt(6));
        Object reference =
            Plain.type(value).isScalar() || op == Op.EQUAL || op == Op.NOT_EQUAL ? value : 1;
        yield compare(condition, path, op, reference);
      }
    };
  }

  /** Adds a comparison. */
  static Naive compare(QueryCondition condition, FieldPath path, Op op, Object reference) {
    is(condition, path, op, reference);
    return root ->
        naiveValues(root, path).stream()
            .anyMatch(
                one ->
                    group(one).equals(group(reference))
                        ? holds(op, ValueOrder.INSTANCE.compare(one, reference))
                        : op == Op.NOT_EQUAL);
  }

  private static void is(QueryCondition condition, FieldPath path, Op op, Object value) {
    if (value instanceof Map) {
      if (op == Op.EQUAL) {
        condition.equals(path, Plain.map(value));
      } else {
        condition.notEquals(path, Plain.map(value));
      }
    } else if (value instanceof List) {
      if (op == Op.EQUAL) {
        condition.equals(path, Plain.list(value));
      } else {
        condition.notEquals(path, Plain.list(value));
      }
    } else if (value instanceof String text) {
      condition.is(path, op, text);
    } else if (value instanceof Integer) {
      condition.is(path, op, (int) value);
    } else if (value instanceof Long) {
      condition.is(path, op, (long) value);
    } else if (value instanceof Double) {
      condition.is(path, op, (double) value);
    } else if (value instanceof Float) {
      condition.is(path, op, (float) value);
    } else if (value instanceof Boolean) {
      condition.is(path, op, (boolean) value);
    } else if (value instanceof Byte) {
      condition.is(path, op, (byte) value);
    } else if (value instanceof Short) {
      condition.is(path, op, (short) value);
    } else if (value instanceof BigDecimal decimal) {
      condition.is(path, op, decimal);
    } else if (value instanceof ODate date) {
      condition.is(path, op, date);
    } else if (value instanceof OTime time) {
      condition.is(path, op, time);
    } else if (value instanceof OTimestamp timestamp) {
      condition.is(path, op, timestamp);
    } else if (value instanceof OInterval interval) {
      condition.is(path, op, interval);
    } else if (value instanceof ByteBuffer bytes) {
      condition.is(path, op, bytes);
    } else {
      StringBuilder json = new StringBuilder();
      new Condition.Compare(path, op, null).write(json);
      condition.condition(Foreign.condition(json.toString()));
    }
  }

  @Test
  void randomConditionsAgreeWithANaiveEvaluation() {
    int met = 0;
    int all = 0;
    for (int trial = 0; trial < Trials.of(6000); trial++) {
      long seed = Seeds.base() + trial;
      RandomDocuments draw = RandomDocuments.of(seed);
      Map<String, Object> document = draw.map(3);
      OjaiCondition condition = new OjaiCondition();
      Naive naive = add(condition, draw, document, 2);
      condition.build();
      for (int other = 0; other < 3; other++) {
        boolean expected = naive.test(document);
        String line = "%s on %s: %s".formatted(condition, document, Seeds.reproduction(seed));
        assertThat(condition.test(Plain.document(document))).as(line).isEqualTo(expected);
        byte[] stored = DocumentWriter.encode(document);
        assertThat(condition.test(stored)).as(line).isEqualTo(expected);
        checkBounds(condition.closed(), document, expected, line);
        met += expected ? 1 : 0;
        all++;
        document = draw.map(3);
      }
    }
    assertThat(met).isBetween(all / 20, all * 19 / 20);
  }

  /**
   * A document that meets a condition is in its bounds; one in them and of the residual meets it.
   */
  private static void checkBounds(
      Condition condition, Map<String, Object> document, boolean isMet, String line) {
    Bounds bounds = Bounds.of(condition);
    List<Bounds.PathBounds> paths = bounds.paths();
    List<List<Bounds.PathBounds>> choices = new ArrayList<>();
    paths.forEach(path -> choices.add(List.of(path)));
    choices.add(paths);
    choices.add(List.of());
    for (List<Bounds.PathBounds> used : choices) {
      boolean inRanges =
          used.stream()
              .allMatch(
                  one ->
                      naiveValues(document, one.path()).stream().anyMatch(one.ranges()::contains));
      Condition residual = bounds.residual(used);
      assertThat(inRanges && (residual == null || residual.test(document)))
          .as("bounds %s, residual %s of %s", used, residual, line)
          .isEqualTo(isMet);
    }
  }

  /** JSON text has no extremes of dates, which the text of the API cannot show. */
  @Test
  void conditionsComeBackFromTheirJson() {
    for (int trial = 0; trial < Trials.of(3000); trial++) {
      long seed = Seeds.base() + trial;
      RandomDocuments draw = RandomDocuments.of(seed);
      Map<String, Object> document =
          JsonText.document(
              "{\"a\":{\"b\":[1,\"x\",{\"c\":null}]},\"b\":\"ab\",\"c\":[[true]],\"_id\":2.5}");
      OjaiCondition condition = new OjaiCondition();
      add(condition, draw, document, 3);
      String json = condition.asJsonString();
      assertThat(OjaiCondition.parse(json).asJsonString())
          .as(Seeds.reproduction(seed))
          .isEqualTo(json);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"$eqq\":{\"a\":1}} | cannot read the condition: unknown operator \"$eqq\" (line 1,"
            + " column 2), expected one of $and, $or, $elementAnd, $eq, $ne, $lt, $le, $gt, $ge,"
            + " $between, $in, $notin, $like, $notlike, $matches, $notmatches, $exists, $notexists,"
            + " $typeof, $nottypeof, $sizeof",
        "{\"$eq\":{\"a[\":1}} | cannot read the condition: invalid field path \"a[\" (line 1,"
            + " column 9), expected for example a.b[0].c",
        "{\"$eq\":{\"a\":1} | cannot read the condition: Unexpected end-of-input: expected close"
            + " marker for Object (line 1, column 15), expected JSON",
        "{\"$between\":{\"a\":[1]}} | cannot read the condition: found \"[\" (line 1, column 18),"
            + " expected the value of $between",
        "{\"$between\":{\"a\":[1,{}]}} | cannot read the condition: cannot compare by $between with"
            + " a value of type MAP (field path a), expected a scalar (line 1, column 18)",
        "{\"$and\":[]} | cannot read the condition: no condition in $and (line 1, column 10),"
            + " expected at least one",
        "{\"$like\":{\"a\":[\"x!\",\"!\"]}} | cannot read the condition: cannot use the LIKE"
            + " pattern \"x!\": character 2 is the escape character, expected %, _ or the escape"
            + " character after it (line 1, column 15)",
        "{\"$matches\":{\"a\":\"(\"}} | cannot read the condition: cannot use a regular expression"
            + " (field path a): Unclosed group near index 1 (line 1, column 18)",
        "{\"$elementAnd\":{\"a\":[{\"$eq\":{\"b\":1}}]}} | cannot read the condition: cannot use"
            + " elementAnd on the field path a: it does not lead to elements, expected [] at its"
            + " end (line 1, column 21)",
        "{\"$lt\":{\"a\":{\"$dateDay\":\"x\"}}} | cannot read the condition: found \"x\" (line 1,"
            + " column 25), expected the value of $dateDay",
        "{\"$eq\":{\"a\":1}} x | cannot read the condition: Unrecognized token 'x': was expecting"
            + " (JSON String, Number, Array, Object or token 'null', 'true' or 'false') (line 1,"
            + " column 17), expected JSON",
        "{\"$eq\":{\"a\":1}} 2 | cannot read the condition: found \"2\" (line 1, column 17),"
            + " expected the end",
        "{\"$typeof\":{\"a\":\"integer\"}} | cannot read the condition: found \"integer\" (line 1,"
            + " column 17), expected the name of a type, such as int",
        "[] | cannot read the condition: found \"[\" (line 1, column 1), expected a condition as an"
            + " object"
      })
  void aConditionThatIsNoneIsRefusedInOneLine(String json, String message) {
    assertThatThrownBy(() -> OjaiCondition.parse(json))
        .isInstanceOf(DecodingException.class)
        .hasMessage(message);
  }

  @Test
  void theLineOfAnErrorIsNamed() {
    assertThatThrownBy(() -> OjaiCondition.parse("{\n  \"$and\": [\n    {\"$foo\": 1}]}"))
        .hasMessageContaining("(line 3, column 6)");
  }

  @Test
  void blocksAreClosedInOrderAndABuiltConditionIsFinal() {
    OjaiCondition condition = new OjaiCondition();
    condition.and().is("a", Op.EQUAL, 1).or().exists("b").exists("c").close().close();
    assertThat(condition.size()).isEqualTo(1);
    assertThat(condition.asJsonString())
        .isEqualTo(
            "{\"$and\":[{\"$eq\":{\"a\":{\"$numberInt\":1}}},{\"$or\":[{\"$exists\":\"b\"},{\"$exists\":\"c\"}]}]}");
    assertThatThrownBy(condition::close)
        .hasMessage(
            "cannot close a block of the condition: found no open block, expected one; leave out close(),"
                + " or open a block with and(), or() or elementAnd() first");
    assertThatThrownBy(() -> condition.or().close())
        .hasMessage("cannot close the block OR: it has no conditions, expected at least one");
    assertThatThrownBy(() -> new OjaiCondition().build().exists("a"))
        .hasMessage(
            "cannot change the condition: found a condition that is built already; make a new condition");
    assertThat(new OjaiCondition().build().test(Json.newDocument())).isTrue();
    assertThatThrownBy(() -> OjaiCondition.parse("{\"$lt\":{\"a\":[1]}}"))
        .isInstanceOf(DecodingException.class);
    assertThatThrownBy(() -> new Condition.Compare(FieldPath.parseFrom("a"), Op.LESS, List.of()))
        .isInstanceOf(TypeException.class)
        .hasMessage(
            "cannot compare by $lt with a value of type ARRAY (field path a), expected a scalar");
  }

  @Test
  void boundsOfHardConditionsAdmitWhatMeetsThem() {
    List<String> conditions =
        List.of(
            "{\"$gt\":{\"a[]\":3},\"$lt\":{\"a[]\":2}}",
            "{\"$gt\":{\"a[]\":3},\"$eq\":{\"a[]\":1}}",
            "{\"$elementAnd\":{\"a[]\":[{\"$gt\":{\"b[]\":3}},{\"$lt\":{\"b[]\":2}}]}}",
            "{\"$elementAnd\":{\"a[]\":[{\"$eq\":{\"b\":4}},{\"$eq\":{\"c\":1}}]}}",
            "{\"$or\":[{\"$eq\":{\"a\":\"x\"}},{\"$gt\":{\"a\":\"xz\"},\"$exists\":\"c\"}]}",
            "{\"$like\":{\"a\":\"x_%\"}}",
            "{\"$like\":{\"a\":\"x%z\"}}",
            "{\"$notlike\":{\"a\":\"x%\"}}",
            "{\"$like\":{\"a\":\"x\"}}",
            "{\"$nottypeof\":{\"a\":\"double\"}}",
            "{\"$nottypeof\":{\"a\":\"string\"}}",
            "{\"$notin\":{\"a\":[\"x\",null,1]}}",
            "{\"$between\":{\"a\":[\"x\",5]}}");
    List<String> documents =
        List.of(
            "{\"a\":[1,4]}",
            "{\"a\":[1,2]}",
            "{\"a\":[{\"b\":[1,4]}]}",
            "{\"a\":[{\"b\":4,\"c\":1}]}",
            "{\"a\":[{\"b\":4},{\"c\":1}]}",
            "{\"a\":\"x\"}",
            "{\"a\":\"xy\"}",
            "{\"a\":\"xyz\"}",
            "{\"a\":\"y\",\"c\":1}",
            "{\"a\":\"y\"}",
            "{\"a\":1}",
            "{\"a\":{\"$numberInt\":1}}",
            "{\"a\":null}",
            "{}");
    for (String condition : conditions) {
      int met = 0;
      for (String json : documents) {
        Condition parsed = ConditionJson.read(condition);
        Map<String, Object> document = JsonText.document(json);
        met += parsed.test(document) ? 1 : 0;
        checkBounds(parsed, document, parsed.test(document), condition + " on " + json);
      }
      assertThat(met > 0).as(condition).isEqualTo(!condition.contains("$between"));
    }
  }

  @Test
  void namesOfFieldsAreCaseSensitive() {
    assertThat(OjaiCondition.parse("{\"$exists\":\"A\"}").test(Json.newDocument("{\"a\":1}")))
        .isFalse();
    Bounds bounds = Bounds.of(OjaiCondition.parse("{\"$eq\":{\"a\":1,\"A\":2}}").closed());
    assertThat(bounds.paths()).hasSize(2);
  }

  @Test
  void boundsAreWhatAPlannerReads() {
    Condition condition =
        ConditionJson.read(
            """
            {"$eq":{"user":"u"}, "$ge":{"age":18}, "$lt":{"age":65}, "$in":{"city":["A","B","A"]},
             "$like":{"name":"Jo%"}, "$matches":{"name":"n$"}, "$eq":{"tags[]":"x"}}\
            """);
    Bounds bounds = Bounds.of(condition);
    assertThat(bounds.paths().stream().map(one -> one.path().asPathString()))
        .containsExactly("user", "age", "city", "name", "tags[]");
    assertThat(bounds.at(FieldPath.parseFrom("city")).ranges().isValues()).isTrue();
    assertThat(
            bounds.at(FieldPath.parseFrom("city")).ranges().ranges().stream()
                .map(ValueRanges.Range::value))
        .containsExactly("A", "B");
    assertThat(bounds.at(FieldPath.parseFrom("age")).ranges().ranges()).hasSize(1);
    assertThat(bounds.at(FieldPath.parseFrom("age")).ranges().isValues()).isFalse();
    StringBuilder residual = new StringBuilder();
    bounds.residual(bounds.paths()).write(residual);
    assertThat(residual.toString()).isEqualTo("{\"$matches\":{\"name\":\"n$\"}}");
    assertThat(
            Bounds.of(ConditionJson.read("{\"$gt\":{\"a\":5},\"$lt\":{\"a\":5}}"))
                .at(FieldPath.parseFrom("a"))
                .ranges()
                .isEmpty())
        .isTrue();
  }
}
