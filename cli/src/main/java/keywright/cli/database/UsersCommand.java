package keywright.cli.database;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import keywright.cli.console.CliException;
import keywright.cli.console.Usage;
import keywright.table.model.DatabaseUser;
import keywright.table.model.Names;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code keywright users}: commands for the users of a served database. */
@Command(
    name = "users",
    description = {
      "List and change the users that 'keywright serve' lets in. Without users it lets everybody in, and listens at a loopback address only.",
      "An embedded database can be changed while no server has it open. On HBase and Cassandra, servers that run take over a change within seconds."
    },
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright users add anna --role write",
      "  keywright users add reports --role read < password.txt",
      "  keywright users list --db rocksdb:/var/lib/shop"
    })
public final class UsersCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    throw Usage.wrong(
        Objects.requireNonNull(spec),
        "found no command, expected add, password, role, remove or list");
  }

  /** The users with one of them changed. */
  static List<DatabaseUser> replaced(List<DatabaseUser> users, DatabaseUser changed) {
    List<DatabaseUser> others = without(users, changed.name());
    others.add(changed);
    return others;
  }

  /** The users but one. */
  static List<DatabaseUser> without(List<DatabaseUser> users, String name) {
    DatabaseUser removed = find(users, name);
    List<DatabaseUser> others = new ArrayList<>(users);
    others.remove(removed);
    return others;
  }

  /** The user with a name. */
  static DatabaseUser find(List<DatabaseUser> users, String name) {
    return users.stream()
        .filter(user -> user.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new CliException(
                    "cannot find user %s%s"
                        .formatted(
                            Names.quote(name),
                            users.isEmpty()
                                ? ": the database has no users"
                                : Names.hint(
                                    name, users.stream().map(DatabaseUser::name).toList()))));
  }
}
