package keywright.table;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import keywright.key.ByteRange;
import keywright.key.Key;
import keywright.store.ByteSnapshot;
import keywright.store.Capability;
import keywright.store.ColumnLayout;
import keywright.store.Engine;
import keywright.store.NoTableException;
import keywright.store.RowCursor;
import keywright.store.RowHead;
import keywright.store.RowMark;
import keywright.store.RowMerge;
import keywright.store.RowOptions;
import keywright.store.RowReader;
import keywright.store.RowStamp;
import keywright.store.RowWrite;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.TimedWrite;
import keywright.store.TimedWrites;
import keywright.store.TypedRow;
import keywright.store.WriteBatch;

/**
 * A model of the engine on Cassandra: cells with timestamps, and one Paxos for each row.
 *
 * <p><b>Cells.</b> A row is cells and the timestamp of its last delete. Of two cells of a column
 * the higher timestamp wins, at equal ones the one without a value, then the greater value; a
 * delete hides cells up to its timestamp. A row is seen when {@code kw_v} has a value. A
 * conditional write has a ballot as timestamp, which is above all earlier ballots of the row.
 * Entries have their version, rows of a bulk load their version less 2^60.
 *
 * <p><b>Rounds.</b> A conditional write that was not answered may be accepted and not committed:
 * its condition is tested, and its cells are in no table yet. That is an open {@link Round}. It
 * {@link #complete completes} at any later time, by itself or because somebody finishes it, and
 * nothing ends that but the next conditional write of the row, or the next settled read. Here these
 * exclude it. That they finish it instead is the same as a round that completes just before.
 *
 * <p><b>Reads.</b> A read at quorum shows no round that is only accepted, since it reads no Paxos
 * state. It may show one that has reached some replicas. That round is decided, and the read writes
 * what it shows to a quorum before it answers, so that later reads show it too: this is a round
 * that completes just before the read.
 *
 * <p>Rows of one partition share their rounds in Cassandra; here each row is a partition, in which
 * rounds stay open longest. Not for use by several threads.
 */
final class PaxosEngine implements Engine {
  /** What the engine does wrong. */
  enum Break {
    NONE,
    /** A tombstone is a plain write, by a clock that is ahead. */
    PLAIN_TOMBSTONES,
    /** A tombstone has a TTL. */
    TOMBSTONES_WITH_TTL,
    /** The row that is replaced is deleted in the batch that puts the new one. */
    DELETES_AND_PUTS_TOGETHER,
    /** A settled read is one at quorum. */
    SETTLES_NOTHING,
    /** Entries are conditional writes as the rows are, so that ballots are their timestamps. */
    ENTRIES_AT_BALLOTS
  }

  /** Ballots are above the timestamps of all entries. */
  private static final long BALLOTS = 1L << 50;

  /** The timestamps of a clock that is ahead. */
  private static final long AHEAD = 1L << 51;

  private static final long BELOW_CONDITIONS = 1L << 60;
  private static final long NEVER = Long.MIN_VALUE;

  private static final String VERSION = "kw_v";
  private static final String NONCE = "kw_n";
  private static final String REST = "kw_h";

  /**
   * The newest cell of a column.
   *
   * @param value null for a deleted one; bytes in hex
   * @param expires whether it may be gone at any time
   */
  private record CellAt(long timestamp, Comparable<?> value, boolean expires) {
    boolean isBefore(CellAt other) {
      if (timestamp != other.timestamp || value == null || other.value == null) {
        return timestamp != other.timestamp ? timestamp < other.timestamp : other.value == null;
      }
      return value.toString().compareTo(other.value.toString()) < 0;
    }
  }

  /** A row as its replicas have it, or what a write adds to one. */
  private record Row(long deleted, SortedMap<String, CellAt> cells) {
    static final Row NONE = new Row(NEVER, new TreeMap<>());

    Row with(Row other) {
      long last = Math.max(deleted, other.deleted);
      SortedMap<String, CellAt> all = new TreeMap<>(cells);
      other.cells.forEach((name, cell) -> all.merge(name, cell, (a, b) -> a.isBefore(b) ? b : a));
      all.values().removeIf(cell -> cell.timestamp <= last);
      return new Row(last, all);
    }

    Comparable<?> value(String column) {
      CellAt cell = cells.get(column);
      return cell == null ? null : cell.value;
    }

    long newest() {
      long newest = deleted;
      for (CellAt cell : cells.values()) {
        newest = Math.max(newest, cell.timestamp);
      }
      return newest;
    }
  }

  /**
   * A conditional write that was accepted.
   *
   * @param stamp that the row has then; null when it is removed
   */
  record Round(String table, String rowKey, Row change, RowStamp stamp) {
    long nonce() {
      return stamp == null ? 0 : stamp.nonce();
    }

    private String place() {
      return table + " " + rowKey;
    }
  }

  private final Break broken;
  private SortedMap<String, SortedMap<String, Row>> tables = new TreeMap<>();
  private SortedMap<String, Round> rounds = new TreeMap<>();

  PaxosEngine() {
    this(Break.NONE);
  }

  PaxosEngine(Break broken) {
    this.broken = broken;
  }

  // States.

  /** An engine with all that this one holds now; from then on each changes by itself. */
  PaxosEngine copy() {
    PaxosEngine copy = new PaxosEngine(broken);
    copy.tables = new TreeMap<>(tables);
    copy.rounds = new TreeMap<>(rounds);
    return copy;
  }

  /** The same without open rounds, as if none of them ever completed. */
  PaxosEngine withoutRounds() {
    PaxosEngine copy = copy();
    copy.rounds.clear();
    return copy;
  }

  /** All that is in the engine. */
  String describe() {
    StringBuilder text = new StringBuilder();
    tables.forEach(
        (name, rows) -> {
          text.append(name).append(' ');
          rows.forEach((key, row) -> text.append(key).append(show(row)));
          text.append('\n');
        });
    rounds.forEach(
        (place, round) -> text.append(place).append(" open ").append(show(round.change)));
    return text.toString();
  }

  private static String show(Row row) {
    StringBuilder text = new StringBuilder();
    if (row.deleted != NEVER) {
      text.append(" deleted @").append(row.deleted);
    }
    row.cells.forEach(
        (name, cell) -> {
          text.append(' ').append(name).append('=').append(cell.value).append('@');
          text.append(cell.timestamp).append(cell.expires ? " for a while" : "");
        });
    return text.append("; ").toString();
  }

  /** Forgets the deletes of rows and cells so far, as compactions do when their time is over. */
  void forgetDeletes() {
    tables.replaceAll(
        (name, rows) -> {
          SortedMap<String, Row> left = new TreeMap<>();
          rows.forEach(
              (key, row) -> {
                SortedMap<String, CellAt> cells = new TreeMap<>(row.cells);
                cells.values().removeIf(cell -> cell.value == null);
                if (!cells.isEmpty()) {
                  left.put(key, new Row(NEVER, cells));
                }
              });
          return left;
        });
  }

  /** Whether there are cells with a TTL. */
  boolean expires() {
    return tables.values().stream()
        .flatMap(rows -> rows.values().stream())
        .flatMap(row -> row.cells.values().stream())
        .anyMatch(CellAt::expires);
  }

  /** The TTL of those that have one is over. */
  void expire() {
    tables.replaceAll(
        (name, rows) -> {
          SortedMap<String, Row> left = new TreeMap<>();
          rows.forEach(
              (key, row) -> {
                SortedMap<String, CellAt> cells = new TreeMap<>(row.cells);
                cells.values().removeIf(CellAt::expires);
                left.put(key, new Row(row.deleted, cells));
              });
          return left;
        });
  }

  // Conditional writes.

  List<Round> openRounds() {
    return List.copyOf(rounds.values());
  }

  /** Writes what a round has accepted; whether it is seen. */
  boolean complete(Round round) {
    Objects.requireNonNull(rounds.remove(round.place()));
    return commit(round);
  }

  private boolean commit(Round round) {
    Row after = merge(round.table, round.rowKey, round.change);
    Comparable<?> nonce = after.value(NONCE);
    return round.stamp == null
        || (Objects.equals(after.value(VERSION), round.stamp.version())
            && (nonce == null ? 0 : (Long) nonce) == round.stamp.nonce());
  }

  private Row merge(String table, String rowKey, Row change) {
    SortedMap<String, Row> rows = new TreeMap<>(tables.get(table));
    Row after = rows.getOrDefault(rowKey, Row.NONE).with(change);
    rows.put(rowKey, after);
    tables.put(table, rows);
    return after;
  }

  /** What became of a conditional write: done, and whether it is seen then. */
  record Outcome(boolean done, boolean seen) {}

  /** Writes a batch of one row on the condition that it expects. */
  Outcome compareAndSet(WriteBatch batch) {
    Round round = propose(batch);
    return round == null ? new Outcome(false, true) : new Outcome(true, commit(round));
  }

  /** Leaves a batch as an open round; false when its condition is not met. */
  boolean accept(WriteBatch batch) {
    Round round = propose(batch);
    if (round == null || round.change.equals(Row.NONE)) {
      return false;
    }
    rounds.put(round.place(), round);
    return true;
  }

  /** Tests the condition of a batch; null when it is not met. No earlier round is open then. */
  private Round propose(WriteBatch batch) {
    if (!batch.isOfOneRow()) {
      throw new StoreException("cannot write several rows together");
    }
    TableLayout layout = batch.writes().get(0).layout();
    byte[] rowKey = layout.keySchema().encode(batch.writes().get(0).key());
    String hex = HexFormat.of().formatHex(rowKey);
    rounds.remove(layout.name() + " " + hex);
    Row stored = rows("write to", layout).getOrDefault(hex, Row.NONE);
    TypedRow found = typed(layout, stored);
    RowMerge row =
        found == null
            ? RowMerge.ofAbsent(layout, rowKey)
            : new RowMerge(layout, rowKey, found.families(layout, rowKey, all(layout)));
    byte[][] before = row.values();
    if (!row.apply(batch)) {
      return null;
    }
    long ballot = Math.max(BALLOTS, stored.newest() < AHEAD ? stored.newest() : BALLOTS) + 1;
    RowHead head = row.head();
    if (head == null) {
      boolean none = row.before() == null;
      return new Round(
          layout.name(), hex, none ? Row.NONE : new Row(ballot, new TreeMap<>()), null);
    }
    if (row.before() != null && head.version() <= row.before().version()) {
      throw new StoreException("cannot write at version " + head.version());
    }
    TypedRow after = TypedRow.of(layout, rowKey, row.values());
    TypedRow old = found == null ? null : TypedRow.of(layout, rowKey, before);
    boolean isTombstone = head.mark().kind() == RowMark.Kind.TOMBSTONE;
    boolean isPlain = isTombstone && broken == Break.PLAIN_TOMBSTONES;
    boolean isDeleted = broken == Break.DELETES_AND_PUTS_TOGETHER && batch.size() > 1;
    boolean expires = isTombstone && broken == Break.TOMBSTONES_WITH_TTL;
    long timestamp = isPlain ? AHEAD + head.version() : ballot;
    Row change =
        new Row(isDeleted ? timestamp : NEVER, assignments(layout, old, after, timestamp, expires));
    return new Round(layout.name(), hex, change, after.stamp());
  }

  /** The cells that make one row of another: version, nonce, and of the others what differs. */
  private static SortedMap<String, CellAt> assignments(
      TableLayout layout, TypedRow old, TypedRow after, long timestamp, boolean expires) {
    SortedMap<String, CellAt> cells = new TreeMap<>();
    long nonce = after.stamp().nonce();
    Map<String, Comparable<?>> values = new HashMap<>();
    values.put(VERSION, after.stamp().version());
    values.put(NONCE, nonce == 0 ? null : (Long) nonce);
    if (after.rest() != null || (old != null && old.rest() != null)) {
      values.put(REST, comparable(after.rest()));
    }
    for (ColumnLayout column : columns(layout)) {
      Comparable<?> value = comparable(after.values().get(column.id()));
      Object before = old == null ? null : comparable(old.values().get(column.id()));
      if (!Objects.equals(value, before)) {
        values.put("c" + column.id(), value);
      }
    }
    values.forEach((name, value) -> cells.put(name, new CellAt(timestamp, value, expires)));
    return cells;
  }

  private static Comparable<?> comparable(Object value) {
    return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : (Comparable<?>) value;
  }

  private static List<ColumnLayout> columns(TableLayout layout) {
    return layout.families().stream().flatMap(family -> family.columns().stream()).toList();
  }

  private static boolean[] all(TableLayout layout) {
    return read(layout, RowOptions.of(layout.familyNames()));
  }

  private static boolean[] read(TableLayout layout, RowOptions options) {
    boolean[] read = new boolean[layout.families().size()];
    read[0] = true;
    options.families().forEach(family -> read[layout.familyIndex(family)] = true);
    return read;
  }

  private static TypedRow typed(TableLayout layout, Row row) {
    Long version = (Long) row.value(VERSION);
    if (version == null) {
      return null;
    }
    Long nonce = (Long) row.value(NONCE);
    String rest = (String) row.value(REST);
    Map<Integer, Object> values = new HashMap<>();
    for (ColumnLayout column : columns(layout)) {
      Comparable<?> value = row.value("c" + column.id());
      if (value != null) {
        boolean bytes = column.type().valueClass().equals(byte[].class);
        values.put(column.id(), bytes ? HexFormat.of().parseHex((String) value) : value);
      }
    }
    return new TypedRow(
        new RowStamp(version, nonce == null ? 0 : nonce),
        rest == null ? null : HexFormat.of().parseHex(rest),
        values);
  }

  // Plain writes.

  private void writeTimed(List<? extends TimedWrite> writes) {
    for (TimedWrite write : writes) {
      TableLayout layout = write.layout();
      byte[] rowKey = layout.keySchema().encode(write.key());
      String hex = HexFormat.of().formatHex(rowKey);
      Row stored = rows("write to", layout).getOrDefault(hex, Row.NONE);
      long ballot = Math.max(BALLOTS, stored.newest()) + 1;
      boolean atBallot = broken == Break.ENTRIES_AT_BALLOTS;
      Row change;
      if (write instanceof TimedWrite.Put put) {
        long timestamp =
            put.row().head() != null
                ? put.timestamp() - BELOW_CONDITIONS
                : atBallot ? ballot : put.timestamp();
        change = new Row(NEVER, whole(layout, rowKey, put.row(), timestamp));
      } else {
        change = new Row(atBallot ? ballot : write.timestamp(), new TreeMap<>());
      }
      Row unused = merge(layout.name(), hex, change);
    }
  }

  /** All columns of a row, with no value where it has none. */
  private static SortedMap<String, CellAt> whole(
      TableLayout layout, byte[] rowKey, RowWrite.Put put, long timestamp) {
    RowMerge row = RowMerge.ofAbsent(layout, rowKey);
    RowWrite.Put unconditional =
        new RowWrite.Put(
            layout, put.key(), WriteBatch.ANY, put.newVersion(), put.head(), put.cells(), null);
    boolean unused = row.apply(unconditional, 0);
    TypedRow typed = TypedRow.of(layout, rowKey, row.values());
    SortedMap<String, CellAt> cells = assignments(layout, null, typed, timestamp, false);
    cells.putIfAbsent(REST, new CellAt(timestamp, null, false));
    columns(layout)
        .forEach(
            column -> cells.putIfAbsent("c" + column.id(), new CellAt(timestamp, null, false)));
    return cells;
  }

  // Reads.

  private SortedMap<String, Row> rows(String what, TableLayout layout) {
    SortedMap<String, Row> rows = tables.get(layout.name());
    if (rows == null) {
      throw new NoTableException("cannot " + what + " " + layout.name() + ": found no such table");
    }
    return rows;
  }

  private final class View implements ByteSnapshot {
    private final long nowMillis;

    View(long nowMillis) {
      this.nowMillis = nowMillis;
    }

    @Override
    public long nowMillis() {
      return nowMillis;
    }

    @Override
    public StoredRow get(TableLayout layout, Key key, RowOptions options) {
      byte[] rowKey = layout.keySchema().encode(key);
      String hex = HexFormat.of().formatHex(rowKey);
      if (options.settled() && broken != Break.SETTLES_NOTHING) {
        rounds.remove(layout.name() + " " + hex);
      }
      return row(layout, rowKey, rows("read", layout).getOrDefault(hex, Row.NONE), options);
    }

    private StoredRow row(TableLayout layout, byte[] rowKey, Row row, RowOptions options) {
      TypedRow typed = typed(layout, row);
      return typed == null
          ? null
          : new RowReader(layout, nowMillis, options)
              .row(rowKey, typed.families(layout, rowKey, read(layout, options)));
    }

    @Override
    public RowCursor scan(TableLayout layout, ByteRange range, ScanOptions options) {
      List<String> keys = new ArrayList<>(rows("read", layout).keySet());
      if (options.reverse()) {
        java.util.Collections.reverse(keys);
      }
      Iterator<String> left = keys.iterator();
      return new RowCursor() {
        @Override
        public StoredRow next() {
          while (left.hasNext()) {
            String hex = left.next();
            byte[] rowKey = HexFormat.of().parseHex(hex);
            Row found = rows("read", layout).get(hex);
            if (range.contains(rowKey) && found != null) {
              StoredRow row = row(layout, rowKey, found, options.row());
              if (row != null) {
                return row;
              }
            }
          }
          return null;
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public void close() {}
  }

  // The engine.

  /** With row keys, by which a test asks for one row after another. */
  @Override
  public Set<Capability> capabilities() {
    return EnumSet.of(Capability.ROW_KEYS);
  }

  @Override
  public int maxKeyLength() {
    return 1_000;
  }

  @Override
  public long requestDelayMillis() {
    return 0;
  }

  /** Rounds stay open longer than any request. */
  @Override
  public long horizonMillis() {
    return 2;
  }

  @Override
  public Set<String> tables() {
    return new TreeSet<>(tables.keySet());
  }

  @Override
  public void createTable(TableLayout layout) {
    if (tables.putIfAbsent(layout.name(), new TreeMap<>()) != null) {
      throw new StoreException("cannot create table " + layout.name() + ": it exists");
    }
  }

  @Override
  public void addFamilies(TableLayout layout) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void dropTable(String name) {
    if (tables.remove(name) == null) {
      throw new NoTableException("cannot drop " + name + ": found no such table");
    }
    rounds.values().removeIf(round -> round.table.equals(name));
  }

  @Override
  public Snapshot snapshot(LongSupplier clock) {
    return new View(clock.getAsLong());
  }

  @Override
  public boolean write(WriteBatch batch) {
    return compareAndSet(batch).done();
  }

  @Override
  public Optional<TimedWrites> timedWrites() {
    return Optional.of(this::writeTimed);
  }

  @Override
  public void close() {}
}
