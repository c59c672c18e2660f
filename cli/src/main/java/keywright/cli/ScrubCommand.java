package keywright.cli;

import java.util.concurrent.Callable;
import java.util.function.Predicate;
import keywright.table.Database;
import keywright.table.ScrubOptions;
import keywright.table.ScrubProgress;
import keywright.table.ScrubReport;
import keywright.table.ScrubReport.Finding;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code keywright scrub}: rows against index entries. */
@Command(
    name = "scrub",
    description =
        "Compare the rows of a table with the entries of its indexes and repair what differs: rows"
            + " without entry, entries without row, entries that lead to another row.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright scrub payment --check",
      "  keywright scrub payment",
      "",
      "Exit status: 0 nothing is wrong any more, 1 something is."
    })
final class ScrubCommand implements Callable<Integer> {
  private final Console console;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "TABLE", description = "The table; its indexes are scrubbed with it.")
  private String name = "";

  @Option(names = "--check", description = "Only report, repair nothing.")
  private boolean check;

  @Option(
      names = "--examples",
      paramLabel = "N",
      defaultValue = "5",
      description = "Show up to N examples of each kind (default: 5).")
  private int examples;

  @Mixin private DatabaseOption databaseOption = new DatabaseOption();

  ScrubCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (examples < 0) {
      throw Usage.wrong(spec, "cannot use --examples " + examples + ": expected 0 or more");
    }
    try (Database database = databaseOption.openExisting();
        Display display = new Display()) {
      ScrubOptions options = check ? ScrubOptions.CHECK : ScrubOptions.REPAIR;
      ScrubReport report =
          database.scrub(
              Names.resolve(database, name), options.withExamples(examples).telling(display));
      print(report);
      BuildDisplay.sayUnfinished(console, database);
      return report.left() == 0 ? 0 : Errors.REFUSED;
    }
  }

  private void print(ScrubReport report) {
    for (Finding finding : report.findings()) {
      String repaired =
          check
              ? ""
              : finding.repaired() == finding.found()
                  ? ", repaired"
                  : ", " + Rendering.number(finding.repaired()) + " repaired";
      console
          .out()
          .line(
              Text.escape(
                  finding.index() + ": " + finding.kind().count(finding.found()) + repaired));
      for (String example : finding.examples()) {
        console.out().line("  " + Text.escape(example));
      }
    }
    console.say(
        "%s: %s and %s read, %s"
            .formatted(
                report.table(),
                counted(report.rows(), "row", "rows"),
                counted(report.entries(), "index entry", "index entries"),
                report.findings().isEmpty()
                    ? "nothing is wrong"
                    : report.left() == 0
                        ? "everything is repaired"
                        : Rendering.number(report.left()) + " wrong"));
  }

  private static String counted(long count, String one, String many) {
    return Rendering.number(count) + " " + (count == 1 ? one : many);
  }

  /** A display for the table, then one for each index. */
  private final class Display implements Predicate<ScrubProgress>, AutoCloseable {
    private String reads = "";
    private @Nullable LoadProgress current;

    @Override
    public boolean test(ScrubProgress progress) {
      if (current == null || !reads.equals(progress.reads())) {
        close();
        reads = progress.reads();
        current = LoadProgress.ofRows(console, reads, progress.estimated().orElse(-1));
      }
      current.at(progress.done(), progress.done());
      return true;
    }

    @Override
    public void close() {
      if (current != null) {
        current.close();
        current = null;
      }
    }
  }
}
