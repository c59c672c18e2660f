package keywright.cli.data;

import keywright.cli.console.Usage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How many wrong lines of a file are skipped. */
public final class SkipBadOption {
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  private long lines;

  @Option(
      names = "--skip-bad",
      paramLabel = "N",
      description = "Report and skip up to N wrong lines instead of stopping at the first.")
  private void setLines(long most) {
    if (most < 0) {
      throw Usage.wrong(spec, "cannot use --skip-bad " + most + ": expected 0 or more");
    }
    lines = most;
  }

  /** The most lines that are skipped; 0 without this option. */
  public long lines() {
    return lines;
  }

  /** What a message about a wrong line says of this option, after so many lines were skipped. */
  static String advice(long skipped) {
    return "--skip-bad %d skips such lines".formatted(most(skipped));
  }

  /** A larger number of lines, for a message. */
  public static long most(long skipped) {
    return Math.max(10, skipped * 10);
  }
}
