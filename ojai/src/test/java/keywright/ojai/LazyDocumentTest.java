package keywright.ojai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ojai.Document;
import org.ojai.DocumentReader;
import org.ojai.DocumentReader.EventType;
import org.ojai.FieldPath;
import org.ojai.Value;
import org.ojai.exceptions.TypeException;
import org.ojai.json.Json;
import org.ojai.json.JsonOptions;
import org.ojai.json.impl.JsonDocument;
import org.ojai.json.impl.JsonValueBuilder;
import org.ojai.types.ODate;
import org.ojai.types.OInterval;
import org.ojai.types.OTime;
import org.ojai.types.OTimestamp;

/**
 * Documents over stored bytes and over plain maps beside documents of the API with the same fields:
 * every method gives the same result, and leaves the same document.
 */
class LazyDocumentTest {
  private static final List<Method> METHODS =
      Arrays.stream(JsonDocument.class.getMethods())
          .filter(method -> method.getDeclaringClass() != Object.class)
          .filter(method -> !Modifier.isStatic(method.getModifiers()) && !method.isBridge())
          .filter(method -> !Set.of("toJavaBean", "spliterator").contains(method.getName()))
          .sorted(Comparator.comparing(Method::toString))
          .toList();

  /** The same document: of the API, and lazy over several kinds of maps. */
  private record Same(Document api, List<Document> lazy) {
    static Same of(Map<String, Object> random) {
      Map<String, Object> fields = new LinkedHashMap<>(random);
      fields.remove("_id");
      Map<String, Object> withId = new LinkedHashMap<>(Map.of("_id", "order-1"));
      withId.putAll(fields);
      return new Same(
          Plain.document(withId),
          List.of(
              new StoredDocument("order-1", DocumentWriter.encode(fields)).document(),
              new LazyDocument(withId),
              Plain.copy(withId)));
    }

    static Same withoutId(Map<String, Object> random) {
      Map<String, Object> fields = new LinkedHashMap<>(random);
      fields.remove("_id");
      return new Same(
          Plain.document(fields), List.of(new LazyDocument(fields), Plain.copy(fields)));
    }
  }

  /** What a value shows, with the names and types of everything in it. */
  private static String shown(Object value, Document receiver) throws ReflectiveOperationException {
    if (value == receiver) {
      return "the document itself";
    } else if (value instanceof DocumentReader reader) {
      return events(reader);
    } else if (value instanceof Document document) {
      return events(document.asReader());
    } else if (value instanceof Value one) {
      return one.getType() + " " + events(one.asReader());
    } else if (value instanceof Iterator<?> iterator) {
      List<Object> all = new ArrayList<>();
      iterator.forEachRemaining(all::add);
      return shown(all, receiver);
    } else if (value instanceof Map.Entry<?, ?> entry) {
      return entry.getKey() + "=" + shown(entry.getValue(), receiver);
    } else if (value instanceof Iterable<?> values && !(value instanceof List)) {
      List<Object> all = new ArrayList<>();
      values.forEach(all::add);
      return shown(all, receiver);
    } else if (value instanceof List<?> list
        && list.stream().anyMatch(Map.Entry.class::isInstance)) {
      List<String> all = new ArrayList<>();
      for (Object one : list) {
        all.add(shown(one, receiver));
      }
      return all.toString();
    } else if (value instanceof Set) {
      return value.toString();
    }
    return value == null || !isKnown(value) ? value + "" : Exactly.text(value);
  }

  private static boolean isKnown(Object value) {
    try {
      return Plain.of(value) != null;
    } catch (RuntimeException e) {
      return false;
    }
  }

  private static String events(DocumentReader reader) {
    List<String> events = new ArrayList<>();
    for (EventType event = reader.next(); event != null; event = reader.next()) {
      String place =
          reader.inMap() ? String.valueOf(reader.getFieldName()) : reader.getArrayIndex() + "";
      Object value =
          switch (event) {
            case BOOLEAN -> reader.getBoolean();
            case STRING -> reader.getString();
            case BYTE -> reader.getByte();
            case SHORT -> reader.getShort();
            case INT -> reader.getInt();
            case LONG -> reader.getLong();
            case FLOAT -> reader.getFloat();
            case DOUBLE -> reader.getDouble();
            case DECIMAL -> reader.getDecimal();
            case DATE -> reader.getDate();
            case TIME -> reader.getTime();
            case TIMESTAMP -> reader.getTimestamp();
            case INTERVAL -> reader.getInterval();
            case BINARY -> reader.getBinary();
            default -> null;
          };
      events.add(event + " " + place + " " + (value == null ? "" : Exactly.text(value)));
    }
    return events.toString();
  }

  /** The same argument for each call: it is made anew from the seed. */
  private static Object argument(Class<?> type, long seed, Map<String, Object> document) {
    RandomDocuments draw = RandomDocuments.of(seed);
    SplittableRandom random = draw.random();
    FieldPath path = draw.path(document, random.nextInt(20) == 0);
    Map<Class<?>, Object> known = new LinkedHashMap<>();
    known.put(FieldPath.class, path);
    known.put(Iterator.class, path.iterator());
    known.put(Document.class, Plain.document(draw.map(1)));
    known.put(Value.class, Plain.value(draw.value(1)));
    known.put(Map.class, draw.map(1));
    known.put(List.class, draw.list(1));
    known.put(
        JsonOptions.class, random.nextBoolean() ? JsonOptions.WITH_TAGS : JsonOptions.DEFAULT);
    known.put(boolean.class, random.nextBoolean());
    known.put(byte.class, (byte) random.nextInt());
    known.put(short.class, (short) random.nextInt());
    known.put(int.class, random.nextInt(3));
    known.put(long.class, random.nextLong());
    known.put(float.class, (float) random.nextDouble());
    known.put(double.class, random.nextDouble());
    known.put(BigDecimal.class, BigDecimal.valueOf(random.nextLong(), 2));
    known.put(OTimestamp.class, new OTimestamp(random.nextInt()));
    known.put(OInterval.class, new OInterval(random.nextInt()));
    known.put(OTime.class, OTime.fromMillisOfDay(random.nextInt(1000)));
    known.put(ODate.class, ODate.fromDaysSinceEpoch(random.nextInt(1000)));
    known.put(ByteBuffer.class, ByteBuffer.wrap(new byte[] {1, 2, 3}));
    known.put(boolean[].class, new boolean[] {true, false});
    known.put(byte[].class, new byte[] {1, 2, 3, 4, 5});
    known.put(short[].class, new short[] {1, 2});
    known.put(int[].class, new int[] {1, 2});
    known.put(long[].class, new long[] {1, 2});
    known.put(float[].class, new float[] {1, 2});
    known.put(double[].class, new double[] {1, 2});
    known.put(String[].class, new String[] {"x", "y"});
    known.put(Object[].class, new Object[] {"x", 1, null});
    known.put(Function.class, (Function<Object, Object>) key -> key);
    known.put(BiFunction.class, (BiFunction<Object, Object, Object>) (one, other) -> other);
    known.put(BiConsumer.class, (BiConsumer<Object, Object>) (one, other) -> {});
    known.put(Consumer.class, (Consumer<Object>) one -> {});
    List<String> names = new ArrayList<>(document.keySet());
    String name = names.isEmpty() ? "a" : names.get(random.nextInt(names.size()));
    known.put(Object.class, random.nextBoolean() ? name : draw.value(1));
    known.put(
        String.class,
        random.nextBoolean() ? path.asPathString(true) : "`" + name.replace("`", "") + "`");
    if (!known.containsKey(type)) {
      throw new AssertionError("no argument of " + type);
    }
    return known.get(type);
  }

  /** The result of a call, or the class of what it throws. */
  private static String called(
      Document receiver, Method method, long seed, Map<String, Object> document) throws Exception {
    Object[] arguments = new Object[method.getParameterCount()];
    for (int index = 0; index < arguments.length; index++) {
      arguments[index] = argument(method.getParameterTypes()[index], seed + index, document);
    }
    try {
      return shown(method.invoke(receiver, arguments), receiver);
    } catch (InvocationTargetException e) {
      return e.getCause().getClass().getSimpleName();
    }
  }

  @Test
  @Tag("large")
  void everyMethodDoesWhatItDoesInTheApi() throws Exception {
    assertThat(METHODS).hasSizeGreaterThan(150);
    for (int trial = 0; trial < Trials.of(4); trial++) {
      for (Method first : METHODS) {
        long seed = Seeds.base() + 31L * trial + first.toString().hashCode();
        RandomDocuments draw = RandomDocuments.of(seed);
        Map<String, Object> fields = draw.document();
        Same same = trial % 2 == 0 ? Same.of(fields) : Same.withoutId(fields);
        StringBuilder history = new StringBuilder();
        Method next = first;
        for (int step = 0; step < 3; step++) {
          history.append(next).append('\n');
          String expected = called(same.api, next, seed + step, fields);
          String place = history + Seeds.reproduction(Seeds.base());
          for (Document one : same.lazy) {
            assertThat(called(one, next, seed + step, fields)).as(place).isEqualTo(expected);
          }
          next = METHODS.get(draw.random().nextInt(METHODS.size()));
        }
        String expected = events(same.api.asReader());
        for (Document one : same.lazy) {
          String place = history + Seeds.reproduction(Seeds.base());
          assertThat(Exactly.text(Plain.of(one))).as(place).isEqualTo(Exactly.text(same.api));
          assertThat(Exactly.text(one.asMap())).as(place).isEqualTo(Exactly.text(same.api.asMap()));
          assertThat(events(one.asReader())).as(place).isEqualTo(expected);
        }
      }
    }
  }

  /** A document inside of a list is changed by a path of the document around it. */
  @Test
  void aDocumentInsideOfAListIsChangedFromOutside() {
    for (Document inner : Same.of(Map.of("a", 1)).lazy) {
      Document outer = Json.newDocument().set("list", List.of(inner));
      assertThat(outer.getInt("list[0].a")).isEqualTo(1);
      outer.set("list[0].b", 2);
      outer.delete("list[0].a");
      assertThat(outer.asJsonString()).isEqualTo("{\"list\":[{\"_id\":\"order-1\",\"b\":2}]}");
      assertThat(inner.asJsonString()).isEqualTo("{\"_id\":\"order-1\",\"b\":2}");
    }
  }

  /** The map is copied: what the program does to it, and to what is in it, changes nothing. */
  @Test
  void aDocumentOfAMapIsACopy() {
    List<Object> list = new ArrayList<>(List.of(1));
    ByteBuffer bytes = ByteBuffer.wrap(new byte[] {1, 2});
    for (String id : List.of("_id", "other")) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put(id, "x");
      map.put("list", list);
      map.put("bytes", bytes);
      Document document = Plain.copy(map);
      String before = document.asJsonString(JsonOptions.WITH_TAGS);
      Document other = Plain.copy(map);
      map.put("new", 1);
      list.set(0, 2);
      bytes.put(0, (byte) 9);
      assertThat(other.asJsonString(JsonOptions.WITH_TAGS)).isEqualTo(before);
      list.set(0, 1);
      bytes.put(0, (byte) 1);
    }
  }

  @Test
  void aDocumentOfAMapKeepsThePlaceOfItsId() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("a", 1);
    map.put("_id", "x");
    assertThat(Plain.copy(map).asJsonString()).isEqualTo("{\"a\":1,\"_id\":\"x\"}");
    assertThat(Plain.copy(Map.of("_id", 5)).getInt("_id")).isEqualTo(5);
  }

  /** What cannot be stored is refused when it is stored, not when the document is made. */
  @Test
  void aDocumentOfAMapMayHaveWhatCannotBeStored() {
    Document lone = Plain.copy(Map.of("a", "\ud800"));
    assertThat(lone.getString("a")).isEqualTo("\ud800");
    Document array = Plain.copy(Map.of("a", new int[] {1, 2}, "b", JsonValueBuilder.initFrom(3)));
    assertThat(array.asMap()).isEqualTo(Map.of("a", List.of(1, 2), "b", 3));
    assertThatThrownBy(() -> Plain.copy(new TreeMap<>(Map.of(1, "a"))))
        .isInstanceOf(TypeException.class)
        .hasMessage("cannot use the field name 1: it is no string, expected a string");
    assertThatThrownBy(() -> Plain.copy(Map.of("a", new Object[] {new Object()})))
        .isInstanceOf(TypeException.class);
  }

  @Test
  void threadsReadADocumentTogether() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < Trials.of(400); round++) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int index = 0; index < 20; index++) {
          fields.put("field" + index, index % 3 == 0 ? List.of(index) : index);
        }
        Document document = Same.of(fields).lazy.get(0);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<String>> read = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
          int first = thread;
          read.add(
              threads.submit(
                  () -> {
                    start.await();
                    List<Object> seen = new ArrayList<>();
                    for (int index = first; index < 20; index++) {
                      seen.add(document.getValue("field" + index).getObject().toString());
                    }
                    return seen.size() + " " + document.size() + " " + document.asMap().size();
                  }));
        }
        start.countDown();
        for (int thread = 0; thread < 4; thread++) {
          assertThat(read.get(thread).get()).isEqualTo(20 - thread + " 21 21");
        }
      }
    } finally {
      threads.shutdown();
    }
  }
}
