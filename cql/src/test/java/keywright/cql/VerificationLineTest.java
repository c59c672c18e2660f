package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import keywright.store.MemoryEngine;
import keywright.store.contract.ForwardingEngine;
import keywright.table.Database;
import org.junit.jupiter.api.Test;

/** What DESCRIBE says of an index whose entries are verified once more. */
class VerificationLineTest {
  private static List<String> described(Duration horizon) {
    ForwardingEngine engine =
        new ForwardingEngine(MemoryEngine.ofSingleRows(1)) {
          @Override
          public long horizonMillis() {
            return horizon.toMillis();
          }
        };
    Instant now = Instant.parse("2024-01-01T00:00:00.123Z");
    try (Database database = Database.over(engine, () -> now, 1)) {
      CqlSession session = CqlSession.over(database);
      session.execute("CREATE TABLE stay (id int PRIMARY KEY, guest int)");
      session.execute("CREATE INDEX stays_by_guest ON stay (guest)");
      return session.execute("DESCRIBE stay").toList().stream()
          .map(row -> String.valueOf(row.values().get(0)))
          .toList();
    }
  }

  @Test
  void theLastLineSaysWhen() {
    assertThat(described(Duration.ofDays(10)))
        .last()
        .isEqualTo("-- index entries will be verified once more after 2024-01-11T00:00:00Z");
  }

  @Test
  void thereIsNoneWhereNothingIsFinishedLate() {
    assertThat(described(Duration.ZERO)).noneMatch(line -> line.contains("verified"));
  }
}
