package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import keywright.cql.CqlSession;
import keywright.ojai.KeywrightDriver;
import keywright.store.MemoryEngine;
import keywright.table.Database;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ojai.Document;
import org.ojai.store.DocumentStore;
import org.ojai.store.Query;
import org.ojai.store.QueryResult;

/** The program of the page for MapR's JSON tables, and the keys that it shows. */
class DocumentOrdersTest {
  @TempDir Path folder;

  @Test
  void theProgramPrintsWhatItFinds() {
    String url = "ojai:keywright:rocksdb:" + folder.resolve("data");
    List<String> lines = Program.stdout(DocumentOrders::main, url).lines().toList();
    assertThat(lines)
        .startsWith(
            "{\"_id\":\"000123_2017-01-01_0002\",\"state\":\"new\"}",
            "{\"_id\":\"000123_2017-01-01_0001\",\"state\":\"new\"}",
            "2 rows read",
            "reads: table apps_orders (_id)",
            "access: partial key")
        .contains("order: key order, scanned in reverse")
        .endsWith(
            "true {\"_id\":\"000123_2017-01-01_0001\",\"state\":\"paid\",\"customer\":{\"visits\":2}}");
    assertThat(String.join("\n", lines))
        .contains("start: from (000123_2017-01-01) = 30", "stop: before (000123_2017-01-02) = 30");
  }

  @Test
  void theIdsOfADocumentTableAreComputed() {
    String url = "rocksdb:" + folder.resolve("data");
    List<String> lines = Program.stdout(ComputedDocumentIds::main, url).lines().toList();
    assertThat(lines)
        .startsWith(
            "000123_2017-01-02T02:00:00.000Z_0002",
            "000123_2017-01-02T01:00:00.000Z_0001",
            "2 rows read",
            "000123_2017-01-03T01:00:00.000Z_0001",
            "000123_2017-01-03T02:00:00.000Z_0002")
        .contains("fan-out: 1 range");
    assertThat(String.join("\n", lines)).contains("reads: index orders_by_state (state, placed_at");
  }

  @Test
  void aSpreadKeyOfADocumentTableHasTheIdsOfThePage() {
    try (Database database = Database.over(new MemoryEngine(), InstantSource.system(), 1);
        CqlSession session = CqlSession.over(database)) {
      session.execute(
          "CREATE DOCUMENT TABLE measurements (sensor int FROM 'sensor', measured_at timestamp FROM 'at', PRIMARY KEY (bucket(8), sensor, measured_at)) WITH key_format = 'text' AND key_delimiter = '_'");
      session.execute(
          "CREATE DOCUMENT TABLE accounts (account_id bigint FROM 'id', PRIMARY KEY (reverse(lpad(account_id, 8)))) WITH key_format = 'text' AND key_delimiter = ''");
      session.execute(
          "INSERT INTO measurements (document) VALUES ('{\"sensor\": 7, \"at\": \"2017-01-02T10:00:00Z\"}')");
      session.execute("INSERT INTO accounts (document) VALUES ('{\"id\": 12345}')");
      DocumentStore measurements = KeywrightDriver.over(database).getStore("measurements");
      assertThat(measurements.findById("7_2017-01-02T10:00:00.000Z")).isNotNull();
      DocumentStore accounts = KeywrightDriver.over(database).getStore("accounts");
      assertThat(accounts.findById("54321000").getInt("id")).isEqualTo(12345);
    }
  }

  /** The seeds of a key: composite, salted by buckets or by a digest, reversed. */
  @Test
  void aStoreWithASpreadKeyIsReadByItsIds() {
    try (Database database = Database.over(new MemoryEngine(), InstantSource.system(), 1);
        CqlSession session = CqlSession.over(database)) {
      session.execute(
          "CREATE TABLE readings (_id text, document blob, PRIMARY KEY (bucket(8), _id))");
      session.execute(
          "CREATE TABLE users (_id text, document blob, PRIMARY KEY (left(md5(_id), 4), _id))");
      session.execute(
          "CREATE TABLE invoices (_id text, document blob, PRIMARY KEY (reverse(_id)))");
      for (String name : List.of("readings", "users", "invoices")) {
        DocumentStore store = KeywrightDriver.over(database).getStore(name);
        for (int id = 10; id < 30; id++) {
          store.insert(String.valueOf(id), KeywrightDriver.over(database).newDocument());
        }
        assertThat(store.findById("17")).isNotNull();
        List<String> found = new ArrayList<>();
        Query query =
            KeywrightDriver.over(database)
                .newQuery(
                    "{\"$where\":{\"$between\":{\"_id\":[\"12\",\"14\"]}},\"$orderby\":\"_id\"}");
        QueryResult result = store.find(query);
        for (Document one : result) {
          found.add(one.getIdString());
        }
        assertThat(found).as(name).containsExactly("12", "13", "14");
        assertThat(result.getQueryPlan().getLong("rowsRead"))
            .as(name)
            .isEqualTo(name.equals("readings") ? 3 : 20);
        assertThat(result.getQueryPlan().getString("warning") == null)
            .as(name)
            .isEqualTo(name.equals("readings"));
      }
    }
  }
}
