package keywright.examples;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** A program of this room, run as from the command line. */
@FunctionalInterface
interface Program {
  void start(String... arguments);

  /** What {@code program} prints on standard output. */
  static String stdout(Program program, String... arguments) {
    PrintStream stdout = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      program.start(arguments);
    } finally {
      System.setOut(stdout);
    }
    return printed.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }
}
