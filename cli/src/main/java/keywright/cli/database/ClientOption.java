package keywright.cli.database;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import keywright.cli.console.CliException;
import keywright.cql.CqlSession;
import keywright.cql.client.CqlClient;
import keywright.table.Database;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options {@code --db}, {@code --config} and {@code --user} of a command that a server can run
 * too: {@code --db} is a database or the address of a server.
 */
public final class ClientOption {
  @Mixin private DatabaseOption database = new DatabaseOption();

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description =
          "The user, if --db is a server that asks for one, such as cql:HOST:9042. The password is KEYWRIGHT_PASSWORD, or is asked for.")
  private String user = "";

  /** The URL of {@code --db}, as {@link DatabaseOption#url()}. */
  public String url() {
    return database.url();
  }

  /** Opens the database, which must exist; a server is refused. */
  Database openExisting() {
    requireNoUser();
    return database.openExisting();
  }

  private Database openHere() {
    requireNoUser();
    return database.open();
  }

  private void requireNoUser() {
    if (!user.isEmpty() && !isServer()) {
      throw new CliException(
          "cannot use --user with %s: found the URL of a database, expected the address of a server, such as cql:127.0.0.1:9042; leave the option out"
              .formatted(database.plainUrl()));
    }
  }

  /** Whether {@code --db} names a server. */
  public boolean isServer() {
    return CqlClient.isServer(database.plainUrl());
  }

  /**
   * Opens the database for statements, or connects to the server that has it open. Closing the
   * client closes the database. A database is created if it does not exist.
   *
   * @param options of the session on a database of this process
   */
  public CqlClient openClient(UnaryOperator<CqlSession> options) {
    return isServer() ? connect() : over(openHere(), options);
  }

  /** As {@link #openClient}, for a database that must exist. */
  CqlClient openExistingClient(UnaryOperator<CqlSession> options) {
    return isServer() ? connect() : over(openExisting(), options);
  }

  private static CqlClient over(Database database, UnaryOperator<CqlSession> options) {
    return CqlClient.over(database, options.apply(CqlSession.over(database)), database::close);
  }

  private CqlClient connect() {
    requireNoServer(database.hasConfig(), "--config");
    if (user.isEmpty()) {
      return CqlClient.connect(database.plainUrl());
    }
    char[] password = PasswordInput.ofServer(user);
    try {
      return CqlClient.connect(database.plainUrl(), user, password);
    } finally {
      Arrays.fill(password, '\0');
    }
  }

  /**
   * Refuses an option that a server cannot obey.
   *
   * @param isGiven whether the user has given the option {@code name}
   */
  public void requireNoServer(boolean isGiven, String name) {
    if (isGiven && isServer()) {
      throw new CliException(
          "cannot use %s with %s: found the address of a server, expected the URL of a database; leave the option out"
              .formatted(name, database.plainUrl()));
    }
  }
}
