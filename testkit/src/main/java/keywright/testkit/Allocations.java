package keywright.testkit;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Measures the bytes that calls allocate after the compiler has optimized them. A separate process
 * measures, and waits for its compiler ({@code -Xbatch}).
 */
public final class Allocations {
  private static final int ROUNDS = 60;

  private Allocations() {}

  /**
   * Runs a program that calls {@link #print}, and reads what it prints.
   *
   * @return the bytes of one call, by the name of the call
   * @throws IllegalStateException if a printed line is not a result; the message has all printed
   *     lines
   */
  public static Map<String, Integer> measure(Class<?> program, String... arguments)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xbatch",
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Map<String, Integer> bytes = new LinkedHashMap<>();
    for (String line : printed.lines().toList()) {
      if (!line.matches(".+: [0-9]{1,9}")) {
        throw new IllegalStateException("found other lines than results:\n" + printed);
      }
      int colon = line.lastIndexOf(": ");
      bytes.put(line.substring(0, colon), Integer.parseInt(line.substring(colon + 2)));
    }
    return bytes;
  }

  /**
   * Measures each call and prints its name and its bytes, for {@link #measure}.
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
