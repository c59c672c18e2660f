package keywright.cli.database;

import java.util.Map;
import java.util.function.Consumer;
import keywright.cli.console.Rendering;
import keywright.table.BatchWriter;
import keywright.table.BulkLoad;
import org.jspecify.annotations.Nullable;

/** Where the rows of a load go. Used by one thread at a time. */
interface LoadTarget {
  /**
   * Adds a row, which is written with others.
   *
   * @param refused told when the row is refused only then
   */
  void add(Map<String, @Nullable Object> row, Consumer<RuntimeException> refused);

  /** Writes the rows added so far. */
  void flush();

  /** What became of the rows, for the report. */
  String counted();

  /** How many rows have a row key or an index key that is longer than advised. */
  long longKeys();

  /** Whether no row is loaded unless all are. */
  boolean isAllOrNothing();

  /** What a load that was interrupted has done, and what to do about the rest. */
  String interrupted(String table, String again);

  private static String counted(long inserted, long overwritten, long unchanged) {
    return "%s inserted, %s overwrote another, %s unchanged"
        .formatted(
            Rendering.number(inserted), Rendering.number(overwritten), Rendering.number(unchanged));
  }

  /** Rows are compared with what the table has. */
  record Compared(BatchWriter writer) implements LoadTarget {
    @Override
    public void add(Map<String, @Nullable Object> row, Consumer<RuntimeException> refused) {
      writer.add(row, refused);
    }

    @Override
    public void flush() {
      writer.flush();
    }

    @Override
    public String counted() {
      if (writer.written() > 0) {
        return Rendering.number(writer.written()) + " written";
      }
      return LoadTarget.counted(writer.inserted(), writer.overwritten(), writer.unchanged());
    }

    @Override
    public boolean isAllOrNothing() {
      return false;
    }

    @Override
    public long longKeys() {
      return writer.longKeys();
    }

    @Override
    public String interrupted(String table, String again) {
      long rows = writer.inserted() + writer.overwritten() + writer.unchanged() + writer.written();
      return "%s of the file %s in %s; %s"
          .formatted(
              Rendering.counted(rows, "row", "rows"), rows == 1 ? "is" : "are", table, again);
    }
  }

  /** Rows fill an empty table without reading it. */
  record Filled(BulkLoad load) implements LoadTarget {
    @Override
    public void add(Map<String, @Nullable Object> row, Consumer<RuntimeException> refused) {
      load.add(row, refused);
    }

    @Override
    public void flush() {
      load.flush();
    }

    @Override
    public String counted() {
      return load.isSorted()
          ? LoadTarget.counted(load.inserted(), load.overwritten(), load.unchanged())
          : "bulk loaded";
    }

    @Override
    public boolean isAllOrNothing() {
      return load.isSorted();
    }

    @Override
    public long longKeys() {
      return load.longKeys();
    }

    @Override
    public String interrupted(String table, String again) {
      if (load.isSorted()) {
        return "no row of the file is in %s; load it again".formatted(table);
      }
      return "the bulk load of %s is not finished, and no other writer can write to the table; repeat the load to resume it, or TRUNCATE the table to discard it"
          .formatted(table);
    }
  }
}
