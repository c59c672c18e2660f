package keywright.cli.database;

import java.util.concurrent.Callable;
import keywright.cli.console.Console;
import keywright.table.Database;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code keywright users remove}: removes a user. */
@Command(
    name = "remove",
    description = "Remove a user. Servers close the connections of the user within seconds.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {"  keywright users remove anna"})
public final class UsersRemove implements Callable<Integer> {
  private final Console console;

  @Mixin private DatabaseOption databaseOption = new DatabaseOption();

  @Parameters(paramLabel = "NAME", description = "The name of the user.")
  private String name = "";

  public UsersRemove(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    try (Database database = databaseOption.openExisting()) {
      database.changeUsers(users -> UsersCommand.without(users, name));
      console.say(
          "user %s removed%s"
              .formatted(
                  name,
                  database.users().isEmpty()
                      ? "; the database has no users now, so the next keywright serve asks for no password"
                      : ""));
    }
    return 0;
  }
}
