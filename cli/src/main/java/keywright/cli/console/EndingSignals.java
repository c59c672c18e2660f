package keywright.cli.console;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.jline.utils.Signals;

/**
 * Handles Ctrl-C (SIGINT) and SIGTERM until it is closed. At other times they end the process as
 * usual. A second signal ends the process at once. Does nothing if the command runs inside another
 * program. Safe for many threads.
 */
final class EndingSignals implements AutoCloseable {
  private static final Map<String, Integer> STATUSES = Map.of("INT", 128 + 2, "TERM", 128 + 15);

  private final Map<String, Object> handlersBefore = new LinkedHashMap<>();
  private final AtomicInteger status = new AtomicInteger();

  /**
   * Handlers of both signals.
   *
   * @param first what is done at the first signal, on a thread of its own, so that the signal is
   *     served also while the command waits for input; it takes the exit status of a process that
   *     ends by this signal
   */
  EndingSignals(Console console, IntConsumer first) {
    if (console.isOfProcess()) {
      STATUSES.forEach(
          (signal, ofSignal) -> {
            Object before = Signals.register(signal, () -> end(ofSignal, first));
            if (before != null) {
              handlersBefore.put(signal, before);
            }
          });
    }
  }

  private void end(int ofSignal, IntConsumer first) {
    if (!status.compareAndSet(0, ofSignal)) {
      Runtime.getRuntime().halt(ofSignal);
    }
    first.accept(ofSignal);
  }

  /** The exit status of the process after a signal, 130 or 143; 0 if no signal has come. */
  int status() {
    return status.get();
  }

  @Override
  public void close() {
    handlersBefore.forEach(Signals::unregister);
    handlersBefore.clear();
  }
}
