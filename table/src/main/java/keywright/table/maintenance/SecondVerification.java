package keywright.table.maintenance;

import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import keywright.store.Engine;
import keywright.store.StoredRow;
import keywright.store.WriteBatch;
import keywright.table.catalog.Positions;
import keywright.table.catalog.Positions.Position;
import keywright.table.catalog.Tables;
import keywright.table.layout.CatalogEntry;
import keywright.table.layout.Reason;
import keywright.table.layout.StoredTable;
import keywright.table.model.ScrubOptions;
import keywright.table.model.ScrubReport;

/**
 * Verifies tables a second time after an index was built, on engines whose servers may complete a
 * write long after its client has given up: {@link Engine#horizonMillis}.
 *
 * <p>An index build first waits for the processes that do not know the index yet, and for their
 * writes. If such a process dies while it inserts a row, the engine may complete the insert after
 * the build. The row then has no index entry. So the build stores in the catalog the time at which
 * no old write can be completed any more. After this time, a process that has the database open
 * reads all rows of the table and writes missing entries.
 *
 * <p>The position is saved after each chunk of rows, so a process can resume the verification of
 * another process. If several processes verify the same table, only one of them can save the next
 * position. The others then stop verifying the table while its position changes.
 *
 * <p>A verification has its own thread. Safe for many threads.
 */
public final class SecondVerification implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("keywright.table");

  /** How many times within a horizon a process looks for tables that are due. */
  private static final int LOOKS = 100;

  /** The highest rate. No user waits for the verification, so it must not slow down other work. */
  private static final int ROWS_PER_SECOND = 2_000;

  /** How long a closing process waits for the chunk that is being verified. */
  private static final long CLOSING_MILLIS = 1_000;

  private final DatabaseParts parts;
  private final Tables tables;
  private final Positions positions;
  private final long periodMillis;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  /** The last seen positions of other processes, by the name of the table that they verify. */
  private final Map<String, Long> others = new HashMap<>();

  /** The tables whose last verification failed. */
  private final Set<String> failing = new HashSet<>();

  /** Makes a verification that does nothing until it is started. */
  public SecondVerification(DatabaseParts parts) {
    this.parts = parts;
    this.tables = parts.tables();
    this.positions = Positions.ofVerifications(tables.engine());
    this.periodMillis = Math.max(1, tables.engine().horizonMillis() / LOOKS);
    this.thread = new Thread(this::watch, "keywright second verification");
    thread.setDaemon(true);
  }

  /** Starts looking for tables that are due, if the engine needs a second verification. */
  void start() {
    Engine engine = tables.engine();
    if (isNeeded(engine) && !engine.isReadOnly()) {
      thread.start();
    }
  }

  private static boolean isNeeded(Engine engine) {
    return engine.horizonMillis() > engine.requestDelayMillis();
  }

  /**
   * The catalog entry of a table after one of its indexes was built: it gets the time of the second
   * verification.
   */
  static CatalogEntry after(Tables tables, CatalogEntry entry) {
    Engine engine = tables.engine();
    if (!isNeeded(engine)) {
      return entry;
    }
    // From the first row on.
    Positions.ofVerifications(engine).forget(entry.definition().name());
    return entry.withVerification(tables.nowMillis() + engine.horizonMillis());
  }

  private void watch() {
    try {
      boolean failed = false;
      for (boolean first = true;
          first || !closed.await(periodMillis, TimeUnit.MILLISECONDS);
          first = false) {
        try {
          boolean unused = !first && tables.refresh();
          failed = false;
          verifyDue();
        } catch (RuntimeException e) {
          if (!failed && !isClosed()) {
            LOG.log(
                Level.WARNING,
                "cannot look for tables to verify a second time: {0}; Keywright tries again every {1} ms",
                Reason.of(e),
                periodMillis);
          }
          failed = true;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  private void verifyDue() throws InterruptedException {
    for (StoredTable table : List.copyOf(tables.byName().values())) {
      long dueMillis = table.entry().verifyAtMillis();
      boolean isDue = dueMillis > 0 && dueMillis <= tables.nowMillis();
      if (isDue && !table.entry().isBeingFilled() && !isClosed()) {
        try {
          verify(table.name(), dueMillis);
          failing.remove(table.name());
        } catch (RuntimeException e) {
          noteFailure(table.name(), e);
        }
      }
    }
  }

  /**
   * Logs that a table cannot be verified, once until a verification succeeds. Other tables are
   * still verified.
   */
  private void noteFailure(String table, RuntimeException e) {
    if (!isClosed() && failing.add(table)) {
      LOG.log(
          Level.WARNING,
          "cannot verify {0} a second time: {1}; Keywright tries again every {2} ms",
          table,
          Reason.of(e),
          periodMillis);
    }
  }

  private void verify(String table, long dueMillis) throws InterruptedException {
    Position position = positions.find(table);
    Long other = others.remove(table);
    if (other != null && other != position.rowsDone()) {
      others.put(table, position.rowsDone());
      return;
    }
    Findings findings = new Findings(ScrubOptions.REPAIR);
    while (!isClosed()) {
      Position from = position;
      List<StoredRow> read =
          tables.using(
              table,
              stored ->
                  new SingleRowScrub(parts, stored.requireNotBeingFilled("verify"), findings)
                      .rows(from.lastKey(stored.primaryKey())));
      if (read.size() < Scrub.CHUNK_ROWS) {
        end(table, dueMillis, findings.report(table));
        return;
      }
      WriteBatch batch = new WriteBatch(tables.nowMillis());
      position =
          positions.save(batch, table, from.moved(read.get(read.size() - 1).rowKey(), read.size()));
      if (!tables.engine().write(batch)) {
        others.put(table, positions.find(table).rowsDone());
        return;
      }
      boolean unused = closed.await(1_000L * read.size() / ROWS_PER_SECOND, TimeUnit.MILLISECONDS);
    }
  }

  private void end(String table, long dueMillis, ScrubReport report) {
    boolean unused =
        tables.changing(
            () -> {
              StoredTable stored = tables.find(table);
              boolean isOurs = stored != null && stored.entry().verifyAtMillis() == dueMillis;
              if (stored != null && isOurs) {
                tables.exchange(tables.stored(stored.entry().withVerification(0)));
                positions.forget(table);
              }
              return isOurs;
            });
    for (ScrubReport.Finding finding : report.findings()) {
      LOG.log(
          Level.WARNING,
          "the second verification of table {0} found errors in {3}: {1}, {2} times, of which {4} are repaired (such as: {5}); if more are found than repaired, run scrub {0}",
          table,
          finding.kind(),
          finding.found(),
          finding.index(),
          finding.repaired(),
          String.join("; ", finding.examples()));
    }
  }

  /** Stops the verification after the current chunk of rows. */
  @Override
  public void close() {
    closed.countDown();
    try {
      thread.join(CLOSING_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
