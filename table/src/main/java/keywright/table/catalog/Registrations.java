package keywright.table.catalog;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
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
 * The registrations of the processes that share an engine: rows of the catalog's table under names
 * that no table has. A row says who made it, and whether whoever made it has been asked to read the
 * catalog again. Safe for many threads.
 */
public final class Registrations {
  /** No name of a table has a dot. */
  private static final String PREFIX = "process.";

  private final Engine engine;

  public Registrations(Engine engine) {
    this.engine = engine;
  }

  /**
   * A row.
   *
   * @param delayMillis how long after it was begun a write of its process may still happen; 0 when
   *     an older release registered, which did not say it
   * @param asked whether its process is to read the catalog again, and to take the row away
   */
  public record Registration(
      String name, DatabaseProcess process, long delayMillis, boolean asked, long version) {
    static Registration of(String name, StoredRow row) {
      return new Registration(
          name,
          new DatabaseProcess(
              (String) Objects.requireNonNull(row.value(Catalog.HOST_COLUMN)),
              (Long) Objects.requireNonNull(row.value(Catalog.PID_COLUMN)),
              Instant.ofEpochSecond(
                  (Long) Objects.requireNonNull(row.value(Catalog.SINCE_COLUMN)))),
          Objects.requireNonNullElse((Long) row.value(Catalog.DELAY_COLUMN), 0L),
          row.value(Catalog.ASKED_COLUMN) != null,
          row.version());
    }
  }

  public static boolean isName(String name) {
    return name.startsWith(PREFIX);
  }

  /**
   * Registers a process.
   *
   * @param number that no registration ever had
   * @param delayMillis how long after it was begun a write of the process may still happen
   * @return the name of its row
   */
  public String add(DatabaseProcess process, long number, long delayMillis) {
    String name = PREFIX + Long.toHexString(number);
    Map<Integer, @Nullable Object> cells = new HashMap<>();
    cells.put(Catalog.HOST_COLUMN, process.host());
    cells.put(Catalog.PID_COLUMN, process.pid());
    cells.put(Catalog.SINCE_COLUMN, process.since().getEpochSecond());
    cells.put(Catalog.DELAY_COLUMN, delayMillis);
    WriteBatch batch = new WriteBatch(0);
    batch.put(Catalog.LAYOUT, key(name), WriteBatch.ABSENT, engine.versionStep(), cells);
    if (!engine.write(batch)) {
      throw new TableException(
          "cannot register this process in the catalog: found the row %s there, expected none; try again"
              .formatted(name));
    }
    return name;
  }

  /** Whether a row is there, and nobody has asked its process for anything. */
  public boolean isUnasked(String name) {
    RowOptions options = RowOptions.of(Catalog.FAMILIES);
    StoredRow row = engine.get(Catalog.LAYOUT, key(name), options, 0);
    return row != null && !Registration.of(name, row).asked();
  }

  /** All that are there, by name. */
  public Map<String, Registration> read() {
    Map<String, Registration> found = new TreeMap<>();
    try (Snapshot snapshot = engine.snapshot(0);
        RowCursor rows = snapshot.walk(Catalog.LAYOUT, new ScanOptions(Catalog.FAMILIES, false))) {
      for (StoredRow row = rows.next(); row != null; row = rows.next()) {
        String name = (String) Objects.requireNonNull(row.key().part(0));
        if (isName(name)) {
          found.put(name, Registration.of(name, row));
        }
      }
    }
    return found;
  }

  /** Asks the process of a row; false when the row is another by now, or that is not known. */
  public boolean ask(Registration registration) {
    WriteBatch batch = new WriteBatch(0);
    long version = registration.version();
    Map<Integer, Boolean> cells = Map.of(Catalog.ASKED_COLUMN, true);
    batch.put(
        Catalog.LAYOUT, key(registration.name()), version, version + engine.versionStep(), cells);
    return write(batch);
  }

  /** Takes a row away, perhaps in vain. */
  void remove(String name) {
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
