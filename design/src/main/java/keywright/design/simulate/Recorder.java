package keywright.design.simulate;

/**
 * Receives the events of a replay, in the order in which they happen. A row is identified by its
 * rank: the position of its key in key order, from 0. By default each method does nothing.
 */
public interface Recorder {
  /** A recorder that ignores all events. */
  Recorder NONE = new Recorder() {};

  /** The row with rank {@code rank} was written. */
  default void write(int rank) {}

  /**
   * A query has read the rows with ranks from {@code start}, inclusive, to {@code stop}, exclusive.
   * If {@code start} equals {@code stop}, the query found no row.
   *
   * @param weight the weight of the whole read, which is divided equally among these ranks
   */
  default void read(int start, int stop, double weight) {}

  /**
   * A region was split: one half ends before the rank {@code rank}, the other half starts at this
   * rank.
   */
  default void split(int rank) {}

  /** A window, which is a group of consecutive writes, has ended. */
  default void endWindow() {}
}
