package keywright.cli.database;

import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import keywright.cli.console.CliException;
import keywright.cli.console.Console;
import keywright.cli.console.Errors;
import keywright.cli.console.Rendering;
import keywright.store.StoreException;
import keywright.table.Database;
import keywright.table.model.ScrubOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code keywright restore}: creates a database from a backup. */
@Command(
    name = "restore",
    description = {
      "Create the database of --db, which must not exist, from a backup. The backup does not change."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright restore /backups/monday --db rocksdb:./restored",
      "  keywright restore /backups/monday --db rocksdb:./restored --verify",
      "",
      "Exit status: 0 restored, 1 refused, or --verify found something wrong."
    })
public final class RestoreCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(paramLabel = "FOLDER", description = "A folder that 'backup' has made.")
  private Path folder = Path.of("");

  @Option(
      names = "--verify",
      description =
          "After the restore, compare the rows of every table with its index entries, as 'scrub --check' does.")
  private boolean verify;

  @Mixin private DatabaseOption databaseOption = new DatabaseOption();

  public RestoreCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    long start = System.nanoTime();
    restore();
    try (Database database = databaseOption.open()) {
      console.say(
          "%s restored from %s to %s, in %s s"
              .formatted(
                  Rendering.counted(database.tables().size(), "table", "tables"),
                  folder,
                  databaseOption.url(),
                  String.format(Locale.ROOT, "%.1f", (System.nanoTime() - start) / 1e9)));
      boolean isWell = !verify || isWell(database);
      BuildDisplay.sayUnfinished(console, database);
      return isWell ? 0 : Errors.REFUSED;
    }
  }

  private boolean isWell(Database database) {
    boolean isWell = true;
    try {
      for (String table : database.tables()) {
        isWell &= new ScrubPrinter(console).scrub(database, table, ScrubOptions.CHECK);
      }
    } catch (StoreException e) {
      throw new CliException(
          "%s; %s has the damage of the backup too: delete it before you restore another backup"
              .formatted(Errors.reason(e), databaseOption.url()),
          e);
    }
    return isWell;
  }

  /** What an engine asks to be named otherwise is what --db names. */
  private void restore() {
    String url = databaseOption.databaseUrl();
    try {
      Database.restore(folder, url);
    } catch (StoreException e) {
      String reason = String.valueOf(e.getMessage());
      throw reason.endsWith("; name another folder") ? new CliException(reason + " by --db", e) : e;
    }
  }
}
