package keywright.cli.database;

import java.util.concurrent.Callable;
import keywright.cli.console.Console;
import keywright.cli.console.Rendering;
import keywright.cli.console.Text;
import keywright.store.EngineTable;
import keywright.table.Database;
import keywright.table.model.Leftovers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code keywright admin clean}: removes leftover tables and registrations of killed processes. */
@Command(
    name = "clean",
    description =
        "Remove tables of the engine that the catalog does not name, and the registrations of"
            + " processes that were killed. Asks every process that is registered to read the catalog"
            + " again, and waits for the answers as CREATE INDEX does; processes that answer stay registered.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {"  keywright admin clean --db hbase:zk1.example.org/shop"})
public final class AdminClean implements Callable<Integer> {
  private final Console console;
  private boolean saidWait;

  @Mixin private DatabaseOption databaseOption = new DatabaseOption();

  public AdminClean(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    try (Database database = databaseOption.openExisting()) {
      Leftovers removed = database.removeLeftovers(this::sayWait);
      for (EngineTable table : removed.tables()) {
        console.out().line("table " + Text.escape(table.name()) + " dropped");
      }
      for (Leftovers.Registered one : removed.processes()) {
        console.out().line("process " + Text.escape(one.process().toString()) + " removed");
      }
      if (removed.tables().isEmpty() && removed.processes().isEmpty()) {
        console.say(
            "nothing to remove: found no leftover tables and no registrations of killed processes");
      }
    }
    return 0;
  }

  private boolean sayWait(long millis) {
    if (!saidWait) {
      saidWait = true;
      console.say(
          "Keywright waits at most %s s until every registered process has read the catalog"
              .formatted(Rendering.number((millis + 999) / 1_000)));
    }
    return true;
  }
}
