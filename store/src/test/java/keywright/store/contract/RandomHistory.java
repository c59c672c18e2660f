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
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import keywright.key.ByteRange;
import keywright.key.Key;
import keywright.store.Engine;
import keywright.store.RowCursor;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.WriteBatch;

/** Random writes and reads of one table, on an engine and on a sorted map beside it. */
final class RandomHistory {
  private static final String[] BYTES = {"00", "01", "61", "7f", "80", "fe", "ff"};
  private static final List<String> FAMILIES = List.of("a", "b", "c");

  private record ModelRow(long version, TreeMap<Integer, Object> cells) {}

  private record Moment(Snapshot snapshot, TreeMap<byte[], ModelRow> rows) {}

  private final SplittableRandom random;
  private final List<String> log;
  private final List<Moment> moments = new ArrayList<>();
  private Engine engine;
  private TreeMap<byte[], ModelRow> rows = new TreeMap<>(Arrays::compareUnsigned);
  private long lastVersion;

  RandomHistory(Engine engine, SplittableRandom random, List<String> log) {
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
    switch (random.nextInt(8)) {
      case 0, 1, 2, 3 -> write();
      case 4 -> {
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
    try (Snapshot snapshot = engine.snapshot()) {
      scan(new Moment(snapshot, rows), ByteRange.all(), FAMILIES, false);
      scan(new Moment(snapshot, rows), ByteRange.all(), FAMILIES, true);
    }
  }

  private Moment now() {
    return new Moment(engine.snapshot(), new TreeMap<>(rows));
  }

  private void write() {
    WriteBatch batch = new WriteBatch();
    TreeMap<byte[], ModelRow> after = new TreeMap<>(rows);
    boolean expected = true;
    StringBuilder line = new StringBuilder("write");
    for (int left = 1 + random.nextInt(4); left > 0; left--) {
      String hex = hex();
      byte[] rowKey = rowKey(hex);
      ModelRow row = after.get(rowKey);
      long version = row == null ? WriteBatch.ABSENT : row.version;
      long expects = expectation(version);
      expected &= expects == WriteBatch.ANY || expects == version;
      line.append(' ').append(hex).append(" at ").append(expects);
      if (random.nextInt(4) == 0) {
        batch.delete(ROWS, key(hex), expects);
        after.remove(rowKey);
        line.append(" deleted;");
      } else {
        Map<Integer, Object> change = change();
        batch.put(ROWS, key(hex), expects, ++lastVersion, change);
        after.put(rowKey, merged(row, change));
        line.append(" put ").append(change).append(';');
      }
    }
    log.add(line.toString());
    assertThat(engine.write(batch)).as("written").isEqualTo(expected);
    rows = expected ? after : rows;
  }

  private ModelRow merged(ModelRow row, Map<Integer, Object> change) {
    TreeMap<Integer, Object> cells = row == null ? new TreeMap<>() : new TreeMap<>(row.cells);
    cells.putAll(change);
    cells.values().removeIf(value -> value == null);
    return new ModelRow(lastVersion, cells);
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

  private Map<Integer, Object> change() {
    TreeMap<Integer, Object> change = new TreeMap<>();
    if (random.nextBoolean()) {
      change.put(NAME, random.nextInt(3) == 0 ? null : "ann".substring(random.nextInt(4)));
    }
    if (random.nextBoolean()) {
      change.put(TOTAL, random.nextInt(3) == 0 ? null : random.nextInt());
    }
    if (random.nextInt(3) == 0) {
      change.put(NOTE, random.nextInt(3) == 0 ? null : "é\uD83D\uDD25".repeat(random.nextInt(99)));
    }
    if (random.nextInt(3) == 0) {
      change.put(PHOTO, random.nextInt(3) == 0 ? null : new byte[random.nextInt(300)]);
    }
    return change;
  }

  private void read() {
    List<String> families = new ArrayList<>(FAMILIES);
    families.removeIf(family -> random.nextInt(3) == 0);
    if (moments.isEmpty() || random.nextBoolean()) {
      Moment now = now();
      try (Snapshot closing = now.snapshot) {
        read(now, families);
      }
    } else {
      read(moments.get(random.nextInt(moments.size())), families);
    }
  }

  private void read(Moment moment, List<String> families) {
    if (random.nextInt(3) > 0) {
      byte[] start = rowKey(hex());
      byte[] stop = rowKey(hex());
      // Not only keys: any bytes bound a range.
      start = Arrays.copyOf(start, random.nextInt(start.length + 1));
      stop = random.nextInt(5) == 0 ? null : Arrays.copyOf(stop, random.nextInt(stop.length + 1));
      scan(moment, ByteRange.between(start, stop), families, random.nextBoolean());
      return;
    }
    List<Key> keys = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int left = random.nextInt(5); left > 0; left--) {
      String hex = hex();
      keys.add(key(hex));
      expected.add(show(moment.rows.get(rowKey(hex)), families));
    }
    log.add("get " + keys + " " + families);
    assertThat(moment.snapshot.get(ROWS, keys, Set.copyOf(families)))
        .extracting(EngineFixture::show)
        .isEqualTo(expected);
    for (int index = 0; index < keys.size(); index++) {
      assertThat(
              EngineFixture.show(
                  moment.snapshot.get(ROWS, keys.get(index), new HashSet<>(families))))
          .isEqualTo(expected.get(index));
    }
  }

  private void scan(Moment moment, ByteRange range, List<String> families, boolean reverse) {
    log.add("scan " + range + " " + families + (reverse ? " in reverse" : ""));
    NavigableMap<byte[], ModelRow> part = reverse ? moment.rows.descendingMap() : moment.rows;
    List<String> expected = new ArrayList<>();
    part.forEach(
        (rowKey, row) -> {
          if (range.contains(rowKey)) {
            expected.add(HexFormat.of().formatHex(rowKey) + " " + show(row, families));
          }
        });
    try (RowCursor cursor =
        moment.snapshot.scan(ROWS, range, new ScanOptions(Set.copyOf(families), reverse))) {
      assertThat(EngineFixture.all(cursor))
          .extracting(row -> HexFormat.of().formatHex(row.rowKey()) + " " + EngineFixture.show(row))
          .isEqualTo(expected);
    }
  }

  private static String show(ModelRow row, List<String> families) {
    if (row == null) {
      return null;
    }
    TreeMap<Integer, Object> cells = new TreeMap<>();
    row.cells.forEach(
        (id, value) -> {
          String family = FAMILIES.get(ROWS.familyOf(id));
          if (family.equals("a") || families.contains(family)) {
            cells.put(id, EngineFixture.show(value));
          }
        });
    return row.version + cells.toString();
  }

  private String hex() {
    StringBuilder hex = new StringBuilder();
    for (int left = random.nextInt(4); left > 0; left--) {
      hex.append(BYTES[random.nextInt(BYTES.length)]);
    }
    return hex.toString();
  }

  private static byte[] rowKey(String hex) {
    return ROWS.keySchema().encode(key(hex));
  }
}
