package keywright.table;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import keywright.store.Engine;
import keywright.store.EngineTable;
import keywright.store.StoreException;

/** Creates, alters, drops and empties tables. Safe for many threads. */
final class DefinitionChanges {
  private final Database database;
  private final Map<String, StoredTable> tables;
  private final Catalog catalog;
  private final Declared declared;
  private final IndexBuilds builds;

  /**
   * @param tables by name, as they are now
   */
  DefinitionChanges(
      Database database,
      Map<String, StoredTable> tables,
      Catalog catalog,
      Declared declared,
      IndexBuilds builds) {
    this.database = database;
    this.tables = tables;
    this.catalog = catalog;
    this.declared = declared;
    this.builds = builds;
  }

  private Engine engine() {
    return database.engine();
  }

  /** {@link Database#createTable(TableDefinition, boolean, String)}. */
  boolean create(TableDefinition definition, boolean ifNotExists, String keyspace) {
    return database.changing(
        () -> {
          requireKeyspace(keyspace);
          if (tables.containsKey(definition.name())) {
            if (ifNotExists) {
              return false;
            }
            throw new TableException(
                "cannot create table %s: it exists; write %s TABLE IF NOT EXISTS to leave it as it is, or drop it first"
                    .formatted(definition.name(), definition.isAttached() ? "ATTACH" : "CREATE"));
          }
          create(definition, keyspace);
          return true;
        });
  }

  /**
   * Makes the tables that the catalog names and the engine does not have, as a {@code TRUNCATE}
   * that was cut off leaves it, where the engine is within this process.
   */
  void createMissing() {
    if (engine().longestDelayMillis() > 0) {
      return;
    }
    for (StoredTable table : tables.values()) {
      if (!table.definition().isAttached() && !engine().hasTable(table.layout().name())) {
        table.createEmpty(engine());
      }
    }
  }

  /**
   * Drops a table of the engine unless the catalog names it by now. Whoever is about to create one
   * of its name began with the catalog of before, and is refused; whoever begins later has made
   * another table, which the engine keeps.
   *
   * @return false when it is not dropped
   */
  boolean dropLeftover(EngineTable leftover) {
    return database.changing(
        () -> {
          if (engineTables().contains(leftover.name())) {
            return false;
          }
          String owner = EngineNames.tableOf(leftover.name());
          if (tables.containsKey(owner)) {
            database.exchange(database.require(owner));
          } else {
            long unused = catalog.claim(owner);
          }
          return engine().dropTable(leftover);
        });
  }

  /** The names of the tables that the engine has by what the catalog says. */
  Set<String> engineTables() {
    Set<String> names = new TreeSet<>();
    for (StoredTable table : tables.values()) {
      if (!table.definition().isAttached()) {
        names.add(table.layout().name());
      }
      table.entryTables().forEach(entries -> names.add(entries.layout().name()));
    }
    return names;
  }

  private Optional<String> keyspace() {
    return tables.values().stream()
        .map(table -> table.entry().keyspace())
        .filter(keyspace -> !keyspace.isEmpty())
        .findFirst();
  }

  /** {@link Database#requireKeyspace}. */
  void requireKeyspace(String keyspace) {
    keyspace()
        .filter(there -> !keyspace.isEmpty() && !there.equals(keyspace))
        .ifPresent(
            there -> {
              throw new TableException(
                  "cannot use keyspace %s: found keyspace %s, expected %s, which the tables of this database are in; leave the keyspace out, or open another database for it"
                      .formatted(Names.quote(keyspace), Names.quote(keyspace), Names.quote(there)));
            });
  }

  private void create(TableDefinition definition, String keyspace) {
    DefinitionChecks.check(definition, "create");
    WritableKeys.require(definition);
    NameSpace names = database.names();
    names.requireUnused("table", definition.name());
    definition.indexes().forEach(index -> names.requireUnused("index", index.name()));
    CatalogEntry entry = CatalogEntry.of(definition).withKeyspace(keyspace);
    database.stored(entry).requireKept();
    long generation = catalog.claim(definition.name());
    StoredTable table = database.stored(generation == 0 ? entry : entry.withGeneration(generation));
    try {
      dropAll(definition.name());
      table.createEmpty(engine());
    } catch (StoreException e) {
      catalog.requireClaim(table.name()); // another process creates the same table, too
      throw e;
    }
    database.exchange(table);
  }

  /** Drops all that the engine has of a table that the catalog does not name. */
  private void dropAll(String table) {
    for (String name : engine().tables()) {
      if (EngineNames.tableOf(name).equals(table)) {
        engine().dropTable(name);
      }
    }
  }

  /** Drops what the engine has of a table as it was, which the catalog does not name any longer. */
  private void dropRetired(StoredTable table) {
    if (!table.definition().isAttached() && engine().hasTable(table.layout().name())) {
      engine().dropTable(table.layout().name());
    }
    table.indexes().forEach(index -> index.drop(engine()));
  }

  /** The generation of what is about to be made for a table; others that do so are refused. */
  long claim(StoredTable table) {
    return catalog.claim(table.entry());
  }

  /** {@link Database#alterTable}. */
  boolean alter(String name, TableChange change) {
    boolean altered = alterNow(name, change);
    // Whoever writes by the old declaration would be acknowledged and nobody would read it.
    if (altered
        && change instanceof TableChange.Drop
        && !database.lease().awaitWriters(waiting -> true)) {
      throw new TableException(
          "stopped after table %s was altered: other processes may write what was dropped for a while still, and nobody will read it"
              .formatted(name));
    }
    return altered;
  }

  private boolean alterNow(String name, TableChange change) {
    return database.changing(
        () -> {
          CatalogEntry before =
              database.require(name).requireOwn("alter").requireNotBeingFilled("alter").entry();
          CatalogEntry entry = new Alteration(before).after(change);
          if (entry.equals(before)) {
            return false;
          }
          StoredTable after = database.stored(entry);
          engine().addFamilies(after.layout());
          if (change instanceof TableChange.Family family
              && family.compresses(before.definition())) {
            engine().compress(after.layout(), family.family());
          }
          database.exchange(after);
          return true;
        });
  }

  /** {@link Database#dropTable}. */
  boolean drop(String name, boolean ifExists) {
    return database.changing(
        () -> {
          if (ifExists && !tables.containsKey(name)) {
            return false;
          }
          StoredTable table = database.require(name).requireNotBeingFilled("drop");
          table.indexes().forEach(index -> builds.drop(index.name()));
          declared.alone(
              () -> {
                catalog.remove(name);
                tables.remove(name);
                dropRetired(table);
              });
          return true;
        });
  }

  /** {@link Database#truncate}. */
  void truncate(String name) {
    long ceiling = BulkLoad.takeAway(database, name);
    boolean unused =
        database.changing(
            () -> {
              StoredTable before =
                  BulkLoad.requireTaken(database.require(name).requireOwn("truncate"), ceiling);
              CatalogEntry entry = before.entry();
              StoredTable after =
                  database.stored(entry.withGeneration(catalog.claim(entry)).withCeiling(0));
              after.createEmpty(engine());
              declared.alone(
                  () -> {
                    database.exchange(after);
                    dropRetired(before);
                  });
              return true;
            });
  }
}
