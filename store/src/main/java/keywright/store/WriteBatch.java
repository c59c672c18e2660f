package keywright.store;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import keywright.key.Key;
import org.jspecify.annotations.Nullable;

/**
 * Row writes that {@link Engine#write} does together, in the order in which they were added. A row
 * may be written more than once: each write finds what the one before it left. Not for use by
 * several threads at once.
 */
public final class WriteBatch {
  /** Expects that there is no row. */
  public static final long ABSENT = 0;

  /** Expects nothing. */
  public static final long ANY = -1;

  private final List<RowWrite> writes = new ArrayList<>();

  /**
   * Puts cells into a row and makes the row if it is absent.
   *
   * @param expectedVersion the version that the row must have, {@link #ABSENT} or {@link #ANY}
   * @param newVersion the row's version from now on, above 0
   * @param cells by column id, each of its type's {@link keywright.key.Type#valueClass}; null
   *     deletes a cell, cells that are not named stay
   * @return this batch
   * @throws StoreException for a column that the layout lacks, a value of another class, or a
   *     version out of range
   */
  public WriteBatch put(
      TableLayout layout,
      Key key,
      long expectedVersion,
      long newVersion,
      Map<Integer, ? extends @Nullable Object> cells) {
    requireExpectation(layout, expectedVersion);
    if (newVersion <= 0) {
      throw new StoreException(
          "cannot write to "
              + layout.name()
              + ": found version "
              + newVersion
              + ", expected one above 0");
    }
    TreeMap<Integer, @Nullable Object> sorted = new TreeMap<>();
    cells.forEach((id, value) -> sorted.put(id, checked(layout, id, value)));
    writes.add(
        new RowWrite.Put(
            layout, key, expectedVersion, newVersion, Collections.unmodifiableSortedMap(sorted)));
    return this;
  }

  /**
   * Removes a row from all families; nothing when it is absent and that was expected.
   *
   * @param expectedVersion the version that the row must have, {@link #ABSENT} or {@link #ANY}
   * @return this batch
   */
  public WriteBatch delete(TableLayout layout, Key key, long expectedVersion) {
    requireExpectation(layout, expectedVersion);
    writes.add(new RowWrite.Delete(layout, key, expectedVersion));
    return this;
  }

  /** The writes in order, for engines. */
  public List<RowWrite> writes() {
    return Collections.unmodifiableList(writes);
  }

  /** The number of writes. */
  public int size() {
    return writes.size();
  }

  /** Whether there are no writes. */
  public boolean isEmpty() {
    return writes.isEmpty();
  }

  private static void requireExpectation(TableLayout layout, long expectedVersion) {
    if (expectedVersion < ANY) {
      throw new StoreException(
          "cannot write to "
              + layout.name()
              + ": found expected version "
              + expectedVersion
              + ", expected a version, ABSENT or ANY");
    }
  }

  private static @Nullable Object checked(TableLayout layout, int id, @Nullable Object value) {
    ColumnLayout column = layout.column(id);
    if (column == null) {
      throw new StoreException(
          "cannot write to " + layout.name() + ": found column id " + id + ", which it lacks");
    }
    if (value == null) {
      return null;
    }
    if (!column.type().valueClass().isInstance(value)) {
      throw new StoreException(
          "cannot write "
              + column.name()
              + " of "
              + layout.name()
              + ": found a "
              + value.getClass().getSimpleName()
              + ", expected a "
              + column.type().valueClass().getSimpleName()
              + " for "
              + column.type());
    }
    return CellValues.copy(value);
  }
}
