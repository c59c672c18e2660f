package keywright.cql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import keywright.key.KeyException;
import keywright.table.Database;
import keywright.table.model.Change;
import keywright.table.model.ChangeResult;
import keywright.table.model.Names;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import org.antlr.v4.runtime.Token;

/** Carries out the statements of a batch. Used by one thread. */
final class BatchRunner {
  private final Database database;

  BatchRunner(Database database) {
    this.database = database;
  }

  /**
   * A statement of a batch.
   *
   * @param start where it begins in {@code source}
   */
  record Part(Source source, Token start, ChangeReader.Write write) {

    /**
     * The same statement with the write time of its batch.
     *
     * @param number of the statement in its batch, from 1
     */
    Part withTime(Using using, int number) {
      try {
        List<Change> timed = new ArrayList<>();
        for (Change change : write.changes()) {
          if (change.using().hasTimestamp()) {
            throw new TableException(
                "cannot %s %s: found USING TIMESTAMP in the statement and after BEGIN BATCH, expected only one of them"
                    .formatted(change.kind().verb(), shown(change.table())));
          }
          timed.add(change.using(new Using(using.timestampMicros(), change.using().ttlSeconds())));
        }
        return new Part(
            source, start, new ChangeReader.Write(timed, write.isConditional(), write.shown()));
      } catch (TableException e) {
        throw source.refusedInBatch(start, number, String.valueOf(e.getMessage()), e);
      }
    }
  }

  /** The name of a table as it was written: the default keyspace is left out. */
  private static String shown(String table) {
    return Names.keyspace(table).equals(Names.DEFAULT_KEYSPACE) ? Names.unqualified(table) : table;
  }

  /**
   * @param isUnlogged whether each change is made for itself where the engine has no atomic batches
   */
  Result run(List<Part> parts, boolean isUnlogged) {
    List<ChangeReader.Write> writes = parts.stream().map(Part::write).toList();
    List<Change> changes = new ArrayList<>();
    List<Integer> statementOf = new ArrayList<>();
    for (int i = 0; i < writes.size(); i++) {
      for (Change change : writes.get(i).changes()) {
        changes.add(change);
        statementOf.add(i);
      }
    }
    boolean conditional = writes.stream().anyMatch(ChangeReader.Write::isConditional);
    boolean separately = isUnlogged && !conditional && !database.hasAtomicBatches();
    ChangeResult result;
    try {
      result = separately ? each(changes) : database.apply(changes);
    } catch (TableException | KeyException e) {
      int change = e instanceof TableException refused ? refused.change() : -1;
      if (change < 0 && changes.size() != 1) {
        throw e;
      }
      int statement = statementOf.get(Math.max(0, change));
      // Without its place among the changes; that of one that is made separately says what is
      // written.
      Throwable plain = separately || change < 0 || e.getCause() == null ? e : e.getCause();
      Part refused = parts.get(statement);
      throw refused.source.refusedInBatch(
          refused.start, statement + 1, String.valueOf(plain.getMessage()), e);
    }
    if (!conditional) {
      return Result.message(
          "batch applied: %s changed".formatted(Counts.rows(result.rowsChanged())),
          result.rowsChanged());
    }
    if (result.applied()) {
      return Result.applied();
    }
    int unmet = statementOf.get(result.unmet());
    return Result.notApplied(unmet + 1, writes.get(unmet).shown(), result.found());
  }

  /** Changes without conditions, each for itself. */
  private ChangeResult each(List<Change> changes) {
    long changed = 0;
    for (ChangeResult result : database.applyEach(changes)) {
      changed += result.rowsChanged();
    }
    return new ChangeResult(true, changed, -1, Optional.empty());
  }
}
