package keywright.store.contract;

import static keywright.store.contract.EngineFixture.NAME;
import static keywright.store.contract.EngineFixture.NOTE;
import static keywright.store.contract.EngineFixture.PHOTO;
import static keywright.store.contract.EngineFixture.ROWS;
import static keywright.store.contract.EngineFixture.TOTAL;
import static keywright.store.contract.EngineFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import keywright.key.ByteRange;
import keywright.key.Key;
import keywright.store.Capability;
import keywright.store.Cell;
import keywright.store.Engine;
import keywright.store.RowCursor;
import keywright.store.RowHead;
import keywright.store.RowMark;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.WriteBatch;

/** Random writes and reads of one table, on an engine and on a sorted map beside it. */
final class RandomHistory {
  private static final String[] BYTES = {"00", "01", "61", "7f", "80", "fe", "ff"};
  private static final List<String> FAMILIES = List.of("a", "b", "c");

  private record ModelCell(Object value, boolean stamped, long expiry) {
    Object valueAt(long now) {
      return expiry != 0 && expiry <= now ? null : value;
    }
  }

  /** Cells by column id, then by timestamp, the newest first. */
  private record ModelRow(RowHead head, TreeMap<Integer, TreeMap<Long, ModelCell>> cells) {}

  private record Moment(long mark, Snapshot snapshot, TreeMap<byte[], ModelRow> rows, long now) {
    ModelRow row(byte[] rowKey) {
      return live(rows.get(rowKey), now);
    }
  }

  private static ModelRow live(ModelRow row, long now) {
    boolean expired = row != null && row.head.expiryMillis() != 0 && row.head.expiryMillis() <= now;
    return expired ? null : row;
  }

  private final SplittableRandom random;
  private final List<String> log;
  private final List<Moment> moments = new ArrayList<>();
  private Engine engine;
  private TreeMap<byte[], ModelRow> rows = new TreeMap<>(Arrays::compareUnsigned);
  private long lastVersion = 10;
  private long now = 1_000;

  /** The fewest bytes of a key. */
  private final int shortest;

  RandomHistory(
      Engine engine, SplittableRandom random, List<String> log, boolean hasEmptyPartitions) {
    this.shortest = hasEmptyPartitions ? 0 : 1;
    this.engine = engine;
    this.random = random;
    this.log = log;
  }

  void use(Engine opened) {
    engine = opened;
  }

  void forgetSnapshots() {
    moments.forEach(moment -> moment.snapshot.close());
    moments.clear();
  }

  void step() {
    now += random.nextInt(4) == 0 ? random.nextInt(5) : 0;
    switch (random.nextInt(8)) {
      case 0, 1, 2, 3 -> write();
      case 4 -> {
        if (!engine.capabilities().contains(Capability.SNAPSHOTS)) {
          return;
        }
        if (moments.size() == 3) {
          moments.remove(random.nextInt(3)).snapshot.close();
        }
        moments.add(now());
      }
      // Nothing is missing, so nothing changes.
      case 5 -> engine.addFamilies(EngineFixture.ROWS);
      default -> read();
    }
  }

  void checkAll() {
    Moment moment = now();
    try (Snapshot closing = moment.snapshot) {
      scan(moment, ByteRange.all(), new RowOptions(Set.copyOf(FAMILIES), true), false);
      scan(moment, ByteRange.all(), new RowOptions(Set.copyOf(FAMILIES), true), true);
    }
  }

  private Moment now() {
    return new Moment(engine.mark(), engine.snapshot(now), new TreeMap<>(rows), now);
  }

  private void write() {
    WriteBatch batch = new WriteBatch(now);
    TreeMap<byte[], ModelRow> after = new TreeMap<>(rows);
    boolean expected = true;
    List<byte[]> foundAbsent = new ArrayList<>();
    StringBuilder line = new StringBuilder("write");
    boolean manyRows = engine.capabilities().contains(Capability.ATOMIC_BATCHES);
    String only = hex();
    for (int left = 1 + random.nextInt(4); left > 0; left--) {
      String hex = manyRows ? hex() : only;
      byte[] rowKey = rowKey(hex);
      ModelRow row = live(after.get(rowKey), now);
      ModelRow compared = manyRows ? row : after.get(rowKey);
      long version = compared == null ? WriteBatch.ABSENT : compared.head.version();
      long expects = expectation(version);
      boolean sameNonce = compared == null || compared.head.nonce() == 0;
      expected &= expects == WriteBatch.ANY || (expects == version && sameNonce);
      if (expects == WriteBatch.ABSENT) {
        foundAbsent.add(rowKey);
      }
      line.append(' ').append(hex).append(" at ").append(expects);
      if (random.nextInt(4) == 0) {
        batch.delete(ROWS, key(hex), expects);
        after.remove(rowKey);
        line.append(" deleted;");
      } else if (expects <= WriteBatch.ABSENT && random.nextInt(3) == 0) {
        lastVersion++;
        List<Cell> cells = wholeRow();
        RowHead head = head();
        batch.putWhole(ROWS, key(hex), expects, head, EngineFixture.columnValues(ROWS, cells));
        after.put(rowKey, merged(null, head, cells));
        line.append(" whole ").append(head).append(' ').append(cells).append(';');
      } else {
        lastVersion++;
        List<Cell> change = change();
        RowHead head = random.nextInt(3) == 0 ? head() : null;
        if (head == null && change.stream().allMatch(RandomHistory::isPlain)) {
          Map<Integer, Object> values = new TreeMap<>();
          change.forEach(cell -> values.put(cell.columnId(), cell.value()));
          batch.put(ROWS, key(hex), expects, lastVersion, values);
        } else {
          head = head == null ? head() : head;
          batch.put(ROWS, key(hex), expects, head, change);
        }
        after.put(rowKey, merged(row, head, change));
        line.append(" put ").append(head).append(' ').append(change).append(';');
      }
    }
    Moment read = random.nextBoolean() ? readAbsent(foundAbsent) : null;
    log.add(line + " now " + now + (read == null ? "" : ", read at " + read.now));
    boolean written = read == null ? engine.write(batch) : engine.write(batch, read.mark);
    assertThat(written).as("written").isEqualTo(expected);
    rows = expected ? after : rows;
  }

  /** A moment at which none of these rows was there; null when none is kept. */
  private Moment readAbsent(List<byte[]> rowKeys) {
    return moments.stream()
        .filter(moment -> rowKeys.stream().allMatch(rowKey -> moment.row(rowKey) == null))
        .findFirst()
        .orElse(null);
  }

  private static boolean isPlain(Cell cell) {
    return cell.writeTimeMicros() == 0 && cell.expiryMillis() == 0;
  }

  private RowHead head() {
    RowMark[] marks = {
      RowMark.TOMBSTONE, RowMark.moved(lastVersion, new byte[] {1}), RowMark.LIVE, RowMark.LIVE
    };
    long nonce = random.nextInt(4) == 0 ? 1 + random.nextInt(9) : 0;
    RowMark mark = marks[random.nextInt(marks.length)];
    return new RowHead(lastVersion, expiry(), random.nextInt(3), nonce, mark);
  }

  private long expiry() {
    return random.nextInt(3) == 0 ? now + random.nextInt(30) : 0;
  }

  private ModelRow merged(ModelRow row, RowHead head, List<Cell> change) {
    TreeMap<Integer, TreeMap<Long, ModelCell>> cells = new TreeMap<>();
    if (row != null) {
      row.cells.forEach((id, byTime) -> cells.put(id, new TreeMap<>(byTime)));
    }
    removeNothings(cells);
    for (Cell cell : change) {
      boolean stamped = cell.writeTimeMicros() != 0;
      cells
          .computeIfAbsent(cell.columnId(), id -> new TreeMap<>(Comparator.reverseOrder()))
          .put(cell.timestamp(), new ModelCell(cell.value(), stamped, cell.expiryMillis()));
    }
    cells.forEach(
        (id, byTime) -> {
          while (byTime.size() > (id == NOTE ? 3 : 1)) {
            byTime.pollLastEntry();
          }
        });
    removeNothings(cells);
    RowHead before = row == null ? RowHead.of(lastVersion) : row.head.withVersion(lastVersion);
    return new ModelRow(head == null ? before : head, cells);
  }

  /** Where one version is kept, what has no value and no time of its own is not there. */
  private void removeNothings(Map<Integer, ? extends Map<Long, ModelCell>> cells) {
    cells.forEach(
        (id, byTime) -> {
          if (id != NOTE) {
            byTime.values().removeIf(cell -> !cell.stamped && cell.valueAt(now) == null);
          }
        });
  }

  /** Right more often than not, so that histories get somewhere. */
  private long expectation(long version) {
    return switch (random.nextInt(8)) {
      case 0 -> WriteBatch.ABSENT;
      case 1 -> Math.max(1, lastVersion - random.nextInt(3));
      case 2, 3, 4 -> version;
      default -> WriteBatch.ANY;
    };
  }

  private List<Cell> change() {
    List<Cell> change = new ArrayList<>();
    boolean plain = random.nextBoolean();
    for (int id : new int[] {NAME, TOTAL, NOTE, PHOTO}) {
      if (random.nextInt(id == NOTE ? 4 : 3) < 2) {
        Object value = random.nextInt(3) == 0 ? null : value(id);
        long time = plain || random.nextBoolean() ? 0 : 1 + random.nextLong(lastVersion);
        long expiry = plain || value == null ? 0 : expiry();
        change.add(new Cell(id, value, lastVersion, time, expiry));
      }
    }
    return change;
  }

  private List<Cell> wholeRow() {
    List<Cell> cells = new ArrayList<>();
    for (int id : new int[] {NAME, TOTAL, NOTE, PHOTO}) {
      if (random.nextInt(3) > 0) {
        cells.add(new Cell(id, value(id), lastVersion, 0, 0));
      }
    }
    return cells;
  }

  private Object value(int id) {
    return switch (id) {
      case NAME -> "ann".substring(random.nextInt(4));
      case TOTAL -> random.nextInt();
      case NOTE -> "\u00e9\uD83D\uDD25".repeat(random.nextInt(99));
      default -> new byte[random.nextInt(300)];
    };
  }

  private void read() {
    List<String> families = new ArrayList<>(FAMILIES);
    families.removeIf(family -> random.nextInt(3) == 0);
    RowOptions options = new RowOptions(Set.copyOf(families), random.nextInt(3) == 0);
    if (moments.isEmpty() || random.nextBoolean()) {
      Moment now = now();
      try (Snapshot closing = now.snapshot) {
        read(now, options);
      }
    } else {
      read(moments.get(random.nextInt(moments.size())), options);
    }
  }

  private void read(Moment moment, RowOptions options) {
    if (random.nextInt(3) > 0) {
      byte[] start = rowKey(hex());
      byte[] stop = rowKey(hex());
      // Not only keys: any bytes bound a range.
      start = Arrays.copyOf(start, random.nextInt(start.length + 1));
      stop = random.nextInt(5) == 0 ? null : Arrays.copyOf(stop, random.nextInt(stop.length + 1));
      scan(moment, ByteRange.between(start, stop), options, random.nextBoolean());
      return;
    }
    List<Key> keys = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int left = random.nextInt(5); left > 0; left--) {
      String hex = hex();
      keys.add(key(hex));
      expected.add(show(moment.row(rowKey(hex)), options, moment.now));
    }
    log.add("get " + keys + " " + options);
    assertThat(moment.snapshot.get(ROWS, keys, options))
        .extracting(row -> show(row, options))
        .isEqualTo(expected);
    for (int index = 0; index < keys.size(); index++) {
      assertThat(show(moment.snapshot.get(ROWS, keys.get(index), options), options))
          .isEqualTo(expected.get(index));
    }
  }

  private void scan(Moment moment, ByteRange range, RowOptions options, boolean reverse) {
    log.add("scan " + range + " " + options + (reverse ? " in reverse" : "") + " at " + moment.now);
    NavigableMap<byte[], ModelRow> part = reverse ? moment.rows.descendingMap() : moment.rows;
    List<String> expected = new ArrayList<>();
    part.forEach(
        (rowKey, row) -> {
          if (range.contains(rowKey) && live(row, moment.now) != null) {
            String shown = show(row, options, moment.now);
            expected.add(HexFormat.of().formatHex(rowKey) + " " + shown);
          }
        });
    try (RowCursor cursor =
        EngineFixture.scan(
            engine, moment.snapshot, ROWS, range, new ScanOptions(options, reverse))) {
      assertThat(EngineFixture.all(cursor))
          .extracting(row -> HexFormat.of().formatHex(row.rowKey()) + " " + show(row, options))
          .isEqualTo(expected);
    }
  }

  private static String show(StoredRow row, RowOptions options) {
    if (row == null) {
      return null;
    }
    return row.head()
        + (options.history() ? EngineFixture.showHistory(row) : EngineFixture.show(row));
  }

  private static String show(ModelRow row, RowOptions options, long now) {
    if (row == null) {
      return null;
    }
    TreeMap<Integer, Object> cells = new TreeMap<>();
    row.cells.forEach(
        (id, byTime) -> {
          String family = FAMILIES.get(ROWS.familyOf(id));
          if (family.equals("a") || options.families().contains(family)) {
            List<String> history = new ArrayList<>();
            byTime.forEach(
                (time, cell) -> {
                  Object value = cell.valueAt(now);
                  if (value != null || cell.stamped || id == NOTE) {
                    history.add(EngineFixture.show(value) + "@" + time);
                  }
                });
            Object newest =
                byTime.isEmpty()
                    ? null
                    : EngineFixture.show(byTime.firstEntry().getValue().valueAt(now));
            if (options.history() && !history.isEmpty()) {
              cells.put(id, history);
            } else if (!options.history() && newest != null) {
              cells.put(id, newest);
            }
          }
        });
    return row.head + (row.head.version() + cells.toString());
  }

  private String hex() {
    StringBuilder hex = new StringBuilder();
    for (int left = shortest + random.nextInt(4 - shortest); left > 0; left--) {
      hex.append(BYTES[random.nextInt(BYTES.length)]);
    }
    return hex.toString();
  }

  private static byte[] rowKey(String hex) {
    return ROWS.keySchema().encode(key(hex));
  }
}
