package keywright.cassandra;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import keywright.store.RowOptions;
import keywright.store.RowReader;
import keywright.store.RowWrite;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.TimedWrite;
import keywright.store.UnansweredException;
import keywright.store.WriteBatch;
import keywright.store.Written;
import keywright.store.stop.Cancellation;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows, each by one statement on the condition that its version and nonce are those that
 * were read: by the batch's writer, or here. The driver does not send these twice. A batch that
 * expects nothing and found its row written meanwhile is planned again. Thread-safe.
 */
final class CassandraWriter {
  /** How many statements are on their way at once. */
  private static final int CONCURRENT = 64;

  private static final long LONGEST_PAUSE_MILLIS = 500;

  /**
   * Rows that are written without conditions have their own timestamps, which lie below that of
   * every conditional write: this much below their version.
   */
  private static final long BELOW_CONDITIONS = 1L << 60;

  private final CassandraClient client;
  private final CassandraTables tables;

  CassandraWriter(CassandraClient client, CassandraTables tables) {
    this.client = client;
    this.tables = tables;
  }

  /** What the row of a batch was told. */
  private record Outcome(Written written, @Nullable StoreException error) {
    static final Outcome DONE = new Outcome(Written.DONE, null);
    static final Outcome REFUSED = new Outcome(Written.REFUSED, null);
  }

  boolean write(WriteBatch batch) {
    Outcome outcome = outcomes(List.of(batch)).get(0);
    if (outcome.error() != null) {
      throw outcome.error();
    }
    return outcome.written() == Written.DONE;
  }

  List<Written> writeEach(List<WriteBatch> batches) {
    List<Outcome> outcomes = outcomes(batches);
    boolean noneIsWritten = true;
    List<Written> written = new ArrayList<>(outcomes.size());
    for (Outcome outcome : outcomes) {
      noneIsWritten &= outcome.written() == Written.REFUSED;
      written.add(outcome.written());
    }
    for (Outcome outcome : outcomes) {
      StoreException error = outcome.error();
      if (error != null && outcome.written() == Written.REFUSED) {
        throw noneIsWritten
            ? error
            : new UnansweredException(
                "cannot tell which of "
                    + outcomes.size()
                    + " rows were written: "
                    + CassandraErrors.firstLine(error),
                error);
      }
    }
    return written;
  }

  private List<Outcome> outcomes(List<WriteBatch> batches) {
    client.requireOpen();
    List<Outcome> outcomes = new ArrayList<>(batches.size());
    List<RowUpdate> updates = new ArrayList<>(batches.size());
    for (WriteBatch batch : batches) {
      if (!batch.isEmpty()) {
        updates.add(update(outcomes.size(), batch));
      }
      outcomes.add(Outcome.DONE);
    }
    for (int from = 0; from < updates.size(); from += CONCURRENT) {
      List<RowUpdate> some =
          new ArrayList<>(updates.subList(from, Math.min(from + CONCURRENT, updates.size())));
      try {
        write(some, outcomes);
      } catch (StoreException e) {
        // Those that were not sent are not written; of the others it is known what became of them.
        List<RowUpdate> unsent = new ArrayList<>(some);
        unsent.addAll(updates.subList(Math.min(from + CONCURRENT, updates.size()), updates.size()));
        unsent.forEach(each -> outcomes.set(each.index, new Outcome(Written.REFUSED, e)));
        return outcomes;
      }
    }
    return outcomes;
  }

  private RowUpdate update(int index, WriteBatch batch) {
    if (!batch.isOfOneRow()) {
      throw new StoreException(
          "cannot write a batch of "
              + batch.size()
              + " writes: found several rows, expected one row, since Cassandra changes only one row atomically; write each row with its own batch");
    }
    return new RowUpdate(index, batch, conditionalTable(batch.writes().get(0).layout()));
  }

  /** A plain write with a later timestamp would hide what is written here. */
  private CassandraTable conditionalTable(TableLayout layout) {
    CassandraTable table = tables.table(layout);
    if (table.form().isPlain()) {
      throw new StoreException(
          "cannot write to %s: found a conditional write, expected a plain write"
              .formatted(layout.name()));
    }
    return table;
  }

  /**
   * Writes until each is done or refused.
   *
   * @param open those that are not settled; what is left when this throws was not written
   */
  private void write(List<RowUpdate> open, List<Outcome> outcomes) {
    long deadline = System.nanoTime() + client.limit().toNanos();
    for (int round = 0; !open.isEmpty(); round++) {
      if (round > 0) {
        pause(round, deadline, open.get(0));
      }
      plan(open, outcomes, round > 0);
      withdraw(open, outcomes);
      settle(open, outcomes);
    }
  }

  /** Makes the statements, of rows that were read where need be. */
  private void plan(List<RowUpdate> open, List<Outcome> outcomes, boolean again) {
    List<RowUpdate> unread = new ArrayList<>(0);
    List<CompletableFuture<AsyncResultSet>> reads = new ArrayList<>(0);
    for (RowUpdate each : open) {
      if (again || each.isUnread()) {
        unread.add(each);
        reads.add(client.send(each.read(), Cancellation.NONE));
      }
    }
    List<RowUpdate> refused = new ArrayList<>(0);
    for (RowUpdate each : open) {
      int read = unread.indexOf(each);
      boolean asExpected = read < 0 ? each.plan() : each.plan(row(each, reads.get(read)));
      if (!asExpected) {
        refused.add(each);
      }
    }
    for (RowUpdate each : refused) {
      outcomes.set(each.index, Outcome.REFUSED);
      open.remove(each);
    }
    open.removeIf(each -> each.statement == null);
  }

  private @Nullable StoredRow row(RowUpdate update, CompletableFuture<AsyncResultSet> read) {
    TableLayout layout = update.table.layout();
    Row row;
    try {
      row = read.join().one();
    } catch (RuntimeException e) {
      throw tables.readFailed("write to", layout, e);
    }
    if (row == null) {
      return null;
    }
    TableForm form = update.table.form();
    RowReader reader =
        new RowReader(layout, 0, RowOptions.of(layout.familyNames()).withHistory().withExpired());
    return form.row(reader, row, Reading.all(layout), update.key);
  }

  /** Takes out those whose batches may not be sent any longer. */
  private static void withdraw(List<RowUpdate> open, List<Outcome> outcomes) {
    IdentityHashMap<BooleanSupplier, Boolean> sendable = new IdentityHashMap<>(1);
    open.removeIf(
        each -> {
          boolean may =
              sendable.computeIfAbsent(each.batch.sendable(), BooleanSupplier::getAsBoolean);
          if (!may) {
            outcomes.set(each.index, Outcome.REFUSED);
          }
          return !may;
        });
  }

  /** Sends the statements and notes what became of them; those to try again are left. */
  private void settle(List<RowUpdate> open, List<Outcome> outcomes) {
    List<RowUpdate> sent = List.copyOf(open);
    List<CompletableFuture<AsyncResultSet>> answers = new ArrayList<>(sent.size());
    for (RowUpdate each : sent) {
      BoundStatement statement = each.statement;
      answers.add(
          statement == null
              ? CompletableFuture.failedFuture(new IllegalStateException("no statement"))
              : client.sendOnce(statement));
    }
    for (int index = 0; index < sent.size(); index++) {
      RowUpdate each = sent.get(index);
      Outcome outcome = outcome(each, answers.get(index));
      if (outcome != null) {
        outcomes.set(each.index, outcome);
        open.remove(each);
      }
    }
  }

  /**
   * What became of a statement; null when its batch is to be planned again, since it was not
   * carried out.
   */
  private @Nullable Outcome outcome(RowUpdate update, CompletableFuture<AsyncResultSet> answer) {
    try {
      boolean applied = answer.join().wasApplied();
      update.failure = null;
      if (applied) {
        return Outcome.DONE;
      }
      return update.first().expectedVersion() == WriteBatch.ANY ? null : Outcome.REFUSED;
    } catch (RuntimeException e) {
      update.failure = CassandraErrors.isConditionNotSent(e) ? e : null;
      if (update.failure != null) {
        return null;
      }
      StoreException error = tables.writeFailed(update.table.layout(), e, true);
      return new Outcome(
          error instanceof UnansweredException ? Written.UNANSWERED : Written.REFUSED, error);
    }
  }

  /** Waits a little longer each time; gives up when the time would be over then. */
  private void pause(int round, long deadline, RowUpdate first) {
    long millis = Math.min(1L << Math.min(round, 9), LONGEST_PAUSE_MILLIS);
    String table = first.table.layout().name();
    if (System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis) - deadline >= 0) {
      RuntimeException failure = first.failure;
      throw failure != null
          ? client.errors().ofWrite(table, failure, false)
          : new StoreException(
              "cannot write to table "
                  + table
                  + ": found write conflicts until the timeout, since other writers changed the same row; write again, or raise timeout_seconds");
    }
    if (!CassandraClient.slept(millis)) {
      throw new StoreException(
          "cannot write to table "
              + table
              + ": found the thread interrupted, expected it to wait for the answer; write again");
    }
  }

  void writeTimed(List<? extends TimedWrite> writes) {
    client.requireOpen();
    List<BoundStatement> statements = new ArrayList<>(writes.size());
    for (TimedWrite write : writes) {
      statements.add(timed(conditionalTable(write.layout()), write));
    }
    StoreException refusal = null;
    for (int from = 0; from < statements.size(); from += CONCURRENT) {
      int to = Math.min(from + CONCURRENT, statements.size());
      List<CompletableFuture<AsyncResultSet>> answers =
          statements.subList(from, to).stream().map(client::send).toList();
      for (int index = from; index < to; index++) {
        try {
          AsyncResultSet unused = answers.get(index - from).join();
        } catch (RuntimeException e) {
          StoreException error =
              tables.writeFailed(writes.get(index).layout(), e, !CassandraErrors.isNotSent(e));
          if (!(refusal instanceof UnansweredException)) {
            refusal = error;
          }
        }
      }
      if (refusal != null) {
        throw refusal;
      }
    }
  }

  private static BoundStatement timed(CassandraTable table, TimedWrite write) {
    if (write.timestamp() <= 0) {
      throw new StoreException(
          "cannot write to "
              + table.layout().name()
              + ": found timestamp "
              + write.timestamp()
              + ", expected one above 0");
    }
    if (!(write instanceof TimedWrite.Put put)) {
      return RowUpdate.timedDelete(table, write.key(), write.timestamp());
    }
    RowWrite.Put row = put.row();
    long timestamp = row.head() == null ? write.timestamp() : write.timestamp() - BELOW_CONDITIONS;
    return RowUpdate.timedPut(table, row, timestamp);
  }
}
