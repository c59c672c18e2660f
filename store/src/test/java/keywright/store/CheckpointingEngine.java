package keywright.store;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import keywright.store.contract.ForwardingEngine;

/**
 * The engine in memory with checkpoints, which are in memory too, and perhaps one defect that the
 * contract must find.
 */
final class CheckpointingEngine extends ForwardingEngine {

  /** Defects of copies. */
  enum Defect {
    NONE,
    IS_THE_LIVE_ENGINE,
    LACKS_A_FAMILY,
    LACKS_A_TABLE,
    IS_OF_SEVERAL_MOMENTS,
    REPLACES_WHAT_IS_THERE
  }

  private static final Map<Path, Engine> MADE = new ConcurrentHashMap<>();

  private final Defect defect;
  private final Map<String, TableLayout> layouts;

  CheckpointingEngine(Defect defect) {
    this(new MemoryEngine(), defect, Map.of());
  }

  private CheckpointingEngine(Engine engine, Defect defect, Map<String, TableLayout> layouts) {
    super(engine);
    this.defect = defect;
    this.layouts = new HashMap<>(layouts);
  }

  static Engine openCheckpoint(Path folder) {
    return MADE.get(folder);
  }

  @Override
  public Optional<Checkpoints> checkpoints() {
    return Optional.of(this::checkpoint);
  }

  private synchronized void checkpoint(Path folder) {
    boolean there =
        Files.isRegularFile(folder)
            || MADE.containsKey(folder)
            || Files.exists(folder.resolve("thesis.txt"));
    if (there && defect != Defect.REPLACES_WHAT_IS_THERE) {
      throw new StoreException(
          "cannot copy to "
              + folder
              + ": found thesis.txt or another thing, expected no folder or an empty folder");
    }
    MADE.put(
        folder,
        defect == Defect.IS_THE_LIVE_ENGINE
            ? this
            : new CheckpointingEngine(copy(), defect, layouts));
  }

  private Engine copy() {
    Engine copy = new MemoryEngine();
    try (Snapshot moment = engine.snapshot(0)) {
      for (TableLayout layout : layouts.values()) {
        if (defect == Defect.LACKS_A_TABLE && layout.name().equals("words")) {
          continue;
        }
        copy.createTable(layout);
        if (defect == Defect.IS_OF_SEVERAL_MOMENTS) {
          // Writers continue meanwhile.
          LockSupport.parkNanos(5_000_000);
          try (Snapshot later = engine.snapshot(0)) {
            copyRows(later, layout, copy);
          }
        } else {
          copyRows(moment, layout, copy);
        }
      }
    }
    return copy;
  }

  private void copyRows(Snapshot from, TableLayout layout, Engine copy) {
    Set<String> families =
        layout.families().stream()
            .map(FamilyLayout::name)
            .filter(name -> defect != Defect.LACKS_A_FAMILY || !name.equals("b"))
            .collect(Collectors.toSet());
    WriteBatch batch = new WriteBatch(0);
    try (RowCursor rows = from.walk(layout, ScanOptions.of(families))) {
      for (StoredRow row = rows.next(); row != null; row = rows.next()) {
        List<Cell> cells =
            row.cells().stream().filter(cell -> families.contains(familyOf(layout, cell))).toList();
        batch.put(layout, row.key(), WriteBatch.ANY, row.head(), cells);
      }
    }
    copy.write(batch);
  }

  private static String familyOf(TableLayout layout, Cell cell) {
    return layout.families().get(layout.familyOf(cell.columnId())).name();
  }

  @Override
  public synchronized void createTable(TableLayout layout) {
    engine.createTable(layout);
    layouts.put(layout.name(), layout);
  }

  @Override
  public synchronized void addFamilies(TableLayout layout) {
    engine.addFamilies(layout);
    layouts.put(layout.name(), layout);
  }

  @Override
  public synchronized void dropTable(String name) {
    engine.dropTable(name);
    layouts.remove(name);
  }
}
