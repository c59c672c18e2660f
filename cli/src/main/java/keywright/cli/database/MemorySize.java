package keywright.cli.database;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keywright.cli.console.Rendering;
import keywright.cli.console.Usage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Sizes of memory in options, as Java's options write them: {@code 64m}, {@code 1g}. */
final class MemorySize {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,9})([kmg]?)");

  /** A sort needs so many bytes at least. */
  private static final long LEAST = 1L << 20;

  private MemorySize() {}

  /**
   * The bytes of a size; empty for no option.
   *
   * @throws picocli.CommandLine.ParameterException for a text that is no size, for less than 1 MiB,
   *     and for more than half of Java's memory
   */
  static OptionalLong parse(@Nullable CommandSpec spec, String option, @Nullable String text) {
    if (text == null) {
      return OptionalLong.empty();
    }
    Matcher size = SIZE.matcher(text.toLowerCase(Locale.ROOT));
    long most = Runtime.getRuntime().maxMemory() / 2;
    long bytes = size.matches() ? Long.parseLong(size.group(1)) << shift(size.group(2)) : 0;
    if (bytes < LEAST) {
      throw Usage.wrong(
          spec,
          "cannot use %s %s: expected a size of 1m or more, such as 64m or 1g"
              .formatted(option, text));
    }
    if (bytes > most) {
      throw Usage.wrong(
          spec,
          "cannot use %s %s: expected at most %sm, half of the memory that Java may use; give Java more memory, such as JAVA_OPTS=-Xmx4g"
              .formatted(option, text, Rendering.number(most >> 20)));
    }
    return OptionalLong.of(bytes);
  }

  private static int shift(String unit) {
    return switch (unit) {
      case "k" -> 10;
      case "m" -> 20;
      case "g" -> 30;
      default -> 0;
    };
  }
}
