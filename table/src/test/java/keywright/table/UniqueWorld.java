package keywright.table;

import static keywright.table.Payments.row;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import keywright.key.Column;
import keywright.key.Key;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.store.Engine;
import keywright.store.FamilyLayout;
import keywright.store.MemoryEngine;
import keywright.store.RowOptions;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import keywright.store.Written;
import keywright.table.layout.CatalogEntry;
import keywright.table.layout.RowTest;
import keywright.table.layout.StoredClaims;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.maintenance.UniqueBuild;
import keywright.table.model.IndexDefinition;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import keywright.table.write.RowChange;
import keywright.table.write.RowWriter;
import keywright.table.write.singlerow.EngineReservations;
import keywright.table.write.singlerow.EngineRowAccess;
import keywright.table.write.singlerow.EngineRowMoves;
import keywright.table.write.singlerow.EntryRepair;
import keywright.table.write.singlerow.ReservationRepair;
import keywright.table.write.singlerow.RowAccess;
import keywright.table.write.singlerow.RowMoves;
import org.jspecify.annotations.Nullable;

/**
 * A table with a unique index on an engine that changes one row at a time, what is done with two of
 * its rows, and what must hold of them. The writers and what scrub repairs with are those of the
 * product unless a test says so.
 */
final class UniqueWorld implements World {
  /** What a writer does with a row. */
  enum Operation {
    SET_X,
    SET_Y,
    SET_NOTE,
    DELETE
  }

  /** What is stored at first. */
  enum Start {
    NOTHING,
    ROW_1_HAS_X,
    ROW_1_HAS_X_ROW_2_Y
  }

  /** A third row, which no actor writes. */
  private static final int OTHER = 3;

  /** Tells by a row of it that the index is built. */
  private final TableLayout built =
      new TableLayout(
          "built",
          KeySchema.of(Column.parseList("id int"), KeyPart.parseList("id"), KeyFormat.kw1()),
          List.of(FamilyLayout.of("b", List.of())));

  final StoredTable table;

  /** The table in which the rows of the start are written. */
  private final StoredTable before;

  private final Start start;
  private final boolean unbuilt;
  private final StoredIndex index;
  final StoredClaims claims;
  private RowWorld.Writers writers = RowWorld::writer;
  private boolean isScrubFenced = true;
  private Supplier<Engine> engines = () -> MemoryEngine.ofSingleRows(1);

  UniqueWorld(Start start) {
    this(start, false);
  }

  /** Of an index that is not built yet: rows may be there that were written without it. */
  static UniqueWorld unbuilt(Start start) {
    return new UniqueWorld(start, true);
  }

  private UniqueWorld(Start start, boolean unbuilt) {
    this.start = start;
    this.unbuilt = unbuilt;
    IndexDefinition unique = IndexDefinition.of("t_by_city", "city").asUnique();
    Engine traits = MemoryEngine.ofSingleRows(1);
    CatalogEntry without = CatalogEntry.of(TABLE);
    table =
        new StoredTable(
            unbuilt
                ? without.withIndex(unique, 0)
                : CatalogEntry.of(TABLE.withIndexes(List.of(unique))),
            traits);
    before = unbuilt ? new StoredTable(without, traits) : table;
    index = table.index("t_by_city");
    claims = Objects.requireNonNull(index.claims());
  }

  /** On an engine of this kind. */
  UniqueWorld on(Supplier<Engine> others) {
    engines = others;
    return this;
  }

  UniqueWorld withWriters(RowWorld.Writers broken) {
    writers = broken;
    return this;
  }

  UniqueWorld withUnfencedScrub() {
    isScrubFenced = false;
    return this;
  }

  private RowChange change(int id, Operation operation) {
    return change(table, id, operation);
  }

  private static RowChange change(StoredTable table, int id, Operation operation) {
    Map<String, @Nullable Object> values =
        switch (operation) {
          case SET_X -> row("id", id, "city", "x");
          case SET_Y -> row("id", id, "city", "y");
          case SET_NOTE -> row("id", id, "note", "n");
          case DELETE -> row("id", id);
        };
    RowChange.Kind kind =
        switch (operation) {
          case DELETE -> RowChange.Kind.DELETE;
          case SET_NOTE -> RowChange.Kind.UPDATE_IF_PRESENT;
          default -> RowChange.Kind.INSERT;
        };
    return RowChange.of(table, kind, RowChange.given(table, values), RowTest.NONE, Using.NOTHING);
  }

  /** One who makes a change, with this on the clock. */
  Actor writer(int number, int id, Operation operation, long micros, int attempts) {
    return new Actor(
        "%s of row %d by %d at %d".formatted(operation, id, number, micros),
        number,
        false,
        (engine, nonces) -> {
          RowWriter.Result unused =
              writers
                  .of(engine, RowWorld.clock(micros), nonces, attempts)
                  .write(table, List.of(change(id, operation)));
          return "?";
        });
  }

  /** One who repairs the reservations of x and y, then those of the rows. */
  Actor scrub(int number, long micros) {
    return new Actor(
        "scrub at " + micros,
        number,
        false,
        (engine, nonces) -> {
          scrub(repair(new EngineRowAccess(engine, RowWorld.clock(micros), nonces)));
          return "?";
        });
  }

  /** One who builds the index of the rows that exist, and then says so. */
  Actor build(int number, long micros) {
    return new Actor(
        "build at " + micros,
        number,
        false,
        (engine, nonces) -> {
          EntryRepair repair = RowWorld.repair(engine, RowWorld.clock(micros), nonces);
          for (int id = 1; id <= 2; id++) {
            try {
              if (!isBuilt(repair, id)) {
                return "?";
              }
            } catch (TableException e) {
              // Two rows have one key, or others stayed faster.
              return "?";
            }
          }
          WriteBatch readable = new WriteBatch(0).put(built, built(), 0, 1, Map.of());
          List<Written> unused = engine.writeEach(List.of(readable));
          return "?";
        });
  }

  private boolean isBuilt(EntryRepair repair, int id) {
    for (int attempt = 0; attempt < 3; attempt++) {
      StoredRow row = repair.read(table, key(id));
      List<StoredRow> rows = row == null ? List.of() : List.of(row);
      if (new UniqueBuild(repair).reserve(table, index, rows, 0)) {
        return true;
      }
    }
    return false;
  }

  private Key built() {
    return built.keySchema().key(new Object[] {1});
  }

  private boolean isReadable(Engine engine) {
    return !unbuilt || engine.get(built, built(), RowOptions.of(Set.of()), 0) != null;
  }

  private void scrub(ReservationRepair reservations) {
    boolean unused = reservations.free(table, claims, claim("x"));
    unused = reservations.free(table, claims, claim("y"));
    unused = reservations.repair(table, claims, key(1));
    unused = reservations.repair(table, claims, key(2));
  }

  private ReservationRepair repair(RowAccess rows) {
    RowAccess fences = isScrubFenced ? rows : new BrokenProtocol.Unfenced(rows);
    RowMoves moves = new EngineRowMoves(rows);
    return new ReservationRepair(fences, moves, new EngineReservations(fences, moves));
  }

  Key key(int id) {
    return table.primaryKey().key(new Object[] {id, null, null});
  }

  private Key claim(String city) {
    return claims.layout().keySchema().key(new Object[] {null, city, null});
  }

  @Override
  public Engine start() {
    Engine engine = engines.get();
    engine.createTable(table.layout());
    index.entryTables().forEach(entries -> engine.createTable(entries.layout()));
    engine.createTable(built);
    long[] nonce = {0};
    RowWriter writer = RowWorld.writer(engine, RowWorld.clock(0), () -> ++nonce[0], 1);
    if (start != Start.NOTHING) {
      RowWriter.Result unused = writer.write(before, List.of(change(before, 1, Operation.SET_X)));
    }
    if (start == Start.ROW_1_HAS_X_ROW_2_Y) {
      RowWriter.Result unused = writer.write(before, List.of(change(before, 2, Operation.SET_Y)));
    }
    return engine;
  }

  // What must hold.

  /**
   * Finds what is wrong: two rows of one key; a row whose key is not reserved for it, now or after
   * a scrub; a key that is refused though no row has it, or taken though a row has it; a
   * reservation without its row after a scrub. Nothing is, as long as the index is not built.
   */
  @Override
  public String wrong(Engine engine) {
    if (!isReadable(engine)) {
      return null;
    }
    String wrong = duplicates(engine);
    wrong = wrong == null ? unreserved(engine) : wrong;
    if (wrong != null) {
      return wrong;
    }
    Map<String, Integer> holders = holders(engine);
    for (Operation operation : List.of(Operation.SET_X, Operation.SET_Y)) {
      String city = operation == Operation.SET_X ? "x" : "y";
      Engine copy = EngineStates.copy(engine);
      long[] nonce = {80_000};
      RowWriter.Result result =
          RowWorld.writer(copy, RowWorld.clock(0), () -> ++nonce[0], 3)
              .write(table, List.of(change(OTHER, operation)));
      boolean taken = result.count(RowChange.Outcome.INSERTED) == 1;
      if (taken == holders.containsKey(city)) {
        return taken ? city + " was given to a second row" : city + " is nobody's and is refused";
      }
      wrong = duplicates(copy) == null ? unreserved(copy) : duplicates(copy);
      if (wrong != null) {
        return wrong + " after another row asked for " + city;
      }
    }
    Engine scrubbed = EngineStates.copy(engine);
    long[] nonce = {90_000};
    scrub(repair(new EngineRowAccess(scrubbed, RowWorld.clock(0), () -> ++nonce[0])));
    wrong = unreserved(scrubbed);
    if (wrong != null || !holders(scrubbed).equals(holders)) {
      return wrong + " after a scrub, " + holders(scrubbed);
    }
    Map<String, Integer> reserved = reserved(scrubbed);
    return reserved.equals(holders)
        ? null
        : reserved + " are reserved after a scrub, expected " + holders;
  }

  /** Finds two rows of one key. */
  String duplicates(Engine engine) {
    Set<Object> cities = new TreeSet<>();
    for (StoredRow row : rows(engine)) {
      Object city = table.row(row)[1];
      if (city != null && !cities.add(city)) {
        return "two rows have " + city;
      }
    }
    return null;
  }

  /** Finds a row whose key is not reserved for it. */
  String unreserved(Engine engine) {
    Map<String, Integer> reserved = reserved(engine);
    for (Map.Entry<String, Integer> holder : holders(engine).entrySet()) {
      if (!holder.getValue().equals(reserved.get(holder.getKey()))) {
        return "row %d has %s, and %s are reserved"
            .formatted(holder.getValue(), holder.getKey(), reserved);
      }
    }
    return null;
  }

  private Map<String, Integer> holders(Engine engine) {
    Map<String, Integer> holders = new HashMap<>();
    for (StoredRow row : rows(engine)) {
      Object city = table.row(row)[1];
      if (city != null) {
        holders.put((String) city, (Integer) table.row(row)[0]);
      }
    }
    return holders;
  }

  private List<StoredRow> rows(Engine engine) {
    List<StoredRow> rows = new ArrayList<>(Consistency.rows(engine, table.layout()));
    rows.removeIf(row -> !row.head().mark().isLive());
    return rows;
  }

  private Map<String, Integer> reserved(Engine engine) {
    Map<String, Integer> reserved = new HashMap<>();
    for (StoredRow one : Consistency.rows(engine, claims.layout())) {
      Key owner = claims.owner(table, one);
      if (owner != null) {
        reserved.put((String) one.keyColumnValues()[1], (Integer) owner.part(0));
      }
    }
    return reserved;
  }
}
