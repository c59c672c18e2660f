package keywright.cli.console;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Reads the time limits of options, such as {@code 30s}. */
public final class TimeLimit {
  private static final Pattern LIMIT = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

  private TimeLimit() {}

  /**
   * Reads a time limit.
   *
   * @param option the name of the option, for the message
   * @throws picocli.CommandLine.ParameterException if the text is not a time limit
   */
  public static Duration parse(@Nullable CommandSpec spec, String option, String text) {
    Matcher limit = LIMIT.matcher(text);
    if (limit.matches()) {
      long number = Long.parseLong(limit.group(1));
      Duration parsed =
          switch (limit.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            default -> Duration.ofHours(number);
          };
      if (!parsed.isZero()) {
        return parsed;
      }
    }
    throw Usage.wrong(
        spec,
        "cannot use %s %s: expected a number above 0 with its unit ms, s, m or h, such as 30s"
            .formatted(option, text));
  }
}
