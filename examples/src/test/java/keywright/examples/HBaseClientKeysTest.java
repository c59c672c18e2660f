package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import keywright.examples.HBaseClientKeys.Visit;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.Test;

/** What the client is handed: the scans cover the rows that were asked for and no others. */
class HBaseClientKeysTest {
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  @Test
  void theScansOfATenantCoverItsLatestVisitsAndNoOthers() {
    List<Visit> found = new ArrayList<>();
    List<Scan> scans = HBaseClientKeys.scans("acme", NOON.minusSeconds(4));
    assertThat(scans).hasSize(4);
    for (String tenant : List.of("acme", "acm", "acme2")) {
      for (int i = 0; i < 10; i++) {
        Put put = HBaseClientKeys.put(new Visit(tenant, NOON.minusSeconds(i), i), "/page/" + i);
        for (Scan scan : scans) {
          if (Arrays.compareUnsigned(put.getRow(), scan.getStartRow()) >= 0
              && Arrays.compareUnsigned(put.getRow(), scan.getStopRow()) < 0) {
            found.add(
                HBaseClientKeys.visit(
                    Result.create(put.getFamilyCellMap().values().iterator().next())));
          }
        }
      }
    }
    assertThat(found)
        .containsExactly(
            new Visit("acme", NOON, 0),
            new Visit("acme", NOON.minusSeconds(1), 1),
            new Visit("acme", NOON.minusSeconds(2), 2),
            new Visit("acme", NOON.minusSeconds(3), 3),
            new Visit("acme", NOON.minusSeconds(4), 4));
  }
}
