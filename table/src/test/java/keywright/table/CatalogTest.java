package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import keywright.key.ByteRange;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.store.FamilyLayout;
import keywright.store.MemoryEngine;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import keywright.table.catalog.Catalog;
import keywright.table.catalog.CatalogText;
import keywright.table.layout.CatalogEntry;
import keywright.table.layout.StoredTable;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.Splits;
import keywright.table.model.StorageOptions;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.Writes;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Test;

class CatalogTest {

  @Test
  void anEntryIsReadBackAsItWas() {
    long seed = Seeds.base();
    for (int i = 0; i < 300; i++) {
      Random random = new Random(seed + i);
      TableDefinition table = RandomTable.of(random, "t").definition;
      CatalogEntry entry =
          CatalogEntry.of(
                  table
                      .withStorage(storage(random).withWrites(writes(random)))
                      .withIndexes(
                          table.indexes().stream()
                              .map(index -> index.withStorage(storage(random)))
                              .toList()))
              .withVerification(random.nextInt(2));
      CatalogEntry named = entry.withColumnsOf(named(random, StoredTable.declared(table).layout()));
      for (CatalogEntry each : List.of(entry, named)) {
        assertThat(CatalogText.read(CatalogText.write(each)))
            .as(Seeds.reproduction(seed))
            .isEqualTo(each);
      }
    }
  }

  /** A layout whose columns have other names, some of them. */
  private static TableLayout named(Random random, TableLayout layout) {
    Map<Integer, String> names = new HashMap<>();
    layout
        .families()
        .forEach(
            family ->
                family.columns().stream()
                    .filter(column -> random.nextBoolean())
                    .forEach(column -> names.put(column.id(), "it's_" + column.id())));
    return layout.named(
        layout.keyNames().stream().map(name -> random.nextBoolean() ? name : name + "'2").toList(),
        names);
  }

  private static Writes writes(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> Writes.EXACT;
      case 1 -> Writes.PLAIN;
      default -> null;
    };
  }

  private static StorageOptions storage(Random random) {
    Splits splits =
        switch (random.nextInt(3)) {
          case 0 -> Splits.into(1 + random.nextInt(20));
          case 1 -> Splits.at(random.nextInt(), "it's\n" + random.nextInt(), true);
          default -> Splits.BY_KEY;
        };
    return new StorageOptions(
            splits,
            random.nextBoolean()
                ? Map.of()
                : Map.of("hbase.max_filesize", "1000", "x.y", "'" + random.nextInt()))
        .withNotes(random.nextBoolean() ? Map.of() : Map.of("comment", "'it''s\n'"));
  }

  /** An unknown kind of line, which an earlier release refuses: it would not divide documents. */
  @Test
  void aFamilyOfAFieldIsALineOfItsOwnKind() {
    TableDefinition table =
        TableDefinition.of(
                "o", Payments.columns("_id text, document blob", "d"), KeyPart.parseList("_id"))
            .withFamilies(
                List.of(new FamilyDefinition("f", "zstd", 60, 1).ofField("document", "\"it's\"")));
    TableLayout layout = StoredTable.declared(table).layout();
    for (String name : List.of("document_f", "document_f_2")) {
      CatalogEntry entry =
          CatalogEntry.of(table).withColumnsOf(layout.named(layout.keyNames(), Map.of(3, name)));
      String text = CatalogText.write(entry);
      assertThat(text)
          .endsWith(
              "\ndocument_family name='f' compression='zstd' ttl_seconds='60' versions='1' id='3' document='document' path='\"it''s\"'"
                  + (name.equals("document_f") ? "" : " column='document_f_2'"));
      assertThat(CatalogText.read(text)).isEqualTo(entry);
    }
  }

  @Test
  void anEntryIsTextThatPeopleRead() {
    TableDefinition table =
        TableDefinition.of(
                "log",
                Payments.columns("host text, at timestamp(us) NULL", "d"),
                KeyPart.parseList("host, at DESC"))
            .withFormat(KeyFormat.kw1())
            .withFamilies(List.of(new FamilyDefinition("d", "zstd", 60, 3)))
            .withIndexes(
                List.of(
                    new IndexDefinition(
                            "log_by_day",
                            KeyPart.parseList("date_format(at, 'yyyy''T''MM'), at"),
                            KeyFormat.text("'\n"))
                        .withStorage(new StorageOptions(Splits.into(8), Map.of()))))
            .withStorage(
                new StorageOptions(Splits.at("m"), Map.of("hbase.split_policy", "Constant")));
    CatalogEntry entry = CatalogEntry.of(table).withoutIndex("none");
    assertThat(CatalogText.write(entry))
        .isEqualTo(
            """
            table name='log' format='1' key_format='kw1' partition_parts='1' column_names='short' bucket_hash='xxh64' next_column_id='3'
            column id='1' declared='host text' family='d' stored='host'
            column id='2' declared='at timestamp(us) NULL' family='d' stored='at'
            part declared='host'
            part declared='at DESC'
            split at='''m'''
            option name='hbase.split_policy' value='Constant'
            family name='d' compression='zstd' ttl_seconds='60' versions='3'
            index name='log_by_day' state='readable' key_format='text' key_delimiter='''
            '
            index_part index='log_by_day' declared='date_format(at, ''yyyy''''T''''MM'')'
            index_part index='log_by_day' declared='at'
            index_splits index='log_by_day' regions='8'
            index_key_parts index='log_by_day'""");
    assertThat(CatalogText.read(CatalogText.write(entry))).isEqualTo(entry);
  }

  /** Row keys of an index that an older Keywright made stay as they are. */
  @Test
  void anIndexOfTextWithoutANoteOfItsKeyPartsIsCompletedByColumns() {
    MemoryEngine engine = new MemoryEngine();
    TableDefinition orders =
        TableDefinition.of(
            "orders",
            Payments.columns("order_id int, customer_id int", "d"),
            KeyPart.parseList("reverse(lpad(order_id, 9))"));
    IndexDefinition index =
        new IndexDefinition(
            "by_customer", KeyPart.parseList("lpad(customer_id, 6)"), KeyFormat.text("_"));
    assertThat(keys(orders, index)).isEqualTo("lpad(customer_id, 6), reverse(lpad(order_id, 9))");
    IndexDefinition old = index.withCompletion(IndexDefinition.Completion.COLUMNS);
    String text = CatalogText.write(CatalogEntry.of(orders.withIndexes(List.of(old))));
    assertThat(text).doesNotContain("index_key_parts");
    assertThat(CatalogText.read(text).definition().indexes()).containsExactly(old);
    Database first = Database.over(engine, Payments.CLOCK, 1);
    first.createTable(orders.withIndexes(List.of(old)), false);
    first.createIndex(
        "orders", new IndexDefinition("by_customer_too", index.parts(), index.format()), false);
    first.table("orders").insert(Map.of("order_id", 12345, "customer_id", 123));
    Database second = Database.over(engine, Payments.CLOCK, 1);
    assertThat(rowKeys(second, "by_customer")).containsExactly("000123_12345");
    assertThat(rowKeys(second, "by_customer_too")).containsExactly("000123_543210000");
    second.table("orders").insert(Map.of("order_id", 7, "customer_id", 123));
    assertThat(rowKeys(second, "by_customer")).containsExactly("000123_12345", "000123_7");
    assertThat(second.verify("orders")).isEmpty();
  }

  private static List<String> rowKeys(Database database, String index) {
    List<String> keys = new ArrayList<>();
    try (RawKeys found = database.rawScan(index, ByteRange.all())) {
      for (RawKeys.RawKey key = found.next(); key != null; key = found.next()) {
        keys.add(new String(key.rowKey(), StandardCharsets.UTF_8));
      }
    }
    return keys;
  }

  private static String keys(TableDefinition table, IndexDefinition index) {
    return table.withIndexes(List.of(index)).indexSchema(index.name()).parts().stream()
        .map(KeyPart::toString)
        .collect(Collectors.joining(", "));
  }

  /** As it was written before NOT NULL and keyspaces, and with each of their lines. */
  @Test
  void anOlderEntryIsReadBesideNewerOnes() {
    String old =
        """
        table name='log' format='1' key_format='kw1' partition_parts='1' column_names='short' bucket_hash='xxh64' next_column_id='3'
        column id='1' declared='host text' family='d' stored='host'
        column id='2' declared='line text' family='d' stored='line'
        part declared='host'
        family name='d' compression='lz4' ttl_seconds='0' versions='1'""";
    CatalogEntry older = CatalogText.read(old);
    assertThat(older.keyspace()).isEmpty();
    assertThat(older.definition().columns()).noneMatch(ColumnDefinition::notNull);
    CatalogEntry newer =
        CatalogText.read(
            old.replace("part d", "not_null column='line'\npart d") + "\nkeyspace name='shop'");
    assertThat(newer.keyspace()).isEqualTo("shop");
    assertThat(newer.definition().name()).isEqualTo("shop.log");
    assertThat(newer.definition().columns().stream().map(ColumnDefinition::notNull))
        .containsExactly(false, true);
    assertThat(newer).isNotEqualTo(older);
    assertThat(CatalogText.read(CatalogText.write(older))).isEqualTo(older);
    assertThat(CatalogText.read(CatalogText.write(newer))).isEqualTo(newer);
    MemoryEngine engine = new MemoryEngine();
    Database created = Database.over(engine, Payments.CLOCK, 1);
    created.createTable(older.definition(), false);
    created.createTable(newer.definition().withName("shop.strict"), false);
    try (Database database = Database.over(engine, Payments.CLOCK, 1)) {
      database.table("log").insert(Map.of("host", "a"));
      Table strict = database.table("strict");
      assertThatThrownBy(() -> strict.insert(Map.of("host", "a")))
          .hasMessageContaining("since the column is NOT NULL");
      strict.insert(Map.of("host", "a", "line", "x"));
      assertThat(strict.get("a").orElseThrow().get("line")).isEqualTo("x");
      assertThatThrownBy(() -> database.requireKeyspace("other")).hasMessageContaining("shop");
    }
  }

  @Test
  void aNewerOrDamagedEntryIsRefused() {
    String text = CatalogText.write(CatalogEntry.of(Payments.DEFINITION));
    assertThatThrownBy(() -> CatalogText.read(text.replace("format='1'", "format='2'")))
        .hasMessage(
            "cannot read the catalog: table payment has catalog format 2 and bucket hash xxh64, expected 1 and xxh64; open it with a newer Keywright");
    String used = text.replaceFirst("next_column_id='[0-9]+'", "next_column_id='2'");
    assertThatThrownBy(() -> CatalogText.read(used))
        .hasMessageStartingWith(
            "cannot read the catalog: found next_column_id 2, which is not above the ids of all columns, expected");
    assertThatThrownBy(() -> CatalogText.read(text + "\nview name='x'"))
        .hasMessage(
            "cannot read the catalog: found 'view', expected an entry that Keywright has written; restore the database from a backup, or open it with the release that wrote it");
  }

  /** Characters that are lost, changed or added, and statements that are lost or come twice. */
  @Test
  void anEntryThatIsDamagedAnywhereIsReadOrRefusedInOneLine() {
    long seed = Seeds.base();
    int refused = 0;
    for (int i = 0; i < 2_000; i++) {
      Random random = new Random(seed + i);
      String text = CatalogText.write(CatalogEntry.of(RandomTable.of(random, "t").definition));
      String damaged = damaged(random, text);
      try {
        open(damaged);
      } catch (TableException e) {
        refused++;
        assertThat(e).hasMessageStartingWith("cannot read the catalog: ");
        assertThat(String.valueOf(e.getMessage()).lines()).hasSize(1);
      } catch (RuntimeException e) {
        throw new AssertionError(Seeds.reproduction(seed) + ": " + damaged, e);
      }
    }
    assertThat(refused).isGreaterThan(500);
  }

  /** Reads a catalog whose one row says this. */
  private static void open(String definition) {
    try (MemoryEngine engine = new MemoryEngine()) {
      Catalog catalog = new Catalog(engine);
      assertThat(
              engine.write(
                  new WriteBatch(0)
                      .put(
                          Catalog.LAYOUT,
                          Catalog.LAYOUT.keySchema().key("t"),
                          WriteBatch.ABSENT,
                          1,
                          Map.of(1, definition))))
          .isTrue();
      catalog.read(new TreeMap<>(), entry -> new StoredTable(entry, engine), entry -> {});
    }
  }

  private static String damaged(Random random, String text) {
    StringBuilder damaged = new StringBuilder(text);
    int at = random.nextInt(text.length());
    switch (random.nextInt(4)) {
      case 0 -> damaged.setLength(at);
      case 1 -> damaged.deleteCharAt(at);
      case 2 -> damaged.setCharAt(at, "'=9x (\n".charAt(random.nextInt(7)));
      default -> {
        List<String> lines = new ArrayList<>(text.lines().toList());
        String line = lines.remove(random.nextInt(lines.size()));
        if (random.nextBoolean()) {
          lines.addAll(List.of(line, line));
        }
        return String.join("\n", lines);
      }
    }
    return damaged.toString();
  }

  @Test
  void aDatabaseIsFoundAgainInItsEngine() {
    MemoryEngine engine = new MemoryEngine();
    Database first = Payments.open(engine);
    first.table("payment").insert(Payments.payment(1, 2, "2017-01-01", "3.00"));
    Database second = Database.over(engine, Payments.CLOCK, 1);
    assertThat(second.tables()).containsExactly("payment");
    assertThat(second.find("payment")).contains(Payments.DEFINITION);
    assertThat(second.table("payment").get(1L)).isPresent();
    assertThat(second.findByIndex("payments_by_date")).contains(Payments.DEFINITION);
    second.dropIndex("payments_by_date", false);
    second.dropTable("payment", false);
    assertThat(Database.over(engine, Payments.CLOCK, 1).tables()).isEmpty();
    assertThat(engine.tables()).containsExactly("keywright.catalog");
  }

  @Test
  void whatACrashedCreateLeftIsDroppedByTheNext() {
    MemoryEngine engine = new MemoryEngine();
    Database database = Database.over(engine, Payments.CLOCK, 1);
    for (String name : List.of("payment", "payment.payments_by_date", "payment.gone", "payment2")) {
      engine.createTable(
          new TableLayout(
              name, KeySchema.parse("a int", "a"), List.of(FamilyLayout.of("x", List.of()))));
    }
    database.createTable(Payments.DEFINITION, false);
    database.table("payment").insert(Payments.payment(1, 2, "2017-01-01", "3.00"));
    assertThat(database.verify("payment")).isEmpty();
    assertThat(engine.tables())
        .containsExactlyInAnyOrder(
            "keywright.catalog",
            "payment",
            "payment.payments_by_customer",
            "payment.payments_by_date",
            "payment.payments_by_id",
            "payment2");
  }

  @Test
  void aTruncateThatACrashCutShortIsFinishedOnOpening() {
    MemoryEngine engine = new MemoryEngine();
    Payments.open(engine).table("payment").insert(Payments.payment(1, 2, "2017-01-01", "3.00"));
    engine.dropTable("payment");
    engine.dropTable("payment.payments_by_id");
    Database database = Database.over(engine, Payments.CLOCK, 1);
    assertThat(database.verify("payment")).isEmpty();
    assertThat(database.table("payment").query(Query.all()).toList()).isEmpty();
  }

  @Test
  void columnIdsAreGivenInOrder() {
    Database database = Payments.open(new MemoryEngine());
    assertThat(database.table("payment").columnId("amount")).isEqualTo(4);
  }
}
