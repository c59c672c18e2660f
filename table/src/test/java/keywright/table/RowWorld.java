package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.row;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import keywright.key.Key;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.Snapshot;
import keywright.table.layout.CatalogEntry;
import keywright.table.layout.RowTest;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.layout.VisibleRows;
import keywright.table.model.Change;
import keywright.table.model.DatabaseEvents;
import keywright.table.model.OutcomeUnknownException;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import keywright.table.query.Planner;
import keywright.table.query.QueryPlan;
import keywright.table.write.RowChange;
import keywright.table.write.RowWriter;
import keywright.table.write.singlerow.EngineRowAccess;
import keywright.table.write.singlerow.EntryRepair;
import keywright.table.write.singlerow.Protocol;
import keywright.table.write.singlerow.SingleRowWriter;
import org.jspecify.annotations.Nullable;

/**
 * A table of one index on an engine that changes one row at a time, what is done with its rows, and
 * what must hold of them. The writers and repairs are those of the product unless a test says so.
 */
final class RowWorld implements World {
  /** What a writer does with row 1. */
  enum Operation {
    SET_X,
    SET_Y,
    SET_NOTE,
    DELETE,
    INSERT_X_IF_ABSENT,
    SET_Y_IF_X;

    boolean isConditional() {
      return this == INSERT_X_IF_ABSENT || this == SET_Y_IF_X;
    }
  }

  /** What is stored at first. */
  enum Start {
    NOTHING,
    ROW,
    TOMBSTONE
  }

  /** Makes a writer. */
  interface Writers {
    RowWriter of(Engine engine, InstantSource clock, LongSupplier nonces, int attempts);
  }

  /** Makes what scrub repairs with. */
  interface Repairs {
    EntryRepair of(Engine engine, InstantSource clock, LongSupplier nonces);
  }

  private static final int ID = 1;

  final StoredTable table;
  private final Start start;
  private final int rowsMin;
  private final int rowsMax;
  private final StoredIndex index;
  private Writers writers = RowWorld::writer;
  private Repairs repairs = RowWorld::repair;
  private Function<Snapshot, Snapshot> views = VisibleRows::new;
  private Supplier<Engine> engines = () -> MemoryEngine.ofSingleRows(1);

  RowWorld(Start start) {
    this(start, 0, Integer.MAX_VALUE);
  }

  private RowWorld(Start start, int rowsMin, int rowsMax) {
    this.start = start;
    this.rowsMin = rowsMin;
    this.rowsMax = rowsMax;
    TableDefinition definition = TABLE.withIndexes(List.of(BuildWorld.BY_CITY));
    table = new StoredTable(CatalogEntry.of(definition), MemoryEngine.ofSingleRows(1));
    index = table.index(BuildWorld.BY_CITY.name());
  }

  /** Of a row that moves and is never deleted: it is in exactly one place. */
  static RowWorld ofMoves() {
    return new RowWorld(Start.ROW, 1, 1);
  }

  /** On an engine of this kind. */
  RowWorld on(Supplier<Engine> others) {
    engines = others;
    return this;
  }

  RowWorld withWriters(Writers broken) {
    writers = broken;
    return this;
  }

  RowWorld withRepairs(Repairs broken) {
    repairs = broken;
    return this;
  }

  /** With what readers see of a view of the engine. */
  RowWorld withViews(Function<Snapshot, Snapshot> broken) {
    views = broken;
    return this;
  }

  /** A writer that waits for nobody. */
  static RowWriter writer(Engine engine, InstantSource clock, LongSupplier nonces, int attempts) {
    return writer(Protocol.of(new EngineRowAccess(engine, clock, nonces)), attempts);
  }

  /** A writer that takes these steps and waits for nobody. */
  static RowWriter writer(Protocol protocol, int attempts) {
    return new SingleRowWriter(protocol, (held, attempt) -> {}, attempts, DatabaseEvents.NONE);
  }

  static EntryRepair repair(Engine engine, InstantSource clock, LongSupplier nonces) {
    return new EntryRepair(Protocol.of(new EngineRowAccess(engine, clock, nonces)));
  }

  static InstantSource clock(long micros) {
    return InstantSource.fixed(Instant.EPOCH.plusNanos(micros * 1_000));
  }

  RowChange change(int id, Operation operation) {
    Map<String, @Nullable Object> values =
        switch (operation) {
          case SET_X, INSERT_X_IF_ABSENT -> row("id", id, "city", "x");
          case SET_Y, SET_Y_IF_X -> row("id", id, "city", "y");
          case SET_NOTE -> row("id", id, "note", "n");
          case DELETE -> row("id", id);
        };
    RowChange.Kind kind =
        switch (operation) {
          case DELETE -> RowChange.Kind.DELETE;
          case SET_NOTE -> RowChange.Kind.UPDATE_IF_PRESENT;
          case SET_Y_IF_X -> RowChange.Kind.UPDATE;
          default -> RowChange.Kind.INSERT;
        };
    RowTest expected =
        switch (operation) {
          case INSERT_X_IF_ABSENT -> RowTest.ABSENT;
          case SET_Y_IF_X -> RowTest.meets(table, List.of(eq("city", "x")));
          default -> RowTest.NONE;
        };
    return RowChange.of(table, kind, RowChange.given(table, values), expected, Using.NOTHING);
  }

  /** One who makes a change, with this on the clock. */
  Actor writer(int number, Operation operation, long micros, int attempts) {
    return writer(number, ID, operation, micros, attempts);
  }

  Actor writer(int number, int id, Operation operation, long micros, int attempts) {
    return new Actor(
        operation + " of " + number + " at " + micros,
        number,
        operation.isConditional(),
        (engine, nonces) -> {
          RowWriter writer = writers.of(engine, clock(micros), nonces, attempts);
          return outcome(writer, change(id, operation));
        });
  }

  /** One who sets y where row 1 has x, and x else: twice is not the same as once. */
  Actor flipper(int number, long micros, int attempts) {
    return new Actor(
        "FLIP of " + number + " at " + micros,
        number,
        true,
        (engine, nonces) -> {
          RowWriter writer = writers.of(engine, clock(micros), nonces, attempts);
          RowChange flip =
              RowChange.computed(
                  table,
                  RowChange.given(table, row("id", ID)),
                  row -> {
                    boolean isX = row != null && "x".equals(row.get("city"));
                    return new Change.Computed.Set(row("city", isX ? "y" : "x"));
                  },
                  RowTest.NONE,
                  Using.NOTHING);
          return outcome(writer, flip);
        });
  }

  /** {@code +} for what was done, {@code -} for what was not, {@code ?} for what may be either. */
  private static String outcome(RowWriter writer, RowChange change) {
    try {
      RowWriter.Together outcome = writer.writeTogether(List.of(change));
      RuntimeException refusal = outcome.refusal();
      if (refusal != null) {
        throw refusal;
      }
      boolean changed = outcome.isWhole() && outcome.changed() > 0;
      // A plain change may have been made before it was found to be made.
      return changed ? "+" : change.isConditional() ? "-" : "?";
    } catch (OutcomeUnknownException e) {
      return "?";
    } catch (TableException e) {
      return "-" + e.getMessage();
    }
  }

  /** One who moves a row to another id. */
  Actor mover(int number, int from, int to, long micros, int attempts) {
    return new Actor(
        "move of " + from + " to " + to + " at " + micros,
        number,
        false,
        (engine, nonces) -> {
          RowWriter writer = writers.of(engine, clock(micros), nonces, attempts);
          RowChange change =
              RowChange.move(
                  table,
                  RowChange.given(table, row("id", from)),
                  RowChange.given(table, row("id", to)),
                  RowTest.NONE);
          try {
            RowWriter.Together unused = writer.writeTogether(List.of(change));
          } catch (TableException e) {
            // Others stayed faster.
          }
          return "?";
        });
  }

  /** One who repairs the entries x and y. */
  Actor scrub(int number, long micros) {
    return new Actor(
        "scrub at " + micros,
        number,
        false,
        (engine, nonces) -> {
          EntryRepair repair = repairs.of(engine, clock(micros), nonces);
          boolean unused = repair.remove(table, index, entry("x", ID));
          unused = repair.remove(table, index, entry("y", ID));
          try {
            repair.settle(table, key(ID));
          } catch (TableException e) {
            // Others stayed faster.
          }
          return "?";
        });
  }

  /** One who asks for the rows of city x. */
  Actor reader(int number) {
    return new Actor(
        "reader",
        number,
        false,
        (engine, nonces) -> {
          for (String found : byIndex(engine, "x")) {
            if (!found.endsWith("x")) {
              return "!" + found;
            }
          }
          return "?";
        });
  }

  /** One who looks for a row at its old key, and then at the one that it moves to. */
  Actor follower(int number, int from, int to) {
    return new Actor(
        "follower",
        number,
        false,
        (engine, nonces) -> {
          Snapshot rows = views.apply(engine.snapshot(0));
          boolean found =
              rows.get(table.layout(), key(from), table.rowOptions(false)) != null
                  || rows.get(table.layout(), key(to), table.rowOptions(false)) != null;
          return found ? "?" : "!nothing at the old key, and then nothing at the new one";
        });
  }

  private Key key(int id) {
    return table.primaryKey().key(new Object[] {id, null, null});
  }

  private Key entry(String city, int id) {
    return index.keys(new Object[] {id, city, null}).iterator().next();
  }

  @Override
  public Engine start() {
    Engine engine = engines.get();
    engine.createTable(table.layout());
    engine.createTable(index.layout());
    long[] nonce = {0};
    RowWriter writer = writer(engine, clock(0), () -> ++nonce[0], 1);
    if (start != Start.NOTHING) {
      RowWriter.Result unused = writer.write(table, List.of(change(ID, Operation.SET_X)));
    }
    if (start == Start.TOMBSTONE) {
      RowWriter.Result unused = writer.write(table, List.of(change(ID, Operation.DELETE)));
    }
    EngineStates.forgetDeletes(engine);
    return engine;
  }

  @Override
  public String wrong(Engine engine) {
    return new Consistency(engine, table, repairs).wrong(rowsMin, rowsMax);
  }

  private List<String> byIndex(Engine engine, String city) {
    QueryPlan plan = Planner.plan(table, Query.select("id", "city").where(eq("city", city)));
    List<String> found = new ArrayList<>();
    try (Rows rows = new Rows(plan, VisibleRows.of(engine, engine.snapshot(0)))) {
      for (Row row : rows) {
        found.add(row.get("id") + " " + row.get("city"));
      }
    }
    return found;
  }
}
