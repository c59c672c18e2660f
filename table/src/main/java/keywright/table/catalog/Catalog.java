package keywright.table.catalog;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import keywright.key.ErrorCode;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.store.ColumnLayout;
import keywright.store.Engine;
import keywright.store.FamilyLayout;
import keywright.store.RowCursor;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import keywright.table.catalog.Registrations.Registration;
import keywright.table.layout.CatalogEntry;
import keywright.table.layout.StoredTable;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * The catalog of a database: the declarations of its tables, one row for each table. The rows are
 * stored in an ordinary table of the engine, which also contains the {@link Registrations} of
 * processes, the {@link StoredUsers} and the names of the keyspaces that were created. Not safe for
 * many threads: {@code Database} lets only one thread at a time use the catalog.
 *
 * <p>When a table is dropped, its row stays, without a declaration. So the version of the row only
 * rises, even if a new table later gets the same name. This is necessary because an engine may
 * return the row with the highest version that it ever had.
 */
public final class Catalog {
  private static final String NAME = DefinitionChecks.RESERVED + ".catalog";
  static final int DEFINITION_COLUMN = 1;

  /** The name of the row with the keyspaces. No table can have it. */
  private static final String KEYSPACES_ROW = DefinitionChecks.RESERVED + ".keyspaces";

  // Of the rows of Registrations.
  static final int HOST_COLUMN = 2;
  static final int PID_COLUMN = 3;
  static final int SINCE_COLUMN = 4;
  static final int ASKED_COLUMN = 5;
  static final int DELAY_COLUMN = 6;

  public static final TableLayout LAYOUT =
      new TableLayout(
          NAME,
          KeySchema.parse("table_name text", "table_name"),
          List.of(
              new FamilyLayout(
                  "d",
                  "none", // HBase's servers may have no codec for others.
                  0,
                  1,
                  List.of(
                      new ColumnLayout(DEFINITION_COLUMN, "definition", Type.parse("text")),
                      new ColumnLayout(HOST_COLUMN, "host", Type.parse("text")),
                      new ColumnLayout(PID_COLUMN, "pid", Type.parse("bigint")),
                      new ColumnLayout(SINCE_COLUMN, "since", Type.parse("bigint")),
                      new ColumnLayout(ASKED_COLUMN, "asked", Type.parse("boolean")),
                      new ColumnLayout(DELAY_COLUMN, "delay", Type.parse("bigint"))))));
  public static final Set<String> FAMILIES = Set.of("d");

  private final Engine engine;

  /** The version of each table's row, which the next change expects. */
  private final Map<String, Long> versions = new ConcurrentHashMap<>();

  /** How often this process has found a changed definition, or has changed one. */
  private final AtomicLong changes = new AtomicLong();

  private Map<String, Registration> registrations = Map.of();

  /** The keyspaces that were created, sorted. */
  private volatile List<String> keyspaces = List.of();

  /**
   * Opens the catalog of an engine, or creates it.
   *
   * @throws TableException if the engine has no catalog and is open read-only
   */
  public Catalog(Engine engine) {
    this.engine = engine;
    if (engine.isReadOnly() && !engine.hasTable(LAYOUT.name())) {
      throw new TableException(
          ErrorCode.NOT_FOUND,
          "cannot open the database: found no database, expected an existing one, "
              + "because read_only=true creates nothing; open the database once without "
              + "read_only=true, and create a table");
    }
    require(engine, LAYOUT);
  }

  /** Creates a table of the engine that all processes share, unless it exists. */
  static void require(Engine engine, TableLayout layout) {
    if (engine.hasTable(layout.name())) {
      return;
    }
    try {
      engine.createTable(layout);
    } catch (StoreException e) {
      if (!engine.hasTable(layout.name())) {
        throw e;
      }
      // Another process was faster.
    }
  }

  /** Reads the catalog entries of all tables, by the full name of the table. */
  public Map<String, CatalogEntry> read() {
    Map<String, CatalogEntry> entries = new TreeMap<>();
    Map<String, Registration> registered = new TreeMap<>();
    Map<String, Long> before = Map.copyOf(versions);
    versions.clear();
    List<String> created = List.of();
    try (Snapshot snapshot = engine.snapshot(0);
        RowCursor rows = snapshot.walk(LAYOUT, new ScanOptions(FAMILIES, false))) {
      for (StoredRow row = rows.next(); row != null; row = rows.next()) {
        String name = (String) Objects.requireNonNull(row.key().part(0));
        if (Registrations.isName(name)) {
          registered.put(name, Registration.of(name, row));
          continue;
        }
        if (name.equals(StoredUsers.ROW)) {
          continue;
        }
        String text = (String) row.value(DEFINITION_COLUMN);
        if (name.equals(KEYSPACES_ROW)) {
          created = text == null ? List.of() : CatalogText.readKeyspaces(text);
        } else if (text != null) {
          CatalogEntry entry = CatalogText.read(text);
          if (engine.keyspace().isPresent()) {
            entry = entry.inDefaultKeyspace();
          }
          String table = entry.definition().name();
          if (entries.put(table, entry) != null) {
            throw CatalogText.damaged("table " + table + " twice");
          }
        }
        versions.put(name, row.version());
      }
    }
    registrations = registered;
    keyspaces = created;
    if (!versions.equals(before)) {
      long unused = changes.incrementAndGet();
    }
    return entries;
  }

  /** A counter that rises when this process finds a changed definition, or changes one. */
  long changes() {
    return changes.get();
  }

  /** The registrations at the time of the read, by name. */
  Map<String, Registration> registrations() {
    return registrations;
  }

  /**
   * Reads the catalog and updates a map of tables.
   *
   * @param tables the tables by name; changed by this call. A table whose declaration has not
   *     changed keeps its object
   * @param stored makes the object of a table from its catalog entry
   * @param changed is called with each entry that is new or has changed, before {@code tables} has
   *     it
   */
  public void read(
      Map<String, StoredTable> tables,
      Function<CatalogEntry, StoredTable> stored,
      Consumer<CatalogEntry> changed) {
    Map<String, CatalogEntry> entries = read();
    tables.keySet().retainAll(entries.keySet());
    entries.forEach(
        (name, entry) -> {
          StoredTable known = tables.get(name);
          if (known == null || !known.entry().equals(entry)) {
            changed.accept(entry);
            tables.put(name, laidOut(entry, stored));
          }
        });
  }

  private static StoredTable laidOut(
      CatalogEntry entry, Function<CatalogEntry, StoredTable> stored) {
    try {
      return stored.apply(entry);
    } catch (KeyException | StoreException e) {
      throw CatalogText.damaged(
          "table %s with a declaration that no table can have (%s)"
              .formatted(entry.definition().name(), e.getMessage()));
    }
  }

  /**
   * Whether the definition of a table has not changed since this process read or wrote it, and no
   * other process has asked this process to read the catalog. A change that was undone also counts
   * as a change. Safe for many threads.
   *
   * @param name the stored name of the table
   */
  boolean isAsRead(String name, String registration) {
    List<Key> keys = List.of(key(registration), key(name));
    try (Snapshot snapshot = engine.snapshot(0)) {
      List<@Nullable StoredRow> rows = snapshot.get(LAYOUT, keys, FAMILIES);
      StoredRow registered = rows.get(0);
      StoredRow table = rows.get(1);
      return registered != null
          && !Registration.of(registration, registered).asked()
          && table != null
          && table.version() == versions.getOrDefault(name, WriteBatch.ABSENT);
    }
  }

  /**
   * Whether the definition of a table has not changed since this process read it. A change that was
   * undone also counts as a change. Safe for many threads.
   */
  boolean isAsRead(String name) {
    StoredRow row = engine.get(LAYOUT, key(name), RowOptions.of(FAMILIES), 0);
    return row != null && row.version() == versions.getOrDefault(name, WriteBatch.ABSENT);
  }

  /**
   * Claims a name for a table that is about to be created. If several processes claim the same name
   * at the same time, only one of them can create the table.
   *
   * @param name the full name of the table
   * @return the generation for the storage of the table; 0 if no table had this name before
   */
  public long claim(String name) {
    boolean isNew = !versions.containsKey(name);
    write(name, null);
    return isNew ? 0 : generation(name);
  }

  /**
   * Claims a generation for new storage of a table or of one of its indexes. If several processes
   * claim a generation of the same table at the same time, only one of them can create the storage.
   *
   * @param entry the current catalog entry of the table
   * @return the generation, which no other storage of this table has
   */
  public long claim(CatalogEntry entry) {
    put(entry);
    return generation(entry.storedName());
  }

  private long generation(String name) {
    return versions.getOrDefault(name, WriteBatch.ABSENT) / engine.versionStep();
  }

  /**
   * Checks that no other process has claimed the name of a table after this process claimed it.
   *
   * @throws TableException if another process has claimed the name; the statement can be repeated
   */
  public void requireClaim(String name) {
    StoredRow row = engine.get(LAYOUT, key(name), RowOptions.of(FAMILIES), 0);
    if (row == null || row.version() != versions.getOrDefault(name, WriteBatch.ABSENT)) {
      throw changedMeanwhile(name);
    }
  }

  /** Adds or replaces the definition of a table. */
  void put(CatalogEntry entry) {
    write(entry.storedName(), CatalogText.write(entry));
  }

  /** Removes the definition of a table. */
  void remove(CatalogEntry entry) {
    write(entry.storedName(), null);
  }

  /** The keyspaces that were created, sorted. Safe for many threads. */
  List<String> keyspaces() {
    return keyspaces;
  }

  /** Replaces the keyspaces that were created. */
  void putKeyspaces(Collection<String> names) {
    List<String> sorted = names.stream().sorted().toList();
    // A catalog without keyspaces is one that every release can read.
    write(KEYSPACES_ROW, sorted.isEmpty() ? null : CatalogText.writeKeyspaces(sorted));
    keyspaces = sorted;
  }

  private void write(String name, @Nullable String definition) {
    long version = versions.getOrDefault(name, WriteBatch.ABSENT);
    long next = version + engine.versionStep();
    Map<Integer, @Nullable Object> cells = new HashMap<>();
    cells.put(DEFINITION_COLUMN, definition);
    if (!engine.write(new WriteBatch(0).put(LAYOUT, key(name), version, next, cells))) {
      throw changedMeanwhile(name);
    }
    versions.put(name, next);
    long unused = changes.incrementAndGet();
  }

  private static TableException changedMeanwhile(String name) {
    return new TableException(
        ErrorCode.CONFLICT,
        "cannot change %s: another process has changed the entry since this process read it; repeat the statement"
            .formatted(
                name.equals(KEYSPACES_ROW)
                    ? "the keyspaces in the catalog"
                    : "the catalog entry of table " + name));
  }

  private static Key key(String name) {
    return LAYOUT.keySchema().key(name);
  }
}
