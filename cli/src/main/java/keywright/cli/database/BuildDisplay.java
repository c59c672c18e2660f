package keywright.cli.database;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import keywright.cli.console.Console;
import keywright.cli.console.LoadProgress;
import keywright.cli.console.Rendering;
import keywright.table.Database;
import keywright.table.model.BuildProgress;
import keywright.table.model.DatabaseProcess;
import org.jspecify.annotations.Nullable;

/**
 * Shows the progress of an index build, and how long a change of declarations waits for other
 * processes. A cancelled statement stops the build; the same CREATE INDEX resumes it later. Until a
 * build begins, nothing is shown. Used by one thread; close it.
 */
public final class BuildDisplay implements Predicate<BuildProgress>, AutoCloseable {
  private static final int PROCESSES_MAX = 3;

  private final Console console;
  private final BooleanSupplier cancelled;
  private @Nullable LoadProgress display;
  private boolean saidWait;

  BuildDisplay(Console console, BooleanSupplier cancelled) {
    this.console = console;
    this.cancelled = cancelled;
  }

  /**
   * Prints a line for each unfinished index build and each unfinished bulk load of the database.
   */
  public static void sayUnfinished(Console console, Database database) {
    for (String table : database.unfinishedLoads()) {
      console.say(
          "the bulk load of %s is not finished, and no other writer can write to the table; repeat the load to resume it, or TRUNCATE the table to discard it"
              .formatted(table));
    }
    for (BuildProgress build : database.unfinishedIndexes()) {
      console.say(
          "index %s of %s is not built completely: %s done; repeat its CREATE INDEX to resume"
              .formatted(build.index(), build.table(), build.rows()));
    }
  }

  @Override
  public boolean test(BuildProgress build) {
    if (build.waitMillis() > 0 && !saidWait) {
      saidWait = true;
      console.say(
          "%s: Keywright waits at most %s s until all processes that have the database open know of the change; these do not know yet: %s"
              .formatted(
                  build.index(),
                  Rendering.number((build.waitMillis() + 999) / 1_000),
                  processes(build.waitsFor())));
    }
    if (build.waitMillis() > 0) {
      return !cancelled.getAsBoolean();
    }
    if (display == null) {
      display =
          LoadProgress.ofRows(console, build.index(), build.rowsEstimated().orElse(-1))
              .resumedAt(build.rowsResumed());
      if (build.rowsResumed() > 0) {
        console.say(
            "%s: resumes after %s rows that are done"
                .formatted(build.index(), Rendering.number(build.rowsResumed())));
      }
    }
    display.at(build.rowsDone(), build.rowsDone());
    return !cancelled.getAsBoolean();
  }

  /** The first few of the processes, as text. */
  private static String processes(List<DatabaseProcess> processes) {
    int more = processes.size() - PROCESSES_MAX;
    return processes.stream()
            .limit(PROCESSES_MAX)
            .map(one -> "process " + one)
            .collect(Collectors.joining("; "))
        + (more > 0 ? "; and %d more".formatted(more) : "");
  }

  @Override
  public void close() {
    if (display != null) {
      display.close();
    }
  }
}
