package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import keywright.key.KeyPart;
import keywright.store.MemoryEngine;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Splits;
import keywright.table.model.StorageOptions;
import keywright.table.model.TableChange;
import keywright.table.model.TableDefinition;
import org.junit.jupiter.api.Test;

/** The options of every engine, where the engines of servers can be found too. */
class StorageOptionsTest {
  private static final String COLUMNS = "id bigint, name text, good boolean";

  private static void create(Map<String, String> options) {
    try (Database database = Payments.open(new MemoryEngine())) {
      database.createTable(
          TableDefinition.of("t", Payments.columns(COLUMNS, "d"), KeyPart.parseList("id"))
              .withStorage(new StorageOptions(Splits.BY_KEY, options)),
          false);
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
          assertThatThrownBy(() -> create(Map.of(name, value)))
              .hasMessageStartingWith(
                  "cannot create table t: " + message.replace("'x'", "'" + value + "'"));
        });
    create(Map.of("hbase.max_filesize", "1000000", "hbase.split_policy", "X"));
  }
}
