package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import keywright.key.Column;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.key.Variant;
import keywright.table.layout.ValueLimit;
import keywright.table.model.Change;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A value longer than the limit is refused before anything is written. */
class ValueLimitTest {
  private static final int LIMIT = 1_000;

  private static final TableDefinition DEFINITION =
      TableDefinition.of(
              "t",
              Payments.columns("id int, url text, note text null, photo blob null", "m"),
              KeyPart.parseList("id, md5(url)"))
          .withFamilies(List.of(FamilyDefinition.of("m"), FamilyDefinition.of("n")))
          .withIndexes(List.of(IndexDefinition.of("by_note", "left(note, 3)")));

  @TempDir private Path directory;

  @Test
  void aLongerValueIsRefusedAndTheOthersOfItsStepWithIt() {
    try (Database database = Database.open("rocksdb:" + directory + "?max_value_bytes=" + LIMIT)) {
      database.createTable(DEFINITION, false);
      Table table = database.table("t");
      String atLimit = "\u00e9".repeat(LIMIT / 2);
      table.insert(row("id", 1, "url", "a", "note", atLimit, "photo", new byte[LIMIT]));
      List<Row> before = table.query(Query.select("id", "url", "note")).toList();

      refused(() -> table.insert(row("id", 2, "url", "a", "note", atLimit + "x")), "note", 1_001);
      refused(
          () -> table.insert(row("id", 2, "url", "a", "photo", new byte[1_001])), "photo", 1_001);
      // Kept beside the digest that is its key part.
      refused(() -> table.insert(row("id", 2, "url", "x".repeat(1_001))), "url", 1_001);
      refused(
          () -> table.update(List.of(eq("id", 1), eq("url", "a")), row("photo", new byte[5_000])),
          "photo",
          5_000);
      refused(
          () ->
              database.apply(
                  Change.rekey(
                      "t",
                      List.of(eq("id", 1), eq("url", "a")),
                      row("id", 2, "note", "x".repeat(2_000)))),
          "note",
          2_000);
      assertThatThrownBy(
              () ->
                  database.apply(
                      Change.insert("t", row("id", 3, "url", "a")),
                      Change.insert("t", row("id", 4, "url", "a", "note", "x".repeat(1_001)))))
          .isInstanceOf(TableException.class)
          .hasMessage(message("note", 1_001) + " (change 2 of the batch)");
      try (BatchWriter writer = table.batchWriter()) {
        refused(() -> writer.add(row("id", 5, "url", "a", "note", atLimit + "x")), "note", 1_001);
      }
      assertThat(table.query(Query.select("id", "url", "note")).toList())
          .hasToString(before.toString());
      assertThat(database.verify("t")).isEmpty();
      assertThat(table.get(7, "x".repeat(5_000))).as("a key that no row has").isEmpty();
    }
    try (Database database = Database.open("rocksdb:" + directory)) {
      assertThat(database.table("t").get(1, "a")).as("what is stored is read").isPresent();
      database.table("t").insert(row("id", 2, "url", "a", "photo", new byte[10 * 1024 * 1024]));
      assertThatThrownBy(
              () ->
                  database
                      .table("t")
                      .insert(row("id", 3, "url", "a", "photo", new byte[10 * 1024 * 1024 + 1])))
          .hasMessageContaining("found 10,485,761 bytes, expected at most 10,485,760 in one value");
    }
  }

  private static void refused(Runnable write, String column, int length) {
    assertThatThrownBy(write::run)
        .isInstanceOf(TableException.class)
        .hasMessage(message(column, length));
  }

  private static String message(String column, int length) {
    return "cannot set %s of t: found %,d bytes, expected at most 1,000 in one value; divide the value over several columns, or open the database with a larger max_value_bytes (an option of rocksdb:)"
        .formatted(column, length);
  }

  /** The quick count is never too low: what is refused is exactly what is stored longer. */
  @Test
  @Tag("large")
  void valuesOfEveryLengthAreCountedAsTheyAreStored() {
    Random random = new Random(Seeds.base());
    for (int trial = 0; trial < 20_000; trial++) {
      Object[] drawn = draw(random);
      Type type = (Type) drawn[0];
      Object value = type.convert(drawn[1]);
      int stored =
          value instanceof String text && type.toString().equals("text")
              ? text.getBytes(StandardCharsets.UTF_8).length
              : value instanceof byte[] bytes ? bytes.length : type.toBytes(value).length;
      int limit = 1 + random.nextInt(200);
      boolean fits = true;
      try {
        new ValueLimit(limit).require("t", new Column("c", type, true), value);
      } catch (TableException e) {
        fits = false;
      }
      assertThat(fits)
          .as(
              "%s %s of %s bytes under %s\n%s",
              type, value, stored, limit, Seeds.reproduction(Seeds.base()))
          .isEqualTo(stored <= limit);
    }
  }

  private static Object[] draw(Random random) {
    Object value =
        switch (random.nextInt(6)) {
          case 0 -> text(random, 150);
          case 1 -> new byte[random.nextInt(300)];
          case 2 -> new BigInteger(random.nextInt(1_200), random);
          case 3 ->
              new BigDecimal(new BigInteger(random.nextInt(800), random), random.nextInt(400));
          case 4 -> {
            List<Object> list = new ArrayList<>();
            for (int i = random.nextInt(20); i > 0; i--) {
              list.add(text(random, 12));
            }
            yield list;
          }
          default -> Variant.of(List.of(text(random, 20), random.nextInt(), text(random, 20)));
        };
    String type =
        value instanceof String
            ? "text"
            : value instanceof byte[]
                ? "blob"
                : value instanceof BigInteger
                    ? "varint"
                    : value instanceof BigDecimal
                        ? "decimal"
                        : value instanceof List ? "list<text>" : "variant";
    return new Object[] {Type.parse(type), value};
  }

  private static String text(Random random, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(length); i > 0; i--) {
      text.appendCodePoint(new int[] {0, 'a', 0xE9, 0x4E2D, 0x1F600}[random.nextInt(5)]);
    }
    return text.toString();
  }
}
