package keywright.table;

import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import keywright.store.StoreException;
import keywright.table.RowHistories.Outcome;
import keywright.table.model.OutcomeUnknownException;
import keywright.table.model.TableException;

/**
 * What came of calls on an engine whose servers are killed: how many of each kind, how long the
 * longest took, and what is wrong with any of them. Safe for many threads.
 */
final class CallLog {
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
  private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();
  private final AtomicLong longestNanos = new AtomicLong();

  void wrong(String what) {
    wrong.add(what);
  }

  /** What is wrong, in the order in which it was found. */
  Queue<String> wrong() {
    return wrong;
  }

  Duration longest() {
    return Duration.ofNanos(longestNanos.get());
  }

  /** How many calls there were of each kind, by what came of them. */
  Map<String, AtomicLong> counts() {
    return counts;
  }

  void count(String what, long more) {
    counts.computeIfAbsent(what, name -> new AtomicLong()).addAndGet(more);
  }

  /** Does something and says what became of it. */
  Outcome outcome(String what, Runnable call) {
    long start = System.nanoTime();
    try {
      call.run();
      count(what, 1);
      return Outcome.DONE;
    } catch (OutcomeUnknownException e) {
      requireOneLine(e);
      count(what + ", outcome unknown", 1);
      return Outcome.POSSIBLE;
    } catch (TableException | StoreException e) {
      requireOneLine(e);
      count(what + ", refused", 1);
      return Outcome.REFUSED;
    } catch (RuntimeException e) {
      wrong.add(what + ": " + e);
      return Outcome.POSSIBLE;
    } finally {
      longestNanos.accumulateAndGet(System.nanoTime() - start, Math::max);
    }
  }

  private void requireOneLine(RuntimeException e) {
    String message = String.valueOf(e.getMessage());
    if (!message.startsWith("cannot ") || message.contains("\n") || message.length() > 500) {
      wrong.add("a message that is not one line: " + message);
    }
  }
}
