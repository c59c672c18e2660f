package keywright.cli.console;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Handles Ctrl-C (SIGINT) and SIGTERM in a command that writes, until it is closed: the current
 * write is finished, a last action runs, and the process ends with status 130 or 143. A second
 * signal ends the process at once. Does nothing if the command runs inside another program.
 *
 * <p>A command runs its writes between {@link #begin} and {@link #end}: the last action runs
 * between two of them, and nothing is written after it.
 */
public final class Interruption implements AutoCloseable {
  /** The lock of writes. It is fair, so a command that writes all the time lets the signal in. */
  private final ReentrantLock writing = new ReentrantLock(true);

  private final Runnable last;
  private final EndingSignals signals;

  /** An interruption that runs {@code last} when a signal comes. */
  public Interruption(Console console, Runnable last) {
    this.last = last;
    this.signals = new EndingSignals(console, this::stop);
  }

  private void stop(int ofSignal) {
    writing.lock(); // For good: nothing is written after the last action.
    try {
      last.run();
    } finally {
      Runtime.getRuntime().halt(ofSignal);
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
    signals.close();
  }
}
