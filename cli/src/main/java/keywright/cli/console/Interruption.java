package keywright.cli.console;

import java.util.concurrent.locks.ReentrantLock;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/**
 * Handles Ctrl-C (SIGINT) in a command that writes: the current write is finished, a last action
 * runs, and the process ends with status 130. This holds from {@link #arm} until {@link #close}; at
 * other times Ctrl-C ends the process as usual.
 *
 * <p>The signal comes on a thread of its own, so that it is served also while the command waits for
 * input. A command runs its writes between {@link #begin} and {@link #end}: the last action runs
 * between two of them, and nothing is written after it.
 */
public final class Interruption implements AutoCloseable {
  private static final String SIGNAL = "INT";
  private static final int STATUS = 128 + 2;

  /** The lock of writes. It is fair, so a command that writes all the time lets the signal in. */
  private final ReentrantLock writing = new ReentrantLock(true);

  private final Console console;
  private @Nullable Object handlerBefore;

  public Interruption(Console console) {
    this.console = console;
  }

  /**
   * Runs {@code last} when the signal comes. Does nothing if the command runs inside another
   * program.
   */
  public void arm(Runnable last) {
    if (console.isOfProcess()) {
      handlerBefore = Signals.register(SIGNAL, () -> stop(last));
    }
  }

  private void stop(Runnable last) {
    writing.lock(); // For good: nothing is written after the last action.
    try {
      last.run();
    } finally {
      Runtime.getRuntime().halt(STATUS);
    }
  }

  /** Begins a write. Waits for ever if the process is about to end. */
  public void begin() {
    writing.lock();
  }

  /** Ends the write that was begun. */
  public void end() {
    writing.unlock();
  }

  @Override
  public void close() {
    if (handlerBefore != null) {
      Signals.unregister(SIGNAL, handlerBefore);
      handlerBefore = null;
    }
  }
}
