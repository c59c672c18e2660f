package keywright.design;

import java.util.Set;
import keywright.design.simulate.Verdict.Cause;
import keywright.design.simulate.Verdict.Grade;

/**
 * A data set, a key, and the verdict that is right. Labels follow from how the rows are made, and
 * never from what a verdict was.
 *
 * @param grades the right ones: one, or two neighbours where the data lie between them
 * @param causes the right ones: one, or two where the data show both
 */
record VerdictCase(CorpusRows rows, String key, Set<Grade> grades, Set<Cause> causes) {

  boolean isClean() {
    return !grades.contains(Grade.UNEVEN) && !grades.contains(Grade.HOT);
  }

  /** Whether rows, and not the key alone, are overwritten: an index has no such rows. */
  boolean isOfRows() {
    return causes.contains(Cause.HOT_ROWS);
  }

  @Override
  public String toString() {
    return rows + ": " + key;
  }
}
