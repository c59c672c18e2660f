package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The command, run in this process with its streams captured. */
public final class Keywright {
  private Keywright() {}

  /** What a run printed, and its exit status. */
  public record Outcome(int status, String out, String err) {}

  public static Outcome run(String... arguments) {
    return runWith(new byte[0], arguments);
  }

  /** What a command prints that is expected to go well. */
  public static String out(String... arguments) {
    Outcome outcome = run(arguments);
    assertThat(outcome.status()).as(outcome.err()).isZero();
    return outcome.out();
  }

  /** Runs with {@code stdin} as standard input. */
  public static Outcome runWith(String stdin, String... arguments) {
    return runWith(stdin.getBytes(StandardCharsets.UTF_8), arguments);
  }

  public static Outcome runWith(byte[] stdin, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status = Main.run(new ByteArrayInputStream(stdin), out, err, arguments);
    return new Outcome(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
