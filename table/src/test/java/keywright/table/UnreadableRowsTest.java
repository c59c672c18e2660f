package keywright.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import keywright.key.Key;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.store.ColumnLayout;
import keywright.store.Engine;
import keywright.store.FamilyLayout;
import keywright.store.MemoryEngine;
import keywright.store.RawRow;
import keywright.store.RawRows;
import keywright.store.TableLayout;
import keywright.store.UnreadableRowException;
import keywright.store.WriteBatch;
import keywright.table.model.CopyReport;
import keywright.table.model.IndexDefinition;
import keywright.table.model.OrderBy;
import keywright.table.model.Query;
import keywright.table.model.ScrubOptions;
import keywright.table.model.ScrubReport;
import keywright.table.model.TableDefinition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rows that another program wrote, with bytes or a row key that the table's layout has not. */
@Tag("large")
class UnreadableRowsTest {
  private static final int ROWS = 1_200;
  private static final long WRITTEN_MICROS = 1_704_100_000_000_000L;
  private static final List<Integer> OVERWRITTEN = List.of(0, 7, 500, 1_199);
  private static final KeySchema HOSTS = KeySchema.parse("host text", "host");

  private static final TableDefinition DEFINITION =
      TableDefinition.of("t", Payments.columns("id int, n int", "d"), KeyPart.parseList("id"))
          .withIndexes(List.of(IndexDefinition.of("t_by_n", "n")));

  private static Database open(Engine engine) {
    Database database = Database.over(engine, Payments.CLOCK, 1);
    database.createTable(DEFINITION, false);
    try (BatchWriter writer = database.table("t").batchWriter()) {
      IntStream.range(0, ROWS).forEach(id -> writer.add(Payments.row("id", id, "n", id % 50)));
    }
    overwrite(database);
    return database;
  }

  /** Writes texts where the table has numbers, and a row key of another form. */
  private static void overwrite(Database database) {
    TableLayout own = database.known().require("t").layout();
    FamilyLayout family = own.families().get(0);
    int n =
        family.columns().stream()
            .filter(column -> column.name().equals("n"))
            .findFirst()
            .orElseThrow()
            .id();
    List<FamilyLayout> texts =
        List.of(
            FamilyLayout.of(family.name(), List.of(new ColumnLayout(n, "n", Type.parse("text")))));
    TableLayout ofNumbers = new TableLayout(own.name(), own.keySchema(), texts);
    OVERWRITTEN.forEach(id -> write(database, ofNumbers, own.keySchema().key(id, null), n));
    TableLayout ofHosts = new TableLayout(own.name(), HOSTS, texts);
    write(database, ofHosts, HOSTS.key("web-1"), n);
  }

  private static void write(Database database, TableLayout layout, Key key, int column) {
    write(database, layout, key, WRITTEN_MICROS, Map.of(column, "not a number"));
  }

  private static void write(
      Database database, TableLayout layout, Key key, long micros, Map<Integer, Object> values) {
    Engine engine = database.known().engine();
    engine.write(new WriteBatch(0).delete(layout, key, WriteBatch.ANY));
    WriteBatch put = new WriteBatch(0).put(layout, key, WriteBatch.ANY, micros, values);
    assertThat(engine.write(put)).isTrue();
  }

  private static void onByteEngines(String namespace, Consumer<Database> test) {
    try (TestEngines engines = TestEngines.withHBase(namespace)) {
      for (Engine engine : engines.all().subList(1, 3)) {
        try (Database database = open(engine)) {
          test.accept(database);
        }
      }
    }
  }

  private static byte[] rowKey(Database database, int id) {
    KeySchema schema = database.known().require("t").primaryKey();
    return schema.encode(schema.key(id, null));
  }

  @Test
  void aScanNamesTheRowThatItCannotRead() {
    onByteEngines(
        "unreadable_scan",
        database -> {
          Table t = database.table("t");
          byte[] foreign = HOSTS.encode(HOSTS.key("web-1"));
          assertThatThrownBy(() -> t.query(Query.all()).toList())
              .isInstanceOfSatisfying(
                  UnreadableRowException.class, e -> assertThat(e.rowKey()).isEqualTo(foreign))
              .hasMessageStartingWith("cannot read a row of t: ")
              .hasMessageContaining("row key " + HexFormat.of().formatHex(foreign));
          assertThatThrownBy(() -> t.get(7)).isInstanceOf(UnreadableRowException.class);
          assertThat(t.get(8)).isPresent();
        });
  }

  @Test
  void aScanSkipsWhatItCannotReadAndCountsIt() {
    List<Integer> readable =
        IntStream.range(0, ROWS).filter(id -> !OVERWRITTEN.contains(id)).boxed().toList();
    onByteEngines(
        "unreadable_skip",
        database -> {
          for (boolean reverse : new boolean[] {false, true}) {
            Query query = Query.all().skippingUnreadable();
            query = reverse ? query.orderedBy(OrderBy.desc("id")) : query;
            List<Integer> expected = new ArrayList<>(readable);
            if (reverse) {
              Collections.reverse(expected);
            }
            try (Rows rows = database.table("t").query(query)) {
              assertThat(rows.stream().map(row -> row.getInt("id"))).isEqualTo(expected);
              assertThat(rows.unreadable()).isEqualTo(OVERWRITTEN.size() + 1);
              assertThat(rows.unreadableKeys())
                  .contains(rowKey(database, 7), HOSTS.encode(HOSTS.key("web-1")));
            }
          }
        });
  }

  @Test
  void aCopySkipsWhatItCannotReadOnRequest() {
    onByteEngines(
        "unreadable_copy",
        source -> {
          try (Database target = Database.over(new MemoryEngine(), Payments.CLOCK, 2)) {
            DatabaseCopy copy = DatabaseCopy.of(source, target, List.of("t"));
            assertThatThrownBy(() -> copy.run(progress -> {}))
                .isInstanceOf(UnreadableRowException.class);
            DatabaseCopy skipping = copy.skippingUnreadable();
            int readable = ROWS - OVERWRITTEN.size();
            CopyReport report = skipping.run(progress -> {}).get(0);
            assertThat(report.isSame()).as(report.toString()).isTrue();
            assertThat(report.rowsAtSource()).isEqualTo(readable);
            assertThat(report.rowsAtTarget()).isEqualTo(readable);
            assertThat(report.rowsUnreadable()).isEqualTo(OVERWRITTEN.size() + 1);
            assertThat(target.verify("t")).isEmpty();
            target.table("t").insert(Payments.row("id", 7, "n", 1));
            CopyReport other = skipping.compare(progress -> {}).get(0);
            assertThat(other.isSame()).as("a row that cannot be read at the source").isTrue();
            assertThat(other.rowsAtTarget()).isEqualTo(readable + 1);
            target.table("t").insert(Payments.row("id", ROWS, "n", 1));
            assertThat(skipping.compare(progress -> {}).get(0).firstDifference())
                .contains("row (" + ROWS + ") is only at the target");
          }
        });
  }

  @Test
  void scrubCountsUnreadableRowsAndLeavesTheirEntries() {
    onByteEngines(
        "unreadable_scrub",
        database -> {
          for (ScrubOptions options : List.of(ScrubOptions.CHECK, ScrubOptions.REPAIR)) {
            ScrubReport report = database.scrub("t", options.withExamples(9));
            assertThat(report.rows()).isEqualTo(ROWS - OVERWRITTEN.size());
            assertThat(report.entries()).isEqualTo(ROWS);
            assertThat(report.findings()).hasSize(1);
            ScrubReport.Finding finding = report.findings().get(0);
            assertThat(finding.kind()).isEqualTo(ScrubReport.Kind.UNREADABLE_ROW);
            assertThat(finding.found()).isEqualTo(OVERWRITTEN.size() + 1);
            assertThat(finding.repaired()).isZero();
            assertThat(finding.examples())
                .anyMatch(
                    line ->
                        line.contains(
                            "row key " + HexFormat.of().formatHex(rowKey(database, 1_199))));
          }
        });
  }

  @Test
  void scrubMovesUnreadableRowsAndRemovesTheirEntries() {
    onByteEngines(
        "unreadable_move",
        database -> {
          List<RawRow> kept = new ArrayList<>();
          ScrubReport report = database.scrub("t", ScrubOptions.REPAIR.movingUnreadable(kept::add));
          assertThat(report.left()).isZero();
          assertThat(kept)
              .extracting(RawRow::rowKey)
              .containsExactlyInAnyOrderElementsOf(unreadableKeys(database));
          assertThat(kept)
              .allSatisfy(
                  row -> {
                    assertThat(row.table()).isEqualTo("t");
                    assertThat(row.cells())
                        .anyMatch(
                            cell -> cell.value().contains(hex("not a number".getBytes(UTF_8))));
                  });
          assertThat(database.table("t").query(Query.all()).toList())
              .hasSize(ROWS - OVERWRITTEN.size());
          ScrubReport again = database.scrub("t", ScrubOptions.CHECK);
          assertThat(again.findings()).isEmpty();
          assertThat(again.entries()).isEqualTo(ROWS - OVERWRITTEN.size());
        });
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aRowThatIsWrittenMeanwhileStays() {
    onByteEngines(
        "unreadable_written",
        database -> {
          TableLayout layout = database.known().require("t").layout();
          byte[] rowKey = rowKey(database, 500);
          Predicate<RawRow> writer =
              row -> {
                write(
                    database,
                    layout,
                    layout.keySchema().key(500, null),
                    WRITTEN_MICROS + 1_000_000,
                    Map.of());
                return true;
              };
          assertThat(RawRows.of(database.known().engine(), layout).remove(layout, rowKey, writer))
              .isFalse();
          assertThat(database.table("t").get(500)).isPresent();
          assertThat(
                  RawRows.of(database.known().engine(), layout)
                      .remove(layout, new byte[] {9}, row -> true))
              .isFalse();
          assertThat(
                  RawRows.of(database.known().engine(), layout)
                      .remove(layout, rowKey, row -> false))
              .isFalse();
        });
  }

  @Test
  void aRowThatCannotBeKeptStays() {
    onByteEngines(
        "unreadable_kept",
        database -> {
          Consumer<RawRow> fullDisk =
              row -> {
                throw new IllegalStateException("no space left");
              };
          assertThatThrownBy(
                  () -> database.scrub("t", ScrubOptions.REPAIR.movingUnreadable(fullDisk)))
              .hasMessage("no space left");
          assertThat(unreadable(database)).isEqualTo(OVERWRITTEN.size() + 1);
          ScrubReport looked = database.scrub("t", ScrubOptions.CHECK.movingUnreadable(fullDisk));
          assertThat(looked.left()).isEqualTo(OVERWRITTEN.size() + 1);
        });
  }

  @Test
  void anUnreadableIndexEntryIsMovedAndWrittenAgain() {
    onByteEngines(
        "unreadable_entry",
        database -> {
          TableLayout index = database.known().require("t").entryTables().get(0).layout();
          FamilyLayout entries = index.families().get(0);
          ColumnLayout text = new ColumnLayout(1, "row_key", Type.parse("text"));
          TableLayout ofHosts =
              new TableLayout(
                  index.name(), HOSTS, List.of(FamilyLayout.of(entries.name(), List.of(text))));
          write(database, ofHosts, HOSTS.key("web-2"), 1);
          List<RawRow> kept = new ArrayList<>();
          ScrubReport report = database.scrub("t", ScrubOptions.REPAIR.movingUnreadable(kept::add));
          assertThat(report.left()).isZero();
          assertThat(kept)
              .filteredOn(row -> row.table().equals(index.name()))
              .extracting(RawRow::rowKey)
              .containsExactly(hex(HOSTS.encode(HOSTS.key("web-2"))));
          assertThat(database.scrub("t", ScrubOptions.CHECK).findings()).isEmpty();
        });
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static List<String> unreadableKeys(Database database) {
    List<String> keys = new ArrayList<>();
    OVERWRITTEN.forEach(id -> keys.add(hex(rowKey(database, id))));
    keys.add(hex(HOSTS.encode(HOSTS.key("web-1"))));
    return keys;
  }

  private static long unreadable(Database database) {
    try (Rows rows = database.table("t").query(Query.all().skippingUnreadable())) {
      rows.forEach(row -> {});
      return rows.unreadable();
    }
  }
}
