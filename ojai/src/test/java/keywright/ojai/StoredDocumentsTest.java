package keywright.ojai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import keywright.key.Condition;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.store.MemoryEngine;
import keywright.table.Database;
import keywright.table.Rows;
import keywright.table.Table;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.junit.jupiter.api.Test;
import org.ojai.Document;
import org.ojai.json.impl.JsonDocument;
import org.ojai.types.ODate;
import org.ojai.types.OInterval;
import org.ojai.types.OTime;
import org.ojai.types.OTimestamp;

/** Tables with columns that are derived from stored documents. */
class StoredDocumentsTest {
  private static final Document DOCUMENT =
      new JsonDocument()
          .set("no", 7)
          .set("long", 1L << 40)
          .set("total", new BigDecimal("12.50"))
          .set("name", "Ada")
          .set("good", true)
          .set("day", ODate.fromDaysSinceEpoch(19_000))
          .set("time", OTime.fromMillisOfDay(1_500))
          .set("at", new OTimestamp(1_700_000_000_123L))
          .set("bytes", ByteBuffer.wrap(new byte[] {1, 2}))
          .set("between", new OInterval(5))
          .set("to", Map.of("city", "Ulm"))
          .setArray("tags", new String[] {"a", "b"});

  private static TableDefinition table() {
    List<ColumnDefinition> columns = new ArrayList<>();
    columns.add(ColumnDefinition.of("id", Type.parse("int")));
    columns.add(ColumnDefinition.of("doc", Type.parse("blob")));
    Map.ofEntries(
            Map.entry("no", "int no"),
            Map.entry("tiny", "tinyint long"),
            Map.entry("big", "bigint long"),
            Map.entry("total", "decimal(8,2) total"),
            Map.entry("name", "text name"),
            Map.entry("good", "boolean good"),
            Map.entry("day", "date day"),
            Map.entry("clock", "time time"),
            Map.entry("moment", "timestamp at"),
            Map.entry("raw", "blob bytes"),
            Map.entry("span", "bigint between"),
            Map.entry("place", "text to"),
            Map.entry("city", "text to.city"),
            Map.entry("tags", "list<text> tags"),
            Map.entry("second", "text tags[1]"))
        .forEach(
            (name, declared) -> {
              String[] parts = declared.split(" ", 2);
              columns.add(
                  ColumnDefinition.of(name, Type.parse(parts[0])).derivedFrom("doc", parts[1]));
            });
    return TableDefinition.of("t", columns, KeyPart.parseList("id"))
        .withIndexes(List.of(IndexDefinition.of("by_city", "city")));
  }

  @Test
  void eachTypeOfTheApiIsTheValueOfItsColumn() {
    try (Database database =
        Database.over(new MemoryEngine(), InstantSource.fixed(Instant.EPOCH), 1)) {
      database.createTable(table(), false);
      Table table = database.table("t");
      table.insert(Map.of("id", 1, "doc", DocumentWriter.encode(DOCUMENT)));
      Row row = table.get(1).orElseThrow();
      assertThat(row.get("no")).isEqualTo(7);
      assertThat(row.get("tiny")).isNull();
      assertThat(row.get("big")).isEqualTo(1L << 40);
      assertThat(row.get("total")).isEqualTo(new BigDecimal("12.50"));
      assertThat(row.get("name")).isEqualTo("Ada");
      assertThat(row.get("good")).isEqualTo(true);
      assertThat(row.get("day")).isEqualTo(LocalDate.ofEpochDay(19_000));
      assertThat(row.get("clock")).isEqualTo(LocalTime.of(0, 0, 1, 500_000_000));
      assertThat(row.get("moment")).isEqualTo(Instant.ofEpochMilli(1_700_000_000_123L));
      assertThat((byte[]) row.get("raw")).containsExactly(1, 2);
      assertThat(row.get("span")).isNull();
      assertThat(row.get("place")).isNull();
      assertThat(row.get("tags")).isEqualTo(List.of("a", "b"));
      assertThat(row.get("second")).isEqualTo("b");
      Query byCity =
          Query.select("id").where(new Condition.Compare("city", Condition.Operator.EQ, "Ulm"));
      assertThat(table.plan(byCity).index()).contains("by_city");
      try (Rows rows = table.query(byCity)) {
        assertThat(rows.stream()).hasSize(1);
      }
    }
  }

  @Test
  void bytesThatAreNoDocumentAreRefused() {
    byte[] whole = DocumentWriter.encode(DOCUMENT);
    byte[] damaged = whole.clone();
    damaged[damaged.length - 1] ^= 0x55;
    try (Database database =
        Database.over(new MemoryEngine(), InstantSource.fixed(Instant.EPOCH), 1)) {
      database.createTable(table(), false);
      Table table = database.table("t");
      for (byte[] bytes : List.of(new byte[0], new byte[] {9}, damaged)) {
        assertThatThrownBy(() -> table.insert(Map.of("id", 1, "doc", bytes)))
            .isInstanceOf(TableException.class)
            .hasMessageStartingWith("cannot set doc of t: cannot read a stored document: ")
            .hasMessageEndingWith("; correct this document, from which columns are derived");
      }
      assertThat(table.get(1)).isEmpty();
    }
  }
}
