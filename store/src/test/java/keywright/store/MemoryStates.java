package keywright.store;

import java.util.HexFormat;
import java.util.TreeMap;

/** States of a {@link MemoryEngine}, for tests that try what may come of each. */
public final class MemoryStates {
  private MemoryStates() {}

  /** An engine with all that another holds now; from then on each changes by itself. */
  public static MemoryEngine copy(MemoryEngine engine) {
    return new MemoryEngine(engine);
  }

  /** Lets the engine forget its timed deletes, as others do when they compact. */
  public static void forgetDeletes(MemoryEngine engine) {
    engine.forgetDeletes();
  }

  /** All that is in the engine; two engines that do the same from now on have the same. */
  public static String describe(MemoryEngine engine) {
    StringBuilder text = new StringBuilder();
    engine
        .state()
        .forEach(
            (name, table) -> {
              text.append(name).append(' ');
              rows(table.rows(), text);
              text.append(" deleted ");
              rows(table.deleted(), text);
              text.append('\n');
            });
    return text.toString();
  }

  private static void rows(SortedRows rows, StringBuilder text) {
    byte[] start = {};
    for (SortedRows at = SortedRows.seek(rows, start); at != null; ) {
      RowHead head = at.row().head();
      text.append(HexFormat.of().formatHex(at.rowKey()))
          .append('@')
          .append(head.version())
          .append('/')
          .append(head.nonce())
          .append(head.mark().isLive() ? "" : head.mark().toString())
          .append(head.expiryMillis() == 0 ? "" : " until " + head.expiryMillis());
      new TreeMap<>(at.row().cells())
          .forEach(
              (id, cells) ->
                  cells.forEach(
                      cell -> {
                        Object value = cell.value();
                        text.append(' ').append(id).append('=');
                        text.append(
                            value instanceof byte[] bytes
                                ? HexFormat.of().formatHex(bytes)
                                : value);
                      }));
      text.append("; ");
      byte[] next = java.util.Arrays.copyOf(at.rowKey(), at.rowKey().length + 1);
      at = SortedRows.seek(rows, next);
    }
  }
}
