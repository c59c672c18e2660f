package keywright.cli.database;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import keywright.cli.console.CliException;
import keywright.cli.console.Console;
import keywright.cli.console.Interruption;
import keywright.cli.console.LoadProgress;
import keywright.cli.console.NameMatch;
import keywright.cli.console.Rendering;
import keywright.cli.console.Usage;
import keywright.table.Database;
import keywright.table.DatabaseCopy;
import keywright.table.model.CopyProgress;
import keywright.table.model.CopyReport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code keywright copy}: copies tables from one database to another. */
@Command(
    name = "copy",
    description = {
      "Copy tables to another database, also of another engine: declarations, rows with their times, and indexes.",
      "To resume an interrupted copy, run the same command again. At the end"
          + " both sides are read and compared."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright copy --from rocksdb:./shop --to hbase:zk1.example.org/shop",
      "  keywright copy --from rocksdb:./shop --to rocksdb:./other --tables customer,payment",
      "  keywright copy --from rocksdb:./shop --to hbase:zk1.example.org/shop --compare",
      "",
      "Exit status: 0 both sides are the same, 1 they differ or the copy was refused."
    })
public final class CopyCommand implements Callable<Integer> {
  private static final String COMMAND = "keywright copy";

  private final Console console;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--from",
      paramLabel = "URL",
      required = true,
      description = "The database to copy, which must exist.")
  private String from = "";

  @Option(
      names = "--to",
      paramLabel = "URL",
      required = true,
      description = "The database to copy to; it is created if it does not exist.")
  private String to = "";

  @Option(
      names = "--tables",
      paramLabel = "TABLE",
      split = ",",
      description = "Only these tables (default: all).")
  private List<String> tables = new ArrayList<>();

  @Option(names = "--compare", description = "Copy nothing, only compare both sides.")
  private boolean compare;

  @Option(
      names = "--from-config",
      paramLabel = "FILE",
      description = "A configuration of the source's client, such as hbase-site.xml.")
  private @Nullable String fromConfig;

  @Option(
      names = "--to-config",
      paramLabel = "FILE",
      description = "A configuration of the target's client.")
  private @Nullable String toConfig;

  @Mixin private SkipUnreadableOption unreadable = new SkipUnreadableOption();

  public CopyCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (from.equals(to)) {
      throw Usage.wrong(spec, "cannot copy " + from + " into itself: expected another --to");
    }
    try (Database source =
        DatabaseOption.openExisting(COMMAND, DatabaseOption.url(from, fromConfig))) {
      List<String> named = new ArrayList<>();
      for (String name : tables) {
        // Refused before the target is made.
        named.add(source.table(NameMatch.resolve(source, name)).definition().name());
      }
      copy(source, named);
    }
    return 0;
  }

  private void copy(Database source, List<String> named) {
    try (Database target = target(DatabaseOption.url(to, toConfig));
        Display display = new Display();
        Interruption unused = new Interruption(console, this::sayInterrupted)) {
      DatabaseCopy copy =
          named.isEmpty()
              ? DatabaseCopy.ofAll(source, target)
              : DatabaseCopy.of(source, target, named);
      if (!copy.isOfOneMoment()) {
        console.say(
            from
                + " has no snapshots: rows that are written there during the copy may be reported as different");
      }
      if (unreadable.isGiven()) {
        copy = copy.skippingUnreadable();
      }
      List<CopyReport> reports = compare ? copy.compare(display) : copy.run(display);
      display.close();
      reports.forEach(this::say);
      reports.stream().filter(report -> !report.isSame()).findFirst().ifPresent(this::refuse);
    }
  }

  private Database target(String url) {
    return compare ? DatabaseOption.openExisting(COMMAND, url) : DatabaseOption.open(COMMAND, url);
  }

  private void sayInterrupted() {
    console.say(
        compare
            ? "the comparison is interrupted; nothing is changed"
            : "the copy is interrupted; run the same command again to resume it");
  }

  private void say(CopyReport report) {
    console.say(
        "%s: %s at the source, %s at the target, %s"
            .formatted(
                report.table(),
                Rendering.counted(report.rowsAtSource(), "row", "rows"),
                Rendering.number(report.rowsAtTarget()),
                report.isSame()
                    ? "all the same"
                    : Rendering.number(report.differences()) + " of them different"));
    if (report.rowsUnreadable() > 0) {
      console.say(
          "%s: %s at the source skipped, because %s cannot be read; 'keywright scrub %s --check' shows the row keys"
              .formatted(
                  report.table(),
                  Rendering.counted(report.rowsUnreadable(), "row", "rows"),
                  report.rowsUnreadable() == 1 ? "it" : "they",
                  report.table()));
    }
  }

  private void refuse(CopyReport report) {
    throw new CliException(
        "cannot confirm the copy of table %s: %s; %s"
            .formatted(
                report.table(),
                report.firstDifference().orElse("it differs"),
                "drop the table at the target and copy it again, while nobody writes to either side"));
  }

  /**
   * Shows the progress of the copy: for each table first the copied rows, then the compared rows.
   */
  private final class Display implements Consumer<CopyProgress>, AutoCloseable {
    private @Nullable CopyProgress shown;
    private @Nullable LoadProgress display;

    @Override
    public void accept(CopyProgress progress) {
      LoadProgress current = display;
      if (current == null || shown == null || !isSameWork(shown, progress)) {
        close();
        current = begin(progress);
        display = current;
      }
      current.at(progress.rowsDone(), progress.rowsDone());
      shown = progress;
    }

    private boolean isSameWork(CopyProgress before, CopyProgress now) {
      return before.table().equals(now.table()) && before.comparing() == now.comparing();
    }

    private LoadProgress begin(CopyProgress progress) {
      if (progress.rowsResumed() > 0) {
        console.say(
            "%s: resumes after %s, which %s copied"
                .formatted(
                    progress.table(),
                    Rendering.counted(progress.rowsResumed(), "row", "rows"),
                    progress.rowsResumed() == 1 ? "is" : "are"));
      }
      return LoadProgress.ofRows(
              console,
              progress.comparing() ? progress.table() + ", compared" : progress.table(),
              progress.rowsEstimated().orElse(-1))
          .resumedAt(progress.rowsResumed());
    }

    /** Reports what was copied, once a table is finished. */
    @Override
    public void close() {
      LoadProgress current = display;
      CopyProgress last = shown;
      display = null;
      if (current == null || last == null) {
        return;
      }
      current.close();
      long rows = last.rowsDone() - last.rowsResumed();
      if (!last.comparing()) {
        console.say(
            "%s: %s copied, in %s s (%s rows/s)"
                .formatted(
                    last.table(),
                    Rendering.counted(rows, "row", "rows"),
                    String.format(Locale.ROOT, "%.1f", current.seconds()),
                    Rendering.number(Math.round(rows / Math.max(1e-3, current.seconds())))));
      }
    }
  }
}
