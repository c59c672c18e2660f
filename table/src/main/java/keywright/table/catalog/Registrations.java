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
 * under names that no table can have. A row names its process. It is marked if another process has
 * asked this process to read the catalog again. Safe for many threads.
 */
public interface Registrations {
  /**
   * The registration of a process.
   *
   * @param name the name of the row
   * @param process the process
   * @param delayMillis how long after its start a write of the process may still take effect; 0 if
   *     the process has an older release of Keywright, which does not store this time
   * @param asked whether the registration is marked: its process must read the catalog again, and
   *     then remove this registration
   * @param version the version of the row
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

  /**
   * The prefix of the names of registrations. It contains a dot, which no name of a table contains.
   */
  String PREFIX = "process.";

  static boolean isName(String name) {
    return name.startsWith(PREFIX);
  }

  /** The name of the row for the registration with the given number. */
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

  /** Reads whether the registration with this name exists and is not marked. */
  boolean isUnasked(String name);

  /**
   * Whether the registration with this name is in {@code read} and is not marked.
   *
   * @param read registrations that were read before, by name
   */
  default boolean isUnasked(Map<String, Registration> read, String name) {
    Registration one = read.get(name);
    return one != null && !one.asked();
  }

  /** Reads all registrations, by name. */
  Map<String, Registration> read();

  /**
   * Marks the registrations of all other processes. A process whose registration is marked must
   * read the catalog again.
   *
   * @param own the name of the registration of this process, which is not marked
   * @return the marked registrations
   * @throws TableException if other processes register faster than this call can mark them
   */
  Collection<Registration> askOthers(String own);

  /**
   * Removes a registration. If the engine does not answer, the registration may still exist
   * afterwards.
   */
  void remove(String name);
}
