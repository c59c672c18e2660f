package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.store.MemoryEngine;
import keywright.table.model.EvenSplits;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Splits;
import keywright.table.model.StorageOptions;
import keywright.table.model.TableChange;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.junit.jupiter.api.Test;

class SplitsTest {
  private static final String COLUMNS = "id bigint, name text, at timestamp, good boolean, u uuid";

  private static KeySchema schema(String key) {
    return KeySchema.parse(COLUMNS, key);
  }

  private static List<String> hex(Splits splits, String key) {
    return splits.rowKeys(schema(key)).stream().map(HexFormat.of()::formatHex).toList();
  }

  private static void create(String key, Splits splits) {
    create(key, splits, Map.of());
  }

  private static void create(String key, Splits splits, Map<String, String> options) {
    try (Database database = Payments.open(new MemoryEngine())) {
      database.createTable(
          TableDefinition.of("t", Payments.columns(COLUMNS, "d"), KeyPart.parseList(key))
              .withStorage(new StorageOptions(splits, options)),
          false);
    }
  }

  @Test
  void byDefaultOnlyKeysThatSayHowOftenTheirValuesComeAreSplit() {
    assertThat(EvenSplits.defaultRegions(schema("bucket(8, id), at, id"))).isEqualTo(8);
    assertThat(EvenSplits.defaultRegions(schema("bucket(64, id), id"))).isEqualTo(64);
    assertThat(EvenSplits.defaultRegions(schema("bucket(65, id), id"))).isEqualTo(16);
    assertThat(EvenSplits.defaultRegions(schema("mod(id, 10), id"))).isEqualTo(10);
    assertThat(EvenSplits.defaultRegions(schema("random(5), id"))).isEqualTo(5);
    assertThat(EvenSplits.defaultRegions(schema("reverse(lpad(id, 9))"))).isEqualTo(10);
    assertThat(EvenSplits.defaultRegions(schema("md5(id), id"))).isEqualTo(16);
    assertThat(EvenSplits.defaultRegions(schema("left(md5(id), 1), id"))).isEqualTo(16);
    assertThat(EvenSplits.defaultRegions(schema("left(md5(id), 4), id"))).isEqualTo(16);
    assertThat(EvenSplits.defaultRegions(schema("bit_reverse(id)"))).isEqualTo(16);
    assertThat(EvenSplits.defaultRegions(schema("u"))).isEqualTo(16);
    for (String key : List.of("at, id", "id", "name", "lpad(id, 9)", "good, md5(id), id")) {
      assertThat(EvenSplits.defaultRegions(schema(key))).as(key).isEqualTo(1);
      assertThat(Splits.BY_KEY.rowKeys(schema(key))).as(key).isEmpty();
    }
    assertThat(hex(Splits.BY_KEY, "bucket(4, id), at, id")).containsExactly("01", "02", "03");
    assertThat(hex(Splits.BY_KEY, "reverse(lpad(id, 9))")).startsWith("31", "32").hasSize(9);
    assertThat(hex(Splits.into(1), "bucket(4, id), at, id")).isEmpty();
    assertThat(hex(Splits.into(2), "bucket(4, id), at, id")).containsExactly("02");
  }

  @Test
  void valuesThatAFormatDoesNotHoldStartNoRegion() {
    KeySchema unsigned =
        KeySchema.parse("id int unsigned", "bit_reverse(id)", KeyFormat.of("phoenix"));
    List<byte[]> points = Splits.BY_KEY.rowKeys(unsigned);
    assertThat(points).hasSize(15);
    assertThat(points).isSortedAccordingTo(Arrays::compareUnsigned);
    assertThat(points.get(14)[0]).as("no number with the sign bit").isPositive();
  }

  @Test
  void regionsStartWithTheValuesThatAreWritten() {
    assertThat(hex(Splits.at(5, 300L), "id, name"))
        .containsExactly("8000000000000005", "800000000000012c");
    assertThat(Splits.at("d'a", "m").starts()).containsExactly("'d''a'", "'m'");
    KeySchema byName = schema("name, id");
    List<byte[]> points = Splits.at("d'a", "m").rowKeys(byName);
    assertThat(points.get(0)).isEqualTo(byName.startingWith("d'a").start());
    assertThat(points.get(1)).isEqualTo(byName.startingWith("m").start());
    assertThat(Splits.at("2017-01-01", "2018-01-01").rowKeys(schema("at, id"))).hasSize(2);
    assertThat(Splits.at("2018-01-01", "2017-01-01").rowKeys(schema("at DESC, id"))).hasSize(2);
    assertThat(hex(Splits.at(3), "bucket(8, id), id")).containsExactly("03");
    assertThat(hex(Splits.at(true), "good, id")).containsExactly("01");
    assertThat(hex(Splits.at(new UUID(1L << 62, 0)), "u")).hasSize(1);
    assertThat(Splits.at(new byte[] {1, (byte) 0xff}).starts()).containsExactly("0x01ff");
  }

  @Test
  void whatAKeyCannotBeSplitIntoIsRefused() {
    assertThatThrownBy(() -> create("at, id", Splits.into(8)))
        .hasMessage(
            "cannot create table t: found splits = 8, but it is unknown how frequent each value of at is; write the values at which regions start, splits = (…), or put bucket(8) in front of the key");
    assertThatThrownBy(() -> create("bucket(8), at, id", Splits.into(9)))
        .hasMessage(
            "cannot create table t: found splits = 9, expected at most 8, because the key begins with only so many equally frequent values; write a smaller number, or the values at which regions start, splits = (…)");
    assertThatThrownBy(() -> create("name, id", Splits.at("m", "d")))
        .hasMessage(
            "cannot create table t: found split value 'd' after 'm', expected the values in the order of the key and each value once");
    assertThatThrownBy(() -> create("name, id", Splits.at("m", "m")))
        .hasMessageContaining("found split value 'm' after 'm'");
    assertThatThrownBy(() -> create("id DESC", Splits.at(1, 2)))
        .hasMessageContaining(
            "found split value 2 after 1, expected the values in the order of the key");
    assertThatThrownBy(() -> create("id", Splits.at("x")))
        .hasMessageStartingWith(
            "cannot create table t: every split must be a value of key part id: found 'x', ");
    assertThatThrownBy(() -> create("name", Splits.at(5)))
        .hasMessageStartingWith(
            "cannot create table t: every split must be a value of key part name: found 5, ");
    assertThatThrownBy(() -> new Splits(0, List.of("x")).rowKeys(schema("id")))
        .hasMessage("found split x, expected a number, a text, true, false, a uuid or 0x…");
    for (int regions : new int[] {-1, 0, 10_001}) {
      assertThatThrownBy(() -> Splits.into(regions))
          .hasMessage("cannot split into " + regions + " regions: expected 1 to 10,000");
    }
    assertThatThrownBy(() -> new Splits(2, List.of("1"))).isInstanceOf(TableException.class);
  }

  @Test
  void anIndexIsRefusedAsATableIs() {
    try (Database database = Payments.open(new MemoryEngine())) {
      IndexDefinition index =
          IndexDefinition.of("by_note", "note")
              .withStorage(new StorageOptions(Splits.into(4), Map.of()));
      assertThatThrownBy(() -> database.createIndex("payment", index, false))
          .hasMessageStartingWith(
              "cannot create index by_note: found splits = 4, but it is unknown");
      assertThat(database.findByIndex("by_note")).isEmpty();
      assertThat(
              database.createIndex(
                  "payment",
                  index.withStorage(new StorageOptions(Splits.at("m"), Map.of())),
                  false))
          .isTrue();
      assertThat(
              database
                  .findByIndex("by_note")
                  .orElseThrow()
                  .index("by_note")
                  .orElseThrow()
                  .storage()
                  .splits())
          .isEqualTo(Splits.at("m"));
    }
  }

  @Test
  void alteringATableKeepsItsSplits() {
    try (Database database = Payments.open(new MemoryEngine())) {
      StorageOptions storage = new StorageOptions(Splits.at(5), Map.of("hbase.max_filesize", "9"));
      StorageOptions ofIndex = new StorageOptions(Splits.at("m"), Map.of());
      database.createTable(
          TableDefinition.of("t", Payments.columns(COLUMNS, "d"), KeyPart.parseList("id"))
              .withStorage(storage)
              .withIndexes(List.of(IndexDefinition.of("i", "name").withStorage(ofIndex))),
          false);
      database.alterTable("t", new TableChange.Rename(Map.of("name", "called", "id", "number")));
      database.alterTable("t", new TableChange.Drop(List.of("good"), false));
      TableDefinition altered = database.find("t").orElseThrow();
      assertThat(altered.storage()).isEqualTo(storage);
      assertThat(altered.index("i").orElseThrow().storage()).isEqualTo(ofIndex);
    }
  }

  @Test
  void anOptionThatNoEngineHasIsRefused() {
    Map<String, String> refused =
        Map.of(
            "split_policy", "found option split_policy, expected the option of an engine, whose",
            "hbsae.max_filesize", "found option hbsae.max_filesize, expected the option of an",
            "memory.size",
                "found option memory.size, expected none, because tables of memory: have",
            "hbase.max_size", "found option hbase.max_size, expected one of hbase.compaction_en",
            "hbase.max_filesize", "found hbase.max_filesize = 'x', expected a number of bytes",
            "hbase.split_policy", "found hbase.split_policy = 'x', expected the name of a class");
    refused.forEach(
        (name, message) -> {
          String value = name.equals("hbase.split_policy") ? "a b" : "x";
          assertThatThrownBy(() -> create("id", Splits.BY_KEY, Map.of(name, value)))
              .hasMessageStartingWith(
                  "cannot create table t: " + message.replace("'x'", "'" + value + "'"));
        });
    create("id", Splits.BY_KEY, Map.of("hbase.max_filesize", "1000000", "hbase.split_policy", "X"));
  }

  @Test
  void aTextKeyIsSplitByItsText() {
    KeySchema schema = KeySchema.parse(COLUMNS, "lpad(id, 3), name", KeyFormat.text("_"));
    assertThat(Splits.at("100", "500").rowKeys(schema))
        .extracting(key -> new String(key, StandardCharsets.UTF_8))
        .containsExactly("100_", "500_");
  }
}
