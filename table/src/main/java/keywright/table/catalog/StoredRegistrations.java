package keywright.table.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import keywright.key.ErrorCode;
import keywright.key.Key;
import keywright.store.Engine;
import keywright.store.RowCursor;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.UnansweredException;
import keywright.store.WriteBatch;
import keywright.table.model.DatabaseProcess;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * Registrations of processes that are stored in the catalog's table of an engine. Safe for many
 * threads.
 */
public final class StoredRegistrations implements Registrations {
  /** The number of attempts to mark registrations while other processes change them. */
  private static final int ATTEMPTS_MAX = 20;

  private final Engine engine;

  public StoredRegistrations(Engine engine) {
    this.engine = engine;
  }

  @Override
  public String add(DatabaseProcess process, long number, long delayMillis) {
    String name = Registrations.nameOf(number);
    Map<Integer, @Nullable Object> cells = new HashMap<>();
    cells.put(Catalog.HOST_COLUMN, process.host());
    cells.put(Catalog.PID_COLUMN, process.pid());
    cells.put(Catalog.SINCE_COLUMN, process.since().getEpochSecond());
    cells.put(Catalog.DELAY_COLUMN, delayMillis);
    WriteBatch batch = new WriteBatch(0);
    batch.put(Catalog.LAYOUT, key(name), WriteBatch.ABSENT, engine.versionStep(), cells);
    if (!engine.write(batch)) {
      throw new TableException(
          ErrorCode.CONFLICT,
          "cannot register this process in the catalog: found a row %s in the catalog already, expected none; open the database again"
              .formatted(name));
    }
    return name;
  }

  @Override
  public boolean isUnasked(String name) {
    RowOptions options = RowOptions.of(Catalog.FAMILIES);
    StoredRow row = engine.get(Catalog.LAYOUT, key(name), options, 0);
    return row != null && !Registration.of(name, row).asked();
  }

  @Override
  public Map<String, Registration> read() {
    Map<String, Registration> found = new TreeMap<>();
    try (Snapshot snapshot = engine.snapshot(0);
        RowCursor rows = snapshot.walk(Catalog.LAYOUT, new ScanOptions(Catalog.FAMILIES, false))) {
      for (StoredRow row = rows.next(); row != null; row = rows.next()) {
        String name = (String) Objects.requireNonNull(row.key().part(0));
        if (Registrations.isName(name)) {
          found.put(name, Registration.of(name, row));
        }
      }
    }
    return found;
  }

  @Override
  public Collection<Registration> askOthers(String own) {
    Map<String, Registration> first = others(own);
    Map<String, Registration> now = first;
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      List<Registration> unasked = new ArrayList<>(now.values());
      unasked.removeIf(one -> one.asked() || !first.containsKey(one.name()) || ask(one));
      if (unasked.isEmpty()) {
        return first.values();
      }
      now = others(own);
    }
    throw new TableException(
        ErrorCode.CONFLICT,
        "cannot ask the processes that have the database open to read the catalog: other processes asked at the same time in each of %d attempts; try again"
            .formatted(ATTEMPTS_MAX));
  }

  private Map<String, Registration> others(String own) {
    Map<String, Registration> others = read();
    others.remove(own);
    return others;
  }

  /**
   * Marks a registration. Returns false if the registration has changed, or if the outcome is
   * unknown.
   */
  private boolean ask(Registration registration) {
    WriteBatch batch = new WriteBatch(0);
    long version = registration.version();
    Map<Integer, Boolean> cells = Map.of(Catalog.ASKED_COLUMN, true);
    batch.put(
        Catalog.LAYOUT, key(registration.name()), version, version + engine.versionStep(), cells);
    return write(batch);
  }

  @Override
  public void remove(String name) {
    boolean unused = write(new WriteBatch(0).delete(Catalog.LAYOUT, key(name), WriteBatch.ANY));
  }

  private boolean write(WriteBatch batch) {
    try {
      return engine.write(batch);
    } catch (UnansweredException e) {
      return false;
    }
  }

  private static Key key(String name) {
    return Catalog.LAYOUT.keySchema().key(name);
  }
}
