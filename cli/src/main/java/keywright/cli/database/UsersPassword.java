package keywright.cli.database;

import java.util.concurrent.Callable;
import keywright.cli.console.Console;
import keywright.table.Database;
import keywright.table.model.DatabaseUser;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code keywright users password}: changes the password of a user. */
@Command(
    name = "password",
    description =
        "Change the password of a user. Asks for it twice; if standard input is no terminal, its first line is the password. Open connections stay open.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {"  keywright users password anna"})
public final class UsersPassword implements Callable<Integer> {
  private final Console console;

  @Mixin private DatabaseOption databaseOption = new DatabaseOption();

  @Parameters(paramLabel = "NAME", description = "The name of the user.")
  private String name = "";

  public UsersPassword(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    try (Database database = databaseOption.openExisting()) {
      DatabaseUser unused = UsersCommand.find(database.users(), name);
      String hash = PasswordInput.hash(console, name);
      database.changeUsers(
          users ->
              UsersCommand.replaced(
                  users, new DatabaseUser(name, UsersCommand.find(users, name).role(), hash)));
    }
    console.say("the password of user %s is changed".formatted(name));
    return 0;
  }
}
