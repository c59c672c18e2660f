package keywright.table.layout;

/**
 * Names under which an engine stores tables and indexes.
 *
 * <p>Layout: {@code TABLE}, {@code TABLE.INDEX} and, for the reservations of a unique index, {@code
 * TABLE.INDEX.unique}; a generation other than 0 follows the name of the table or of the index
 * after {@code #}: {@code payment#4}, {@code payment.by_state#7}. A table that is created under a
 * name that was used before, one that is truncated and an index that is created later get a
 * generation that was never used: a process that uses an old catalog finds no table then, instead
 * of another one.
 */
public final class EngineNames {
  private static final char GENERATION = '#';
  private static final char INDEX = '.';

  private EngineNames() {}

  static String table(String table, long generation) {
    return generation == 0 ? table : table + GENERATION + generation;
  }

  static String index(String table, String index, long generation) {
    return table(table + INDEX + index, generation);
  }

  /** Of the reservations of a unique index, which is stored under that name. */
  static String reservations(String index) {
    return index + INDEX + "unique";
  }

  /** The generation of a table of the engine. */
  public static long generationOf(String engineName) {
    int mark = engineName.lastIndexOf(GENERATION);
    return mark < 0 ? 0 : Long.parseLong(engineName.substring(mark + 1));
  }

  /** The table that a table of the engine is of, or is an index of. */
  public static String tableOf(String engineName) {
    int end = 0;
    while (end < engineName.length()
        && engineName.charAt(end) != INDEX
        && engineName.charAt(end) != GENERATION) {
      end++;
    }
    return engineName.substring(0, end);
  }
}
