package keywright.cli.database;

import java.util.function.Predicate;
import keywright.cli.console.Console;
import keywright.cli.console.LoadProgress;
import keywright.cli.console.Rendering;
import keywright.cli.console.Text;
import keywright.table.Database;
import keywright.table.model.ScrubOptions;
import keywright.table.model.ScrubProgress;
import keywright.table.model.ScrubReport;
import keywright.table.model.ScrubReport.Finding;
import org.jspecify.annotations.Nullable;

/** Scrubs tables and says how far it is and what was found. Used by one thread. */
final class ScrubPrinter {
  private final Console console;

  ScrubPrinter(Console console) {
    this.console = console;
  }

  /** Scrubs one table; false when something is wrong and left so. */
  boolean scrub(Database database, String table, ScrubOptions options) {
    ScrubReport report;
    try (Display display = new Display()) {
      report = database.scrub(table, options.telling(display));
    }
    print(report, options.repairs());
    return report.left() == 0;
  }

  private void print(ScrubReport report, boolean repairs) {
    if (report.isPlain()) {
      console.say(
          report.table()
              + ": nothing to check, since its rows are written without conditions and have no"
              + " index");
      return;
    }
    for (Finding finding : report.findings()) {
      String repaired =
          !repairs
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
                Rendering.counted(report.rows(), "row", "rows"),
                Rendering.counted(report.entries(), "index entry", "index entries"),
                report.findings().isEmpty()
                    ? "nothing is wrong"
                    : report.left() == 0
                        ? "everything is repaired"
                        : Rendering.number(report.left()) + " not repaired"));
    if (report.tombstones() > 0) {
      console.say(
          "%s: %s%s"
              .formatted(
                  report.table(),
                  Rendering.counted(report.tombstones(), "tombstone", "tombstones"),
                  repairs ? ", " + Rendering.number(report.dropped()) + " of them dropped" : ""));
    }
  }

  /** A display for the table, then one for each index, and one for the table's tombstones. */
  private final class Display implements Predicate<ScrubProgress>, AutoCloseable {
    private String reads = "";
    private @Nullable LoadProgress current;
    private boolean saidWait;

    @Override
    public boolean test(ScrubProgress progress) {
      if (progress.waitMillis() > 0) {
        sayWait(progress);
        return true;
      }
      if (current == null || !reads.equals(progress.reads())) {
        close();
        reads = progress.reads();
        current = LoadProgress.ofRows(console, reads, progress.estimated().orElse(-1));
      }
      current.at(progress.done(), progress.done());
      return true;
    }

    private void sayWait(ScrubProgress progress) {
      if (!saidWait) {
        saidWait = true;
        close();
        console.say(
            "%s: Keywright waits at most %s s until no process and no write needs the tombstones of this table"
                .formatted(
                    progress.reads(), Rendering.number((progress.waitMillis() + 999) / 1_000)));
      }
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
