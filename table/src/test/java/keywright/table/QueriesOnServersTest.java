package keywright.table;

import java.util.TreeMap;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Test;

/** The random queries of {@link QueryDifferentialTest} to servers. */
class QueriesOnServersTest {
  private static final int TABLES = Integer.getInteger("keywright.tables", Trials.of(8));
  private static final int QUERIES_PER_TABLE = 40;

  @Test
  void anHBaseAnswersAsTheOthersDo() {
    try (TestEngines engines = ServerEngines.withHBase("queries")) {
      QueryDifferentialTest.run(engines, 0, TABLES, QUERIES_PER_TABLE, new TreeMap<>());
    }
  }

  @Test
  void aCassandraAnswersAsTheReferencesWithPartitionsDoOrRefusesAsThey() {
    try (TestEngines engines = ServerEngines.withCassandra("queries")) {
      QueryDifferentialTest.run(engines, 0, TABLES, QUERIES_PER_TABLE, new TreeMap<>());
    }
  }
}
