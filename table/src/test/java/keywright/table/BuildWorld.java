package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import keywright.key.Key;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.table.RowWorld.Operation;
import keywright.table.catalog.Catalog;
import keywright.table.catalog.Positions;
import keywright.table.catalog.StoredRegistrations;
import keywright.table.layout.CatalogEntry;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.maintenance.Components;
import keywright.table.model.Change;
import keywright.table.model.ChangeResult;
import keywright.table.model.IndexDefinition;
import keywright.table.model.OutcomeUnknownException;
import keywright.table.model.Query;
import keywright.table.model.ScrubOptions;
import keywright.table.model.TableException;
import keywright.table.write.singlerow.EntryRepair;

/**
 * Whole databases of several processes on one engine that changes one row at a time: each has read
 * the catalog at first, goes by that for as long as it may, and writes, moves and reads rows,
 * builds and drops indexes, and drops tombstones. All is done by the product, but for the parts
 * that a test breaks.
 */
final class BuildWorld implements World {
  static final IndexDefinition BY_CITY = IndexDefinition.of("t_by_city", "city");
  static final IndexDefinition BY_NOTE = IndexDefinition.of("t_by_note", "note");

  /** The row that nobody changes, where there is one. */
  static final int STEADY = 9;

  /** What is done wrong. */
  enum Fault {
    NONE,
    /** A write is sent by what was known of the catalog when its statement began. */
    WRITES_BY_AN_OLD_CATALOG,
    /** The build does not wait until all know the index. */
    WAITS_FOR_NOBODY,
    /** The build waits until all know the index, and not for what was sent before. */
    WAITS_FOR_NO_LATE_WRITE,
    /** The build waits for nothing that was sent, but writes each row again as it is. */
    FENCES_INSTEAD_OF_WAITING,
    /** The entry of a row is put as of the beginning, not at the row's version. */
    PUTS_AS_OF_THE_BEGINNING,
    /** An entry whose put was not answered is taken for one that exists. */
    TAKES_A_TIMEOUT_FOR_SUCCESS,
    /** The build ends with the index that has its name, whatever became of its own. */
    ENDS_WITH_ANOTHER_INDEX,
    /** Rows are written below the GC watermark of their table. */
    IGNORES_THE_WATERMARK,
    /** Tombstones go that are above the GC watermark. */
    DROPS_ABOVE_THE_WATERMARK,
    /** Tombstones go that are others by now. */
    DROPS_WHAT_WAS_NOT_READ,
    /** Rows of a load are put before their entries. */
    LOADS_ROWS_FIRST,
    /** A load fills a table that has rows. */
    LOADS_BESIDE_ROWS,
    /** A load that continues begins below what the one before has written. */
    LOADS_BELOW_THE_CEILING,
    /** All batches of a load have one version. */
    LOADS_AT_ONE_VERSION,
    /** A load fills storage that others have written to. */
    LOADS_INTO_USED_STORAGE,
    /** A build takes rows as a walk shows them, whatever may take effect later. */
    LOOKS_ONCE,
    /** A writer does not ask whether the table is being filled. */
    WRITES_BESIDE_A_LOAD,
    /** Where no row is a fence is put by what was known of the catalog when its statement began. */
    FENCES_BY_AN_OLD_CATALOG,
    /**
     * A key that was never reserved, or no longer, is reserved below the GC watermark of its table.
     */
    RESERVES_BELOW_THE_WATERMARK,
    /** Such a key is reserved by what was known of the catalog when the statement began. */
    RESERVES_BY_AN_OLD_CATALOG,
    /** The build forgets what its own process has sent. */
    FORGETS_ITS_OWN_WRITES,
    /** A process registers when it has read the catalog. */
    REGISTERS_AFTER_READING,
    /** Who is registered is found out before the catalog is written. */
    LOOKS_FOR_OTHERS_FIRST,
    /** Registrations are waited for and removed, and not asked. */
    ASKS_NOBODY,
    /** A registration is taken away though a write under it was not answered. */
    TAKES_A_TIMEOUT_FOR_THE_END,
    /** A process whose registration was removed continues. */
    GOES_ON_UNREGISTERED
  }

  private final BuildParts parts;
  private final Engine first;

  /** Whether no process knows that writes take effect later than anybody waits for. */
  private final boolean looksOnce;

  /** How many rows there are that nobody changes. */
  private final int rowsMin;

  /**
   * @param indexed whether the index by city is there
   * @param rows the ids of rows of city x
   */
  BuildWorld(Fault fault, boolean indexed, int... rows) {
    this(fault, indexed ? List.of(BY_CITY) : List.of(), rows);
  }

  BuildWorld(Fault fault, List<IndexDefinition> indexes, int... rows) {
    this(MemoryEngine.ofSingleRows(1), fault, indexes, rows);
  }

  /** On an empty engine of another kind. */
  BuildWorld(Engine empty, Fault fault, List<IndexDefinition> indexes, int... rows) {
    this(empty, fault, 1, indexes, rows);
  }

  /** Of a table with a unique index by city, whose reservations a scrub drops, and no rows. */
  static BuildWorld ofUniqueCities(Fault fault) {
    return ofUniqueCities(MemoryEngine.ofSingleRows(1), fault);
  }

  /** The same on an empty engine of another kind. */
  static BuildWorld ofUniqueCities(Engine empty, Fault fault) {
    return new BuildWorld(empty, fault, "x", List.of(BY_CITY.asUnique()));
  }

  /**
   * @param empty an engine without tables
   * @param dropped the id of the row, or the city of the reservation, that a scrub drops
   */
  private BuildWorld(
      Engine empty, Fault fault, Object dropped, List<IndexDefinition> indexes, int... rows) {
    this.first = empty;
    this.parts = new BuildParts(fault, dropped);
    this.looksOnce = fault == Fault.LOOKS_ONCE;
    this.rowsMin = (int) Arrays.stream(rows).filter(id -> id == STEADY).count();
    long[] nonce = {0};
    Database database =
        new Database(
            first, RowWorld.clock(0), () -> {}, 0, parts.components(null, () -> ++nonce[0], 0, 9));
    boolean unused = database.createTable(TABLE.withIndexes(indexes), false);
    // A build that ends leaves the table of positions, which none is to wait for here.
    Positions.ofBuilds(first).begin("none");
    for (int id : rows) {
      database.table("t").insert(Consistency.values(id, "x"));
    }
    EngineStates.forgetDeletes(first);
  }

  /** With a row that has died, and the deletes of its entries. */
  BuildWorld withDead(int id, long micros) {
    long[] nonce = {50};
    Components own = parts.components(null, () -> ++nonce[0], 0, 9);
    Database database = new Database(first, RowWorld.clock(micros), () -> {}, 0, own);
    database.table("t").insert(Consistency.values(id, "x"));
    long unused = database.table("t").delete(List.of(eq("id", id)));
    return this;
  }

  /** With nothing left of what has died, but what the engine leaves of it. */
  BuildWorld withDropped(long micros) {
    long[] nonce = {60};
    Components own = parts.components(null, () -> ++nonce[0], 0, 9);
    Database database = new Database(first, RowWorld.clock(micros), () -> {}, 0, own);
    assertThat(database.scrub("t", ScrubOptions.REPAIR).dropped()).isEqualTo(1);
    return this;
  }

  @Override
  public Engine start() {
    return EngineStates.copy(first);
  }

  @Override
  public String wrong(Engine engine) {
    return Consistency.wrong(engine, rowsMin);
  }

  /** Finds what is wrong when the entries of all rows were put again, as a scrub does. */
  String wrongAfterPuts(Engine engine) {
    Engine repaired = EngineStates.copy(engine);
    long[] nonce = {95_000};
    EntryRepair repair = RowWorld.repair(repaired, RowWorld.clock(0), () -> ++nonce[0]);
    for (CatalogEntry entry : new Catalog(repaired).read().values()) {
      StoredTable table = new StoredTable(entry, repaired);
      for (StoredRow row : Consistency.rows(repaired, table.layout())) {
        for (StoredIndex index : table.indexes()) {
          boolean unused = index.isReadable() && repair.put(table, index, row.key());
        }
      }
    }
    return wrong(repaired);
  }

  /** A process that does something with its database; what it gives is its outcome. */
  private Actor process(
      String name,
      int number,
      boolean once,
      long micros,
      int attempts,
      Function<Database, String> work) {
    return process(name, number, once, micros, attempts, work, true, false);
  }

  /**
   * @param isOpen whether it has the database open at first
   * @param closes whether it closes it
   */
  private Actor process(
      String name,
      int number,
      boolean once,
      long micros,
      int attempts,
      Function<Database, String> work,
      boolean isOpen,
      boolean closes) {
    long registered = 100L * (number + 1) + 1;
    if (isOpen) {
      String unused =
          new StoredRegistrations(first).add(BuildParts.processOf(registered), registered, 0);
    }
    return new Actor(
        name + " of " + number + " at " + micros,
        number,
        once,
        (engine, nonces) -> {
          AskingEngine asking = (AskingEngine) engine;
          asking.keepingRounds(looksOnce ? 0 : first.horizonMillis());
          asking.seeing(isOpen ? first : null);
          Components components = parts.components(asking, nonces, registered, attempts);
          Database database = new Database(asking, RowWorld.clock(micros), () -> {}, 0, components);
          asking.seeing(null);
          String outcome = outcome(once, database, work);
          if (closes) {
            database.close();
          }
          return outcome;
        });
  }

  private static String outcome(boolean once, Database database, Function<Database, String> work) {
    try {
      return work.apply(database);
    } catch (OutcomeUnknownException | StoreException e) {
      return "?";
    } catch (TableException e) {
      return once ? "-" + e.getMessage() : "?";
    }
  }

  private static Change change(int id, Operation operation) {
    return switch (operation) {
      case SET_X -> Change.insert("t", row("id", id, "city", "x"));
      case SET_Y -> Change.insert("t", row("id", id, "city", "y"));
      case SET_NOTE -> Change.update("t", List.of(eq("id", id)), row("note", "n")).ifPresent();
      case DELETE -> Change.delete("t", List.of(eq("id", id)));
      case INSERT_X_IF_ABSENT -> Change.insert("t", row("id", id, "city", "x")).ifAbsent();
      case SET_Y_IF_X ->
          Change.update("t", List.of(eq("id", id)), row("city", "y")).onlyIf(eq("city", "x"));
    };
  }

  /** One who makes a change. */
  Actor writer(int number, int id, Operation operation, long micros, int attempts) {
    boolean conditional = operation.isConditional();
    return process(
        operation + " of row " + id,
        number,
        conditional,
        micros,
        attempts,
        database -> {
          ChangeResult result = database.apply(change(id, operation));
          boolean changed = result.applied() && result.rowsChanged() > 0;
          return changed ? "+" : conditional ? "-" : "?";
        });
  }

  /** One who inserts a row, and then deletes it. */
  Actor passer(int number, int id, long micros) {
    return process(
        "insert and delete of row " + id,
        number,
        false,
        micros,
        2,
        told(
            database -> {
              ChangeResult unused = database.apply(change(id, Operation.SET_X));
              unused = database.apply(change(id, Operation.DELETE));
            }));
  }

  /** One who loads a row, of one city after another, and looks whether the last one exists. */
  Actor loader(int number, int id, long micros, String... cities) {
    return process(
        "load of " + String.join(", ", cities),
        number,
        false,
        micros,
        2,
        database -> {
          try (BulkLoad load = database.table("t").bulkLoad(millis -> true)) {
            for (String city : cities) {
              load.add(Consistency.values(id, city));
              load.flush();
            }
            String last = cities[cities.length - 1];
            boolean there =
                database.table("t").get(id).filter(row -> last.equals(row.get("city"))).isPresent();
            if (!there) {
              return "!another than " + last + " where that was loaded";
            }
            load.finish();
          }
          return "?";
        });
  }

  /** One who removes an entry of a row that is not there, beside a load. */
  Actor repairer(int number, int id, long micros) {
    return process(
        "repair",
        number,
        false,
        micros,
        2,
        told(
            database -> {
              Function<StoredTable, Boolean> repair =
                  table -> {
                    StoredIndex index = table.index(BY_CITY.name());
                    Key entry = index.keys(new Object[] {id, "x", null}).iterator().next();
                    return database.parts().repair().remove(table, index, entry);
                  };
              boolean unused = database.known().using("t", repair);
            }));
  }

  /** With a load that was not finished. */
  BuildWorld withLoad(int id, String city, long micros) {
    long[] nonce = {70};
    Components own = parts.components(null, () -> ++nonce[0], 0, 9);
    Database database = new Database(first, RowWorld.clock(micros), () -> {}, 0, own);
    try (BulkLoad load = database.table("t").bulkLoad(millis -> true)) {
      load.add(Consistency.values(id, city));
      load.flush();
    }
    return this;
  }

  /** One who inserts a row, and then looks whether it exists. */
  Actor keeper(int number, int id, long micros) {
    return process(
        "insert and look of row " + id,
        number,
        false,
        micros,
        2,
        database -> {
          ChangeResult unused = database.apply(change(id, Operation.SET_X));
          return database.table("t").get(id).isPresent() ? "?" : "!nothing where a row was put";
        });
  }

  /** One who sets the city of a row, and then looks whether to read the catalog again. */
  Actor looker(int number, int id, long micros) {
    return process(
        "write of row " + id + ", and a look",
        number,
        false,
        micros,
        1,
        told(
            database -> {
              try {
                ChangeResult unused = database.apply(change(id, Operation.SET_Y));
              } catch (TableException | StoreException e) {
                // Perhaps the row is written, or will still be written.
              }
              database.known().lease().look();
            }));
  }

  /** One who opens the database whenever that may be, sets the city of a row, and closes it. */
  Actor latecomer(int number, int id, long micros) {
    return process(
        "late write of row " + id,
        number,
        false,
        micros,
        1,
        told(database -> database.apply(change(id, Operation.SET_Y))),
        false,
        true);
  }

  /** One who writes a row and builds an index. */
  Actor writerAndBuilder(int number, int id, IndexDefinition index, long micros) {
    return process(
        "write of row " + id + " and build of " + index.name(),
        number,
        false,
        micros,
        1,
        told(
            database -> {
              try {
                ChangeResult unused = database.apply(change(id, Operation.SET_Y));
              } catch (TableException | StoreException e) {
                // Perhaps the row is written, or will still be written.
              }
              boolean unused = database.createIndex("t", index, true);
            }));
  }

  /** One who moves a row to another id. */
  Actor mover(int number, int from, int to, long micros, int attempts) {
    return process(
        "move of " + from + " to " + to,
        number,
        false,
        micros,
        attempts,
        told(
            database -> database.apply(Change.rekey("t", List.of(eq("id", from)), row("id", to)))));
  }

  private static Function<Database, String> told(Consumer<Database> work) {
    return database -> {
      work.accept(database);
      return "?";
    };
  }

  /** One who builds an index, or takes up the build that another has left. */
  Actor builder(int number, IndexDefinition index, long micros) {
    return process(
        "build of " + index.name(),
        number,
        false,
        micros,
        2,
        told(database -> database.createIndex("t", index, true)));
  }

  /** One who puts the entries of the rows that exist before anybody knows the index. */
  Actor hasty(int number, IndexDefinition index, long micros) {
    return process(
        "hasty build of " + index.name(),
        number,
        false,
        micros,
        2,
        told(
            database -> {
              CatalogEntry entry = database.known().require("t").entry().withIndex(index, 0);
              StoredTable table = database.known().stored(entry.withReadable(index.name()));
              StoredIndex made = table.index(index.name());
              made.createEmpty(database.known().engine());
              for (int id = 1; id < 3; id++) {
                Key key = table.primaryKey().key(new Object[] {id, null, null});
                boolean unused = database.parts().repair().put(table, made, key);
              }
              database.known().exchange(table);
            }));
  }

  /** One who drops an index and builds it again. */
  Actor rebuilder(int number, IndexDefinition index, long micros) {
    return process(
        "drop and build of " + index.name(),
        number,
        false,
        micros,
        2,
        told(
            database -> {
              boolean unused = database.dropIndex(index.name(), true);
              unused = database.createIndex("t", index, true);
            }));
  }

  /** One who drops an index. */
  Actor dropper(int number, IndexDefinition index, long micros) {
    return process(
        "drop of " + index.name(),
        number,
        false,
        micros,
        2,
        told(database -> database.dropIndex(index.name(), true)));
  }

  /** One who scrubs the table. */
  Actor scrub(int number, long micros) {
    return process(
        "scrub",
        number,
        false,
        micros,
        2,
        told(database -> database.scrub("t", ScrubOptions.REPAIR)));
  }

  /** One who asks for the rows of city x; where there is a steady row, it is one of them. */
  Actor reader(int number, boolean steady) {
    return process(
        "reader",
        number,
        false,
        0,
        2,
        database -> {
          List<String> found = new ArrayList<>();
          try (Rows rows =
              database
                  .table("t")
                  .query(Query.select("id", "city", "note").where(eq("city", "x")))) {
            rows.forEach(row -> found.add(Consistency.text(row)));
          } catch (TableException e) {
            // No index serves the query yet, or any longer.
            return "?";
          }
          for (String row : found) {
            if (!row.contains("city=x")) {
              return "!" + row;
            }
          }
          return steady && found.stream().noneMatch(row -> row.startsWith("id=" + STEADY))
              ? "!" + found + ", without the row that nobody changes"
              : "?";
        });
  }
}
