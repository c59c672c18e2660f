package keywright.cli.database;

import java.util.concurrent.Callable;
import keywright.cli.console.Console;
import keywright.cli.console.OutputOption;
import keywright.cql.client.CqlClient;
import keywright.table.Database;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code keywright tables}: lists the tables with their keys and indexes. */
@Command(
    name = "tables",
    description = "List the tables, their primary keys and their indexes.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {"  keywright tables", "  keywright tables --db rocksdb:/var/lib/shop --output json"})
public final class TablesCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private ClientOption databaseOption = new ClientOption();
  @Mixin private OutputOption output = new OutputOption();

  public TablesCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    try (CqlClient client = databaseOption.openExistingClient(session -> session)) {
      new StatementPrinter(console, client, output.format()).tables();
      client
          .unwrap(Database.class)
          .ifPresent(database -> BuildDisplay.sayUnfinished(console, database));
    }
    return 0;
  }
}
