package keywright.cli;

import java.util.Locale;
import keywright.table.Database;

/** Names of tables and indexes as the command line takes them: exact, or in any case. */
final class Names {
  private Names() {}

  static String resolve(Database database, String name) {
    String lowerCase = name.toLowerCase(Locale.ROOT);
    return !exists(database, name) && exists(database, lowerCase) ? lowerCase : name;
  }

  private static boolean exists(Database database, String name) {
    return database.find(name).isPresent() || database.findByIndex(name).isPresent();
  }

  /** The name as a statement takes it. */
  static String quoted(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }
}
