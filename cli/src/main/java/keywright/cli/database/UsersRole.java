package keywright.cli.database;

import java.util.concurrent.Callable;
import keywright.cli.console.Console;
import keywright.table.Database;
import keywright.table.model.DatabaseUser;
import keywright.table.model.DatabaseUser.Role;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code keywright users role}: changes the role of a user. */
@Command(
    name = "role",
    description = "Change the role of a user.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {"  keywright users role anna define"})
public final class UsersRole implements Callable<Integer> {
  private final Console console;

  @Mixin private DatabaseOption databaseOption = new DatabaseOption();

  @Parameters(index = "0", paramLabel = "NAME", description = "The name of the user.")
  private String name = "";

  @Parameters(index = "1", paramLabel = "ROLE", description = "read, write or define.")
  private String role = "";

  public UsersRole(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Role newRole = Role.of(role);
    try (Database database = databaseOption.openExisting()) {
      database.changeUsers(
          users ->
              UsersCommand.replaced(
                  users,
                  new DatabaseUser(name, newRole, UsersCommand.find(users, name).passwordHash())));
    }
    console.say("user %s has the role %s".formatted(name, role));
    return 0;
  }
}
