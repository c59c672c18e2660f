package keywright.cli.console;

import java.io.File;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How results reach a terminal: through a pager, and with one line for each value if a row is wider
 * than the terminal. Used by one thread.
 */
public final class Screen {
  /** When a row has one line for each value. */
  public enum Expanded {
    ON,
    OFF,
    /** If a row is wider than the terminal. */
    AUTO;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final boolean isTerminal;
  private final IntSupplier width;
  private final IntSupplier height;
  private final @Nullable String pager;
  private Expanded expanded;
  private boolean isPaged;

  private Screen(
      boolean isTerminal, IntSupplier width, IntSupplier height, @Nullable String pager) {
    this.isTerminal = isTerminal;
    this.width = width;
    this.height = height;
    this.pager = pager;
    this.expanded = isTerminal ? Expanded.AUTO : Expanded.OFF;
    this.isPaged = pager != null;
  }

  /** For output that is no terminal: nothing is paged, and a row may have any width. */
  public static Screen none() {
    return new Screen(false, () -> Integer.MAX_VALUE, () -> Integer.MAX_VALUE, null);
  }

  /**
   * For a terminal.
   *
   * @param width its columns
   * @param height its lines
   * @param environment the environment variables of the process. {@code PAGER} is the pager, none
   *     if empty; {@code less} by default
   */
  public static Screen of(IntSupplier width, IntSupplier height, Map<String, String> environment) {
    String wanted = environment.get("PAGER");
    String pager = null;
    if (wanted != null && !wanted.isBlank()) {
      pager = wanted;
    } else if (wanted == null
        && Terminals.isCapable(environment)
        && isThere("less", environment.getOrDefault("PATH", ""))) {
      pager = "less -FRX";
    }
    return new Screen(true, width, height, pager);
  }

  private static boolean isThere(String command, String path) {
    return Arrays.stream(path.split(File.pathSeparator))
        .anyMatch(folder -> new File(folder, command).canExecute());
  }

  public Expanded expanded() {
    return expanded;
  }

  /** Sets when a row has one line for each value. */
  public void expanded(Expanded newExpanded) {
    expanded = newExpanded;
  }

  public boolean isPaged() {
    return isPaged;
  }

  /**
   * Sets whether long results go to the pager.
   *
   * @throws CliException if there is no terminal or no pager
   */
  public void paged(boolean newPaged) {
    if (newPaged && pager == null) {
      throw new CliException(
          isTerminal
              ? "cannot turn the pager on: found no less and no PAGER, expected one; set PAGER before the shell starts"
              : "cannot turn the pager on: standard output is no terminal; start the shell without a redirection");
    }
    isPaged = newPaged;
  }

  /** The output of one result. The caller must close it. */
  public PagedOutput open(Output out) {
    return new PagedOutput(out, isPaged ? pager : null, height.getAsInt(), width.getAsInt());
  }

  /** Prints one result. */
  public ResultWriter writer(OutputFormat format, Output out) {
    if (format != OutputFormat.TABLE || expanded == Expanded.OFF) {
      return ResultWriter.of(format, out);
    }
    return TableWriter.expanding(out, expanded == Expanded.ON ? 0 : width.getAsInt());
  }
}
