package keywright.cql.server.wire;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What a connection has sent of frames that are not complete. Used by the thread of the connection;
 * {@link #isLate} by any thread.
 */
public final class Incoming {
  /** The longest body before a connection is started, in bytes. Names and passwords are short. */
  static final int STARTING_BODY_MAX = 8_192;

  /** A connection may have so many bytes of incomplete frames that count for nothing. */
  private static final int UNCOUNTED = 16_384;

  private final AtomicLong ofAll;
  private final long ofAllMax;
  private final int startedBodyMax;
  private int bodyMax;
  private int counted;

  /** Whether a frame has begun and is not complete; {@code since} is the time of its beginning. */
  private volatile boolean isIncomplete;

  private volatile long since;

  /**
   * @param ofAll the counted bytes of all connections together
   * @param ofAllMax the most of them
   * @param bodyMax the longest body once the connection is started, in bytes
   */
  Incoming(AtomicLong ofAll, long ofAllMax, int bodyMax) {
    this.ofAll = ofAll;
    this.ofAllMax = ofAllMax;
    this.startedBodyMax = bodyMax;
    this.bodyMax = Math.min(bodyMax, STARTING_BODY_MAX);
  }

  /** Allows bodies of the full length from now on. */
  public void started() {
    bodyMax = startedBodyMax;
  }

  boolean isStarted() {
    return bodyMax == startedBodyMax;
  }

  int bodyMax() {
    return bodyMax;
  }

  /**
   * Says how much of incomplete frames there is now.
   *
   * @param bytes the bytes that wait for others
   * @param isAnother whether a frame was completed since the last call, so that the bytes are of a
   *     later one
   * @return false if there is too much in all connections together
   */
  boolean hold(int bytes, boolean isAnother) {
    if (bytes > 0 && (!isIncomplete || isAnother)) {
      since = System.nanoTime();
    }
    isIncomplete = bytes > 0;
    int before = counted;
    counted = Math.max(0, bytes - UNCOUNTED);
    long now = ofAll.addAndGet(counted - before);
    return counted <= before || now <= ofAllMax;
  }

  /** Says that nothing waits any more. */
  void release() {
    boolean unused = hold(0, false);
  }

  /**
   * Whether a frame is not complete for longer than {@code nanos}.
   *
   * @param now by {@link System#nanoTime}
   */
  public boolean isLate(long now, long nanos) {
    return isIncomplete && now - since > nanos;
  }

  String shownMax() {
    return "%,d".formatted(ofAllMax);
  }
}
