package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import keywright.server.hbase.HBaseServer;
import keywright.table.model.TableException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two databases on HBase. */
@Tag("large")
class GenerationsOnHBaseTest extends GenerationsWithFamiliesContract {
  private static final AtomicInteger NAMESPACES = new AtomicInteger();

  @Override
  void open() {
    openOn(HBaseServer.shared().url("generations" + NAMESPACES.getAndIncrement()));
  }

  @Override
  int truncations() {
    return 3;
  }

  @Test
  void theRegionsOfAnIndexThatAnotherHasDroppedAreRefusedByItsName() {
    assertThat(second.table("t").regions("by_state")).isNotEmpty();
    assertThat(first.dropIndex("by_state", false)).isTrue();
    assertThatThrownBy(() -> second.table("t").regions("by_state"))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("by_state");
  }
}
