package keywright.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import keywright.key.KeySchema;
import keywright.server.hbase.HBaseServer;
import keywright.store.FamilyLayout;
import keywright.store.StoreException;
import keywright.store.TableLayout;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Options of tables, as HBase has them. */
class HBaseOptionsTest {
  private final HBaseLocation location =
      HBaseLocation.parse(HBaseServer.shared().url("options").substring("hbase:".length()));

  private static TableLayout layout(String name) {
    return new TableLayout(
        name, KeySchema.parse("id int", "id"), List.of(FamilyLayout.of("d", List.of())));
  }

  @Test
  @Tag("large")
  void optionsReachTheTable() {
    try (HBaseClient client = HBaseClient.open(location)) {
      new HBaseTables(client)
          .create(
              layout("told"),
              List.of(new byte[] {5}),
              Map.of(
                  "hbase.split_policy", "ConstantSizeRegionSplitPolicy",
                  "hbase.max_filesize", "20000000",
                  "hbase.normalization_enabled", "true",
                  "other.max_filesize", "7"));
      TableDescriptor table =
          client.read("told", () -> client.admin().getDescriptor(client.name("told")));
      assertThat(table.getRegionSplitPolicyClassName())
          .isEqualTo("org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy");
      assertThat(table.getMaxFileSize()).isEqualTo(20_000_000);
      assertThat(table.isNormalizationEnabled()).isTrue();
      assertThat(HBaseRegions.of(client, layout("told"))).hasSize(2);
    }
  }

  @Test
  void aPolicyThatHBaseHasNotIsRefusedInOneLine() {
    try (HBaseClient client = HBaseClient.open(location)) {
      assertThatThrownBy(
              () ->
                  new HBaseTables(client)
                      .create(layout("bad"), List.of(), Map.of("hbase.split_policy", "NoPolicy")))
          .isInstanceOf(StoreException.class)
          .hasMessageStartingWith("cannot create table bad: ")
          .hasMessageContaining("NoPolicy")
          .hasMessageNotContaining("\n");
    }
  }
}
