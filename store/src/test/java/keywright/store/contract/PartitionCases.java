package keywright.store.contract;

import static keywright.store.WriteBatch.ANY;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import keywright.key.Key;
import keywright.key.KeyBound;
import keywright.key.KeyRange;
import keywright.key.KeySchema;
import keywright.key.KeySpan;
import keywright.store.FamilyLayout;
import keywright.store.RowCursor;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.TablePart;
import keywright.store.WriteBatch;
import org.junit.jupiter.api.Test;

/**
 * What an engine with partitions does beside {@link EngineContract}. Extend it in place of that in
 * the tests of such an engine.
 */
public abstract class PartitionCases extends EngineContract {
  private static final int HOSTS = 12;
  private static final int LINES = 5;

  /** Rows of twelve hosts by day; both are the partition. */
  private static final TableLayout LOG =
      new TableLayout(
          "log",
          KeySchema.parse("host int, day int, line int", "host, day, line DESC"),
          List.of(FamilyLayout.of("m", List.of())),
          2,
          TableLayout.Kind.OWN);

  private void createLog() {
    engine.createTable(LOG);
    List<WriteBatch> batches = new ArrayList<>();
    for (int host = 0; host < HOSTS; host++) {
      for (int line = 0; line < LINES; line++) {
        batches.add(new WriteBatch(now).put(LOG, line(host, host % 3, line), ANY, 1, cells()));
      }
    }
    engine.writeEach(batches);
  }

  private static Key line(int host, int day, int line) {
    return LOG.keySchema().key(host, day, line);
  }

  private List<Key> keys(KeySpan span, ScanOptions options) {
    try (Snapshot snapshot = engine.snapshot(now);
        RowCursor rows = snapshot.scan(LOG, span, options)) {
      return all(rows).stream().map(StoredRow::key).toList();
    }
  }

  private List<Key> walk(Key after, TablePart part) {
    try (Snapshot snapshot = engine.snapshot(now);
        RowCursor rows = snapshot.walk(LOG, after, ScanOptions.of(Set.of()).within(part))) {
      return all(rows).stream().map(StoredRow::key).toList();
    }
  }

  @Test
  void onlyRangesThatFixThePartitionAreInOrder() {
    createLog();
    assertThat(engine.isInKeyOrder(LOG, 1)).isFalse();
    assertThat(engine.isInKeyOrder(LOG, 2)).isTrue();
    assertThat(engine.isInKeyOrder(LOG, 3)).isTrue();
    ScanOptions options = ScanOptions.of(Set.of());
    for (KeyRange range : List.of(KeyRange.all(), KeyRange.equalTo(List.of(4)))) {
      refused(() -> keys(KeySpan.of(range), options), "log");
    }
  }

  @Test
  void aPartitionIsInKeyOrder() {
    createLog();
    KeyRange partition = KeyRange.equalTo(List.of(4, 1));
    ScanOptions options = ScanOptions.of(Set.of());
    assertThat(keys(KeySpan.of(partition), options))
        .containsExactly(line(4, 1, 4), line(4, 1, 3), line(4, 1, 2), line(4, 1, 1), line(4, 1, 0));
    KeyBound middle = KeyBound.after(line(4, 1, 2).parts());
    assertThat(keys(new KeySpan(partition, middle, null), options))
        .containsExactly(line(4, 1, 1), line(4, 1, 0));
    assertThat(keys(new KeySpan(partition, null, middle), options.reversed()))
        .containsExactly(line(4, 1, 2), line(4, 1, 3), line(4, 1, 4));
    assertThat(keys(KeySpan.of(KeyRange.equalTo(List.of(4, 2))), options)).isEmpty();
  }

  @Test
  void aWalkHasEachPartitionInOnePiece() {
    createLog();
    List<Key> walk = walk(null, TablePart.ALL);
    assertThat(walk).hasSize(HOSTS * LINES).doesNotHaveDuplicates();
    for (int at = 0; at < walk.size(); at += LINES) {
      int host = (Integer) walk.get(at).part(0);
      for (int line = 0; line < LINES; line++) {
        assertThat(walk.get(at + line)).isEqualTo(line(host, host % 3, LINES - 1 - line));
        assertThat(walk(walk.get(at + line), TablePart.ALL))
            .isEqualTo(walk.subList(at + line + 1, walk.size()));
      }
    }
  }

  @Test
  void eachPartitionIsInOnePart() {
    createLog();
    List<TablePart> parts = engine.parts(LOG, 3);
    List<Key> found = new ArrayList<>();
    int scanned = 0;
    for (TablePart part : parts) {
      List<Key> walk = walk(null, part);
      found.addAll(walk);
      KeySpan partition = KeySpan.of(KeyRange.equalTo(List.of(7, 1)));
      List<Key> rows = keys(partition, ScanOptions.of(Set.of()).within(part));
      assertThat(rows).hasSize(walk.contains(line(7, 1, 0)) ? LINES : 0);
      scanned += rows.size();
    }
    assertThat(found).isEqualTo(walk(null, TablePart.ALL));
    assertThat(scanned).isEqualTo(LINES);
  }
}
