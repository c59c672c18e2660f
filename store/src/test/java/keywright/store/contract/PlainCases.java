package keywright.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import keywright.key.Key;
import keywright.key.KeyRange;
import keywright.key.KeySchema;
import keywright.key.KeySpan;
import keywright.store.Cell;
import keywright.store.FamilyLayout;
import keywright.store.PlainWrite;
import keywright.store.PlainWrites;
import keywright.store.RowCursor;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.TimedWrite;
import keywright.store.TimedWrites;
import keywright.store.WriteBatch;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Test;

/**
 * What an engine with {@link PlainWrites} does beside {@link PartitionCases}. Extend it in place of
 * that in the tests of such an engine.
 */
public abstract class PlainCases extends PartitionCases {
  private static final int HISTORIES = 8;
  private static final int WRITES = 120;
  private static final int HOSTS = 3;
  private static final int LINES = 4;
  private static final long MICROS = 1_700_000_000_000_000L;

  private static final TableLayout PLAIN =
      new TableLayout(
          "plain",
          KeySchema.parse("host int, line int", "host, line DESC"),
          List.of(
              FamilyLayout.of("m", List.of(column(1, "name", "text"), column(2, "total", "int"))),
              FamilyLayout.of("n", List.of(column(3, "tags", "list<text>")))),
          1,
          TableLayout.Kind.PLAIN);

  private static Key key(int host, int line) {
    return PLAIN.keySchema().key(host, line);
  }

  private List<Optional<StoreException>> write(List<List<PlainWrite>> groups) {
    return PlainWrites.of(engine, PLAIN.name()).write(groups, System.currentTimeMillis());
  }

  private void write(PlainWrite... group) {
    assertThat(write(List.of(List.of(group)))).containsExactly(Optional.empty());
  }

  private static PlainWrite put(
      int host, int line, long micros, boolean makesRow, Object... cells) {
    return new PlainWrite.Put(
        PLAIN, key(host, line), micros, makesRow, PlainWrite.TTL_OF_TABLE, cells(cells));
  }

  private static PlainWrite delete(int host, int line, long micros) {
    return new PlainWrite.Delete(PLAIN, key(host, line), micros);
  }

  private static String showPlain(StoredRow row) {
    if (row == null) {
      return null;
    }
    TreeMap<Integer, String> cells = new TreeMap<>();
    for (Cell cell : row.cells()) {
      cells.put(cell.columnId(), cell.value() + "@" + cell.timestamp());
    }
    return cells.toString();
  }

  private String plainRow(int host, int line) {
    return showPlain(plainRow(key(host, line), System.currentTimeMillis()));
  }

  private StoredRow plainRow(Key key, long nowMillis) {
    RowOptions options = RowOptions.of(PLAIN.familyNames()).withTimes();
    return engine.get(PLAIN, key, options, nowMillis);
  }

  @Test
  void aPutSetsTheColumnsThatItNamesAlone() {
    engine.createTable(PLAIN);
    write(put(1, 1, MICROS, true, 1, "ann", 2, 7));
    write(put(1, 1, MICROS + 5, false, 2, null, 3, List.of("x", "")));
    assertThat(plainRow(1, 1)).isEqualTo("{1=ann@%d, 3=[x, ]@%d}".formatted(MICROS, MICROS + 5));
  }

  @Test
  void aRowThatWasMadeExistsWithoutAValueAndAnotherDoesNot() {
    engine.createTable(PLAIN);
    write(put(1, 1, MICROS, true));
    write(put(1, 2, MICROS, false, 1, "ann"));
    write(put(1, 2, MICROS + 1, false, 1, null));
    assertThat(plainRow(1, 1)).isEqualTo("{}");
    assertThat(plainRow(1, 2)).isNull();
  }

  @Test
  void theHighestTimestampWinsInAnyOrderOfArrival() {
    engine.createTable(PLAIN);
    write(put(1, 1, MICROS + 9, true, 1, "late"));
    write(put(1, 1, MICROS + 3, true, 1, "early", 2, 3));
    write(delete(1, 1, MICROS + 5));
    assertThat(plainRow(1, 1)).isEqualTo("{1=late@%d}".formatted(MICROS + 9));
    write(delete(1, 1, MICROS + 9));
    assertThat(plainRow(1, 1)).as("a delete wins over a put of its timestamp").isNull();
  }

  @Test
  void valuesExpireWhenTheirTimeToLiveSays() {
    engine.createTable(PLAIN);
    long before = System.currentTimeMillis();
    PlainWrite brief =
        new PlainWrite.Put(PLAIN, key(1, 1), MICROS, true, 3_600, Map.of(1, "brief"));
    write(brief, put(1, 1, MICROS + 1, false, 2, 5));
    StoredRow row = plainRow(key(1, 1), System.currentTimeMillis());
    assertThat(row.cell(1).expiryMillis())
        .isBetween(before + 3_598_000, System.currentTimeMillis() + 3_601_000);
    assertThat(row.cell(2).expiryMillis()).isZero();
    assertThat(row.head().expiryMillis()).as("a value lives for ever").isZero();
  }

  @Test
  void aGroupThatIsRefusedDoesNotConcernOthers() {
    engine.createTable(PLAIN);
    List<PlainWrite> of2Partitions =
        List.of(put(1, 1, MICROS, true, 2, 1), put(2, 1, MICROS, true, 2, 1));
    List<Optional<StoreException>> told =
        write(
            List.of(
                List.of(put(1, 2, MICROS, true, 2, 2)),
                of2Partitions,
                List.of(put(1, 3, MICROS, true, 2, 3), put(1, 4, MICROS, true, 2, 4))));
    assertThat(told.get(0)).isEmpty();
    assertThat(told.get(1).orElseThrow())
        .hasMessage(
            "cannot write to plain: found rows of several partitions, expected rows of one partition; write the rows of each partition separately");
    assertThat(told.get(2)).isEmpty();
    assertThat(plainRow(1, 1)).isNull();
    assertThat(plainRow(1, 2)).isNotNull();
    assertThat(plainRow(1, 4)).isNotNull();
  }

  @Test
  void aTableIsWrittenInOneWayOnly() {
    engine.createTable(PLAIN);
    refused(
        () -> engine.write(new WriteBatch(now).put(PLAIN, key(1, 1), WriteBatch.ANY, 1, cells())),
        "found a conditional write, expected a plain write");
    if (engine.timedWrites().isPresent()) {
      refused(
          () ->
              TimedWrites.of(engine)
                  .write(List.of(TimedWrite.put(PLAIN, key(1, 1), 1_000, Map.of()))),
          "found a conditional write, expected a plain write");
    }
    PlainWrite.Put other =
        new PlainWrite.Put(ROWS, key("01"), MICROS, true, PlainWrite.TTL_OF_TABLE, Map.of());
    assertThat(PlainWrites.of(engine, ROWS.name()).write(List.of(List.of(other)), now).get(0))
        .isPresent();
    assertThat(row("01")).isNull();
  }

  /** What the writes of a history come to, worked out from all of them at each comparison. */
  private static String expected(List<PlainWrite> history, Key key) {
    List<PlainWrite> writes = history.stream().filter(write -> write.key().equals(key)).toList();
    long deleted =
        writes.stream()
            .filter(PlainWrite.Delete.class::isInstance)
            .mapToLong(PlainWrite::timestampMicros)
            .max()
            .orElse(-1);
    List<PlainWrite.Put> puts =
        writes.stream()
            .filter(PlainWrite.Put.class::isInstance)
            .map(PlainWrite.Put.class::cast)
            .filter(put -> put.timestampMicros() > deleted)
            .sorted(Comparator.comparingLong(PlainWrite::timestampMicros))
            .toList();
    TreeMap<Integer, String> cells = new TreeMap<>();
    for (PlainWrite.Put put : puts) {
      put.values()
          .forEach(
              (id, value) -> {
                if (value == null) {
                  cells.remove(id);
                } else {
                  cells.put(id, value + "@" + put.timestampMicros());
                }
              });
    }
    boolean exists = !cells.isEmpty() || puts.stream().anyMatch(PlainWrite.Put::makesRow);
    return exists ? cells.toString() : null;
  }

  @Test
  void randomPlainHistoriesGiveWhatTheLastWritesSay() {
    SplittableRandom seeds = new SplittableRandom(Seeds.base());
    for (int round = 0; round < rounds(HISTORIES); round++) {
      engine.createTable(PLAIN);
      SplittableRandom random = seeds.split();
      List<PlainWrite> history = new ArrayList<>();
      try {
        while (history.size() < WRITES) {
          List<PlainWrite> group = randomGroup(random);
          history.addAll(group);
          write(group.toArray(PlainWrite[]::new));
          Key last = group.get(0).key();
          assertThat(showPlain(plainRow(last, System.currentTimeMillis())))
              .as("%s", last)
              .isEqualTo(expected(history, last));
        }
        checkScans(history);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(e + "\n" + history + "\n" + Seeds.reproduction(Seeds.base()), e);
      }
      engine.dropTable(PLAIN.name());
    }
  }

  /** Of one partition; the timestamps differ, and come in any order. */
  private static List<PlainWrite> randomGroup(SplittableRandom random) {
    int host = random.nextInt(HOSTS);
    List<PlainWrite> group = new ArrayList<>();
    do {
      int line = random.nextInt(LINES);
      long micros = MICROS + random.nextLong(1L << 40);
      if (random.nextInt(5) == 0) {
        group.add(delete(host, line, micros));
        continue;
      }
      TreeMap<Integer, Object> values = new TreeMap<>();
      for (int id = 1; id <= 3; id++) {
        if (random.nextBoolean()) {
          int number = random.nextInt(100);
          Object value = id == 1 ? "n" + number : id == 2 ? (Object) number : List.of("t" + number);
          values.put(id, random.nextInt(4) == 0 ? null : value);
        }
      }
      group.add(
          new PlainWrite.Put(
              PLAIN,
              key(host, line),
              micros,
              random.nextBoolean(),
              PlainWrite.TTL_OF_TABLE,
              values));
    } while (random.nextInt(3) == 0);
    return group;
  }

  private void checkScans(List<PlainWrite> history) {
    ScanOptions options = new ScanOptions(RowOptions.of(PLAIN.familyNames()).withTimes(), false);
    List<String> walked = new ArrayList<>();
    try (Snapshot snapshot = engine.snapshot(System.currentTimeMillis())) {
      for (int host = 0; host < HOSTS; host++) {
        List<String> wanted = new ArrayList<>();
        for (int line = LINES - 1; line >= 0; line--) {
          String row = expected(history, key(host, line));
          if (row != null) {
            wanted.add(line + row);
          }
        }
        KeySpan partition = KeySpan.of(KeyRange.equalTo(List.of(host)));
        try (RowCursor rows = snapshot.scan(PLAIN, partition, options)) {
          assertThat(all(rows).stream().map(row -> row.key().part(1) + showPlain(row)).toList())
              .isEqualTo(wanted);
        }
        walked.addAll(wanted);
      }
      try (RowCursor rows = snapshot.walk(PLAIN, null, options)) {
        assertThat(all(rows).stream().map(row -> row.key().part(1) + showPlain(row)).toList())
            .containsExactlyInAnyOrderElementsOf(walked);
      }
    }
  }
}
