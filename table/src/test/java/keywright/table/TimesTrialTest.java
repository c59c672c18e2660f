package keywright.table;

import static keywright.table.Payments.eq;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import keywright.key.KeyException;
import keywright.key.KeyPart;
import keywright.table.model.Change;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.History;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.SelectItem;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import keywright.table.write.RowCells;
import keywright.testkit.Gens;
import keywright.testkit.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random changes with write times and times to live, alone and in batches, on every engine: rows,
 * their times and how they were are as the model says, and indexes are exact at every moment.
 */
@Tag("large")
class TimesTrialTest {
  private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");

  /** The family d keeps one version, v three; the values of t live for eight seconds. */
  private static final TableDefinition DEFINITION =
      TableDefinition.of(
              "item",
              Payments.columns("id int, owner int, name text, note text, price int, seen int", "d")
                  .stream()
                  .map(
                      c ->
                          switch (c.name()) {
                            case "price" -> c.inFamily("v");
                            case "seen" -> c.inFamily("t");
                            default -> c.inFamily("d");
                          })
                  .toList(),
              KeyPart.parseList("id"))
          .withFamilies(
              List.of(
                  FamilyDefinition.of("d"),
                  new FamilyDefinition("v", "lz4", 0, 3),
                  new FamilyDefinition("t", "lz4", 8, 1)))
          .withIndexes(
              List.of(
                  IndexDefinition.of("items_by_owner", "owner").including("note"),
                  IndexDefinition.of("items_by_name", "name").asUnique()));

  private final AtomicReference<Instant> now = new AtomicReference<>(START);

  @Test
  void rowsAndTheirTimesAreAsTheModelSays() {
    try (TestEngines engines = new TestEngines()) {
      List<Database> databases =
          engines.exact().stream().map(engine -> Database.over(engine, now::get, 1)).toList();
      Property.check(
          "rows and their times are as the model says",
          400,
          Gens.lists(Gens.longs(), 30),
          steps -> {
            databases.forEach(database -> database.createTable(DEFINITION, false));
            try {
              run(databases, steps);
            } finally {
              databases.forEach(database -> database.dropTable("item", true));
            }
          });
    }
  }

  private void run(List<Database> databases, List<Long> seeds) {
    TimesModel model = new TimesModel();
    for (long seed : seeds) {
      Random random = new Random(seed);
      now.set(now.get().plusSeconds(1 + random.nextInt(3)));
      long millis = now.get().toEpochMilli();
      List<TimesModel.Step> steps = new ArrayList<>();
      for (int count = 1 + Math.max(0, random.nextInt(6) - 3); count > 0; count--) {
        steps.add(step(random, millis));
      }
      Boolean expected;
      try {
        expected = model.apply(steps, millis);
      } catch (TimesModel.Refused e) {
        expected = null;
      }
      for (Database database : databases) {
        Boolean applied;
        String refusal = "";
        try {
          applied = database.apply(steps.stream().map(TimesTrialTest::change).toList()).applied();
        } catch (TableException | KeyException e) {
          applied = null;
          refusal = String.valueOf(e.getMessage());
        }
        assertThat(applied).as("%s %s", steps, refusal).isEqualTo(expected);
        check(database, model, steps, random.nextInt(20), random.nextInt(12));
      }
    }
  }

  private static TimesModel.Step step(Random random, long millis) {
    String kind =
        switch (random.nextInt(8)) {
          case 0 -> "delete";
          case 1, 2 -> "rekey";
          case 3, 4 -> "insert";
          default -> "update";
        };
    Map<String, @Nullable Object> set = new HashMap<>();
    while (set.isEmpty()) {
      for (String column : TimesModel.COLUMNS) {
        if (random.nextInt(3) == 0) {
          Object value =
              column.equals("name") || column.equals("note")
                  ? "" + (char) ('a' + random.nextInt(3))
                  : (Object) random.nextInt(3);
          set.put(column, random.nextInt(4) == 0 ? null : value);
        }
      }
      if (kind.equals("rekey") || kind.equals("insert")) {
        break;
      }
    }
    boolean writes = kind.equals("insert") || kind.equals("update");
    boolean ifPresent = random.nextInt(4) == 0;
    long micros =
        writes && !ifPresent && random.nextInt(3) == 0
            ? (millis - random.nextInt(15) * 1_000L) * 1_000 - 1
            : 0;
    long ttl = writes && random.nextInt(2) == 0 ? random.nextInt(4) * 4 : -1;
    int id = random.nextInt(3);
    return new TimesModel.Step(
        kind,
        id,
        (id + 1 + random.nextInt(2)) % 3,
        ifPresent,
        kind.equals("delete") ? Map.of() : set,
        micros,
        ttl);
  }

  private static Change change(TimesModel.Step step) {
    Map<String, @Nullable Object> set = new HashMap<>(step.set());
    Change change =
        switch (step.kind()) {
          case "insert" -> {
            set.put("id", step.id());
            yield Change.insert("item", set);
          }
          case "update" -> Change.update("item", List.of(eq("id", step.id())), set);
          case "delete" -> Change.delete("item", List.of(eq("id", step.id())));
          default -> {
            set.put("id", step.to());
            yield Change.rekey("item", List.of(eq("id", step.id())), set);
          }
        };
    Change using = change.using(new Using(step.micros(), step.ttlSeconds()));
    return !step.ifPresent()
        ? using
        : step.kind().equals("insert") ? using.ifAbsent() : using.ifPresent();
  }

  private void check(
      Database database, TimesModel model, Object context, int secondsAgo, int secondsAhead) {
    long micros = RowCells.micros(now.get()) - secondsAgo * 1_000_000L;
    // What is written now expires soon, which takes no further write to be seen.
    for (Instant at : List.of(now.get(), now.get().plusSeconds(secondsAhead))) {
      Database then = Database.over(database.known().engine(), InstantSource.fixed(at), 1);
      assertThat(then.verify("item")).as("%s", context).isEmpty();
      assertThat(rows(then)).as("%s", context).isEqualTo(rows(model, at.toEpochMilli()));
      assertThat(asOf(then, micros))
          .as("as of %d, %s", micros, context)
          .isEqualTo(asOf(model, micros, at.toEpochMilli()));
      assertThat(byOwner(then)).as("%s", context).isEqualTo(byOwner(model, at.toEpochMilli()));
    }
  }

  private static List<List<@Nullable Object>> found(Table table, Query query) {
    try (Rows rows = table.query(query)) {
      return rows.toList().stream().map(Row::values).toList();
    }
  }

  private static List<List<@Nullable Object>> rows(Database database) {
    List<SelectItem> items = new ArrayList<>();
    items.add(new SelectItem.Column("id"));
    for (String column : TimesModel.COLUMNS) {
      items.add(new SelectItem.Column(column));
      items.add(new SelectItem.WriteTime(column));
      items.add(new SelectItem.TimeToLive(column));
    }
    return found(database.table("item"), Query.all().withItems(items.toArray(SelectItem[]::new)));
  }

  private static List<List<@Nullable Object>> rows(TimesModel model, long millis) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    model.rows.forEach(
        (id, row) -> {
          if (row.expiryMillis > millis) {
            List<@Nullable Object> values = new ArrayList<>();
            values.add(id);
            for (String column : TimesModel.COLUMNS) {
              TimesModel.Cell cell = row.newest(column, millis);
              boolean dead = cell == null || cell.value() == null;
              values.add(dead ? null : cell.value());
              values.add(dead ? null : cell.micros());
              values.add(
                  dead || cell.expiryMillis() == Long.MAX_VALUE
                      ? null
                      : (int) ((cell.expiryMillis() - millis) / 1_000));
            }
            rows.add(values);
          }
        });
    return rows;
  }

  private static List<List<@Nullable Object>> asOf(Database database, long micros) {
    return found(
        database.table("item"), Query.select("id", "price").withHistory(new History(0, micros)));
  }

  private static List<List<@Nullable Object>> asOf(TimesModel model, long micros, long millis) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    model.rows.forEach(
        (id, row) -> {
          if (row.expiryMillis > millis && row.createdMicros <= micros) {
            List<@Nullable Object> values = new ArrayList<>();
            values.add(id);
            values.add(
                row.known("price", millis).stream()
                    .filter(cell -> cell.micros() <= micros)
                    .findFirst()
                    .map(TimesModel.Cell::value)
                    .orElse(null));
            rows.add(values);
          }
        });
    return rows;
  }

  private static List<List<@Nullable Object>> byOwner(Database database) {
    Query query = Query.select("owner", "note", "id").where(Payments.ge("owner", 0));
    Table table = database.table("item");
    assertThat(table.plan(query).isCovering()).isTrue();
    return found(table, query);
  }

  private static List<List<@Nullable Object>> byOwner(TimesModel model, long millis) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int owner = 0; owner < 3; owner++) {
      for (Map.Entry<Integer, TimesModel.Row> row : model.rows.entrySet()) {
        if (row.getValue().expiryMillis > millis
            && Integer.valueOf(owner).equals(row.getValue().value("owner", millis))) {
          List<@Nullable Object> values = new ArrayList<>();
          values.add(owner);
          values.add(row.getValue().value("note", millis));
          values.add(row.getKey());
          rows.add(values);
        }
      }
    }
    return rows;
  }
}
