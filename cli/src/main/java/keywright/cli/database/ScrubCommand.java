package keywright.cli.database;

import java.util.concurrent.Callable;
import keywright.cli.console.Console;
import keywright.cli.console.Errors;
import keywright.cli.console.NameMatch;
import keywright.cli.console.Rendering;
import keywright.cli.console.Usage;
import keywright.table.Database;
import keywright.table.model.ScrubOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code keywright scrub}: compares rows with index entries, and repairs differences. */
@Command(
    name = "scrub",
    description =
        "Compare the rows of a table with its index entries and repair differences: missing entries, dangling entries, entries that name another row. Drop tombstones, on engines with single-row atomicity. Count rows that cannot be decoded because another program or a newer release wrote them.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright scrub payment --check",
      "  keywright scrub payment",
      "  keywright scrub payment --move-unreadable payment-unreadable.jsonl",
      "",
      "Exit status: 0 nothing is wrong, or everything is repaired; 1 something is still wrong."
    })
public final class ScrubCommand implements Callable<Integer> {
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

  @Option(
      names = "--move-unreadable",
      paramLabel = "FILE",
      description =
          "Write rows and index entries that cannot be decoded to a new FILE, one JSON object on each line, bytes in hex; then remove them from the table. Not for attached tables.")
  private @Nullable String unreadable;

  @Mixin private DatabaseOption databaseOption = new DatabaseOption();

  public ScrubCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (examples < 0) {
      throw Usage.wrong(spec, "cannot use --examples " + examples + ": expected 0 or more");
    }
    if (check && unreadable != null) {
      throw Usage.wrong(
          spec,
          "found --move-unreadable and --check, expected only one of them, because --check changes nothing");
    }
    try (Database database = databaseOption.openExisting()) {
      String table = NameMatch.resolve(database, name);
      ScrubOptions options = check ? ScrubOptions.CHECK : ScrubOptions.REPAIR;
      boolean isWell = scrub(database, table, options.withExamples(examples));
      BuildDisplay.sayUnfinished(console, database);
      return isWell ? 0 : Errors.REFUSED;
    }
  }

  /** Scrubs one table. Returns false if problems were found and not repaired. */
  private boolean scrub(Database database, String table, ScrubOptions options) {
    ScrubPrinter printer = new ScrubPrinter(console);
    if (unreadable == null) {
      return printer.scrub(database, table, options);
    }
    try (RawRowFile file = new RawRowFile(unreadable)) {
      boolean isWell = printer.scrub(database, table, options.movingUnreadable(file));
      if (file.rows() > 0) {
        console.say(
            "%s: %s moved to %s"
                .formatted(
                    table,
                    Rendering.counted(file.rows(), "unreadable row", "unreadable rows"),
                    file.name()));
      }
      return isWell;
    }
  }
}
