package keywright.table.maintenance;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import keywright.key.ErrorCode;
import keywright.store.Engine;
import keywright.store.EngineTable;
import keywright.store.NoTableException;
import keywright.store.StoreException;
import keywright.store.TableLayout;
import keywright.store.stop.Cancellation;
import keywright.table.catalog.Alteration;
import keywright.table.catalog.DefinitionChecks;
import keywright.table.catalog.NameSpace;
import keywright.table.catalog.Tables;
import keywright.table.catalog.WritableKeys;
import keywright.table.layout.CatalogEntry;
import keywright.table.layout.EngineNames;
import keywright.table.layout.StoredTable;
import keywright.table.model.Names;
import keywright.table.model.TableChange;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.UnknownNameException;
import org.jspecify.annotations.Nullable;

/** Creates, alters, drops and truncates tables. Safe for many threads. */
public final class DefinitionChanges {
  private final Tables tables;
  private final IndexBuilds builds;

  public DefinitionChanges(Tables tables, IndexBuilds builds) {
    this.tables = tables;
    this.builds = builds;
  }

  private Engine engine() {
    return tables.engine();
  }

  /** Creates a table, as {@code Database.createTable} describes. */
  public boolean create(
      TableDefinition definition, boolean ifNotExists, Cancellation cancellation) {
    return tables.changing(
        "create table " + definition.name(),
        cancellation,
        () -> {
          String given = definition.name();
          String name = tables.resolve(given);
          if (tables.byName().containsKey(name)) {
            if (ifNotExists) {
              return false;
            }
            boolean isElsewhere = !name.equals(given) && Names.keyspace(given).isEmpty();
            throw new TableException(
                ErrorCode.ALREADY_EXISTS,
                isElsewhere
                    ? "cannot create table %s: %s exists, and the name alone means this table; write the keyspace before the name, %s for the default keyspace"
                        .formatted(given, name, Names.qualified(given))
                    : "cannot create table %s: it exists; write %s TABLE IF NOT EXISTS to leave it as it is, or drop it first"
                        .formatted(name, definition.isAttached() ? "ATTACH" : "CREATE"));
          }
          create(definition.withName(name));
          return true;
        });
  }

  /**
   * Creates the tables that the catalog names and the engine does not have. On an engine within
   * this process, an interrupted {@code TRUNCATE} can leave such tables.
   */
  public void createMissing() {
    if (engine().requestDelayMillis() > 0 || engine().isReadOnly()) {
      return;
    }
    for (StoredTable table : tables.byName().values()) {
      if (!table.definition().isAttached() && !engine().hasTable(table.layout().name())) {
        table.createEmpty(engine());
      }
    }
  }

  /**
   * Removes the remains of bulk loads whose process was killed, on an engine within this process
   * that takes over sorted rows. These are the notes in the catalog that tables are being filled,
   * the storage that was filled by them, and the storage that a finished load has replaced.
   */
  public void removeLoads() {
    if (engine().isShared() || engine().sortedWrites().isEmpty()) {
      return;
    }
    boolean unused =
        tables.changing(
            () -> {
              for (String name : BulkLoadRun.unfinished(tables)) {
                tables.exchange(tables.stored(tables.require(name).entry().withCeiling(0)));
              }
              Set<String> known = engineTables();
              for (String name : engine().tables()) {
                if (!known.contains(name)
                    && tables.ofStoredName(EngineNames.tableOf(name)).isPresent()) {
                  engine().dropTable(name);
                }
              }
              return true;
            });
  }

  /**
   * Drops a table of the engine, if the current catalog does not name it. If another process is
   * creating a table with this name and has read the older catalog, its CREATE is refused. A
   * process that begins later creates another engine table, which stays.
   *
   * @return true if the table was dropped
   */
  public boolean dropLeftover(EngineTable leftover) {
    return tables.changing(
        () -> {
          if (engineTables().contains(leftover.name())
              || filledTables().contains(leftover.name())) {
            return false;
          }
          String owner = EngineNames.tableOf(leftover.name());
          tables
              .ofStoredName(owner)
              .ifPresentOrElse(
                  tables::exchange,
                  () -> {
                    long unused = tables.claim(owner);
                  });
          return engine().dropTable(leftover);
        });
  }

  /** The names of the engine tables that belong to the catalog's tables and indexes. */
  Set<String> engineTables() {
    Set<String> names = new TreeSet<>();
    tables.byName().values().forEach(table -> names.addAll(table.engineTables()));
    return names;
  }

  /** The names of the engine tables that sorted loads fill, which may not exist yet. */
  Set<String> filledTables() {
    Set<String> names = new TreeSet<>();
    for (StoredTable table : tables.byName().values()) {
      if (table.entry().isBeingFilled() && table.entriesAreExact()) {
        long generation = table.entry().ceiling();
        names.addAll(tables.stored(table.entry().withGeneration(generation)).engineTables());
      }
    }
    return names;
  }

  /** Creates a keyspace, as {@code Database.createKeyspace} describes. */
  public boolean createKeyspace(String keyspace, boolean ifNotExists, Cancellation cancellation) {
    return tables.changing(
        "create keyspace " + Names.quote(keyspace),
        cancellation,
        () -> {
          boolean isThere = isDefault(keyspace) || tables.keyspaces().contains(keyspace);
          if (!isThere) {
            DefinitionChecks.checkKeyspace(keyspace);
            if (engine().keyspace().isPresent()) {
              tables.requireKeyspace(keyspace);
            }
            tables.addKeyspace(keyspace);
          } else if (!ifNotExists) {
            throw new TableException(
                ErrorCode.ALREADY_EXISTS,
                "cannot create keyspace %s: it exists; write CREATE KEYSPACE IF NOT EXISTS to leave it as it is"
                    .formatted(Names.quote(keyspace)));
          }
          return !isThere;
        });
  }

  private boolean isDefault(String keyspace) {
    return keyspace.equals(Names.DEFAULT_KEYSPACE) || keyspace.equals(tables.defaultKeyspace());
  }

  /** Drops a keyspace, as {@code Database.dropKeyspace} describes. */
  public boolean dropKeyspace(String keyspace, boolean ifExists, Cancellation cancellation) {
    return tables.changing(
        "drop keyspace " + Names.quote(keyspace),
        cancellation,
        () -> {
          List<String> within =
              tables.byName().keySet().stream()
                  .filter(table -> Names.keyspace(table).equals(keyspace))
                  .toList();
          String found = null;
          if (isDefault(keyspace)) {
            found =
                "it is the default keyspace, which every database has; drop the tables that you do not need";
          } else if (!within.isEmpty()) {
            found =
                "found the table%s %s in it, expected no table; drop them first, each with DROP TABLE"
                    .formatted(within.size() == 1 ? "" : "s", String.join(", ", within));
          }
          if (found != null) {
            throw new TableException(
                "cannot drop keyspace %s: %s".formatted(Names.quote(keyspace), found));
          }
          boolean isThere = tables.keyspaces().contains(keyspace);
          if (!isThere && !ifExists) {
            throw new UnknownNameException(
                keyspace,
                "cannot drop keyspace %s: there is no such keyspace%s"
                    .formatted(Names.quote(keyspace), Names.hint(keyspace, tables.keyspaces())));
          }
          tables.removeKeyspace(keyspace);
          return isThere;
        });
  }

  private void create(TableDefinition definition) {
    DefinitionChecks.check(definition, "create");
    WritableKeys.require(definition);
    NameSpace names = tables.names();
    String keyspace = definition.keyspace();
    names.requireUnused("table", definition.name());
    definition
        .indexes()
        .forEach(index -> names.requireUnused("index", Names.in(keyspace, index.name())));
    requireUnstored(definition.name());
    CatalogEntry declared = CatalogEntry.of(definition);
    tables.stored(declared).requireKept();
    CatalogEntry entry =
        declared.withColumnsOf(engine().named(null, tables.stored(declared).layout()));
    if (!keyspace.isEmpty()) {
      tables.requireKeyspace(keyspace);
      tables.addKeyspace(keyspace);
    }
    long generation = tables.claim(definition.name());
    StoredTable table = tables.stored(generation == 0 ? entry : entry.withGeneration(generation));
    try {
      dropLeft(definition.name(), generation);
      table.createEmpty(engine());
    } catch (StoreException e) {
      tables.requireClaim(table.name()); // another process creates the same table, too
      throw e;
    }
    tables.exchange(table);
  }

  /** Refuses the name under which an earlier release has stored a table of a keyspace. */
  private void requireUnstored(String name) {
    tables
        .ofStoredName(name)
        .ifPresent(
            there -> {
              throw new TableException(
                  ErrorCode.ALREADY_EXISTS,
                  "cannot create table %s in the default keyspace: table %s is stored under this name, because an earlier release created it; choose another name, or create the table in a keyspace"
                      .formatted(name, there.name()));
            });
  }

  /**
   * Drops storage with a name that the catalog does not have. Storage of a later generation belongs
   * to another process, which has claimed the name since, and stays.
   */
  private void dropLeft(String table, long generation) {
    for (String name : engine().tables()) {
      if (EngineNames.tableOf(name).equals(table) && EngineNames.generationOf(name) <= generation) {
        try {
          engine().dropTable(name);
        } catch (NoTableException e) {
          // Another process drops the table of this name, too.
        }
      }
    }
  }

  /** Changes a table's declaration, as {@code Database.alterTable} describes. */
  public boolean alter(String name, TableChange change, Cancellation cancellation) {
    boolean altered;
    CatalogEntry known = null;
    while (true) {
      Alter alter = new Alter(name, change, known);
      altered = tables.changing("alter table " + name, cancellation, alter::run);
      if (alter.unknown == null) {
        break;
      }
      if (!tables.lease().awaitWriters(waiting -> !cancellation.isOver())) {
        throw cancellation.stopped(
            "wait for other processes before the ALTER TABLE of " + name, "nothing was changed");
      }
      known = alter.unknown;
    }
    // A write by the old declaration would be acknowledged, and nobody would read its value, or its
    // value would be in a column that has another name. A process that does not know a new column
    // leaves it as it is.
    if (altered
        && !(change instanceof TableChange.Add)
        && !tables.lease().awaitWriters(waiting -> !cancellation.isOver())) {
      throw cancellation.stopped(
          "wait for other processes after the ALTER TABLE of " + name,
          "the table was altered; for a while, other processes may still write by the declaration before",
          change instanceof TableChange.Drop
              ? "and no query reads what they write to the dropped columns, so nothing needs to be done"
              : "so wait twice as long as a request may take before you rely on the change");
    }
    return altered;
  }

  /** One attempt to change a declaration. */
  private final class Alter {
    private final String name;
    private final TableChange change;
    private final @Nullable CatalogEntry known;

    /** The declaration that every process must use before the change; null if there is none. */
    private @Nullable CatalogEntry unknown;

    /**
     * @param known a declaration that every process uses; null if none is known to be used by all
     */
    Alter(String name, TableChange change, @Nullable CatalogEntry known) {
      this.name = name;
      this.change = change;
      this.known = known;
    }

    /** Changes the declaration; false if the change has no effect, or if it must wait. */
    boolean run() {
      StoredTable altered = tables.require(name).requireOwn("alter");
      CatalogEntry before = altered.requireNotBeingFilled("alter").entry();
      CatalogEntry entry = new Alteration(before).after(change);
      if (entry.equals(before)) {
        return false;
      }
      if (engine().isReadOnly()) {
        throw StoreException.readOnly("alter table " + altered.name());
      }
      // A process that was killed while it dropped or renamed a column has waited for nobody. A new
      // column of the old name would be taken for the old column.
      if (change instanceof TableChange.Add && before.hadOtherColumns() && !before.equals(known)) {
        unknown = before;
        return false;
      }
      // Of two processes that alter the table at the same time, one must not change the engine.
      long unused = tables.claim(altered);
      TableLayout named = engine().named(altered.layout(), tables.stored(entry).layout());
      StoredTable after = tables.stored(entry.withColumnsOf(named));
      engine().alterTable(altered.layout(), after.layout());
      if (change instanceof TableChange.Family family && family.compresses(before.definition())) {
        engine().compress(after.layout(), family.family());
      }
      tables.exchange(after);
      return true;
    }
  }

  /** Drops a table, as {@code Database.dropTable} describes. */
  public boolean drop(String name, boolean ifExists, Cancellation cancellation) {
    return tables.changing(
        "drop table " + name,
        cancellation,
        () -> {
          if (ifExists && !tables.byName().containsKey(name)) {
            return false;
          }
          StoredTable table = tables.require(name).requireNotBeingFilled("drop");
          table.indexes().forEach(index -> builds.drop(table.fullName(index)));
          tables.drop(table);
          return true;
        });
  }

  /** Removes all rows of a table, as {@code Database.truncate} describes. */
  public void truncate(String name, Cancellation cancellation) {
    long ceiling = BulkLoadRun.takeAway(tables, name, cancellation);
    boolean unused =
        tables.changing(
            "truncate " + name,
            cancellation,
            () -> {
              StoredTable before =
                  BulkLoadRun.requireTaken(tables.require(name).requireOwn("truncate"), ceiling);
              long generation = tables.claim(before);
              StoredTable after =
                  tables.stored(before.entry().withGeneration(generation).withCeiling(0));
              after.createEmpty(engine());
              tables.replace(before, after);
              return true;
            });
  }
}
