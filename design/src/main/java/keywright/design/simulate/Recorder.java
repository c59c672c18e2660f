package keywright.design.simulate;

/** Receives the events of a replay in order. Ranks are those that the replay writes. */
public interface Recorder {
  /** Records nothing. */
  Recorder NONE = new Recorder() {};

  /** The row of {@code rank} was written. */
  default void write(int rank) {}

  /**
   * A query read the rows of the ranks {@code [start, stop)}, or looked for one at {@code start}
   * where they are empty.
   *
   * @param weight what that counts, shared by the ranks alike
   */
  default void read(int start, int stop, double weight) {}

  /** A region ends before {@code rank} from now on, and another starts there. */
  default void split(int rank) {}

  /** A window of rows is over. */
  default void endWindow() {}
}
