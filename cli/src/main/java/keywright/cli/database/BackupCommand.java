package keywright.cli.database;

import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import keywright.cli.console.Console;
import keywright.cli.console.Rendering;
import keywright.table.Database;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code keywright backup}: copies a database to a folder. */
@Command(
    name = "backup",
    description = {
      "Copy all tables and indexes of the database, as they are at one moment, to a folder. The folder is a database that can be opened.",
      "On the same file system the data files are linked, which takes no space."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright backup /backups/monday",
      "  keywright tables --db rocksdb:/backups/monday",
      "  keywright restore /backups/monday --db rocksdb:./restored",
      "",
      "The folder gets its name when the backup is complete. Only one process can have a RocksDB database open, so a running program must make its own backups: database.backup(folder) in Java."
    })
public final class BackupCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(paramLabel = "FOLDER", description = "A folder that does not exist, or an empty one.")
  private Path folder = Path.of("");

  @Mixin private DatabaseOption databaseOption = new DatabaseOption();

  public BackupCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    long start = System.nanoTime();
    try (Database database = databaseOption.openExisting()) {
      database.backup(folder);
      console.say(
          "%s backed up to %s, in %s s"
              .formatted(
                  Rendering.counted(database.tables().size(), "table", "tables"),
                  folder,
                  String.format(Locale.ROOT, "%.1f", (System.nanoTime() - start) / 1e9)));
    }
    return 0;
  }
}
