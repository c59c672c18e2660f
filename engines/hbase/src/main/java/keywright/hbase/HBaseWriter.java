package keywright.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import keywright.key.Key;
import keywright.store.CellCodec;
import keywright.store.RowHead;
import keywright.store.RowWrite;
import keywright.store.StoreException;
import keywright.store.TableLayout;
import keywright.store.TimedWrite;
import keywright.store.UnansweredException;
import keywright.store.WriteBatch;
import keywright.store.Written;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;

/**
 * Writes rows, many in one call. A batch is one mutation of its row, on the condition that its
 * stamp is the one that was read: by the batch's writer, or here.
 *
 * <p>HBase's client does not repeat these: a repetition would find its own write, and could not be
 * told from one that came too late. What was not carried out for certain, as {@link CallFailure}
 * says, is sent again from here after a pause, for as long as an operation may take; any other
 * failure is the caller's to know. Before each send, the first and every later one, come in this
 * order: the regions are found, the batch is asked whether it may be sent, the time is looked at.
 * Safe for many threads.
 */
final class HBaseWriter {
  /** After what HBase did not carry out, unless it says how long to wait; longer and longer. */
  private static final long FIRST_PAUSE_MILLIS = 50;

  /** After another has written the row first; longer and longer. */
  private static final long FIRST_CONFLICT_PAUSE_MILLIS = 1;

  private static final long LONGEST_PAUSE_MILLIS = 2_000;
  private static final int DOUBLINGS_MAX = 10;

  private final HBaseClient client;

  HBaseWriter(HBaseClient client) {
    this.client = client;
  }

  boolean write(WriteBatch batch) {
    List<UnansweredException> unanswered = new ArrayList<>(1);
    Written written = write(List.of(batch), unanswered).get(0);
    if (written == Written.UNANSWERED) {
      throw unanswered.get(0);
    }
    return written == Written.DONE;
  }

  List<Written> writeEach(List<WriteBatch> batches) {
    return write(batches, new ArrayList<>());
  }

  private List<Written> write(List<WriteBatch> batches, List<UnansweredException> unanswered) {
    client.requireOpen();
    List<Written> written = new ArrayList<>(batches.size());
    List<WriteStep> steps = new ArrayList<>(batches.size());
    for (WriteBatch batch : batches) {
      if (!batch.isEmpty()) {
        steps.add(step(written.size(), batch));
      }
      written.add(Written.DONE);
    }
    long deadline = System.nanoTime() + client.limit().toNanos();
    for (int round = 0; !steps.isEmpty(); round++) {
      if (round > 0) {
        pause(pauseMillis(steps, round), deadline, written, steps);
      }
      List<WriteStep> located;
      try {
        plan(steps, written);
        located = locate(steps);
        withdraw(steps, written);
      } catch (StoreException e) {
        throw told(written, steps, e);
      }
      located.retainAll(steps);
      if (System.nanoTime() - deadline >= 0) {
        throw givenUp(written, steps);
      }
      settle(send(located), steps, written, unanswered);
    }
    return written;
  }

  /** Reads the rows of the steps that have no mutation, and makes it. */
  private void plan(List<WriteStep> steps, List<Written> written) {
    List<WriteStep> unplanned = steps.stream().filter(step -> step.mutation == null).toList();
    read(unplanned);
    for (WriteStep step : unplanned) {
      written.set(step.index, plan(step) ? Written.DONE : Written.REFUSED);
    }
    steps.removeIf(step -> step.mutation == null);
  }

  /** Takes out the steps whose batches may not be sent any longer. */
  private static void withdraw(List<WriteStep> steps, List<Written> written) {
    IdentityHashMap<BooleanSupplier, Boolean> sendable = new IdentityHashMap<>();
    steps.removeIf(
        step -> {
          boolean may =
              sendable.computeIfAbsent(step.batch.sendable(), BooleanSupplier::getAsBoolean);
          if (!may) {
            written.set(step.index, Written.REFUSED);
          }
          return !may;
        });
  }

  /** How long to wait before these are sent again. */
  private static long pauseMillis(List<WriteStep> steps, int round) {
    long longest = 0;
    for (WriteStep step : steps) {
      CallFailure failure = step.failure;
      long first = failure == null ? FIRST_CONFLICT_PAUSE_MILLIS : FIRST_PAUSE_MILLIS;
      long told = failure == null ? 0 : failure.waitMillis();
      long backoff = Math.min(first << Math.min(round - 1, DOUBLINGS_MAX), LONGEST_PAUSE_MILLIS);
      longest = Math.max(longest, told > 0 ? told : backoff);
    }
    return longest;
  }

  /** Waits; gives up at once when the time would be over then. */
  private void pause(long millis, long deadline, List<Written> written, List<WriteStep> open) {
    if (System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis) - deadline >= 0) {
      throw givenUp(written, open);
    }
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw told(
          written,
          open,
          new StoreException(
              "cannot write to table "
                  + open.get(0).table.layout().name()
                  + ": found the thread interrupted while it waited for HBase; write again",
              e));
    }
  }

  /** Why a call ends whose time is over; these steps are not written. */
  private StoreException givenUp(List<Written> written, List<WriteStep> open) {
    WriteStep first = open.get(0);
    String table = first.table.layout().name();
    CallFailure failure = first.failure;
    return told(
        written,
        open,
        failure != null
            ? client.errors().ofGivenUp(table, failure)
            : new StoreException(
                "cannot write to table "
                    + table
                    + ": found write conflicts or slow reads until the timeout, expected to write before another writer changes the row; write again, or raise timeout_seconds"));
  }

  /**
   * Why a call is given up; that nobody knows what became of it when rows of it are written, or may
   * be.
   *
   * @param open those that are not written for certain
   */
  private static StoreException told(
      List<Written> written, List<WriteStep> open, StoreException why) {
    Set<Integer> left = open.stream().map(step -> step.index).collect(Collectors.toSet());
    for (int index = 0; index < written.size(); index++) {
      if (written.get(index) != Written.REFUSED && !left.contains(index)) {
        return new UnansweredException(
            "cannot tell which of "
                + written.size()
                + " rows were written: "
                + HBaseErrors.firstLine(why),
            why);
      }
    }
    return why;
  }

  private WriteStep step(int index, WriteBatch batch) {
    if (!batch.isOfOneRow()) {
      throw new StoreException(
          "cannot write a batch of "
              + batch.size()
              + " writes: found several rows, expected one row, since HBase changes only one row atomically; write each row with its own batch");
    }
    RowWrite first = batch.writes().get(0);
    HBaseTable table = client.table(first.layout());
    byte[] rowKey = rowKey(first.layout(), first.key());
    WriteStep step = new WriteStep(index, batch, table, rowKey);
    step.change = table.change(rowKey, batch);
    return step;
  }

  private static byte[] rowKey(TableLayout layout, Key key) {
    byte[] rowKey = layout.keySchema().encode(key);
    int most = HBaseEngine.MAX_KEY_LENGTH;
    if (rowKey.length > most || rowKey.length == 0) {
      throw new StoreException(
          "cannot write to "
              + layout.name()
              + ": found a row key of "
              + rowKey.length
              + " bytes, expected "
              + (rowKey.length == 0 ? "at least 1" : "at most " + most));
    }
    return rowKey;
  }

  /** Reads the rows of the steps that do not know theirs. */
  private void read(List<WriteStep> steps) {
    Map<HBaseTable, List<WriteStep>> unknown = new LinkedHashMap<>();
    for (WriteStep step : steps) {
      if (step.change == null) {
        unknown.computeIfAbsent(step.table, table -> new ArrayList<>()).add(step);
      }
    }
    unknown.forEach(
        (table, ofTable) -> {
          List<Get> gets = ofTable.stream().map(step -> table.getForWrite(step.rowKey)).toList();
          List<Result> rows =
              client.read(table.layout().name(), "write to", () -> table.calls().getAll(gets));
          for (int index = 0; index < rows.size(); index++) {
            WriteStep step = ofTable.get(index);
            step.change = table.change(step.rowKey, rows.get(index));
          }
        });
  }

  /** Makes the mutation of a step; false when the row is not as expected. */
  private boolean plan(WriteStep step) {
    PlannedRow change = Objects.requireNonNull(step.change);
    step.mutation = null;
    for (RowWrite write : step.batch.writes()) {
      if (!change.apply(write, step.batch.nowMillis())) {
        return false;
      }
    }
    try {
      step.mutation = change.mutation(client.maxCellLength());
      return true;
    } catch (IOException e) {
      throw new StoreException(
          "cannot write to " + step.table.layout().name() + ": found " + HBaseErrors.told(e), e);
    }
  }

  /** Finds the regions of the steps; gives those whose region is found, the others fail. */
  private List<WriteStep> locate(List<WriteStep> steps) {
    List<WriteStep> located = new ArrayList<>(steps.size());
    byTable(steps)
        .forEach(
            (table, ofTable) -> {
              String name = table.layout().name();
              List<HBaseClient.Answer> answers =
                  client.locate(
                      client.name(table.layout()),
                      ofTable.stream().map(step -> step.rowKey).toList());
              for (int index = 0; index < answers.size(); index++) {
                Exception error = answers.get(index).error();
                WriteStep step = ofTable.get(index);
                step.failure = error == null ? null : CallFailure.ofLocation(error);
                if (step.failure == null) {
                  located.add(step);
                } else if (!step.failure.kind().isRetriable()) {
                  throw client.errors().ofWrite(client, name, Objects.requireNonNull(error));
                }
              }
            });
    return located;
  }

  private static Map<HBaseTable, List<WriteStep>> byTable(List<WriteStep> steps) {
    Map<HBaseTable, List<WriteStep>> byTable = new LinkedHashMap<>();
    for (WriteStep step : steps) {
      byTable.computeIfAbsent(step.table, table -> new ArrayList<>()).add(step);
    }
    return byTable;
  }

  /** Sends the mutations, at once, and waits for what becomes of each. */
  private Map<WriteStep, HBaseClient.Answer> send(List<WriteStep> steps) {
    List<WriteStep> sent = new ArrayList<>(steps.size());
    List<CompletableFuture<CheckAndMutateResult>> calls = new ArrayList<>(steps.size());
    byTable(steps)
        .forEach(
            (table, ofTable) -> {
              sent.addAll(ofTable);
              calls.addAll(table.send(ofTable.stream().map(step -> step.mutation).toList()));
            });
    List<HBaseClient.Answer> answers = HBaseClient.answers(calls, client.callLimit());
    Map<WriteStep, HBaseClient.Answer> byWriteSteps = new LinkedHashMap<>();
    for (int index = 0; index < sent.size(); index++) {
      byWriteSteps.put(sent.get(index), answers.get(index));
    }
    return byWriteSteps;
  }

  /**
   * Notes what became of steps.
   *
   * @param steps those to try again are left: with their mutation those that were not carried out,
   *     without it those that expect nothing and found another row than they read
   */
  private void settle(
      Map<WriteStep, HBaseClient.Answer> answers,
      List<WriteStep> steps,
      List<Written> written,
      List<UnansweredException> unanswered) {
    List<StoreException> refusals = new ArrayList<>(0);
    answers.forEach(
        (step, answer) -> {
          Exception error = answer.error();
          step.failure = error == null ? null : CallFailure.of(error);
          if (step.failure == null) {
            boolean again = !isDone(answer) && step.first().expectedVersion() == WriteBatch.ANY;
            if (again) {
              step.change = null;
              step.mutation = null;
            } else {
              written.set(step.index, isDone(answer) ? Written.DONE : Written.REFUSED);
              steps.remove(step);
            }
          } else if (!step.failure.kind().isRetriable()) {
            StoreException told =
                client
                    .errors()
                    .ofWrite(client, step.table.layout().name(), Objects.requireNonNull(error));
            steps.remove(step);
            if (told instanceof UnansweredException noAnswer) {
              written.set(step.index, Written.UNANSWERED);
              unanswered.add(noAnswer);
            } else {
              written.set(step.index, Written.REFUSED);
              refusals.add(told);
            }
          }
        });
    if (!refusals.isEmpty()) {
      throw told(written, steps, refusals.get(0));
    }
  }

  private static boolean isDone(HBaseClient.Answer answer) {
    return ((CheckAndMutateResult) Objects.requireNonNull(answer.value())).isSuccess();
  }

  void writeTimed(List<? extends TimedWrite> writes) {
    client.requireOpen();
    Map<HBaseTable, List<Row>> byTable = new LinkedHashMap<>();
    for (TimedWrite write : writes) {
      HBaseTable table = client.table(write.layout());
      byTable.computeIfAbsent(table, each -> new ArrayList<>()).add(mutation(table, write));
    }
    List<String> names = new ArrayList<>(writes.size());
    List<CompletableFuture<?>> calls = new ArrayList<>(writes.size());
    byTable.forEach(
        (table, rows) -> {
          rows.forEach(row -> names.add(table.layout().name()));
          calls.addAll(table.sendAll(rows));
        });
    List<HBaseClient.Answer> answers = HBaseClient.answers(calls, client.limit());
    StoreException refusal = null;
    for (int index = 0; index < answers.size(); index++) {
      Exception error = answers.get(index).error();
      if (error != null && !(refusal instanceof UnansweredException)) {
        refusal = client.errors().ofWrite(client, names.get(index), error);
      }
    }
    if (refusal != null) {
      throw refusal;
    }
  }

  private Row mutation(HBaseTable table, TimedWrite write) {
    byte[] rowKey = rowKey(write.layout(), write.key());
    long version = write.timestamp();
    if (version <= 0 || version % HBaseTable.VERSION_STEP != 0) {
      throw new StoreException(
          "cannot write to "
              + write.layout().name()
              + ": found timestamp "
              + version
              + ", expected a positive multiple of "
              + HBaseTable.VERSION_STEP);
    }
    long timestamp = HBaseTable.timestamp(version);
    if (!(write instanceof TimedWrite.Put put)) {
      return new Delete(rowKey, timestamp);
    }
    Put row = new Put(rowKey, timestamp);
    RowHead head = put.row().head();
    if (head != null) {
      row.addColumn(table.family(0), HBaseTable.STAMP, HBaseTable.bytes(head.stamp()));
    }
    Delete others = new Delete(rowKey, timestamp - 1);
    for (int family = 0; family < write.layout().families().size(); family++) {
      byte[] value = CellCodec.merge(put.row(), family, rowKey, null, 0);
      if (value == null) {
        others.addFamily(table.family(family), timestamp - 1);
      } else {
        table.requireLength(family, rowKey, value, client.maxCellLength());
        row.addColumn(table.family(family), HBaseTable.VALUE, value);
      }
    }
    try {
      return others.isEmpty() ? row : RowMutations.of(List.of(others, row));
    } catch (IOException e) {
      throw new IllegalStateException(e); // Both are of one row.
    }
  }
}
