package keywright.design;

import java.util.List;
import keywright.key.Column;
import keywright.key.KeyException;
import org.jspecify.annotations.Nullable;

/**
 * Sample rows under one key, to be replayed as {@code simulate} does without options. Rows that the
 * key cannot hold are left out. Used by one thread.
 */
final class KeyReplay {
  private final Strategy strategy;
  private final Model model;
  private final RowKeys rowKeys;
  private @Nullable Simulation simulation;
  private boolean isReplayed;

  KeyReplay(Strategy strategy, List<Column> columns, Model model) {
    this.strategy = strategy;
    this.model = model;
    this.rowKeys = Simulation.rowKeys(strategy, columns, RegionOptions.defaults(), model);
  }

  void add(@Nullable Object[] row) {
    try {
      rowKeys.add(row);
    } catch (KeyException e) {
      // That rows have no key is found by KeyProfile.
    }
  }

  /** The replay; null when there are too few rows, or none with a value of some column. */
  @Nullable Simulation simulation() {
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
