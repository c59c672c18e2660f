package keywright.ojai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ojai.Document;
import org.ojai.FieldPath;
import org.ojai.FieldSegment;
import org.ojai.exceptions.DecodingException;
import org.ojai.json.Json;
import org.ojai.store.MutationOp;
import org.ojai.store.exceptions.IllegalMutationException;

/** Mutations make what the documentation of the API says, or fail and change nothing. */
class MutationTest {
  private static final List<MutationOp.Type> KINDS = List.of(MutationOp.Type.values());
  private static final String SAMPLE =
      """
      {"_id":"id1","a":{"b":[{"boolean":false},{"decimal":123.456}],"c":{"d":10,"e":"Hello"}},"m":"MapR wins"}\
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"$append\":[{\"a.b\":[{\"appd\":1}]},{\"a.c.e\":\" MapR\"}]} |"
            + " {\"_id\":\"id1\",\"a\":{\"b\":[{\"boolean\":false},{\"decimal\":123.456},{\"appd\":1.0}],\"c\":{\"d\":10.0,\"e\":\"Hello"
            + " MapR\"}},\"m\":\"MapR wins\"}",
        "{\"$decrement\":{\"a.c.d\":5}} |"
            + " {\"_id\":\"id1\",\"a\":{\"b\":[{\"boolean\":false},{\"decimal\":123.456}],\"c\":{\"d\":5.0,\"e\":\"Hello\"}},\"m\":\"MapR"
            + " wins\"}",
        "{\"$delete\":[\"a.b[1]\",\"a.c.e\",\"a.b.x\",\"q.r\"]} |"
            + " {\"_id\":\"id1\",\"a\":{\"b\":[{\"boolean\":false}],\"c\":{\"d\":10.0}},\"m\":\"MapR"
            + " wins\"}",
        "{\"$merge\":{\"a\":{\"c\":{\"d\":11,\"y\":\"yo\"},\"x\":\"New\"}}} |"
            + " {\"_id\":\"id1\",\"a\":{\"b\":[{\"boolean\":false},{\"decimal\":123.456}],\"c\":{\"d\":11.0,\"e\":\"Hello\",\"y\":\"yo\"},\"x\":\"New\"},\"m\":\"MapR"
            + " wins\"}",
        "{\"$put\":[{\"a.b\":{\"boolean\":true}},{\"m[1].x\":1}]} |"
            + " {\"_id\":\"id1\",\"a\":{\"b\":{\"boolean\":true},\"c\":{\"d\":10.0,\"e\":\"Hello\"}},\"m\":[null,{\"x\":1.0}]}",
        "{\"$set\":{\"a.b[0].boolean\":true,\"a.x.y[2]\":\"n\"}} |"
            + " {\"_id\":\"id1\",\"a\":{\"b\":[{\"boolean\":true},{\"decimal\":123.456}],\"c\":{\"d\":10.0,\"e\":\"Hello\"},\"x\":{\"y\":[null,null,\"n\"]}},\"m\":\"MapR"
            + " wins\"}"
      })
  void theMutationsOfTheManualMakeTheseDocuments(String mutation, String expected) {
    OjaiMutation parsed = OjaiMutation.parse(mutation);
    Map<String, Object> document = JsonText.document(SAMPLE);
    StringBuilder json = new StringBuilder();
    JsonText.write(json, parsed.apply(document));
    assertThat(json.toString()).isEqualTo(expected);
    assertThat(Exactly.text(OjaiMutation.parse(parsed.asJsonString()).apply(document)))
        .isEqualTo(Exactly.text(parsed.apply(document)));
    assertThat(Exactly.text(DocumentBytes.document(parsed.apply(DocumentWriter.encode(document)))))
        .isEqualTo(Exactly.text(parsed.apply(Plain.document(document))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"$set\":{\"m\":5}} | cannot set the field path m: found a value of type STRING, expected"
            + " type DOUBLE",
        "{\"$set\":{\"a.b.c\":5}} | cannot set the field path a.b.c: found a value of type ARRAY on"
            + " the path, expected a map",
        "{\"$append\":{\"a.c\":\"x\"}} | cannot append to the field path a.c: found a value of type"
            + " MAP, expected type STRING",
        "{\"$merge\":{\"a.b\":{}}} | cannot merge into the field path a.b: found a value of type"
            + " ARRAY, expected a map",
        "{\"$merge\":{\"m.x\":{}}} | cannot merge into the field path m.x: found a value of type"
            + " STRING on the path, expected a map",
        "{\"$increment\":{\"m\":1}} | cannot increment the field path m: found a value of type"
            + " STRING, expected a number",
        "{\"$set\":{\"a.b[200000]\":1}} | cannot set the field path a.b[200000]: found index 200000"
            + " of an array of 2, expected at most 100000 behind its end"
      })
  void whatTheTypesDoNotPermitFailsInOneLine(String mutation, String message) {
    Document document = Json.newDocument(SAMPLE);
    String before = Exactly.text(document);
    OjaiMutation parsed =
        OjaiMutation.parse("[{\"$put\":{\"a.c.d\":\"changed\"}}," + mutation + "]");
    assertThatThrownBy(() -> parsed.apply(document))
        .isInstanceOf(IllegalMutationException.class)
        .hasMessage(message);
    assertThat(Exactly.text(document)).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"$foo\":{\"a\":1}} | cannot read the mutation: unknown operator \"$foo\" (line 1, column"
            + " 2), expected one of $set, $put, $append, $merge, $increment, $decrement, $delete",
        "{\"$increment\":{\"a\":\"x\"}} | cannot read the mutation: found \"x\" (line 1, column"
            + " 20), expected what can be the value of $increment",
        "{\"$set\":{\"_id\":\"x\"}} | cannot read the mutation: cannot change the field path _id:"
            + " the _id of a document is final, expected another field; insert a document with the"
            + " new _id and delete this one (line 1, column 16)",
        "{\"$set\":{\"a[]\":1}} | cannot read the mutation: cannot change the field path \"a[]\":"
            + " it does not lead to one value, expected names and indexes (line 1, column 16)"
      })
  void aMutationThatIsNoneIsRefusedInOneLine(String mutation, String message) {
    assertThatThrownBy(() -> OjaiMutation.parse(mutation))
        .isInstanceOf(DecodingException.class)
        .hasMessage(message);
  }

  @Test
  void numbersKeepTheirTypeAndNeverOverflow() {
    Document document =
        Json.newDocument()
            .set("i", 60)
            .set("b", (byte) 100)
            .set("l", Long.MAX_VALUE)
            .set("d", new BigDecimal("1.10"))
            .set("f", 1.5f);
    Document changed =
        new OjaiMutation()
            .increment("i", 5.675)
            .increment("b", 27)
            .increment("d", new BigDecimal("0.005"))
            .decrement("f", 1)
            .decrement("new", (byte) -128)
            .increment("x.y", (short) 3)
            .apply(document);
    assertThat(Exactly.text(changed))
        .isEqualTo(
            Exactly.text(
                Json.newDocument()
                    .set("i", 65)
                    .set("b", (byte) 127)
                    .set("l", Long.MAX_VALUE)
                    .set("d", new BigDecimal("1.105"))
                    .set("f", 0.5f)
                    .set("new", (short) 128)
                    .set("x.y", (short) 3)));
    assertThat(new OjaiMutation().decrement("i", 5.675).apply(document).getInt("i")).isEqualTo(54);
    assertThatThrownBy(() -> new OjaiMutation().increment("b", 28).apply(document))
        .hasMessage(
            "cannot increment the field path b: found the sum 128, expected one that type BYTE"
                + " has");
    assertThatThrownBy(() -> new OjaiMutation().increment("l", 1).apply(document))
        .isInstanceOf(IllegalMutationException.class);
    Document large = Json.newDocument().set("d", 1.7e308).set("f", 3e38f).set("inf", 1 / 0.0);
    assertThatThrownBy(() -> new OjaiMutation().increment("d", 1.7e308).apply(large))
        .hasMessage(
            "cannot increment the field path d: found the sum Infinity, expected one that type DOUBLE"
                + " has");
    assertThatThrownBy(() -> new OjaiMutation().decrement("f", -3e38f).apply(large))
        .isInstanceOf(IllegalMutationException.class);
    assertThat(new OjaiMutation().increment("inf", 1).apply(large).getDouble("inf")).isInfinite();
    assertThatThrownBy(() -> new OjaiMutation().increment("i", Double.NaN).apply(document))
        .hasMessage(
            "cannot increment the field path i: found the increment NaN of a INT, expected a finite"
                + " one");
    assertThatThrownBy(
            () -> new OjaiMutation().increment("d", new BigDecimal("1e2000000000")).apply(document))
        .isInstanceOf(IllegalMutationException.class);
  }

  /** The same by naive means: in place, on a copy. */
  private static boolean naive(
      Map<String, Object> root, MutationOp.Type kind, FieldPath path, Object value) {
    Object container = root;
    for (FieldSegment segment = path.getRootSegment(); ; segment = segment.getChild()) {
      boolean exists;
      Object old = null;
      if (segment.isNamed()) {
        String name = segment.getNameSegment().getName();
        exists = Plain.map(container).containsKey(name);
        old = Plain.map(container).get(name);
      } else {
        int index = segment.getIndexSegment().getIndex();
        exists = index < Plain.list(container).size();
        old = exists ? Plain.list(container).get(index) : null;
      }
      if (kind == MutationOp.Type.DELETE && !exists) {
        return true;
      }
      Object put;
      if (segment.isLeaf()) {
        switch (kind) {
          case DELETE -> {
            if (segment.isNamed()) {
              Plain.map(container).remove(segment.getNameSegment().getName());
            } else {
              Plain.list(container).remove(segment.getIndexSegment().getIndex());
            }
            return true;
          }
          case SET -> {
            if (exists && Plain.type(old) != Plain.type(value)) {
              return false;
            }
            put = value;
          }
          case APPEND -> {
            if (exists && Plain.type(old) != Plain.type(value)) {
              return false;
            }
            if (exists && value instanceof String) {
              put = old.toString() + value;
            } else if (exists && value instanceof List) {
              List<Object> longer = new ArrayList<>(Plain.list(old));
              longer.addAll(Plain.list(value));
              put = longer;
            } else {
              put = value;
            }
          }
          case MERGE -> {
            if (exists && !(old instanceof Map)) {
              return false;
            }
            put = exists ? naiveMerge(Plain.map(old), Plain.map(value)) : value;
          }
          case INCREMENT -> {
            if (exists && !(old instanceof Number)) {
              return false;
            }
            put =
                exists && old instanceof Double
                    ? (Object) ((double) old + 1)
                    : exists ? null : value;
            if (put == null) {
              BigDecimal sum = new BigDecimal(old.toString()).add(BigDecimal.ONE);
              put =
                  old instanceof Integer
                      ? (Object) sum.intValue()
                      : old instanceof Long
                          ? sum.longValue()
                          : old instanceof Byte ? (Object) sum.byteValue() : sum;
            }
          }
          default -> put = value;
        }
      } else {
        boolean isMap = segment.getChild().isNamed();
        boolean fits = exists && (isMap ? old instanceof Map : old instanceof List);
        if (exists && !fits && kind != MutationOp.Type.SET_OR_REPLACE) {
          return kind == MutationOp.Type.DELETE;
        }
        put = fits ? old : isMap ? new LinkedHashMap<>() : new ArrayList<>();
      }
      if (segment.isNamed()) {
        Plain.map(container).put(segment.getNameSegment().getName(), put);
      } else {
        List<Object> list = Plain.list(container);
        while (list.size() <= segment.getIndexSegment().getIndex()) {
          list.add(null);
        }
        list.set(segment.getIndexSegment().getIndex(), put);
      }
      if (segment.isLeaf()) {
        return true;
      }
      container = put;
    }
  }

  private static Map<String, Object> naiveMerge(Map<String, Object> old, Map<String, Object> more) {
    Map<String, Object> merged = new LinkedHashMap<>(old);
    more.forEach(
        (name, value) ->
            merged.put(
                name,
                value instanceof Map && old.get(name) instanceof Map
                    ? naiveMerge(Plain.map(old.get(name)), Plain.map(value))
                    : value));
    return merged;
  }

  /** A few types alone, for the sums that the naive way makes. */
  static Object plain(RandomDocuments draw, int depth) {
    return switch (draw.random().nextInt(depth > 0 ? 5 : 3)) {
      case 3 -> {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int index = draw.random().nextInt(4); index > 0; index--) {
          map.put("abc".substring(index - 1, index), plain(draw, depth - 1));
        }
        yield map;
      }
      case 4 -> {
        List<Object> list = new ArrayList<>();
        for (int index = draw.random().nextInt(4); index > 0; index--) {
          list.add(plain(draw, depth - 1));
        }
        yield list;
      }
      default -> draw.small();
    };
  }

  @Test
  void randomMutationsAgreeWithANaiveOneAndNeverChangeTheirInput() {
    int failed = 0;
    int all = 0;
    for (int trial = 0; trial < Trials.of(8000); trial++) {
      long seed = Seeds.base() + trial;
      RandomDocuments draw = RandomDocuments.of(seed);
      Map<String, Object> document = new LinkedHashMap<>();
      for (String name : List.of("a", "b", "tags")) {
        document.put(name, plain(draw, 3));
      }
      Map<String, Object> naive = Plain.map(Plain.of(document));
      OjaiMutation mutation = new OjaiMutation();
      boolean works = true;
      for (int step = draw.random().nextInt(1, 4); step > 0; step--) {
        works = step(mutation, draw, naive, works);
      }
      String before = Exactly.text(document);
      String line = "%s on %s: %s".formatted(mutation, document, Seeds.reproduction(seed));
      String expected = works ? Exactly.text(naive) : "refused";
      assertThat(applied(() -> mutation.apply(document))).as(line).isEqualTo(expected);
      assertThat(applied(() -> Plain.map(mutation.apply(Plain.document(document)))))
          .as(line)
          .isEqualTo(expected);
      byte[] stored = DocumentWriter.encode(document);
      assertThat(applied(() -> DocumentBytes.mapView(mutation.apply(stored))))
          .as(line)
          .isEqualTo(expected);
      assertThat(Exactly.text(document)).as(line).isEqualTo(before);
      OjaiMutation copy = OjaiMutation.of(Foreign.mutation(mutation));
      assertThat(applied(() -> copy.apply(document))).as(line).isEqualTo(expected);
      failed += works ? 0 : 1;
      all++;
    }
    assertThat(failed).isBetween(all / 20, all * 19 / 20);
  }

  /**
   * Adds a random step to a mutation, and takes it by naive means.
   *
   * @param works whether the steps before work
   * @return whether this one works too
   */
  static boolean step(
      OjaiMutation mutation, RandomDocuments draw, Map<String, Object> naive, boolean works) {
    FieldPath path = draw.path(naive, false);
    MutationOp.Type kind = KINDS.get(draw.random().nextInt(6));
    if (path.getRootSegment().getNameSegment().getName().equals("_id")) {
      return works;
    }
    Object value = plain(draw, 2);
    Object given =
        switch (kind) {
          case DELETE -> null;
          case INCREMENT -> 1;
          case MERGE -> value instanceof Map ? value : Map.of("a", 1);
          case APPEND -> value instanceof String || value instanceof List ? value : "x";
          default -> value;
        };
    add(mutation, kind, path, given);
    return works && naive(naive, kind, path, Plain.of(given));
  }

  private static void add(
      OjaiMutation mutation, MutationOp.Type kind, FieldPath path, Object value) {
    switch (kind) {
      case SET -> {
        if (value == null) {
          mutation.setNull(path);
        } else {
          mutation.set(path, Plain.value(value));
        }
      }
      case SET_OR_REPLACE -> {
        if (value == null) {
          mutation.setOrReplaceNull(path);
        } else {
          mutation.setOrReplace(path, Plain.value(value));
        }
      }
      case DELETE -> mutation.delete(path);
      case INCREMENT -> mutation.increment(path, (int) value);
      case APPEND -> {
        if (value instanceof String string) {
          mutation.append(path, string);
        } else {
          mutation.append(path, Plain.list(value));
        }
      }
      case MERGE -> mutation.merge(path, Plain.document(Plain.map(value)));
    }
  }

  private static String applied(java.util.concurrent.Callable<Map<String, Object>> apply) {
    try {
      return Exactly.text(apply.call());
    } catch (IllegalMutationException e) {
      return "refused";
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void binariesAreAppendedWithoutChangingTheirBuffers() {
    ByteBuffer bytes = ByteBuffer.wrap(new byte[] {1, 2});
    Document document = Json.newDocument().set("b", bytes);
    Document changed =
        new OjaiMutation()
            .append("b", new byte[] {9, 3, 9}, 1, 1)
            .append("b", bytes)
            .apply(document);
    assertThat(changed.getBinary("b")).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2, 3, 1, 2}));
    assertThat(bytes.remaining()).isEqualTo(2);
    assertThat(document.getBinary("b").remaining()).isEqualTo(2);
  }
}
