package keywright.cli.console;

import java.util.Locale;
import keywright.cql.client.CqlClient;
import keywright.table.Database;
import keywright.table.model.Names;

/** Finds tables and indexes by the names on the command line: exactly, or in another case. */
public final class NameMatch {
  private NameMatch() {}

  public static String resolve(Database database, String name) {
    String lowerCase = name.toLowerCase(Locale.ROOT);
    return !exists(database, name) && exists(database, lowerCase) ? lowerCase : name;
  }

  /** As above, for a database that may be on a server. */
  public static String resolve(CqlClient client, String name) {
    String lowerCase = name.toLowerCase(Locale.ROOT);
    boolean isOther = !lowerCase.equals(name) && !client.exists(name) && client.exists(lowerCase);
    return isOther ? lowerCase : name;
  }

  private static boolean exists(Database database, String name) {
    return database.find(name).isPresent() || database.findByIndex(name).isPresent();
  }

  /** The name of a table or an index, and its keyspace if it has one, each in double quotes. */
  public static String quotedQualified(String name) {
    String keyspace = Names.keyspace(name);
    return keyspace.isEmpty()
        ? quoted(name)
        : quoted(keyspace) + "." + quoted(Names.unqualified(name));
  }

  /** The name in double quotes, as a statement needs it. */
  public static String quoted(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }
}
