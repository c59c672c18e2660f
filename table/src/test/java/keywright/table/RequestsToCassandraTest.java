package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import keywright.key.Condition;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.server.cassandra.CassandraServer;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.OrderBy;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Which requests of a query are on their way together. Each query is answered once before, which
 * prepares its statements. Requests that are gathered are sent when there are so many: where a
 * query waits for an answer before it sends them all, it gets none.
 */
@Tag("large")
class RequestsToCassandraTest {
  private static final int BUCKETS = 16;
  private static final int ROWS = 1_200;

  @TempDir private Path folder;
  private Database database;
  private Table spread;
  private Table together;

  @BeforeEach
  void fillTwoTables() throws IOException {
    Path settings = folder.resolve("driver.conf");
    Files.writeString(
        settings,
        """
        datastax-java-driver.advanced {
          throttler.class = %s
          request-tracker.classes = [%s]
        }
        """
            .formatted(GatheringThrottler.class.getName(), AskedRows.class.getName()));
    GatheringThrottler.gather(0);
    database =
        Database.open(
            CassandraServer.shared().newKeyspace("requests" + System.nanoTime())
                + "?alone=true&timeout_seconds=5&config="
                + settings);
    spread = filled("spread", "bucket(16), n");
    together = filled("together", "day, n");
  }

  private Table filled(String name, String key) {
    database.createTable(
        TableDefinition.of(
            name,
            List.of(
                ColumnDefinition.of("day", Type.parse("int")),
                ColumnDefinition.of("n", Type.parse("int")),
                ColumnDefinition.of("note", Type.parse("text"))),
            KeyPart.parseList(key)),
        false);
    Table table = database.table(name);
    BulkLoad load = table.bulkLoad(waiting -> true);
    for (int n = 0; n < ROWS; n++) {
      load.add(Map.of("day", 1, "n", n, "note", "note " + n));
    }
    load.finish();
    return table;
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static List<Integer> read(Table table, Query query) {
    List<Integer> found = new ArrayList<>();
    try (Rows rows = table.query(query)) {
      for (Row row = rows.next(); row != null; row = rows.next()) {
        found.add(row.getInt("n"));
      }
    }
    return found;
  }

  /** Reads twice, the second time with requests that are gathered. */
  private static List<Integer> readGathered(Table table, Query query, int requests) {
    List<Integer> expected = read(table, query);
    GatheringThrottler.gather(requests);
    assertThat(read(table, query)).isEqualTo(expected);
    return expected;
  }

  private static Query from(int n) {
    return Query.all().where(new Condition.Compare("n", Condition.Operator.GE, n));
  }

  private static Query ofDay() {
    return Query.all().where(new Condition.Compare("day", Condition.Operator.EQ, 1));
  }

  @Test
  void theFirstPagesOfAllBucketsAreSentTogetherForAMerge() {
    assertThat(readGathered(spread, from(1_000).orderedBy(new OrderBy("n", false)), BUCKETS))
        .isEqualTo(IntStream.range(1_000, ROWS).boxed().toList());
    assertThat(GatheringThrottler.count()).isEqualTo(BUCKETS);
  }

  @Test
  void theFirstPagesOfAllBucketsAreSentTogetherWithoutOrder() {
    assertThat(readGathered(spread, from(1_000), BUCKETS))
        .containsExactlyInAnyOrderElementsOf(IntStream.range(1_000, ROWS).boxed().toList());
    assertThat(GatheringThrottler.count()).isEqualTo(BUCKETS);
  }

  @Test
  void aQueryOfSomeRowsDoesNotReadAllBuckets() {
    assertThat(readGathered(spread, from(0).withLimit(3), 1)).hasSize(3);
    assertThat(GatheringThrottler.count()).isEqualTo(1);
  }

  @Test
  void rowsOfManyKeysAreSentForTogether() {
    List<Integer> keys = IntStream.range(0, 12).map(n -> 100 * n).boxed().toList();
    Query query = ofDay().where(new Condition.In("n", List.copyOf(keys)));
    assertThat(readGathered(together, query, keys.size())).isEqualTo(keys);
    assertThat(GatheringThrottler.count()).isEqualTo(keys.size());
  }

  @Test
  void theNextPageIsSentForWhenOneHasCome() {
    assertThat(read(together, ofDay())).hasSize(ROWS);
    GatheringThrottler.gather(0);
    try (Rows rows = together.query(ofDay())) {
      assertThat(rows.next()).isNotNull();
      assertThat(GatheringThrottler.count()).isEqualTo(2);
    }
  }

  @Test
  void walksOverWholeTablesAskForAboutTheRowsThatThereAre() {
    for (String table : List.of("spread", "together")) {
      AskedRows.count(table);
      assertThat(database.verify(table)).isEmpty();
      assertThat(AskedRows.asked()).as("scrub of %s", table).isBetween(ROWS, 3 * ROWS);
      AskedRows.count(table);
      database.createIndex(table, IndexDefinition.of(table + "_by_note", "note"), false);
      assertThat(AskedRows.asked()).as("build on %s", table).isBetween(ROWS, 3 * ROWS);
    }
  }

  @Test
  void noPageIsSentForThatALimitDoesNotNeed() {
    assertThat(readGathered(together, ofDay().withLimit(400), 1)).hasSize(400);
    assertThat(GatheringThrottler.count()).isEqualTo(1);
  }
}
