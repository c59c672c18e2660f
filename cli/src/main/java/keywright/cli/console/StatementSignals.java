package keywright.cli.console;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Handles Ctrl-C (SIGINT) and SIGTERM in a command that runs statements: the statement that runs is
 * cancelled, and the command says what it has changed. If no statement runs, the process ends at
 * once. It also ends after ten seconds, and at a second signal. Does nothing if the command runs
 * inside another program. Safe for many threads.
 */
public final class StatementSignals implements AutoCloseable {
  private static final int WAIT_SECONDS_MAX = 10;

  private final BooleanSupplier isRunning;
  private final Runnable cancel;
  private final EndingSignals signals;
  private final CountDownLatch ended = new CountDownLatch(1);

  /**
   * Handlers of both signals.
   *
   * @param isRunning whether a statement runs
   * @param cancel cancels the statement that runs, and those that begin later
   */
  public StatementSignals(Console console, BooleanSupplier isRunning, Runnable cancel) {
    this.isRunning = isRunning;
    this.cancel = cancel;
    this.signals = new EndingSignals(console, this::end);
  }

  /** The exit status of the process after a signal, 130 or 143; 0 if no signal has come. */
  public int status() {
    return signals.status();
  }

  private void end(int ofSignal) {
    cancel.run();
    if (!isRunning.getAsBoolean()) {
      System.exit(ofSignal);
    }
    Thread limit = new Thread(() -> endLate(ofSignal), "keywright-signal");
    limit.setDaemon(true);
    limit.start();
  }

  private void endLate(int ofSignal) {
    try {
      if (!ended.await(WAIT_SECONDS_MAX, TimeUnit.SECONDS)) {
        Runtime.getRuntime().halt(ofSignal);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    ended.countDown();
    signals.close();
  }
}
