package keywright.table;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import keywright.store.RowStamp;
import keywright.store.StoredRow;
import keywright.store.Written;
import keywright.table.write.singlerow.CommitSteps;
import keywright.table.write.singlerow.RowCommit;
import keywright.table.write.singlerow.RowPlan;
import keywright.table.write.singlerow.RowStage;

/** The steps of changes of rows as they should be; a test overrides one. */
class CommitStepsDecorator implements CommitSteps {
  private final CommitSteps steps;

  CommitStepsDecorator(CommitSteps steps) {
    this.steps = steps;
  }

  @Override
  public void read(List<RowCommit> rows, List<RowCommit> unread) {
    steps.read(rows, unread);
  }

  @Override
  public Map<RowCommit, Written> reserve(List<RowCommit> rows) {
    return steps.reserve(rows);
  }

  @Override
  public RowStamp stamp(RowCommit row, RowPlan plan) {
    return steps.stamp(row, plan);
  }

  @Override
  public boolean putEntries(List<RowCommit> rows) {
    return steps.putEntries(rows);
  }

  @Override
  public List<Written> writeRows(List<RowCommit> rows) {
    return steps.writeRows(rows);
  }

  @Override
  public Map<RowCommit, StoredRow> readAgain(List<RowCommit> rows, Instant now) {
    return steps.readAgain(rows, now);
  }

  @Override
  public RowStage settle(
      RowCommit row, RowStage.Sent sent, Written answer, StoredRow again, Instant now) {
    return steps.settle(row, sent, answer, again, now);
  }

  @Override
  public int deleteEntries(List<RowCommit> rows) {
    return steps.deleteEntries(rows);
  }

  @Override
  public void release(List<RowCommit> rows) {
    steps.release(rows);
  }
}
