package keywright.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * The main program of a {@link ForkedServer}: a line on standard output when the server is ready,
 * then a line for each line on standard input. What else is printed goes to the log.
 */
public final class ForkedMain {

  /** What a server does in its process. */
  public interface Server {

    /** What it answers to a line; one line. */
    String answer(String question) throws Exception;
  }

  /** Starts a server. */
  public interface Starter {

    /**
     * Starts it and waits until it can be used.
     *
     * @param ready for what {@link ForkedServer#ready} gives; one line
     */
    Server start(StringBuilder ready) throws Exception;
  }

  private ForkedMain() {}

  /**
   * Runs a server until standard input ends, then deletes {@code folder} and halts: from the first
   * moment on, whatever the server is doing.
   */
  public static void run(Path folder, Starter starter) throws Exception {
    PrintStream answers = System.out;
    System.setOut(System.err);
    CompletableFuture<Server> started = new CompletableFuture<>();
    Thread link = new Thread(() -> answerAll(folder, started, answers), "link to the parent");
    link.start();
    StringBuilder ready = new StringBuilder();
    Server server = starter.start(ready);
    answers.println(ready);
    started.complete(server);
  }

  private static void answerAll(
      Path folder, CompletableFuture<Server> started, PrintStream answers) {
    try (BufferedReader questions =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = questions.readLine(); line != null; line = questions.readLine()) {
        answers.println(started.join().answer(line));
      }
    } catch (Exception e) {
      System.err.println("cannot answer: " + e);
    } finally {
      delete(folder);
      Runtime.getRuntime().halt(0);
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
