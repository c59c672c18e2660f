package keywright.cli.database;

import keywright.cli.console.Console;
import keywright.cli.console.Text;
import keywright.cql.CqlSession;
import keywright.cql.Result;
import keywright.table.Database;
import picocli.CommandLine.Option;

/** The option {@code --skip-unreadable}. */
public final class SkipUnreadableOption {
  @Option(
      names = "--skip-unreadable",
      description =
          "Skip rows that cannot be decoded, and print how many; by default such a row ends the command.")
  private boolean skip;

  /**
   * A session on {@code database} that skips rows which cannot be decoded, if the option is given.
   */
  public CqlSession session(Database database) {
    CqlSession session = CqlSession.over(database);
    return skip ? session.skippingUnreadable() : session;
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
