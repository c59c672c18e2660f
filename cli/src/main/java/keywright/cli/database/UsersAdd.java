package keywright.cli.database;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import keywright.cli.console.CliException;
import keywright.cli.console.Console;
import keywright.table.Database;
import keywright.table.model.DatabaseUser;
import keywright.table.model.DatabaseUser.Role;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code keywright users add}: adds a user. */
@Command(
    name = "add",
    description =
        "Add a user. Asks for the password twice; if standard input is no terminal, its first line is the password.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright users add anna --role write",
      "  keywright users add reports --role read < password.txt"
    })
public final class UsersAdd implements Callable<Integer> {
  private final Console console;

  @Mixin private DatabaseOption databaseOption = new DatabaseOption();

  @Parameters(
      paramLabel = "NAME",
      description = "1 to 64 letters, digits and signs of . _ @ - for the name of the user.")
  private String name = "";

  @Option(
      names = "--role",
      required = true,
      paramLabel = "ROLE",
      description =
          "read, write (read too; INSERT, UPDATE, DELETE, TRUNCATE) or define (write too; CREATE, ALTER, DROP).")
  private String role = "";

  public UsersAdd(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    // A wrong name or role is refused before somebody types a password.
    DatabaseUser unused = new DatabaseUser(name, Role.of(role), "-");
    try (Database database = databaseOption.open()) {
      refuseExisting(database.users());
      DatabaseUser added = new DatabaseUser(name, Role.of(role), PasswordInput.hash(console, name));
      database.changeUsers(
          users -> {
            refuseExisting(users);
            List<DatabaseUser> more = new ArrayList<>(users);
            more.add(added);
            return more;
          });
    }
    console.say("user %s added with the role %s".formatted(name, role));
    return 0;
  }

  private void refuseExisting(List<DatabaseUser> users) {
    if (users.stream().anyMatch(user -> user.name().equals(name))) {
      throw new CliException(
          "cannot add user %s: found a user of this name, expected none; change it with keywright users password or role"
              .formatted(name));
    }
  }
}
