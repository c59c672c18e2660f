package keywright.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import keywright.table.model.Row;
import org.jspecify.annotations.Nullable;

/**
 * What was written to rows of which each has one writer, when, and what is known of it: so what a
 * reader may see, and what it must. Safe for many threads.
 */
final class RowHistories {

  /** What became of a write. */
  enum Outcome {
    /** Under way, or nobody can tell: from its beginning on it may be there. */
    POSSIBLE,
    /** Acknowledged: it exists, unless a later one is. */
    DONE,
    /** Refused for certain: it is never there. */
    REFUSED
  }

  /** A write of a row, or with {@code state} null its removal. */
  static final class Write {
    final long id;
    final long number;
    final @Nullable String state;
    final long began = System.nanoTime();
    private Outcome outcome = Outcome.POSSIBLE;
    private long ended = Long.MAX_VALUE;

    Write(long id, long number, @Nullable String state) {
      this.id = id;
      this.number = number;
      this.state = state;
    }

    /** The values of the row by column. */
    Map<String, @Nullable Object> row() {
      return Payments.row("id", id, "number", number, "state", state, "note", note());
    }

    /** Long enough that a mixture of two writes would show. */
    private String note() {
      return "note " + number + " of " + id;
    }

    boolean isOf(Row row) {
      return row.getLong("id") == id
          && row.getString("state").equals(state)
          && row.getString("note").equals(note());
    }
  }

  private final List<List<Write>> rows = new ArrayList<>();
  private final Map<Long, Write> writes = new ConcurrentHashMap<>();
  private final AtomicLong numbers = new AtomicLong();

  RowHistories(int count) {
    for (int id = 0; id < count; id++) {
      rows.add(new ArrayList<>());
    }
  }

  int count() {
    return rows.size();
  }

  /** Notes that a write begins. */
  Write begin(long id, @Nullable String state) {
    Write write = new Write(id, numbers.incrementAndGet(), state);
    List<Write> row = rows.get((int) id);
    synchronized (row) {
      row.add(write);
      writes.put(write.number, write);
    }
    return write;
  }

  /** Notes what became of a write. */
  void end(Write write, Outcome outcome) {
    List<Write> row = rows.get((int) write.id);
    synchronized (row) {
      write.outcome = outcome;
      write.ended = System.nanoTime();
    }
  }

  /** The one write that says what a row is now; null when several could, or none was made. */
  @Nullable Write known(long id) {
    long now = System.nanoTime();
    return certain(id, now, now);
  }

  /**
   * The write whose row existed, or was not there, all the time between two moments; null when that
   * cannot be said.
   */
  @Nullable Write certain(long id, long since, long until) {
    List<Write> row = rows.get((int) id);
    synchronized (row) {
      for (int i = row.size() - 1; i >= 0; i--) {
        Write write = row.get(i);
        boolean concerns = write.outcome != Outcome.REFUSED && write.began - until <= 0;
        if (concerns) {
          boolean before = write.outcome == Outcome.DONE && write.ended - since < 0;
          return before ? write : null;
        }
      }
      return null;
    }
  }

  /** Why a row cannot have been there at any time between two moments; null when it can. */
  @Nullable String wrong(Row found, long since, long until) {
    Write write = writes.get(found.getLong("number"));
    if (write == null || !write.isOf(found)) {
      return "nobody wrote " + found;
    }
    List<Write> row = rows.get((int) write.id);
    synchronized (row) {
      if (write.outcome == Outcome.REFUSED) {
        return "refused, but there: " + found;
      }
      for (Write later : row.subList(row.indexOf(write) + 1, row.size())) {
        if (later.outcome == Outcome.DONE && later.ended - since < 0) {
          return "overwritten %d ms before by write %d: %s"
              .formatted((since - later.ended) / 1_000_000, later.number, found);
        }
      }
    }
    return null;
  }

  /** What the row with an id may be now, and what was done to it last, for messages. */
  String describe(long id) {
    List<Write> row = rows.get((int) id);
    synchronized (row) {
      return Arrays.toString(
          row.subList(Math.max(0, row.size() - 5), row.size()).stream()
              .map(write -> write.number + " " + write.state + " " + write.outcome)
              .toArray());
    }
  }
}
