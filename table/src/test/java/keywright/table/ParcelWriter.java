package keywright.table;

import static keywright.table.Payments.eq;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import keywright.table.RowHistories.Outcome;
import keywright.table.RowHistories.Write;
import keywright.table.model.Change;
import keywright.table.model.ChangeResult;

/** One who writes parcels, and finds what is wrong with what is told of the writes. */
final class ParcelWriter {
  private static final int BATCH_ROWS = 10;

  private final Parcels parcels;
  private final CallLog calls;
  private final Database database;
  private final Table table;
  private final int writer;
  private final Random random;

  /**
   * @param writer its number, from 0
   */
  ParcelWriter(Parcels parcels, CallLog calls, Database database, int writer, Random random) {
    this.parcels = parcels;
    this.calls = calls;
    this.database = database;
    this.table = database.table("parcel");
    this.writer = writer;
    this.random = random;
  }

  /** Writes something that is drawn; gives whether that was acknowledged. */
  boolean write() {
    long id = id();
    Write known = parcels.rows.known(id);
    int kind = random.nextInt(12);
    if (kind == 0) {
      return delete(id);
    }
    if (kind == 1) {
      return writeBatch();
    }
    if (kind == 2) {
      return raise(random.nextInt(Parcels.COUNTERS));
    }
    if (kind == 3) {
      return parcels.crates.move(database, calls, writer, random);
    }
    if (kind == 4) {
      return parcels.berths.move(database, calls, writer, random);
    }
    if (kind < 8 && known != null && known.state != null) {
      return update(known, state());
    }
    return insert(id, state());
  }

  /** A row of this writer. */
  private long id() {
    return (long) Parcels.WRITERS * random.nextInt(Parcels.ROWS / Parcels.WRITERS) + writer;
  }

  private String state() {
    return Parcels.STATES.get(random.nextInt(Parcels.STATES.size()));
  }

  private boolean insert(long id, String state) {
    Write write = parcels.rows.begin(id, state);
    Outcome outcome = calls.outcome("insert", () -> table.insert(write.row()));
    parcels.rows.end(write, outcome);
    return outcome == Outcome.DONE;
  }

  private boolean delete(long id) {
    Write write = parcels.rows.begin(id, null);
    Outcome outcome = calls.outcome("delete", () -> table.delete(List.of(eq("id", id))));
    parcels.rows.end(write, outcome);
    return outcome == Outcome.DONE;
  }

  /** An update on the condition that the row is what it is known to be. */
  private boolean update(Write known, String state) {
    Write write = parcels.rows.begin(known.id, state);
    Map<String, Object> set = write.row();
    set.remove("id");
    Change change =
        Change.update("parcel", List.of(eq("id", known.id)), set)
            .onlyIf(eq("number", known.number));
    Outcome outcome =
        calls.outcome(
            "update if",
            () -> {
              ChangeResult result = database.apply(change);
              if (!result.applied()) {
                calls.wrong(
                    "write %d was acknowledged, but the row is %s: %s"
                        .formatted(known.number, result.found(), parcels.rows.describe(known.id)));
              }
            });
    parcels.rows.end(write, outcome);
    return outcome == Outcome.DONE;
  }

  private boolean writeBatch() {
    Set<Long> ids = new HashSet<>();
    while (ids.size() < BATCH_ROWS) {
      ids.add(id());
    }
    List<Write> writes = ids.stream().map(id -> parcels.rows.begin(id, state())).toList();
    Map<Write, RuntimeException> refusals = new ConcurrentHashMap<>();
    Outcome outcome =
        calls.outcome(
            "batch",
            () -> {
              try (BatchWriter batch = table.batchWriter()) {
                writes.forEach(write -> batch.add(write.row(), e -> refusals.put(write, e)));
              }
            });
    for (Write write : writes) {
      RuntimeException refusal = refusals.get(write);
      // A batch that ends with an error may have written some of its rows.
      parcels.rows.end(
          write,
          outcome != Outcome.DONE
              ? Outcome.POSSIBLE
              : refusal == null
                  ? Outcome.DONE
                  : calls.outcome(
                      "row of a batch",
                      () -> {
                        throw refusal;
                      }));
    }
    return outcome == Outcome.DONE && refusals.isEmpty();
  }

  /** Adds 1 to a counter: on the condition that it is what was read, or by a function of it. */
  private boolean raise(long id) {
    long[] next = new long[1];
    Change change = random.nextBoolean() ? raised(id, next) : raisedAsRead(id, next);
    if (change == null) {
      return false;
    }
    boolean[] applied = new boolean[1];
    Outcome outcome = calls.outcome("raise", () -> applied[0] = database.apply(change).applied());
    if (outcome == Outcome.POSSIBLE) {
      parcels.perhapsRaise();
    }
    if (applied[0]) {
      Integer other = parcels.raise(id, next[0], writer);
      if (other != null) {
        calls.wrong("%d and %d both raised counter %d to %d".formatted(other, writer, id, next[0]));
      }
    }
    return applied[0];
  }

  /** A change of a counter that is what was read; null if it could not be read. */
  private Change raisedAsRead(long id, long[] next) {
    Outcome reading =
        calls.outcome(
            "get",
            () -> next[0] = database.table("counter").get(id).orElseThrow().getLong("number") + 1);
    return reading == Outcome.DONE
        ? Change.update("counter", List.of(eq("id", id)), Payments.row("number", next[0]))
            .onlyIf(eq("number", next[0] - 1))
        : null;
  }

  private static Change raised(long id, long[] next) {
    return Change.compute(
        "counter",
        List.of(eq("id", id)),
        row -> {
          next[0] = row.getLong("number") + 1;
          return new Change.Computed.Set(Payments.row("number", next[0]));
        });
  }
}
