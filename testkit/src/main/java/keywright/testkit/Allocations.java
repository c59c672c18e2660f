package keywright.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Measures the bytes that calls allocate after the compiler has optimized them, in a program of
 * {@link Measurements}.
 */
public final class Allocations {
  private static final int ROUNDS = 60;

  private Allocations() {}

  /**
   * Measures each call and prints its name and its bytes, for {@link Measurements#of}.
   *
   * @param calls by name; each takes the number of the call in its round, from 0
   * @param times how often a round makes each call
   */
  public static void print(Map<String, IntConsumer> calls, int times) {
    calls.forEach((name, call) -> System.out.println(name + ": " + perCall(call, times)));
  }

  private static long perCall(IntConsumer call, int times) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long before = threads.getThreadAllocatedBytes(thread);
      for (int i = 0; i < times; i++) {
        call.accept(i);
      }
      least = Math.min(least, (threads.getThreadAllocatedBytes(thread) - before) / times);
    }
    return least;
  }
}
