package keywright.store.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import keywright.key.ByteRange;
import keywright.key.Key;
import keywright.key.KeyFormat;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.store.Capability;
import keywright.store.Cell;
import keywright.store.ColumnLayout;
import keywright.store.Engine;
import keywright.store.FamilyLayout;
import keywright.store.RowCursor;
import keywright.store.RowHead;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.TablePart;
import keywright.store.WriteBatch;
import keywright.store.Written;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** An engine with two tables, and short ways to write and read them. */
abstract class EngineFixture {
  static final int NAME = 1;
  static final int TOTAL = 2;
  static final int NOTE = 3;
  static final int PHOTO = 4;

  /**
   * Keys of any bytes; a family for the marker and two columns, one that keeps three versions, and
   * one more.
   */
  static final TableLayout ROWS =
      new TableLayout(
          "rows",
          KeySchema.parse("id blob", "id"),
          List.of(
              FamilyLayout.of(
                  "a", List.of(column(NAME, "name", "text"), column(TOTAL, "total", "int"))),
              new FamilyLayout("b", "lz4", 0, 3, List.of(column(NOTE, "note", "text"))),
              new FamilyLayout("c", "zstd", 0, 1, List.of(column(PHOTO, "photo", "blob")))));

  /** Row keys that are prefixes of one another, and rows of nothing but the marker. */
  static final TableLayout WORDS =
      new TableLayout(
          "words",
          KeySchema.parse("word text", "word", KeyFormat.text("")),
          List.of(FamilyLayout.of("m", List.of())));

  /** A table of one family, as most are. */
  static final TableLayout COUNTS =
      new TableLayout(
          "counts",
          KeySchema.parse("word text", "word"),
          List.of(
              FamilyLayout.of(
                  "m",
                  List.of(
                      new ColumnLayout(1, "total", Type.parse("int")),
                      new ColumnLayout(2, "note", Type.parse("text"))))));

  /** A table of one family with blobs. */
  static final TableLayout FILES =
      new TableLayout(
          "files",
          KeySchema.parse("word text", "word"),
          List.of(
              FamilyLayout.of(
                  "m",
                  List.of(
                      column(1, "name", "text"),
                      column(2, "photo", "blob"),
                      column(3, "scan", "blob")))));

  @TempDir Path directory;
  Engine engine;

  /** What the clock says, to writes and to reads. */
  long now = 1_000;

  /** Opens the engine, in {@code directory} if it keeps anything. */
  protected abstract Engine open(Path directory);

  /** Whether what is written is there when the engine is opened again. */
  protected boolean persistent() {
    return false;
  }

  /** Whether a row may have a key whose only part is empty. */
  protected boolean hasEmptyPartitions() {
    return true;
  }

  /** Whether the engine has families. If not, a table has only columns. */
  protected boolean hasFamilies() {
    return true;
  }

  /**
   * How often a case repeats what would fail by chance only.
   *
   * @param count for an engine in this process; one that is far away may do with less
   */
  protected int rounds(int count) {
    return count;
  }

  /** Opens what {@link keywright.store.Checkpoints} has made; for engines that make checkpoints. */
  protected Engine openCheckpoint(Path folder) {
    throw new AssertionError("the test of an engine that makes checkpoints opens them too");
  }

  @BeforeEach
  void openEngine() {
    engine = UnitSteps.of(open(directory));
    engine.createTable(ROWS);
    engine.createTable(WORDS);
  }

  @AfterEach
  void closeEngine() {
    engine.close();
  }

  final void reopen() {
    engine.close();
    engine = UnitSteps.of(open(directory));
  }

  final boolean writesManyRows() {
    return engine.capabilities().contains(Capability.ATOMIC_BATCHES);
  }

  final boolean makesSnapshots() {
    return engine.capabilities().contains(Capability.SNAPSHOTS);
  }

  static ColumnLayout column(int id, String name, String type) {
    return new ColumnLayout(id, name, Type.parse(type));
  }

  /** A key of {@link #ROWS} from hex. */
  static Key key(String hex) {
    return ROWS.keySchema().key((Object) HexFormat.of().parseHex(hex));
  }

  static Key word(String word) {
    return WORDS.keySchema().key(word);
  }

  /** Column ids and values in turn. */
  static Map<Integer, Object> cells(Object... idsAndValues) {
    TreeMap<Integer, Object> cells = new TreeMap<>();
    for (int index = 0; index < idsAndValues.length; index += 2) {
      cells.put((Integer) idsAndValues[index], idsAndValues[index + 1]);
    }
    return cells;
  }

  final boolean put(String hex, long expected, long version, Object... idsAndValues) {
    return engine.write(
        new WriteBatch(now).put(ROWS, key(hex), expected, version, cells(idsAndValues)));
  }

  /** Puts cells of {@code head}'s version. */
  final boolean put(String hex, long expected, RowHead head, Cell... cells) {
    return engine.write(new WriteBatch(now).put(ROWS, key(hex), expected, head, List.of(cells)));
  }

  final void putWords(String... words) {
    List<WriteBatch> batches = new ArrayList<>();
    for (String word : words) {
      batches.add(new WriteBatch(now).put(WORDS, word(word), WriteBatch.ANY, 1, cells()));
    }
    assertThat(engine.writeEach(batches)).hasSize(words.length).containsOnly(Written.DONE);
  }

  /** The row with these families, or null. */
  final StoredRow get(String hex, String... families) {
    try (Snapshot snapshot = engine.snapshot(now)) {
      return snapshot.get(ROWS, key(hex), Set.of(families));
    }
  }

  /** {@code version{id=value, …}} of the row with all families, or null. */
  final String row(String hex) {
    return show(get(hex, "a", "b", "c"));
  }

  /** Like {@link #row}, with each cell that is kept as {@code value@timestamp}. */
  final String history(String hex) {
    try (Snapshot snapshot = engine.snapshot(now)) {
      RowOptions all = new RowOptions(Set.of("a", "b", "c"), true);
      return showHistory(snapshot.get(ROWS, key(hex), all));
    }
  }

  static String showHistory(StoredRow row) {
    if (row == null) {
      return null;
    }
    TreeMap<Integer, List<String>> cells = new TreeMap<>();
    for (Cell cell : row.cells()) {
      cells
          .computeIfAbsent(cell.columnId(), id -> new ArrayList<>())
          .add(show(cell.value()) + "@" + cell.timestamp());
    }
    return row.version() + cells.toString();
  }

  static String show(StoredRow row) {
    if (row == null) {
      return null;
    }
    TreeMap<Integer, Object> cells = new TreeMap<>();
    row.cells().forEach(cell -> cells.put(cell.columnId(), show(cell.value())));
    return row.version() + cells.toString();
  }

  static Object show(Object value) {
    return value instanceof byte[] bytes ? "0x" + HexFormat.of().formatHex(bytes) : value;
  }

  /** The words in {@code [start, stop)}; a null stop is the end. */
  final List<String> words(String start, String stop, boolean reverse) {
    ByteRange range =
        ByteRange.between(start.getBytes(UTF_8), stop == null ? null : stop.getBytes(UTF_8));
    try (Snapshot snapshot = engine.snapshot(now);
        RowCursor cursor =
            scan(engine, snapshot, WORDS, range, new ScanOptions(Set.of(), reverse))) {
      List<String> words = new ArrayList<>();
      for (StoredRow row : all(cursor)) {
        words.add((String) row.key().part(0));
      }
      return words;
    }
  }

  /**
   * The rows whose row keys are in {@code range}, in their order or in reverse: as the engine gives
   * them where it keeps row keys, else those of a walk, sorted here.
   */
  static RowCursor scan(
      Engine engine, Snapshot snapshot, TableLayout layout, ByteRange range, ScanOptions options) {
    if (engine.capabilities().contains(Capability.ROW_KEYS)) {
      return snapshot.walk(layout, options.within(new TablePart(range)));
    }
    ScanOptions forwards = options.reverse() ? options.reversed() : options;
    List<StoredRow> rows = new ArrayList<>();
    try (RowCursor cursor = snapshot.walk(layout, forwards)) {
      rows.addAll(all(cursor));
    }
    rows.removeIf(row -> !range.contains(row.rowKey()));
    Comparator<StoredRow> order = Comparator.comparing(StoredRow::rowKey, ByteRange.order());
    rows.sort(options.reverse() ? order.reversed() : order);
    Iterator<StoredRow> sorted = rows.iterator();
    return new RowCursor() {
      @Override
      public StoredRow next() {
        return sorted.hasNext() ? sorted.next() : null;
      }

      @Override
      public void close() {}
    };
  }

  static List<StoredRow> all(RowCursor cursor) {
    List<StoredRow> rows = new ArrayList<>();
    for (StoredRow row = cursor.next(); row != null; row = cursor.next()) {
      rows.add(row);
    }
    return rows;
  }

  /** Expects a refusal in one line that contains {@code parts}. */
  static void refused(ThrowingCallable call, String... parts) {
    assertThatThrownBy(call)
        .isInstanceOf(StoreException.class)
        .hasMessageStartingWith("cannot ")
        .hasMessageNotContaining("\n")
        .hasMessageContainingAll(parts);
  }

  /**
   * The values of cells, as a put of a whole row takes them: after those of the columns of the key,
   * by column id.
   */
  static Object[] columnValues(TableLayout layout, List<Cell> cells) {
    int ofKey = layout.keySchema().columns().size();
    Object[] values = new Object[ofKey + layout.columnCount()];
    cells.forEach(cell -> values[ofKey + layout.columnIndex(cell.columnId())] = cell.value());
    return values;
  }
}
