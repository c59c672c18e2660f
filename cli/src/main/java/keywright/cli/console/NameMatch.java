package keywright.cli.console;

import java.util.Locale;
import keywright.table.Database;

/** Finds tables and indexes by the names on the command line: exactly, or in another case. */
public final class NameMatch {
  private NameMatch() {}

  public static String resolve(Database database, String name) {
    String lowerCase = name.toLowerCase(Locale.ROOT);
    return !exists(database, name) && exists(database, lowerCase) ? lowerCase : name;
  }

  private static boolean exists(Database database, String name) {
    return database.find(name).isPresent() || database.findByIndex(name).isPresent();
  }

  /** The name in double quotes, as a statement needs it. */
  public static String quoted(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }
}
