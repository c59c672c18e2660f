package keywright.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * The main program of a {@link ForkedServer}. It prints a line on standard output when the server
 * is ready, then one line as the answer to each line of standard input. A server that test JVMs
 * share does the same on each connection. All other output goes to the log.
 */
public final class ForkedMain {

  /** What a server does in its process. */
  public interface Server {

    /** Returns the answer to {@code question}; both are one line. */
    String answer(String question) throws Exception;
  }

  /** Starts a server. */
  public interface Starter {

    /**
     * Starts the server and waits until it can be used.
     *
     * @param ready takes the line that {@link ForkedServer#ready} returns
     */
    Server start(StringBuilder ready) throws Exception;
  }

  private ForkedMain() {}

  /**
   * Runs a server until standard input ends, or, for a shared server, until nobody uses it any
   * more. Then it deletes {@code folder} and halts the JVM at once, even while the server is
   * starting.
   */
  public static void run(Path folder, Starter starter) throws Exception {
    PrintStream answers = System.out;
    System.setOut(System.err);
    Long owner = Long.getLong(SharedServer.OWNER);
    SharedServer shared = owner == null ? null : new SharedServer(folder, owner);
    CompletableFuture<Server> started = new CompletableFuture<>();
    Runnable link = shared == null ? () -> answerAll(started, answers) : shared::awaitEnd;
    new Thread(() -> endAfter(link, folder), "link to the parent").start();
    StringBuilder ready = new StringBuilder();
    Server server = starter.start(ready);
    if (shared == null) {
      answers.println(ready);
      started.complete(server);
    } else {
      shared.serve(ready.toString(), server);
    }
  }

  private static void endAfter(Runnable link, Path folder) {
    try {
      link.run();
    } finally {
      delete(folder);
      Runtime.getRuntime().halt(0);
    }
  }

  private static void answerAll(CompletableFuture<Server> started, PrintStream answers) {
    try {
      answerAll(System.in, answers, started);
    } catch (Exception e) {
      System.err.println("cannot answer: " + e);
    }
  }

  /** Answers each line until there are no more. */
  static void answerAll(InputStream lines, PrintStream answers, Future<Server> server)
      throws Exception {
    BufferedReader questions =
        new BufferedReader(new InputStreamReader(lines, StandardCharsets.UTF_8));
    for (String line = questions.readLine(); line != null; line = questions.readLine()) {
      answers.println(server.get().answer(line));
    }
  }

  /** Deletes a folder, as far as it can: servers may still be writing to it. */
  public static void delete(Path folder) {
    for (int attempt = 0; attempt < 3 && Files.exists(folder); attempt++) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      } catch (IOException | UncheckedIOException e) {
        // Again: something came or went meanwhile.
      }
    }
  }
}
