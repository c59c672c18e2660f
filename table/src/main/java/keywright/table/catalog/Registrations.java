package keywright.table.catalog;

import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import keywright.store.StoredRow;
import keywright.table.model.DatabaseProcess;
import keywright.table.model.TableException;

/**
 * The registrations of the processes that share an engine. They are rows of the catalog's table,
 * under names that no table has. A row says which process has made it, and whether another process
 * has asked that process to read the catalog again (the mark). Safe for many threads.
 */
public interface Registrations {
  /**
   * A registration.
   *
   * @param delayMillis how long after its start a write of the process may still take effect; 0 if
   *     an older release has registered, which did not record it
   * @param asked whether the registration is marked: its process must read the catalog again and
   *     then remove this registration
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

  /** The prefix of the names of registrations. It has a dot, and no name of a table has a dot. */
  String PREFIX = "process.";

  static boolean isName(String name) {
    return name.startsWith(PREFIX);
  }

  /** The name of the registration with a number. */
  static String nameOf(long number) {
    return PREFIX + Long.toHexString(number);
  }

  /**
   * Registers a process.
   *
   * @param number a number that no other registration has had
   * @param delayMillis how long after its start a write of the process may still take effect
   * @return the name of the registration
   */
  String add(DatabaseProcess process, long number, long delayMillis);

  /** Whether a registration exists and is not marked. */
  boolean isUnasked(String name);

  /** Whether a registration is among {@code read} and is not marked there. */
  default boolean isUnasked(Map<String, Registration> read, String name) {
    Registration one = read.get(name);
    return one != null && !one.asked();
  }

  /** All registrations, by name. */
  Map<String, Registration> read();

  /**
   * Marks all registrations of other processes, and returns them. A marked process must read the
   * catalog again.
   *
   * @param own the name of the registration of this process
   * @throws TableException if other processes register faster than this call can mark them
   */
  Collection<Registration> askOthers(String own);

  /** Removes a registration. If the engine does not answer, the registration may stay. */
  void remove(String name);
}
