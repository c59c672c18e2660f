package keywright.ojai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import keywright.key.Condition;
import keywright.key.Condition.Operator;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.table.Database;
import keywright.table.Rows;
import keywright.table.model.AlternativeConditions;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.DocumentPath;
import keywright.table.model.DocumentTable;
import keywright.table.model.Expression;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.SelectItem;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ojai.store.Connection;
import org.ojai.store.DocumentStore;
import org.ojai.types.ODate;
import org.ojai.types.OInterval;
import org.ojai.types.OTime;
import org.ojai.types.OTimestamp;

/**
 * Paths of documents whose type is not declared: queries of random documents, compared with plain
 * Java on the same values.
 */
@Tag("large")
class UntypedPathsTest {
  private static final int DOCUMENTS = 60;
  private static final String[] NAMES = {"a", "b", "Total", "total", "x.y", "q\"\\z", "[0]", "d e"};
  private static final Object[] SCALARS = {
    null,
    null,
    true,
    false,
    5,
    5L,
    5.0,
    (byte) 5,
    new BigDecimal("5.00"),
    0.1,
    0.1f,
    new BigDecimal("0.1"),
    (1L << 53) + 1,
    9007199254740992.0,
    new BigDecimal("1e400"),
    Float.NaN,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    "",
    "5",
    "true",
    "ab",
    "Ab",
    "\uffff",
    "\ud83d\ude00",
    "2024-01-02",
    "2024-01-02T00:00:00.000Z",
    "10:30:00",
    ODate.fromDaysSinceEpoch((int) LocalDate.of(2024, 1, 2).toEpochDay()),
    ODate.fromDaysSinceEpoch(-1),
    OTime.fromMillisOfDay(37_800_000),
    new OTimestamp(Instant.parse("2024-01-02T00:00:00Z").toEpochMilli()),
    new OTimestamp(-1),
    new OInterval(5),
    ByteBuffer.wrap(new byte[] {5}),
    ByteBuffer.wrap(new byte[] {-1, 0})
  };

  private static final List<FamilyDefinition> PARTS =
      List.of(
          FamilyDefinition.of("one").ofField("document", "a"),
          FamilyDefinition.of("two").ofField("document", "\"x.y\""),
          FamilyDefinition.of("three").ofField("document", "Total"));

  private SplittableRandom random;
  private final Map<String, Map<String, Object>> documents = new TreeMap<>();

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"memory:,false", "rocksdb:,false", "memory:,true", "rocksdb:,true"})
  void queriesAnswerAsPlainJavaDoes(String engine, boolean hasParts) {
    long seed = Seeds.base() + engine.length() + (hasParts ? 100 : 0);
    random = new SplittableRandom(seed);
    String url = engine + (engine.startsWith("rocksdb") ? folder.resolve("data") : "");
    try (Database database = Database.open(url)) {
      TableDefinition table =
          TableDefinition.of(
                  "t",
                  List.of(
                      ColumnDefinition.of("_id", Type.parse("text")),
                      ColumnDefinition.of("document", Type.parse("blob"))),
                  KeyPart.parseList("_id"))
              .withFamilies(hasParts ? PARTS : List.of());
      boolean unused = database.createTable(table, false);
      Connection connection = KeywrightDriver.over(database);
      DocumentStore store = connection.getStore("t");
      for (int number = 0; number < DOCUMENTS; number++) {
        Map<String, Object> document = map(3);
        String id = "%03d".formatted(number);
        documents.put(id, document);
        store.insert(id, connection.newDocument(document));
      }
      int found = 0;
      int trials = Trials.of(5_000);
      for (int trial = 0; trial < trials; trial++) {
        found += query(database, "trial " + trial + ": " + Seeds.reproduction(Seeds.base()));
      }
      // Conditions that are never met would test little.
      assertThat(found).isGreaterThan(trials);
    }
  }

  private int query(Database database, String line) {
    List<Object> steps = steps();
    DocumentPath path = DocumentPath.of("document", steps);
    Condition condition = condition();
    List<Object> otherSteps = steps();
    Condition other = random.nextInt(4) == 0 ? condition() : null;
    Condition first = DocumentTable.where(path, condition);
    Condition second =
        other == null ? null : DocumentTable.where(DocumentPath.of("document", otherSteps), other);
    Query query =
        Query.all()
            .withItems(
                new SelectItem.Column("_id"), new SelectItem.Computed(new Expression.AtPath(path)))
            .allowingFiltering();
    boolean isAny = random.nextBoolean();
    query =
        second == null
            ? query.where(first)
            : isAny
                ? query.where(new AlternativeConditions(List.of(List.of(first), List.of(second))))
                : query.where(first, second);
    Map<String, String> expected = new TreeMap<>();
    documents.forEach(
        (id, document) -> {
          Object value = at(document, steps);
          boolean isMet = isMet(condition, value);
          if (other != null) {
            boolean isOther = isMet(other, at(document, otherSteps));
            isMet = isAny ? isMet || isOther : isMet && isOther;
          }
          if (isMet) {
            expected.put(id, Exactly.text(value));
          }
        });
    Map<String, String> actual = new TreeMap<>();
    try (Rows rows = database.table("t").query(query)) {
      for (Row row : rows) {
        String json = (String) row.get(path.path());
        Object value = json == null ? null : JsonText.document("{\"v\":" + json + "}").get("v");
        actual.put(row.getString("_id"), Exactly.text(value));
      }
    }
    assertThat(actual)
        .as(line + "\n" + first + (isAny ? " OR " : " AND ") + second)
        .isEqualTo(expected);
    return actual.size();
  }

  // Random documents, paths and conditions

  private Object value(int depth) {
    int kind = random.nextInt(depth > 0 ? 10 : 7);
    if (kind >= 9) {
      return map(depth - 1);
    } else if (kind >= 7) {
      List<Object> list = new ArrayList<>();
      for (int count = random.nextInt(4); count > 0; count--) {
        list.add(value(depth - 1));
      }
      return list;
    }
    return scalar();
  }

  private Object scalar() {
    return SCALARS[random.nextInt(SCALARS.length)];
  }

  private Map<String, Object> map(int depth) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int count = random.nextInt(7); count > 0; count--) {
      map.put(NAMES[random.nextInt(NAMES.length)], value(depth));
    }
    return map;
  }

  /** Those of a path that leads to a value in some document, or to none. */
  private List<Object> steps() {
    Object value = documents.get("%03d".formatted(random.nextInt(DOCUMENTS)));
    List<Object> steps = new ArrayList<>();
    do {
      if (value instanceof List<?> list && random.nextInt(8) != 0) {
        int index = random.nextInt(3);
        steps.add(index);
        value = index < list.size() ? list.get(index) : null;
      } else {
        Map<?, ?> map = value instanceof Map<?, ?> found ? found : Map.of();
        List<?> names = List.copyOf(new TreeSet<>(map.keySet()));
        Object name =
            names.isEmpty() || random.nextInt(8) == 0
                ? NAMES[random.nextInt(NAMES.length)]
                : names.get(random.nextInt(names.size()));
        steps.add(name);
        value = map.get(name);
      }
    } while (random.nextInt(3) == 0 || (value instanceof Map && random.nextInt(3) != 0));
    return steps;
  }

  private Condition condition() {
    return switch (random.nextInt(9)) {
      case 0 -> new Condition.IsNull("v", random.nextBoolean());
      case 1 ->
          new Condition.Like("v", List.of("%", "a%", "_b", "2024%", "5").get(random.nextInt(5)));
      case 2 -> new Condition.In("v", List.of(literal(), literal(), literal()));
      case 3 -> new Condition.Contains("v", literal());
      default ->
          new Condition.Compare(
              "v", Operator.values()[random.nextInt(Operator.values().length)], literal());
    };
  }

  /** A scalar as a statement or a program has it. */
  private Object literal() {
    if (random.nextInt(20) == 0) {
      return BigInteger.valueOf(5);
    }
    Object value = scalar();
    while (value == null || value instanceof OInterval) {
      value = scalar();
    }
    return value instanceof ODate date
        ? LocalDate.ofEpochDay(date.toDaysSinceEpoch())
        : value instanceof OTime time
            ? LocalTime.ofNanoOfDay(time.toTimeInMillis() * 1_000_000L)
            : value instanceof OTimestamp timestamp
                ? Instant.ofEpochMilli(timestamp.getMillis())
                : value instanceof ByteBuffer bytes ? array(bytes) : value;
  }

  // The same without a table

  private static Object at(Object document, List<Object> steps) {
    Object value = document;
    for (Object step : steps) {
      value =
          step instanceof String
              ? value instanceof Map<?, ?> map ? map.get(step) : null
              : value instanceof List<?> list && (int) step < list.size()
                  ? list.get((int) step)
                  : null;
    }
    return value;
  }

  private static boolean isMet(Condition condition, Object value) {
    if (condition instanceof Condition.IsNull isNull) {
      return (value == null) != isNull.negated();
    } else if (condition instanceof Condition.Like like) {
      String regex = like.pattern().replace("%", ".*").replace("_", ".");
      return value instanceof String text && text.matches("(?s)" + regex);
    } else if (condition instanceof Condition.In in) {
      return in.values().stream().anyMatch(each -> compares(value, Operator.EQ, each));
    } else if (condition instanceof Condition.Contains contains) {
      return value instanceof List<?> list
          && list.stream().anyMatch(each -> compares(each, Operator.EQ, contains.element()));
    }
    Condition.Compare compare = (Condition.Compare) condition;
    return compares(value, compare.operator(), compare.value());
  }

  private static boolean compares(Object value, Operator operator, Object literal) {
    Integer order = order(value, literal);
    if (order == null) {
      return false;
    }
    return switch (operator) {
      case EQ -> order == 0;
      case LT -> order < 0;
      case LE -> order <= 0;
      case GT -> order > 0;
      case GE -> order >= 0;
    };
  }

  private static byte[] array(ByteBuffer bytes) {
    byte[] array = new byte[bytes.remaining()];
    bytes.duplicate().get(array);
    return array;
  }

  /** Null for values that are not compared. */
  private static Integer order(Object value, Object literal) {
    if (value instanceof Number number && literal instanceof Number other) {
      int order = Integer.compare(rank(number), rank(other));
      return order != 0 || rank(number) != 1 ? order : exact(number).compareTo(exact(other));
    } else if (value instanceof Boolean one && literal instanceof Boolean other) {
      return one.compareTo(other);
    } else if (value instanceof ByteBuffer bytes && literal instanceof byte[] other) {
      return Arrays.compareUnsigned(array(bytes), other);
    } else if (value instanceof String text && literal instanceof String other) {
      return Arrays.compareUnsigned(
          text.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    } else if (value instanceof ODate date) {
      LocalDate day = LocalDate.ofEpochDay(date.toDaysSinceEpoch());
      return literal instanceof LocalDate other
          ? (Integer) day.compareTo(other)
          : literal instanceof String text && text.startsWith("2024-01-02")
              ? (Integer) day.compareTo(LocalDate.of(2024, 1, 2))
              : null;
    } else if (value instanceof OTime time) {
      LocalTime found = LocalTime.ofNanoOfDay(time.toTimeInMillis() * 1_000_000L);
      return literal instanceof LocalTime other
          ? (Integer) found.compareTo(other)
          : "10:30:00".equals(literal) ? (Integer) found.compareTo(LocalTime.of(10, 30)) : null;
    } else if (value instanceof OTimestamp timestamp) {
      Instant found = Instant.ofEpochMilli(timestamp.getMillis());
      Instant day = LocalDate.of(2024, 1, 2).atStartOfDay(ZoneOffset.UTC).toInstant();
      return literal instanceof Instant other
          ? (Integer) found.compareTo(other)
          : literal instanceof String text && text.startsWith("2024-01-02")
              ? (Integer) found.compareTo(day)
              : null;
    }
    return null;
  }

  /** 0 for negative infinity, 1 for a finite number, 2 for infinity, 3 for NaN. */
  private static int rank(Number number) {
    if (!(number instanceof Double) && !(number instanceof Float)) {
      return 1;
    }
    double value = number.doubleValue();
    return Double.isNaN(value) ? 3 : Double.isInfinite(value) ? (value > 0 ? 2 : 0) : 1;
  }

  private static BigDecimal exact(Number number) {
    return new BigDecimal(number.toString());
  }

  @Test
  void literalsThatNoValueIsComparedWithAreRefused() {
    DocumentPath path = new DocumentPath("document", "a.b");
    for (Object literal : List.of(UUID.randomUUID(), List.of(1), Map.of("a", 1))) {
      assertThatThrownBy(
              () -> DocumentTable.where(path, new Condition.Compare("v", Operator.EQ, literal)))
          .isInstanceOf(TableException.class)
          .hasMessageStartingWith("cannot compare a.b: found ")
          .hasMessageEndingWith(
              ", expected a number, a text, a boolean, a blob, a date or a time; declare a column derived from this path");
    }
    assertThatThrownBy(() -> DocumentTable.where(path, new Condition.ContainsKey("v", "k")))
        .hasMessageStartingWith("cannot compare a.b: found v CONTAINS KEY 'k', expected =, <,");
  }

  @Test
  void aConditionIsShownWithItsPath() {
    DocumentPath path = DocumentPath.of("document", List.of("a", 0, "x.y"));
    Condition condition =
        DocumentTable.where(path, new Condition.Compare("odd name", Operator.GE, 5));
    assertThat(condition).hasToString("a[0].\"x.y\" >= 5");
    assertThat(condition)
        .isEqualTo(DocumentTable.where(path, new Condition.Compare("odd name", Operator.GE, 5)))
        .isNotEqualTo(DocumentTable.where(path, new Condition.Compare("odd name", Operator.GE, 6)));
    assertThat(path.isSame(new DocumentPath("document", "\"a\"[0].\"x.y\""))).isTrue();
  }

  @Test
  void damagedDocumentsAreAnErrorAndNotAMissingValue() {
    DocumentPath path = new DocumentPath("document", "a");
    Condition condition = DocumentTable.where(path, new Condition.IsNull("v", false));
    Type blob = Type.parse("blob");
    assertThat(condition.test(blob, null)).isTrue();
    assertThatThrownBy(() -> condition.test(blob, new byte[] {9, 9}))
        .isInstanceOf(TableException.class)
        .hasMessageStartingWith("cannot read a of document: ")
        .hasMessageEndingWith("; write this document again");
  }
}
