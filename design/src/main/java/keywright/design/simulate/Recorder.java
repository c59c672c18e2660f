package keywright.design.simulate;

/**
 * Receives the events of a replay in order. A row is identified by its rank, its position from 0 in
 * the order of the keys.
 */
public interface Recorder {
  /** Records nothing. */
  Recorder NONE = new Recorder() {};

  /** The row of {@code rank} was written. */
  default void write(int rank) {}

  /**
   * A query read the rows with ranks {@code [start, stop)}. If {@code start} equals {@code stop},
   * it found no row there.
   *
   * @param weight the weight of the read, divided equally among the ranks
   */
  default void read(int start, int stop, double weight) {}

  /** A region was split: one half ends before {@code rank}, the other starts there. */
  default void split(int rank) {}

  /** A window of rows has ended. */
  default void endWindow() {}
}
