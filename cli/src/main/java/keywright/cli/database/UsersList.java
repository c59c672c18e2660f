package keywright.cli.database;

import java.util.concurrent.Callable;
import keywright.cli.console.Console;
import keywright.cli.console.OutputOption;
import keywright.cli.console.ResultWriter;
import keywright.key.Column;
import keywright.table.Database;
import keywright.table.model.DatabaseUser;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code keywright users list}: lists the users with their roles. */
@Command(
    name = "list",
    description = "List the users with their roles.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {"  keywright users list", "  keywright users list --output json"})
public final class UsersList implements Callable<Integer> {
  private final Console console;

  @Mixin private DatabaseOption databaseOption = new DatabaseOption();
  @Mixin private OutputOption output = new OutputOption();

  public UsersList(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    try (Database database = databaseOption.openExisting()) {
      ResultWriter rows = ResultWriter.of(output.format(), console.out());
      rows.begin(Column.parseList("name text, role text"));
      for (DatabaseUser user : database.users()) {
        rows.row(new Object[] {user.name(), user.role().toString()});
      }
      rows.end();
    }
    return 0;
  }
}
