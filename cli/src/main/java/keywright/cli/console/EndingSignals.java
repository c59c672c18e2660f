package keywright.cli.console;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jline.utils.Signals;

/**
 * Handles Ctrl-C (SIGINT) and SIGTERM in a command that runs statements: the statement that runs is
 * cancelled, and the command says what it has changed. If no statement runs, the process ends at
 * once. It also ends after ten seconds, and at a second signal. Does nothing if the command runs
 * inside another program. Safe for many threads.
 */
public final class EndingSignals implements AutoCloseable {
  private static final Map<String, Integer> STATUSES = Map.of("INT", 128 + 2, "TERM", 128 + 15);
  private static final int WAIT_SECONDS_MAX = 10;

  private final BooleanSupplier isRunning;
  private final Runnable cancel;
  private final Map<String, Object> handlersBefore = new LinkedHashMap<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile int status;

  /**
   * @param isRunning whether a statement runs
   * @param cancel cancels the statement that runs, and those that begin later
   */
  public EndingSignals(Console console, BooleanSupplier isRunning, Runnable cancel) {
    this.isRunning = isRunning;
    this.cancel = cancel;
    if (console.isOfProcess()) {
      STATUSES.forEach(
          (signal, ofSignal) -> {
            Object before = Signals.register(signal, () -> end(ofSignal));
            if (before != null) {
              handlersBefore.put(signal, before);
            }
          });
    }
  }

  /** The exit status of the process after a signal, 130 or 143; 0 if no signal has come. */
  public int status() {
    return status;
  }

  private void end(int ofSignal) {
    if (status != 0) {
      Runtime.getRuntime().halt(ofSignal);
    }
    status = ofSignal;
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
    handlersBefore.forEach(Signals::unregister);
    handlersBefore.clear();
  }
}
