package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.server.hbase.HBaseServer;
import keywright.store.Engine;
import keywright.store.EngineRegions;
import keywright.store.Engines;
import keywright.store.FamilyLayout;
import keywright.store.TableLayout;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.Splits;
import keywright.table.model.StorageOptions;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableSplit;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The regions that tables have in an HBase. */
@Tag("large")
class RegionsOnHBaseTest {
  private static List<String> starts(Engine engine, String table) {
    TableLayout layout =
        new TableLayout(
            table, KeySchema.parse("id int", "id"), List.of(FamilyLayout.of("d", List.of())));
    return EngineRegions.of(engine, layout.name()).of(layout).stream()
        .map(region -> HexFormat.of().formatHex(region.range().start()))
        .toList();
  }

  private static TableDefinition table(String name, String key, Splits splits) {
    return TableDefinition.of(
            name, Payments.columns("id int, at timestamp, name text", "d"), KeyPart.parseList(key))
        .withStorage(new StorageOptions(splits, Map.of()));
  }

  @Test
  void tablesOfKeyspacesAreTablesOfTheirOwn() {
    try (Engine engine = Engines.open(HBaseServer.shared().url("keyspaces") + "?alone=true")) {
      Database database = Database.over(engine, Payments.CLOCK, 1);
      for (String keyspace : List.of("a", "b")) {
        database.createKeyspace(keyspace, false);
        IndexDefinition byName = IndexDefinition.of("by_name", "name");
        database.createTable(
            table(keyspace + ".t", "id", Splits.BY_KEY).withIndexes(List.of(byName)), false);
        database.table(keyspace + ".t").insert(Map.of("id", 1, "name", keyspace));
      }
      assertThat(engine.tables()).contains("a..t", "a..t.by_name", "b..t", "b..t.by_name");
      database.truncate("b.t");
      assertThat(database.table("a.t").get(1).orElseThrow().get("name")).isEqualTo("a");
      assertThat(database.table("b.t").get(1)).isEmpty();
      assertThat(database.verify("a.t")).isEmpty();
      database.dropTable("a.t", false);
      database.table("b.t").insert(Map.of("id", 2, "name", "b"));
      assertThat(Database.over(engine, Payments.CLOCK, 1).tables()).containsExactly("b.t");
      assertThat(database.leftovers().tables()).isEmpty();
    }
  }

  @Test
  void theSplitsOfAQueryHaveItsRows() {
    try (Engine engine = Engines.open(HBaseServer.shared().url("parts") + "?alone=true")) {
      TableSplitsTest.check(engine, new Random(Seeds.base()), 6);
      Database database = Database.over(engine, Payments.CLOCK, 1);
      database.createTable(table("spread", "md5(id), id", Splits.into(4)), false);
      Table spread = database.table("spread");
      assertThat(spread.splits(Query.all(), 1)).hasSize(4);
      List<TableSplit> parts = spread.splits(Query.all(), 16);
      assertThat(parts).hasSize(16).extracting(TableSplit::server).noneMatch(String::isEmpty);
      assertThat(spread.hasRegions()).isTrue();
      assertThat(spread.regions()).hasSize(4);
    }
  }

  @Test
  void tablesAndIndexesKeepTheirSplits() {
    String url = HBaseServer.shared().url("splits") + "?alone=true";
    try (Engine engine = Engines.open(url)) {
      Database database = Database.over(engine, Payments.CLOCK, 1);
      database.createTable(table("spread", "bucket(4), at, id", Splits.BY_KEY), false);
      database.createTable(table("plain", "at, id", Splits.BY_KEY), false);
      database.createTable(table("few", "bucket(4), at, id", Splits.into(2)), false);
      IndexDefinition byName =
          IndexDefinition.of("by_name", "name")
              .withStorage(new StorageOptions(Splits.at("d", "m"), Map.of()));
      database.createTable(table("named", "id", Splits.at(10)).withIndexes(List.of(byName)), false);
      assertThat(starts(engine, "spread")).containsExactly("", "01", "02", "03");
      assertThat(starts(engine, "plain")).containsExactly("");
      assertThat(starts(engine, "few")).containsExactly("", "02");
      List<String> named = List.of("", "8000000a");
      assertThat(starts(engine, "named")).isEqualTo(named);
      assertThat(starts(engine, "named.by_name")).hasSize(3);
      List<String> before = starts(engine, "named.by_name");

      // Emptied, by a database that reads the declaration from the catalog.
      Database again = Database.over(engine, Payments.CLOCK, 1);
      again.truncate("named");
      StoredTable emptied = again.known().require("named");
      assertThat(starts(engine, emptied.layout().name())).isEqualTo(named);
      assertThat(starts(engine, emptied.index("by_name").layout().name())).isEqualTo(before);
      again.truncate("spread");
      assertThat(starts(engine, again.known().require("spread").layout().name()))
          .containsExactly("", "01", "02", "03");

      // An index of its own.
      again.createIndex("plain", IndexDefinition.of("by_bucket", "bucket(3), name"), false);
      StoredIndex byBucket = again.known().require("plain").index("by_bucket");
      assertThat(starts(engine, byBucket.layout().name())).containsExactly("", "01", "02");
      again.table("plain").insert(Map.of("id", 1, "at", "2017-01-01", "name", "x"));
      assertThat(again.verify("plain")).isEmpty();
    }
  }
}
