package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import keywright.key.Condition;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.contract.PartitionedEngine;
import keywright.table.model.Change;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.OrderBy;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.ScrubOptions;
import keywright.table.model.TableDefinition;
import keywright.table.model.Using;
import keywright.testkit.Seeds;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random changes and queries of two tables with the same columns. In one of them three columns are
 * derived from a document, in the other they are stored, and each change sets them together with
 * the document. Every query must have the same rows in both.
 */
@Tag("large")
class DerivedColumnsTrialTest {
  private static final int TRIALS = 60;
  private static final int CHANGES = 40;

  private static final List<String> CITIES = List.of("Ulm", "Bonn", "Kiel", "Zürich");

  /** The values of one document. */
  private record Values(@Nullable String city, @Nullable Integer no, @Nullable Boolean open) {}

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2024-01-01T00:00:00Z"));

  private static TableDefinition table(String name, boolean isDerived) {
    List<ColumnDefinition> columns = new ArrayList<>();
    columns.add(ColumnDefinition.of("id", Type.parse("int")));
    columns.add(column("city", "text", "to.city", isDerived));
    columns.add(ColumnDefinition.of("doc", Type.parse("text")));
    columns.add(column("no", "int", "lines[1].\"no\"", isDerived));
    columns.add(ColumnDefinition.of("note", Type.parse("text")));
    columns.add(column("open", "boolean", "open", isDerived));
    return TableDefinition.of(name, columns, KeyPart.parseList("id"))
        .withIndexes(
            List.of(
                IndexDefinition.of(name + "_city", "city, no DESC"),
                IndexDefinition.of(name + "_no", "bucket(2), no, note"),
                IndexDefinition.of(name + "_open", "open, city")));
  }

  private static ColumnDefinition column(String name, String type, String path, boolean isDerived) {
    ColumnDefinition column = ColumnDefinition.of(name, Type.parse(type));
    return isDerived ? column.derivedFrom("doc", path) : column;
  }

  private static Values values(Random random) {
    return new Values(
        maybe(random, CITIES.get(random.nextInt(CITIES.size()))),
        maybe(random, random.nextInt(3)),
        maybe(random, random.nextBoolean()));
  }

  private static <T> @Nullable T maybe(Random random, T value) {
    return random.nextInt(4) == 0 ? null : value;
  }

  /** A document that has these values, and others beside them. */
  private static String document(Random random, Values values) {
    List<String> fields = new ArrayList<>();
    String other = List.of("null", "{}", "[5]", "\"x\\\"y\"", "-1.5e3").get(random.nextInt(5));
    fields.add("\"other\" : " + other);
    String city = values.city;
    if (city != null) {
      fields.add("\"to\":{\"zip\":" + other + ",\"city\":\"" + escaped(random, city) + "\"}");
    } else {
      int kind = random.nextInt(4);
      fields.add(
          "\"to\":"
              + List.of("null", "[]", "{\"city\":5}", "{\"city\":{\"city\":\"Ulm\"}}").get(kind));
    }
    if (values.no != null) {
      String no = random.nextBoolean() ? values.no + ".0" : String.valueOf(values.no);
      fields.add("\"lines\": [ {\"no\":99}, {\"no\":" + no + "}, 7 ]");
    } else if (random.nextBoolean()) {
      fields.add(
          "\"lines\":"
              + List.of("[{\"no\":1}]", "{}", "[1,{\"no\":\"2\"}]").get(random.nextInt(3)));
    }
    if (values.open != null) {
      fields.add("\"open\":" + values.open);
    } else if (random.nextBoolean()) {
      fields.add("\"open\":" + List.of("null", "0", "\"true\"").get(random.nextInt(3)));
    }
    Collections.shuffle(fields, random);
    return "{" + String.join(random.nextBoolean() ? ", " : ",\n", fields) + "}";
  }

  private static String escaped(Random random, String text) {
    return random.nextBoolean()
        ? text
        : String.format("\\u%04x", (int) text.charAt(0)) + text.substring(1);
  }

  /** Makes the same change of both tables. */
  private void change(Random random, Database database) {
    int id = random.nextInt(12);
    Map<String, @Nullable Object> set = row();
    Map<String, @Nullable Object> stored = row();
    if (random.nextInt(3) > 0) {
      Values values = values(random);
      String document = random.nextInt(8) == 0 ? null : document(random, values);
      set.put("doc", document);
      stored.put("doc", document);
      stored.put("city", document == null ? null : values.city);
      stored.put("no", document == null ? null : values.no);
      stored.put("open", document == null ? null : values.open);
    }
    if (set.isEmpty() || random.nextBoolean()) {
      String note = maybe(random, "n" + random.nextInt(2));
      set.put("note", note);
      stored.put("note", note);
    }
    List<Condition> key = List.of(eq("id", id));
    // A null has no time, so that the columns of a document that is older would be another's.
    Using using =
        !set.containsKey("doc") && random.nextInt(4) == 0
            ? Using.timestamp(1 + random.nextInt(50))
            : Using.NOTHING;
    int to = random.nextInt(12);
    BiConsumer<Table, Map<String, @Nullable Object>> made =
        switch (random.nextInt(8)) {
          case 0 -> (table, unused) -> table.delete(key);
          case 1, 2 -> (table, values) -> table.update(key, values, using);
          case 3 ->
              (table, values) -> {
                if (table.get(to).isEmpty()) {
                  values.put("id", to);
                  database.apply(Change.rekey(table.definition().name(), key, values));
                }
              };
          case 4 ->
              (table, values) -> {
                values.put("id", id);
                table.put(values);
              };
          case 5 ->
              (table, values) -> {
                values.put("id", id);
                String name = table.definition().name();
                database.applyEach(
                    List.of(
                        Change.insert(name, values),
                        Change.update(name, List.of(eq("id", to)), row("note", "both"))));
              };
          default ->
              (table, values) -> {
                values.put("id", id);
                table.insert(values, using);
              };
        };
    made.accept(database.table("derived"), set);
    made.accept(database.table("stored"), stored);
  }

  private static Query query(Random random) {
    List<Condition> conditions = new ArrayList<>();
    if (random.nextInt(3) > 0) {
      String city = CITIES.get(random.nextInt(CITIES.size()));
      conditions.add(
          random.nextInt(3) == 0
              ? new Condition.IsNull("city", random.nextBoolean())
              : eq("city", city));
    }
    if (random.nextBoolean()) {
      conditions.add(
          random.nextBoolean()
              ? eq("no", random.nextInt(3))
              : Payments.ge("no", random.nextInt(3)));
    }
    if (random.nextInt(4) == 0) {
      conditions.add(eq("open", random.nextBoolean()));
    }
    Query query = random.nextBoolean() ? Query.all() : Query.select("no", "id", "city");
    query = query.where(conditions).allowingFiltering();
    return random.nextInt(3) == 0 ? query.orderedBy(OrderBy.asc("city")) : query;
  }

  private static List<String> rows(Table table, Query query) {
    try (Rows rows = table.query(query)) {
      return rows.stream().map(Object::toString).sorted(Comparator.naturalOrder()).toList();
    }
  }

  /** Documents of any age, and the rows that an index finds by what is in them. */
  private void runWithTimes(Engine engine, long seed) {
    Random random = new Random(seed);
    Database database = Database.over(engine, now::get, seed);
    database.dropTable("timed", true);
    FamilyDefinition family = new FamilyDefinition("d", "none", 0, random.nextBoolean() ? 1 : 3);
    database.createTable(table("timed", true).withFamilies(List.of(family)), false);
    Table table = database.table("timed");
    Map<String, Values> documents = new HashMap<>();
    for (int i = 0; i < CHANGES; i++) {
      now.updateAndGet(time -> time.plusMillis(1));
      int id = random.nextInt(4);
      Values values = values(random);
      String document = document(random, values);
      documents.put(document, values);
      Using using = random.nextInt(4) > 0 ? Using.timestamp(1 + random.nextInt(20)) : Using.NOTHING;
      switch (random.nextInt(5)) {
        case 0 -> table.update(List.of(eq("id", id)), row("doc", null), using);
        case 1 -> table.update(List.of(eq("id", id)), row("note", "x"), using);
        case 2 -> table.update(List.of(eq("id", id)), row("doc", document), using);
        default -> table.insert(row("id", id, "doc", document), using);
      }
      String city = CITIES.get(random.nextInt(CITIES.size()));
      List<Object> expected = new ArrayList<>();
      try (Rows rows = table.query(Query.select("id", "doc"))) {
        for (Row found : rows) {
          Values known = found.isNull("doc") ? null : documents.get(found.getString("doc"));
          if (known != null && city.equals(known.city)) {
            expected.add(found.get("id"));
          }
        }
      }
      try (Rows rows = table.query(Query.select("id").where(eq("city", city)))) {
        assertThat(rows.stream().map(found -> found.get("id")))
            .as(Seeds.reproduction(seed))
            .containsExactlyInAnyOrderElementsOf(expected);
      }
    }
    Payments.requireExact(database, "timed");
  }

  @Test
  void anOlderDocumentChangesNoDerivedColumn() {
    onEachEngine(this::runWithTimes);
  }

  private void run(Engine engine, long seed) {
    Random random = new Random(seed);
    Database database = Database.over(engine, now::get, seed);
    database.dropTable("derived", true);
    database.dropTable("stored", true);
    database.createTable(table("derived", true), false);
    database.createTable(table("stored", false), false);
    for (int i = 0; i < CHANGES; i++) {
      now.updateAndGet(time -> time.plusMillis(1));
      change(random, database);
      for (int q = 0; q < 3; q++) {
        Query query = query(random);
        assertThat(rows(database.table("derived"), query))
            .as("%s; %s", query, Seeds.reproduction(seed))
            .isEqualTo(rows(database.table("stored"), query));
      }
    }
    Consumer<String> exact =
        name -> {
          Payments.requireExact(database, name);
          assertThat(database.scrub(name, ScrubOptions.REPAIR).findings()).isEmpty();
        };
    exact.accept("derived");
    exact.accept("stored");
  }

  @Test
  void aTableWithDerivedColumnsAnswersAsOneThatStoresThem() {
    onEachEngine(this::run);
  }

  private static void onEachEngine(ObjLongConsumer<Engine> trial) {
    long base = Seeds.base();
    try (TestEngines some = new TestEngines()) {
      List<Engine> engines = new ArrayList<>(some.all());
      engines.add(new PartitionedEngine(new MemoryEngine()));
      engines.add(new PartitionedEngine(MemoryEngine.ofSingleRows(1)));
      for (int i = 0; i < TRIALS; i++) {
        trial.accept(engines.get(i % engines.size()), base + i);
      }
    }
  }
}
