package keywright.table.catalog;

import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import keywright.store.StoredRow;
import keywright.table.model.DatabaseProcess;
import keywright.table.model.TableException;

/**
 * The registrations of the processes that share an engine: rows of the catalog's table under names
 * that no table has. A row says which process made it, and whether that process has been asked to
 * read the catalog again. Safe for many threads.
 */
public interface Registrations {
  /**
   * A row.
   *
   * @param delayMillis how long after it was begun a write of its process may still happen; 0 when
   *     an older release registered, which did not say it
   * @param asked whether its process is to read the catalog again, and to take the row away
   */
  record Registration(
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

  /** No name of a table has a dot. */
  String PREFIX = "process.";

  static boolean isName(String name) {
    return name.startsWith(PREFIX);
  }

  /** The name of the row of the registration of a number. */
  static String nameOf(long number) {
    return PREFIX + Long.toHexString(number);
  }

  /**
   * Registers a process.
   *
   * @param number that no registration ever had
   * @param delayMillis how long after it was begun a write of the process may still happen
   * @return the name of its row
   */
  String add(DatabaseProcess process, long number, long delayMillis);

  /** Whether a row exists, and nobody has asked its process for anything. */
  boolean isUnasked(String name);

  /** Whether a row is among those that were read, and was not asked then. */
  default boolean isUnasked(Map<String, Registration> read, String name) {
    Registration one = read.get(name);
    return one != null && !one.asked();
  }

  /** All that exist, by name. */
  Map<String, Registration> read();

  /**
   * Asks the processes of all other rows that exist to read the catalog, and gives the rows.
   *
   * @param own the name of the row of this process
   * @throws TableException when others stay faster
   */
  Collection<Registration> askOthers(String own);

  /** Takes a row away, perhaps in vain. */
  void remove(String name);
}
