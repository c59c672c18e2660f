package keywright.ojai;

/**
 * Whether a store tracks its writes. A write is visible to every query that begins after it. So
 * there is nothing to wait for, and all contexts are the same text. Threads may share it.
 */
final class TrackedWrites {
  private static final String CONTEXT = "keywright";

  private boolean isTracking;

  /**
   * Refuses a context that {@link #end} did not return.
   *
   * @throws IllegalArgumentException if it is another text
   */
  static void check(String context) {
    if (!context.equals(CONTEXT)) {
      throw new IllegalArgumentException(
          "cannot use the context of tracked writes "
              + JsonText.quoted(context)
              + ": expected the text that endTrackingWrites returned; pass this text");
    }
  }

  synchronized void begin() {
    if (isTracking) {
      throw new IllegalStateException(
          "cannot begin tracking writes: found that tracking has begun already, "
              + "expected that it has not; call endTrackingWrites or clearTrackedWrites first");
    }
    isTracking = true;
  }

  /** Ends the tracking and returns the context. */
  synchronized String end() {
    if (!isTracking) {
      throw new IllegalStateException(
          "cannot end tracking writes: found that tracking has not begun, expected "
              + "that it has; call beginTrackingWrites first");
    }
    isTracking = false;
    return CONTEXT;
  }
}
