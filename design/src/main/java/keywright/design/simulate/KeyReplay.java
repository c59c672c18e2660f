package keywright.design.simulate;

import java.util.List;
import keywright.design.cluster.Model;
import keywright.design.cluster.RegionOptions;
import keywright.design.rows.RowKeys;
import keywright.design.rows.Strategy;
import keywright.key.Column;
import keywright.key.KeyException;
import org.jspecify.annotations.Nullable;

/**
 * Replays sample rows under one key, with the default options of {@code keywright simulate}: it
 * writes them to simulated regions. Rows without a valid key are left out. Used by one thread.
 */
public final class KeyReplay {
  private final Strategy strategy;
  private final Model model;
  private final RowKeys rowKeys;
  private @Nullable Simulation simulation;
  private boolean isReplayed;

  public KeyReplay(Strategy strategy, List<Column> columns, Model model) {
    this.strategy = strategy;
    this.model = model;
    this.rowKeys = Simulation.rowKeys(strategy, columns, RegionOptions.defaults(), model);
  }

  public void add(@Nullable Object[] row) {
    try {
      rowKeys.add(row);
    } catch (KeyException e) {
      // That rows have no key is found by KeyProfile.
    }
  }

  /**
   * The result of the replay; null if there are too few rows, or if a column of the key has no
   * value in any row.
   */
  public @Nullable Simulation simulation() {
    if (!isReplayed) {
      isReplayed = true;
      try {
        simulation = Simulation.of(strategy, rowKeys, RegionOptions.defaults(), model);
      } catch (KeyException e) {
        simulation = null;
      }
    }
    return simulation;
  }
}
