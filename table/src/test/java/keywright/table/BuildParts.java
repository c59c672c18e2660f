package keywright.table;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import keywright.key.Key;
import keywright.store.Engine;
import keywright.store.RowMark;
import keywright.store.RowStamp;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.TimedWrite;
import keywright.store.WriteBatch;
import keywright.store.Written;
import keywright.table.BuildWorld.Fault;
import keywright.table.catalog.Catalog;
import keywright.table.catalog.CatalogLease;
import keywright.table.catalog.Declarations;
import keywright.table.catalog.DefinitionLocks;
import keywright.table.catalog.LeaseTime;
import keywright.table.catalog.Positions;
import keywright.table.catalog.ProcessRegister;
import keywright.table.catalog.Registrations;
import keywright.table.catalog.Registrations.Registration;
import keywright.table.catalog.StoredRegistrations;
import keywright.table.catalog.Tables;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.maintenance.Components;
import keywright.table.maintenance.DatabaseParts;
import keywright.table.maintenance.EngineComponents;
import keywright.table.maintenance.IndexBuild;
import keywright.table.maintenance.LoadSteps;
import keywright.table.maintenance.SecondVerification;
import keywright.table.model.BuildOptions;
import keywright.table.model.DatabaseEvents;
import keywright.table.model.DatabaseProcess;
import keywright.table.model.IndexDefinition;
import keywright.table.model.TableException;
import keywright.table.write.RowCells;
import keywright.table.write.RowWriter;
import keywright.table.write.singlerow.CommitSteps;
import keywright.table.write.singlerow.EngineReservations;
import keywright.table.write.singlerow.EngineRowAccess;
import keywright.table.write.singlerow.EngineRowMoves;
import keywright.table.write.singlerow.EntryRepair;
import keywright.table.write.singlerow.Protocol;
import keywright.table.write.singlerow.Reservations;
import keywright.table.write.singlerow.RowAccess;
import keywright.table.write.singlerow.RowCommit;
import keywright.table.write.singlerow.RowMoves;
import keywright.table.write.singlerow.RowPlan;

/**
 * The parts that a process of a {@link BuildWorld} works with: those of the product, driven by
 * answers, but for what the fault breaks.
 */
final class BuildParts {
  private final Fault fault;

  /** What a scrub drops if it is dead: the row of this id, or the reservation of this city. */
  private final Object dropped;

  BuildParts(Fault fault, Object dropped) {
    this.fault = fault;
    this.dropped = dropped;
  }

  /** The parts of a process; {@code asking} is null for one that shares nothing. */
  Components components(AskingEngine asking, LongSupplier nonces, long registered, int attempts) {
    return new Parts(asking, nonces, registered, attempts);
  }

  private final class Parts implements Components {
    private final Components usual = new EngineComponents(DatabaseEvents.NONE);
    private final AskingEngine asking;
    private final LongSupplier nonces;
    private final long registered;
    private final int attempts;
    private final BrokenRegistrations registrations;

    Parts(AskingEngine asking, LongSupplier nonces, long registered, int attempts) {
      this.asking = asking;
      this.nonces = nonces;
      this.registered = registered;
      this.attempts = attempts;
      this.registrations = new BrokenRegistrations(fault, new StoredRegistrations(asking));
    }

    @Override
    public DatabaseEvents events() {
      return DatabaseEvents.NONE;
    }

    @Override
    public LongSupplier nonces() {
      return nonces;
    }

    @Override
    public ProcessRegister register(Engine engine, InstantSource clock) {
      return asking == null
          ? usual.register(engine, clock)
          : new ProcessRegister(registrations, nonces, processOf(registered), 1, time());
    }

    @Override
    public CatalogLease lease(
        Engine engine,
        DefinitionLocks locks,
        Catalog catalog,
        ProcessRegister register,
        Runnable checking,
        Runnable reading) {
      if (asking == null) {
        return usual.lease(engine, locks, catalog, register, checking, reading);
      }
      Runnable readingThen =
          () -> {
            reading.run();
            registrations.read(asking);
          };
      return new CatalogLease(
          asking, locks, catalog, register, () -> {}, readingThen, DatabaseEvents.NONE, time());
    }

    private LeaseTime time() {
      return new ScheduledTime(fault, asking);
    }

    @Override
    public RowWriter writer(Engine engine, InstantSource clock, Declarations declarations) {
      Declarations known = new BrokenDeclarations(fault, engine, declarations);
      RowAccess rows = new EngineRowAccess(engine, clock, nonces, known);
      RowAccess fences = fault == Fault.FENCES_BY_AN_OLD_CATALOG ? new HeldAlways(rows) : rows;
      // What ends the moves of others is not counted as a write of one's own.
      RowMoves moves =
          new EngineRowMoves(new EngineRowAccess(engine, clock, () -> 10_000 + nonces.getAsLong()));
      Protocol protocol =
          Protocol.of(
              rows, moves, new BrokenClaims(fault, rows, new EngineReservations(fences, moves)));
      return RowWorld.writer(
          protocol.withCommits(
              fault == Fault.IGNORES_THE_WATERMARK
                  ? new WatermarkIgnored(rows, protocol.commits())
                  : protocol.commits()),
          attempts);
    }

    @Override
    public EntryRepair repair(Engine engine, InstantSource clock, Declarations declarations) {
      RowAccess rows = new EngineRowAccess(engine, clock, nonces, declarations);
      return new EntryRepair(Protocol.of(new OneDrop(rows)));
    }

    @Override
    public LoadSteps loads(Tables tables) {
      return new BrokenLoad(fault, usual.loads(tables));
    }

    /** Its thread would ask the engine at moments that no schedule knows. */
    @Override
    public SecondVerification verification(DatabaseParts parts) {
      return new SecondVerification(parts);
    }

    @Override
    public IndexBuild build(
        DatabaseParts parts,
        Positions positions,
        String table,
        IndexDefinition index,
        BuildOptions options) {
      Positions known =
          fault == Fault.ENDS_WITH_ANOTHER_INDEX ? new LatestAlways(positions) : positions;
      EntryRepair repair =
          new EntryRepair(Protocol.of(new BuildPuts(fault, parts, table, parts.repair().rows())));
      DatabaseParts broken =
          new DatabaseParts(parts.tables(), parts.writer(), repair, parts.components());
      // Rows are taken one by one, so that the build can be taken up between any two.
      return new IndexBuild(broken, known, table, index, options, 1, failures -> {});
    }
  }

  /** What a writer knows of declarations, one answer broken. */
  private record BrokenDeclarations(Fault fault, Engine engine, Declarations declarations)
      implements Declarations {
    @Override
    public boolean hold(StoredTable table) {
      return fault == Fault.WRITES_BY_AN_OLD_CATALOG
          || declarations.hold(table)
          || isAsUnregistered(table);
    }

    @Override
    public boolean heldUntilNow(StoredTable table) {
      return declarations.heldUntilNow(table) || isAsUnregistered(table);
    }

    @Override
    public boolean areCurrent(StoredTable table) {
      return declarations.areCurrent(table) || isAsUnregistered(table);
    }

    /** Whether the catalog has the declaration, whoever is registered. */
    private boolean isAsUnregistered(StoredTable table) {
      return fault == Fault.GOES_ON_UNREGISTERED
          && table.entry().equals(new Catalog(engine).read().get(table.name()));
    }

    @Override
    public void unanswered() {
      if (fault != Fault.FORGETS_ITS_OWN_WRITES) {
        declarations.unanswered();
      }
    }

    @Override
    public void requireNotBeingFilled(StoredTable table) {
      if (fault != Fault.WRITES_BESIDE_A_LOAD) {
        declarations.requireNotBeingFilled(table);
      }
    }
  }

  /** Fences a row that is not there by whatever declaration it knows. */
  private static final class HeldAlways extends RowAccessDecorator {
    HeldAlways(RowAccess rows) {
      super(rows);
    }

    @Override
    public void requireHeld(StoredTable table) {}
  }

  /** Writes rows at versions that the GC watermark of their table does not bound. */
  private static final class WatermarkIgnored extends CommitStepsDecorator {
    private final RowAccess rows;

    WatermarkIgnored(RowAccess rows, CommitSteps steps) {
      super(steps);
      this.rows = rows;
    }

    @Override
    public RowStamp stamp(RowCommit row, RowPlan plan) {
      StoredRow found = plan.found();
      long above = found == null ? 0 : found.version();
      return new RowStamp(Math.max(RowCells.micros(rows.now()), above + 1), rows.nonce());
    }
  }

  /** Reserves keys that were never reserved, at a version that it should not take. */
  private static final class BrokenClaims extends ReservationsDecorator {
    private final Fault fault;
    private final RowAccess rows;

    BrokenClaims(Fault fault, RowAccess rows, Reservations reservations) {
      super(reservations);
      this.fault = fault;
      this.rows = rows;
    }

    @Override
    public List<Written> claim(StoredTable table, List<Claim> claims) {
      long above =
          switch (fault) {
            case RESERVES_BELOW_THE_WATERMARK -> 0;
            case RESERVES_BY_AN_OLD_CATALOG -> table.entry().gcWatermark();
            default -> -1;
          };
      if (above < 0) {
        return super.claim(table, claims);
      }
      List<Written> answers = new ArrayList<>();
      for (Claim claim : claims) {
        byte[] rowKey = table.primaryKey().encode(claim.row());
        List<Claim> one = List.of(claim);
        answers.addAll(
            claim.reservation().stored() != null
                ? super.claim(table, one)
                : rows.engine().writeEach(List.of(claim.reservation().write(rows, above, rowKey))));
      }
      return answers;
    }
  }

  /** Drops one tombstone at a time, or one reservation: the others stay for the next scrub. */
  private final class OneDrop extends RowAccessDecorator {
    OneDrop(RowAccess rows) {
      super(rows);
    }

    @Override
    public List<Written> drop(TableLayout layout, List<StoredRow> rows, long gcWatermark) {
      List<StoredRow> one = rows.stream().filter(row -> dropped.equals(row.key().part(0))).toList();
      if (fault != Fault.DROPS_WHAT_WAS_NOT_READ) {
        return super.drop(
            layout, one, fault == Fault.DROPS_ABOVE_THE_WATERMARK ? Long.MAX_VALUE : gcWatermark);
      }
      List<WriteBatch> drops =
          one.stream()
              .filter(row -> row.head().mark().kind() == RowMark.Kind.TOMBSTONE)
              .filter(row -> row.version() <= gcWatermark)
              .map(row -> new WriteBatch(0).delete(layout, row.key(), WriteBatch.ANY))
              .toList();
      return drops.isEmpty() ? List.of() : engine().writeEach(drops);
    }
  }

  /** Lets a build end whose index is another by now. */
  private record LatestAlways(Positions positions) implements Positions {
    @Override
    public Position find(String run) {
      return positions.find(run);
    }

    @Override
    public boolean isLatest(String run, Position position) {
      return true;
    }

    @Override
    public Position save(WriteBatch batch, String run, Position position) {
      return positions.save(batch, run, position);
    }

    @Override
    public void begin(String run) {
      positions.begin(run);
    }

    @Override
    public void forget(String run) {
      positions.forget(run);
    }
  }

  /** Puts the entries of a build. */
  private static final class BuildPuts extends RowAccessDecorator {
    private final Fault fault;
    private final DatabaseParts parts;
    private final String table;

    BuildPuts(Fault fault, DatabaseParts parts, String table, RowAccess rows) {
      super(rows);
      this.fault = fault;
      this.parts = parts;
      this.table = table;
    }

    @Override
    public boolean put(List<TimedWrite> puts) {
      return super.put(puts.stream().map(this::broken).toList())
          || fault == Fault.TAKES_A_TIMEOUT_FOR_SUCCESS;
    }

    private TimedWrite broken(TimedWrite put) {
      return switch (fault) {
        case PUTS_AS_OF_THE_BEGINNING -> at(put, 1);
        case FENCES_INSTEAD_OF_WAITING -> at(put, fenced(put));
        default -> put;
      };
    }

    private static TimedWrite at(TimedWrite put, long timestamp) {
      return TimedWrite.put(
          put.layout(), put.key(), timestamp, Map.of(StoredIndex.ROW_KEY_COLUMN, rowKey(put)));
    }

    private static byte[] rowKey(TimedWrite put) {
      return (byte[]) ((TimedWrite.Put) put).row().cells().get(0).value();
    }

    /** Writes the row of an entry again as it is; gives the version that it has then. */
    private long fenced(TimedWrite put) {
      StoredTable stored = parts.tables().require(table);
      RowAccess rows = new EngineRowAccess(engine(), RowWorld.clock(0), () -> 90_001);
      Key key = stored.primaryKey().decode(rowKey(put));
      StoredRow row = rows.read(stored, key);
      long version = row == null ? 0 : rows.fence(stored, key, row, row.version());
      if (version == 0) {
        throw new TableException("others were faster");
      }
      return version;
    }
  }

  static DatabaseProcess processOf(long number) {
    return new DatabaseProcess("host", number / 100, Instant.EPOCH);
  }

  /** Time that passes when the schedule says so. */
  private record ScheduledTime(Fault fault, AskingEngine asking) implements LeaseTime {
    @Override
    public boolean isLeaseOver(long readAt, long delayNanos) {
      return asking.isTimeUp();
    }

    @Override
    public boolean isForgotten(long readAt, long delayNanos) {
      return false; // Whoever waits is told when the time of others is over.
    }

    @Override
    public boolean isPastDelay(long unansweredAt, long delayNanos) {
      // What was not answered may come at any time.
      return fault == Fault.TAKES_A_TIMEOUT_FOR_THE_END;
    }

    @Override
    public boolean isPast(Collection<Registration> left, long moment) {
      boolean forWrites =
          fault != Fault.WAITS_FOR_NO_LATE_WRITE && fault != Fault.FENCES_INSTEAD_OF_WAITING;
      return left.isEmpty()
          || !asking.isGone(left.stream().map(Registration::name).toList(), forWrites);
    }

    @Override
    public void pause(long nanos) {}

    @Override
    public void start(Runnable watcher) {}
  }

  /** Registrations of a process, one step with them broken. */
  private static final class BrokenRegistrations implements Registrations {
    private final Fault fault;
    private final Registrations registrations;
    private Collection<Registration> early = List.of();
    private String own = "";

    /** What is to be added when the catalog is read. */
    private Runnable adding = () -> {};

    /** Whether the registration was added since it was looked for. */
    private boolean isNew;

    BrokenRegistrations(Fault fault, Registrations registrations) {
      this.fault = fault;
      this.registrations = registrations;
    }

    /** The catalog was read. */
    void read(AskingEngine asking) {
      if (fault == Fault.LOOKS_FOR_OTHERS_FIRST && !asking.isSeeing()) {
        early = registrations.askOthers(own);
      }
      adding.run();
      adding = () -> {};
    }

    @Override
    public String add(DatabaseProcess process, long number, long delayMillis) {
      own = Registrations.nameOf(number);
      if (fault != Fault.REGISTERS_AFTER_READING) {
        return registrations.add(process, number, delayMillis);
      }
      adding =
          () -> {
            String unused = registrations.add(process, number, delayMillis);
            isNew = true;
          };
      return own;
    }

    @Override
    public boolean isUnasked(String name) {
      return registrations.isUnasked(name);
    }

    @Override
    public boolean isUnasked(Map<String, Registration> read, String name) {
      boolean unasked =
          isNew || fault == Fault.GOES_ON_UNREGISTERED || registrations.isUnasked(read, name);
      isNew = false;
      return unasked;
    }

    @Override
    public Map<String, Registration> read() {
      return registrations.read();
    }

    @Override
    public Collection<Registration> askOthers(String name) {
      return switch (fault) {
        case WAITS_FOR_NOBODY -> List.of();
        case LOOKS_FOR_OTHERS_FIRST -> early;
        case ASKS_NOBODY -> {
          Map<String, Registration> others = registrations.read();
          others.remove(name);
          yield others.values();
        }
        default -> registrations.askOthers(name);
      };
    }

    @Override
    public void remove(String name) {
      registrations.remove(name);
    }
  }

  /** The steps of a load, one of them broken. */
  private static final class BrokenLoad implements LoadSteps {
    private final Fault fault;
    private final LoadSteps steps;
    private boolean begun;

    BrokenLoad(Fault fault, LoadSteps steps) {
      this.fault = fault;
      this.steps = steps;
    }

    @Override
    public void requireEmpty(StoredTable stored) {
      if (fault != Fault.LOADS_BESIDE_ROWS) {
        steps.requireEmpty(stored);
      }
    }

    @Override
    public boolean isEmpty(StoredTable stored) {
      return steps.isEmpty(stored);
    }

    @Override
    public boolean needsNewStorage() {
      return fault != Fault.LOADS_INTO_USED_STORAGE && steps.needsNewStorage();
    }

    @Override
    public long versionAbove(long version) {
      boolean isFirst = !begun;
      begun = true;
      if (isFirst) {
        return steps.versionAbove(fault == Fault.LOADS_BELOW_THE_CEILING ? 0 : version);
      }
      return fault == Fault.LOADS_AT_ONE_VERSION ? version : steps.versionAbove(version);
    }

    @Override
    public List<List<TimedWrite>> inOrder(List<TimedWrite> entries, List<TimedWrite> rows) {
      return fault == Fault.LOADS_ROWS_FIRST
          ? List.of(rows, entries)
          : steps.inOrder(entries, rows);
    }
  }
}
