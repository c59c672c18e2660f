package keywright.table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the reference says of write times, expiry and versions, in plain Java: rows of {@code item}
 * as maps, each column with its cells. Used by one thread.
 */
final class TimesModel {
  /** Those that an index reads or includes. */
  private static final Set<String> INDEXED = Set.of("owner", "name", "note");

  static final List<String> COLUMNS = List.of("owner", "name", "note", "price", "seen");

  /** A value and its times; an expiry of {@link Long#MAX_VALUE} is never. */
  record Cell(long micros, boolean given, @Nullable Object value, long expiryMillis) {}

  /** A row with the cells of each column, the newest first. */
  static final class Row {
    long expiryMillis;
    long createdMicros;
    final Map<String, List<Cell>> cells = new HashMap<>();

    Row copy() {
      Row copy = new Row();
      copy.expiryMillis = expiryMillis;
      copy.createdMicros = createdMicros;
      cells.forEach((name, of) -> copy.cells.put(name, new ArrayList<>(of)));
      return copy;
    }

    /** The cells that are known at a moment, what has expired as a note. */
    List<Cell> known(String column, long nowMillis) {
      List<Cell> known = new ArrayList<>();
      for (Cell cell : cells.getOrDefault(column, List.of())) {
        boolean dead = cell.value == null || cell.expiryMillis <= nowMillis;
        boolean fresh = cell.value == null && !cell.given;
        if (!dead || fresh) {
          known.add(cell);
        } else if (cell.given || versions(column) > 1) {
          known.add(new Cell(cell.micros, cell.given, null, Long.MAX_VALUE));
        }
      }
      return known;
    }

    /**
     * Deletions that give no time are the latest in their batch, and nothing after it where one
     * version is kept.
     */
    void forgetDeletions() {
      cells.forEach(
          (column, of) -> {
            if (versions(column) == 1) {
              of.removeIf(cell -> cell.value == null && !cell.given);
            }
          });
    }

    @Nullable Cell newest(String column, long nowMillis) {
      List<Cell> known = known(column, nowMillis);
      return known.isEmpty() ? null : known.get(0);
    }

    @Nullable Object value(String column, long nowMillis) {
      Cell cell = newest(column, nowMillis);
      return cell == null ? null : cell.value;
    }
  }

  /** Refused by a rule of the table. */
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** A change of one row; {@code to} is where a move goes. */
  record Step(
      String kind,
      int id,
      int to,
      boolean ifPresent,
      Map<String, @Nullable Object> set,
      long micros,
      long ttlSeconds) {}

  TreeMap<Integer, Row> rows = new TreeMap<>();

  static int versions(String column) {
    return column.equals("price") ? 3 : 1;
  }

  /** Makes all the changes or, when one is refused or not as it expects, none. */
  boolean apply(List<Step> steps, long nowMillis) {
    TreeMap<Integer, Row> before = new TreeMap<>();
    expire(nowMillis);
    rows.forEach((id, row) -> before.put(id, row.copy()));
    try {
      for (Step step : steps) {
        if (!apply(step, steps.size() > 1, nowMillis)) {
          rows = before;
          return false;
        }
      }
      rows.values().forEach(Row::forgetDeletions);
      return true;
    } catch (Refused e) {
      rows = before;
      throw e;
    }
  }

  void expire(long nowMillis) {
    rows.values().removeIf(row -> row.expiryMillis <= nowMillis);
  }

  private boolean apply(Step step, boolean isOfSeveral, long nowMillis) {
    Row row = rows.get(step.id);
    if (step.ifPresent && (row != null) == step.kind.equals("insert")) {
      return false;
    }
    switch (step.kind) {
      case "delete" -> rows.remove(step.id);
      case "rekey" -> {
        if (row == null && isOfSeveral) {
          throw new Refused(); // What else is done counts on the row at its new key.
        }
        move(step, row, nowMillis);
      }
      default -> {
        Row after = row == null ? new Row() : row.copy();
        write(step, row, after, nowMillis);
        check(step.id, after, nowMillis);
        rows.put(step.id, after);
      }
    }
    return true;
  }

  private void move(Step step, @Nullable Row row, long nowMillis) {
    if (row == null) {
      return;
    }
    if (rows.containsKey(step.to)) {
      throw new Refused();
    }
    long now = nowMillis * 1_000;
    Row after = row.copy();
    after.cells.replaceAll(
        (column, cells) ->
            new ArrayList<>(
                row.known(column, nowMillis).stream()
                    .map(
                        c -> new Cell(c.micros, c.given || c.micros < now, c.value, c.expiryMillis))
                    .toList()));
    step.set.forEach(
        (column, value) -> {
          long expiry = value == null ? Long.MAX_VALUE : expiry(step, column, nowMillis);
          // Nothing over nothing leaves no trace.
          if (value != null || after.newest(column, nowMillis) != null) {
            put(
                after,
                column,
                new Cell(now, false, value, Math.min(expiry, row.expiryMillis)),
                nowMillis);
          }
        });
    rows.remove(step.id);
    check(step.to, after, nowMillis);
    rows.put(step.to, after);
  }

  private static long expiry(Step step, String column, long nowMillis) {
    long seconds = step.ttlSeconds >= 0 ? step.ttlSeconds : column.equals("seen") ? 8 : 0;
    return seconds == 0 ? Long.MAX_VALUE : nowMillis + seconds * 1_000;
  }

  private static void write(Step step, @Nullable Row before, Row after, long nowMillis) {
    long now = nowMillis * 1_000;
    boolean given = step.micros != 0;
    long micros = given ? step.micros : now;
    long asked = expiry(step, "", nowMillis);
    boolean wins = step.set.isEmpty();
    boolean leaves = before == null;
    for (Map.Entry<String, @Nullable Object> set : step.set.entrySet()) {
      String column = set.getKey();
      Object value = set.getValue();
      long expiry = value == null ? Long.MAX_VALUE : expiry(step, column, nowMillis);
      Cell newest = after.newest(column, nowMillis);
      boolean later = newest == null || micros >= newest.micros;
      wins |= later;
      boolean asItIs =
          later
              && !given
              && expiry == Long.MAX_VALUE
              && (newest == null || newest.expiryMillis == Long.MAX_VALUE)
              && Objects.equals(newest == null ? null : newest.value, value);
      if (later ? !asItIs : versions(column) > 1) {
        put(after, column, new Cell(micros, given, value, expiry), nowMillis);
        leaves = true;
      }
    }
    if (before == null) {
      after.expiryMillis = asked;
      after.createdMicros = micros;
      return;
    }
    if (wins && step.kind.equals("insert") && !given) {
      after.expiryMillis = asked;
      for (String column : COLUMNS) {
        Cell cell = after.newest(column, nowMillis);
        if (cell != null && cell.value != null) {
          after.expiryMillis = Math.max(after.expiryMillis, cell.expiryMillis);
        }
      }
    } else if (wins) {
      after.expiryMillis = Math.max(before.expiryMillis, asked);
    }
    if (leaves || after.expiryMillis != before.expiryMillis) {
      after.createdMicros = Math.min(before.createdMicros, micros);
    }
  }

  private static void put(Row row, String column, Cell cell, long nowMillis) {
    List<Cell> cells = row.known(column, nowMillis);
    row.cells.put(column, cells);
    cells.removeIf(old -> old.micros == cell.micros);
    cells.add(cell);
    cells.sort(Comparator.comparingLong(Cell::micros).reversed());
    while (cells.size() > versions(column)) {
      cells.remove(cells.size() - 1);
    }
  }

  private void check(int id, Row row, long nowMillis) {
    for (String column : INDEXED) {
      Cell cell = row.newest(column, nowMillis);
      if (cell != null && cell.value != null && cell.expiryMillis < row.expiryMillis) {
        throw new Refused();
      }
    }
    Object name = row.value("name", nowMillis);
    rows.forEach(
        (other, of) -> {
          if (other != id && name != null && name.equals(of.value("name", nowMillis))) {
            throw new Refused();
          }
        });
  }
}
