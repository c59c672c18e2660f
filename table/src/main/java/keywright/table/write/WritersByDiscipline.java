package keywright.table.write;

import java.util.List;
import keywright.key.ErrorCode;
import keywright.store.StoreException;
import keywright.store.stop.Cancellation;
import keywright.table.layout.Reason;
import keywright.table.layout.StoredTable;
import keywright.table.layout.WriteDiscipline;
import keywright.table.model.OutcomeUnknownException;
import keywright.table.model.TableException;

/**
 * The writer of an engine that has plain tables and other tables. It passes each change to the
 * writer for the kind of its table. Safe for many threads.
 */
public final class WritersByDiscipline implements RowWriter {
  private final RowWriter exact;
  private final RowWriter plain;

  /**
   * Makes a writer from the writers of both kinds of tables.
   *
   * @param exact writes the tables that are not plain
   * @param plain writes the plain tables
   */
  public WritersByDiscipline(RowWriter exact, PlainRowWriter plain) {
    this.exact = exact;
    this.plain = plain;
  }

  private static boolean isPlain(RowChange change) {
    return change.table().discipline() == WriteDiscipline.PLAIN;
  }

  @Override
  public Result write(StoredTable table, List<RowChange> changes, Cancellation cancellation) {
    return table.discipline() == WriteDiscipline.PLAIN
        ? plain.write(table, changes, cancellation)
        : exact.write(table, changes, cancellation);
  }

  @Override
  public Together writeTogether(List<RowChange> changes, Cancellation cancellation) {
    long plainly = changes.stream().filter(WritersByDiscipline::isPlain).count();
    if (plainly > 0 && plainly < changes.size()) {
      throw new TableException(
          ErrorCode.UNSUPPORTED,
          "cannot write %d rows in one step: found plain tables and exact tables together, expected tables of one kind; write each row with its own statement, or use BEGIN UNLOGGED BATCH, which writes each row independently"
              .formatted(changes.size()));
    }
    return (plainly > 0 ? plain : exact).writeTogether(changes, cancellation);
  }

  /**
   * Executes changes as {@link RowWriter#writeEach} does. Consecutive changes of the same kind of
   * table are passed on together.
   */
  @Override
  public Each writeEach(List<RowChange> changes, Cancellation cancellation) {
    Each all = new Each();
    int start = 0;
    while (start < changes.size()) {
      boolean plainly = isPlain(changes.get(start));
      int stop = start + 1;
      while (stop < changes.size() && isPlain(changes.get(stop)) == plainly) {
        stop++;
      }
      List<RowChange> run = changes.subList(start, stop);
      if (run.size() == changes.size()) {
        return (plainly ? plain : exact).writeEach(run, cancellation);
      }
      try {
        all.addAll((plainly ? plain : exact).writeEach(run, cancellation));
      } catch (StoreException e) {
        throw start == 0 ? e : failure(changes, start, e);
      }
      start = stop;
    }
    return all;
  }

  private static OutcomeUnknownException failure(
      List<RowChange> changes, int start, StoreException failure) {
    return new OutcomeUnknownException(
        changes.get(0).table().name(),
        "cannot tell which of %d rows are written, or will still be written: the engine failed after the first %d rows, and only their outcome is known; write all of the rows again (%s)"
            .formatted(changes.size(), start, Reason.of(failure)),
        failure);
  }
}
