package keywright.table.layout;

/**
 * Makes and parses the names under which an engine stores tables and indexes.
 *
 * <p>Layout: {@code TABLE}, {@code TABLE.INDEX} and, for the reservations of a unique index, {@code
 * TABLE.INDEX.unique}. A table of a keyspace is {@code KEYSPACE..TABLE}: no name of a table or an
 * index is empty, so the two dots are at no other place. A generation other than 0 follows the name
 * of the table or of the index after {@code #}: {@code payment#4}, {@code payment.by_state#7}. A
 * table that gets a name which was used before, a truncated table, and an index that is created
 * later get a generation that was never used. So a process that uses an old catalog finds no table
 * in the engine, instead of a wrong table.
 */
public final class EngineNames {
  private static final char GENERATION = '#';
  private static final char INDEX = '.';
  private static final String KEYSPACE = "..";

  private EngineNames() {}

  /**
   * @param table the name of the table, with its keyspace if it has one
   */
  static String table(String table, long generation) {
    return generated(base(table), generation);
  }

  static String index(String table, String index, long generation) {
    return generated(base(table) + INDEX + index, generation);
  }

  private static String base(String table) {
    int end = table.indexOf('.');
    return end < 0 ? table : table.substring(0, end) + KEYSPACE + table.substring(end + 1);
  }

  private static String generated(String name, long generation) {
    return generation == 0 ? name : name + GENERATION + generation;
  }

  /** The name of the reservations of a unique index, whose own name is {@code index}. */
  static String reservations(String index) {
    return index + INDEX + "unique";
  }

  /** The generation in the name of an engine's table; 0 if the name has none. */
  public static long generationOf(String engineName) {
    int mark = engineName.lastIndexOf(GENERATION);
    int end = mark < 0 ? -1 : engineName.indexOf(INDEX, mark);
    return mark < 0
        ? 0
        : Long.parseLong(engineName, mark + 1, end < 0 ? engineName.length() : end, 10);
  }

  /**
   * The name of the declared table to which an engine's table belongs, with its keyspace if it has
   * one: the engine's table contains the rows or an index of the declared table.
   */
  public static String tableOf(String engineName) {
    int keyspaceEnd = engineName.indexOf(KEYSPACE);
    return keyspaceEnd < 0
        ? tableIn(engineName)
        : engineName.substring(0, keyspaceEnd)
            + '.'
            + tableIn(engineName.substring(keyspaceEnd + KEYSPACE.length()));
  }

  private static String tableIn(String engineName) {
    int end = 0;
    while (end < engineName.length()
        && engineName.charAt(end) != INDEX
        && engineName.charAt(end) != GENERATION) {
      end++;
    }
    return engineName.substring(0, end);
  }
}
