package keywright.ojai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.MemoryEngine;
import keywright.store.RawRow;
import keywright.store.UnreadableRowException;
import keywright.store.WriteBatch;
import keywright.table.Database;
import keywright.table.Rows;
import keywright.table.layout.StoredTable;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.ScrubOptions;
import keywright.table.model.ScrubReport;
import keywright.table.model.TableDefinition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ojai.store.DocumentStore;
import org.ojai.store.exceptions.StoreException;

/** Rows whose document is stored in parts, of which another program has written one. */
class DamagedPartsTest {
  private static final String ADVICE =
      " (row key 320001); restore a backup, or move the row to a file by scrub TABLE --move-unreadable FILE";

  /** The part of the field details of a document that has more fields in front of it. */
  private static final byte[] OF_ANOTHER =
      DividedDocument.divide(
          DocumentWriter.encode(JsonText.document("{\"a\":1,\"b\":2,\"details\":{}}")),
          List.of("details"))[1];

  /** What is wrong with a row, by the bytes of the part with the field details. */
  private static final Map<String, byte[]> DAMAGES =
      new TreeMap<>(
          Map.of(
              "cannot read a stored document: its version is 9, expected version 1",
              new byte[] {9},
              "cannot read a part of a stored document: found 2 bytes behind the document, expected places of fields of 4 bytes each",
              Arrays.copyOf(OF_ANOTHER, OF_ANOTHER.length - 2),
              "cannot read a part of a stored document: found a field at place 2, expected a place that the other parts of the document leave",
              OF_ANOTHER));

  @TempDir private Path folder;

  private static TableDefinition orders() {
    return TableDefinition.of(
            "orders",
            List.of(
                ColumnDefinition.of("_id", Type.parse("text")),
                ColumnDefinition.of("document", Type.parse("blob")).inFamily("main"),
                ColumnDefinition.of("state", Type.parse("text")).derivedFrom("document", "state")),
            KeyPart.parseList("_id"))
        .withFamilies(
            List.of(
                FamilyDefinition.of("main"),
                FamilyDefinition.of("details").ofField("document", "details")))
        .withIndexes(List.of(IndexDefinition.of("by_state", "state")));
  }

  /** A database with three documents; the part details of the second has {@code bytes}. */
  private static Database database(Engine engine, byte[] bytes) {
    Database database = Database.over(engine, Instant::now, 1);
    boolean unused = database.createTable(orders(), false);
    DocumentStore store = KeywrightDriver.over(database).getStore("orders");
    for (String id : List.of("1", "2", "3")) {
      store.insert(
          id,
          KeywrightDriver.over(database)
              .newDocument("{\"state\":\"new\",\"details\":{\"weight\":5}}"));
    }
    StoredTable table = StoredTable.declared(orders());
    int part = table.columnId(table.width() - 1);
    long later = Instant.now().plusSeconds(60).toEpochMilli() * 1000;
    assertThat(
            engine.write(
                new WriteBatch(0)
                    .put(
                        table.layout(),
                        table.primaryKey().key("2", null, null),
                        WriteBatch.ANY,
                        later,
                        Map.of(part, bytes))))
        .isTrue();
    return database;
  }

  private interface Check {
    void of(Database database, String problem);
  }

  /** Runs a check with each damage on each kind of engine. */
  private void each(Check check) {
    int count = 0;
    for (Map.Entry<String, byte[]> damage : DAMAGES.entrySet()) {
      for (Engine engine :
          List.of(
              new MemoryEngine(),
              MemoryEngine.ofSingleRows(1),
              Engines.open("rocksdb:" + folder.resolve("db" + count++)))) {
        try (engine;
            Database database = database(engine, damage.getValue())) {
          check.of(database, damage.getKey());
        }
      }
    }
  }

  @Test
  void aReaderOfThePartNamesTheRow() {
    each(
        (database, problem) -> {
          String message = "cannot read a row of orders: " + problem + ADVICE;
          DocumentStore store = KeywrightDriver.over(database).getStore("orders");
          assertThatThrownBy(() -> store.findById("2"))
              .isInstanceOf(StoreException.class)
              .hasMessage(message);
          assertThatThrownBy(() -> database.table("orders").get("2"))
              .isInstanceOf(UnreadableRowException.class)
              .hasMessage(message);
          assertThatThrownBy(() -> database.table("orders").query(Query.all()).toList())
              .hasMessage(message);
          assertThatThrownBy(
                  () ->
                      store.update(
                          "2", KeywrightDriver.over(database).newMutation().set("state", "paid")))
              .hasMessage(message);
          assertThat(store.findById("2", "state").asJsonString()).isEqualTo("{\"state\":\"new\"}");
          assertThat(store.findById("1").getInt("details.weight")).isEqualTo(5);
        });
  }

  @Test
  void aScanLeavesTheRowOutAndCountsIt() {
    each(
        (database, problem) -> {
          try (Rows rows = database.table("orders").query(Query.all().skippingUnreadable())) {
            assertThat(StreamSupport.stream(rows.spliterator(), false))
                .extracting(row -> row.getString("_id"))
                .containsExactly("1", "3");
            assertThat(rows.unreadable()).isEqualTo(1);
          }
        });
  }

  @Test
  void scrubCountsTheRowAndLeavesItsEntry() {
    each(
        (database, problem) -> {
          for (ScrubOptions options : List.of(ScrubOptions.CHECK, ScrubOptions.REPAIR)) {
            ScrubReport report = database.scrub("orders", options);
            assertThat(report.rows()).isEqualTo(2);
            assertThat(report.entries()).isEqualTo(3);
            assertThat(report.findings())
                .containsExactly(
                    new ScrubReport.Finding(
                        ScrubReport.Kind.UNREADABLE_ROW,
                        "orders",
                        1,
                        0,
                        List.of("cannot read a row of orders: " + problem + ADVICE)));
          }
        });
  }

  @Test
  void scrubMovesTheRowAndRemovesItsEntry() {
    int count = 0;
    for (byte[] bytes : DAMAGES.values()) {
      try (Engine engine = Engines.open("rocksdb:" + folder.resolve("moved" + count++));
          Database database = database(engine, bytes)) {
        List<RawRow> kept = new ArrayList<>();
        Consumer<RawRow> keep = kept::add;
        ScrubReport report = database.scrub("orders", ScrubOptions.REPAIR.movingUnreadable(keep));
        assertThat(report.left()).isZero();
        assertThat(kept).extracting(RawRow::rowKey).containsExactly("320001");
        assertThat(database.table("orders").query(Query.all()).toList()).hasSize(2);
        ScrubReport again = database.scrub("orders", ScrubOptions.CHECK);
        assertThat(again.findings()).isEmpty();
        assertThat(again.entries()).isEqualTo(2);
      }
    }
  }
}
