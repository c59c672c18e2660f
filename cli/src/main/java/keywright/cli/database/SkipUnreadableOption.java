package keywright.cli.database;

import keywright.cli.console.Console;
import keywright.cli.console.Text;
import keywright.cql.CqlSession;
import keywright.cql.Result;
import picocli.CommandLine.Option;

/** The option {@code --skip-unreadable}. */
public final class SkipUnreadableOption {
  @Option(
      names = "--skip-unreadable",
      description =
          "Skip rows that cannot be decoded, and print how many; by default such a row ends the command.")
  private boolean skip;

  /** The session, which skips rows that cannot be decoded if the option is given. */
  public CqlSession on(CqlSession session) {
    return skip ? session.skippingUnreadable() : session;
  }

  boolean isGiven() {
    return skip;
  }

  /** Refuses the option for a server. */
  public void requireNoServer(ClientOption database) {
    database.requireNoServer(skip, "--skip-unreadable");
  }

  /**
   * Reports on standard error which rows {@code result}, which was read to its end, has skipped.
   */
  static void say(Console console, Result result) {
    if (!result.skipped().isEmpty()) {
      console.say("keywright: " + Text.escape(result.skipped()));
    }
  }
}
