package keywright.table;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;
import keywright.key.Key;
import keywright.store.Engine;
import keywright.store.RowMark;
import keywright.store.RowStamp;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.TimedWrite;
import keywright.store.WriteBatch;
import keywright.table.BuildWorld.Fault;
import keywright.table.catalog.Catalog;
import keywright.table.catalog.CatalogLease;
import keywright.table.catalog.Declarations;
import keywright.table.catalog.DefinitionLocks;
import keywright.table.catalog.Positions;
import keywright.table.catalog.ProcessRegister;
import keywright.table.catalog.Registrations;
import keywright.table.catalog.Registrations.Registration;
import keywright.table.catalog.Tables;
import keywright.table.layout.StoredTable;
import keywright.table.maintenance.BulkLoadRun;
import keywright.table.maintenance.Components;
import keywright.table.maintenance.DatabaseParts;
import keywright.table.maintenance.DeadRows;
import keywright.table.maintenance.IndexBuild;
import keywright.table.model.BuildOptions;
import keywright.table.model.DatabaseEvents;
import keywright.table.model.DatabaseProcess;
import keywright.table.model.IndexDefinition;
import keywright.table.model.TableException;
import keywright.table.write.RowCells;
import keywright.table.write.RowTurns;
import keywright.table.write.RowWriter;
import keywright.table.write.singlerow.EntryRepair;
import keywright.table.write.singlerow.Reservations;
import keywright.table.write.singlerow.RowCommit;
import keywright.table.write.singlerow.RowFence;
import keywright.table.write.singlerow.RowMoves;
import keywright.table.write.singlerow.SingleRowWriter;

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
    return new Components() {
      @Override
      public ProcessRegister register(Engine engine, InstantSource clock) {
        return asking == null
            ? super.register(engine, clock)
            : new AskingRegister(asking, nonces, registered);
      }

      @Override
      public CatalogLease lease(
          Engine engine,
          DefinitionLocks locks,
          Catalog catalog,
          ProcessRegister register,
          Runnable checking,
          Runnable reading) {
        return asking == null
            ? super.lease(engine, locks, catalog, register, checking, reading)
            : askingLease(asking, locks, catalog, register, reading);
      }

      @Override
      public RowWriter writer(Engine engine, InstantSource clock, Declarations declarations) {
        return new SingleRowWriter(engine, clock, nonces, declarations, attempts) {
          @Override
          public void await(RowTurns.Turn turn, int attempt) {}

          @Override
          public RowMoves moves(RowFence rows) {
            // What ends the moves of others is not counted as a write of one's own.
            return new RowMoves(new RowFence(engine, clock, () -> 10_000 + nonces.getAsLong()));
          }

          @Override
          public void requireWritable(StoredTable table) {
            if (fault != Fault.WRITES_BESIDE_A_LOAD) {
              super.requireWritable(table);
            }
          }

          @Override
          public void stamp(RowCommit row) {
            if (fault == Fault.IGNORES_THE_FLOOR) {
              StoredRow found = row.found();
              long above = found == null ? 0 : found.version();
              long version = Math.max(RowCells.micros(clock.instant()), above + 1);
              row.stamp(new RowStamp(version, nonces.getAsLong()));
            } else {
              super.stamp(row);
            }
          }

          @Override
          public Reservations reservations(RowFence rows, RowMoves ended) {
            return new Reservations(rows, ended) {
              @Override
              public boolean fence(StoredTable table, Key key, StoredRow row) {
                return fault == Fault.FENCES_BY_AN_OLD_CATALOG
                    ? rows.fence(table, key, row, 0) > 0
                    : super.fence(table, key, row);
              }

              @Override
              public WriteBatch claim(StoredTable table, Claim claim) {
                long above =
                    switch (fault) {
                      case RESERVES_BELOW_THE_FLOOR -> 0;
                      case RESERVES_BY_AN_OLD_CATALOG -> table.entry().floor();
                      default -> -1;
                    };
                return above < 0 || claim.reservation().stored() != null
                    ? super.claim(table, claim)
                    : batch(claim.reservation(), above, table.primaryKey().encode(claim.row()));
              }
            };
          }
        };
      }

      @Override
      public EntryRepair repair(Engine engine, InstantSource clock, Declarations declarations) {
        return new EntryRepair(engine, clock, nonces, declarations);
      }

      @Override
      public BulkLoadRun bulkLoad(Tables tables, String table, long first) {
        return new BrokenLoad(fault, tables, table, first, nonces);
      }

      @Override
      public DeadRows deadRows(Tables tables, String table) {
        return new DeadRows(tables, table) {
          @Override
          public boolean mayGo(StoredRow row) {
            boolean dead = row.head().mark().kind() == RowMark.Kind.DEAD;
            boolean may = fault == Fault.DROPS_ABOVE_THE_FLOOR ? dead : super.mayGo(row);
            // One row at a time, or one reservation: the others stay for the next scrub.
            return may && dropped.equals(row.key().part(0));
          }

          @Override
          public WriteBatch drop(TableLayout layout, StoredRow row, long nowMillis) {
            return fault == Fault.DROPS_WHAT_WAS_NOT_READ
                ? new WriteBatch(nowMillis).delete(layout, row.key(), WriteBatch.ANY)
                : super.drop(layout, row, nowMillis);
          }
        };
      }

      @Override
      public IndexBuild build(
          DatabaseParts parts,
          Positions positions,
          String table,
          IndexDefinition index,
          BuildOptions options) {
        return new OneByOne(fault, parts, positions, table, index, options);
      }
    };
  }

  static DatabaseProcess processOf(long number) {
    return new DatabaseProcess("host", number / 100, Instant.EPOCH);
  }

  private final class AskingRegister extends ProcessRegister {
    private final AskingEngine asking;
    private Collection<Registration> early = List.of();

    AskingRegister(AskingEngine asking, LongSupplier nonces, long first) {
      super(new Registrations(asking), nonces, processOf(first), 1);
      this.asking = asking;
    }

    void lookFirst() {
      early = super.askOthers();
    }

    @Override
    public Collection<Registration> askOthers() {
      return switch (fault) {
        case WAITS_FOR_NOBODY -> List.of();
        case LOOKS_FOR_OTHERS_FIRST -> early;
        case ASKS_NOBODY -> others().values();
        default -> super.askOthers();
      };
    }

    @Override
    public boolean isQuiet() {
      return fault == Fault.FORGETS_ITS_OWN_WRITES || super.isQuiet();
    }

    @Override
    public boolean isQuiet(Long silence) {
      // What was not answered may come at any time.
      return silence == null || fault == Fault.TAKES_SILENCE_FOR_THE_END;
    }

    @Override
    public boolean isPast(List<Registration> left, long nanoTime) {
      boolean forWrites =
          fault != Fault.WAITS_FOR_NO_LATE_WRITE && fault != Fault.FENCES_INSTEAD_OF_WAITING;
      return left.isEmpty()
          || !asking.isGone(left.stream().map(Registration::name).toList(), forWrites);
    }

    @Override
    public void pause(long nanos) {}
  }

  private CatalogLease askingLease(
      AskingEngine asking,
      DefinitionLocks locks,
      Catalog catalog,
      ProcessRegister register,
      Runnable reading) {
    return new CatalogLease(
        asking, locks, catalog, register, () -> {}, reading, DatabaseEvents.NONE) {
      @Override
      public void watch() {}

      @Override
      public void read(boolean anew) {
        if (fault == Fault.REGISTERS_AFTER_READING) {
          reading.run();
          if (anew || !isRegistered(catalog)) {
            register.register();
          }
          return;
        }
        super.read(anew);
        if (fault == Fault.LOOKS_FOR_OTHERS_FIRST && !asking.isSeeing()) {
          ((AskingRegister) register).lookFirst();
        }
      }

      @Override
      public boolean isRegistered(Catalog read) {
        return fault == Fault.GOES_ON_UNREGISTERED || super.isRegistered(read);
      }

      @Override
      public boolean areCurrent(StoredTable table) {
        return fault == Fault.GOES_ON_UNREGISTERED
            ? table.entry().equals(new Catalog(asking).read().get(table.name()))
            : super.areCurrent(table);
      }

      @Override
      public boolean isForgotten() {
        return false; // Whoever waits is told when the time of others is over.
      }

      @Override
      public boolean isTimeUp() {
        return asking.isTimeUp();
      }

      @Override
      public boolean hold(StoredTable table) {
        return fault == Fault.WRITES_BY_AN_OLD_CATALOG || super.hold(table);
      }
    };
  }

  /** A load that does something wrong. */
  private static final class BrokenLoad extends BulkLoadRun {
    private final Fault fault;

    BrokenLoad(Fault fault, Tables tables, String table, long first, LongSupplier nonces) {
      super(
          tables, table, fault == Fault.LOADS_BELOW_THE_CEILING ? step(tables, 0) : first, nonces);
      this.fault = fault;
    }

    @Override
    public void requireEmpty(StoredTable stored) {
      if (fault != Fault.LOADS_BESIDE_ROWS) {
        super.requireEmpty(stored);
      }
    }

    @Override
    public long next(long latest) {
      return fault == Fault.LOADS_AT_ONE_VERSION ? latest : super.next(latest);
    }

    @Override
    public void send(StoredTable stored, List<TimedWrite> entries, List<TimedWrite> whole) {
      boolean rowsFirst = fault == Fault.LOADS_ROWS_FIRST;
      super.send(stored, rowsFirst ? whole : entries, rowsFirst ? entries : whole);
    }
  }

  /** A build that takes rows one by one, so that it can be taken up between any two. */
  private static final class OneByOne extends IndexBuild {
    private final Fault fault;
    private final DatabaseParts parts;

    OneByOne(
        Fault fault,
        DatabaseParts parts,
        Positions positions,
        String table,
        IndexDefinition index,
        BuildOptions options) {
      super(parts, positions, table, index, options);
      this.fault = fault;
      this.parts = parts;
    }

    @Override
    public int chunkRows() {
      return 1;
    }

    @Override
    public long versionOf(StoredTable stored, StoredRow row) {
      if (fault != Fault.FENCES_INSTEAD_OF_WAITING) {
        return fault == Fault.PUTS_AS_OF_THE_BEGINNING ? 1 : super.versionOf(stored, row);
      }
      RowFence rows = new RowFence(parts.tables().engine(), RowWorld.clock(0), () -> 90_001);
      long version = rows.fence(stored, row.key(), row, row.version());
      if (version == 0) {
        throw new TableException("others were faster");
      }
      return version;
    }

    @Override
    public boolean put(List<TimedWrite> puts) {
      return super.put(puts) || fault == Fault.TAKES_SILENCE_FOR_SUCCESS;
    }

    @Override
    public void requireLatest() {
      if (fault != Fault.ENDS_WITH_ANOTHER_INDEX) {
        super.requireLatest();
      }
    }
  }
}
