package keywright.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import keywright.key.ByteRange;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.server.hbase.HBaseServer;
import keywright.store.ColumnLayout;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.FamilyLayout;
import keywright.store.RowCursor;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.TablePart;
import keywright.store.WriteBatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Pages of a scan: they grow from the count that is asked for, and meet without a gap. */
@Tag("large")
class HBaseCursorTest {
  private static final int ROWS = 30;
  private static final TableLayout TABLE =
      new TableLayout(
          "t",
          KeySchema.parse("id int", "id"),
          List.of(FamilyLayout.of("a", List.of(new ColumnLayout(1, "n", Type.parse("int"))))));

  @Test
  void eachRowComesOnceWhereverAPageEnds() {
    try (Engine engine = Engines.open(HBaseServer.shared().url("pages"))) {
      engine.createTable(TABLE);
      for (int id = 0; id < ROWS; id++) {
        engine.write(
            new WriteBatch(0)
                .put(TABLE, TABLE.keySchema().key(id), WriteBatch.ABSENT, 1_000, Map.of(1, id)));
      }
      try (Snapshot snapshot = engine.snapshot(0)) {
        for (int asked = 1; asked <= ROWS + 1; asked++) {
          for (int stop : new int[] {asked, asked + 1, 5 * asked, ROWS}) {
            requireRows(snapshot, 0, Math.min(stop, ROWS), asked);
            requireRows(snapshot, Math.max(0, ROWS - stop), ROWS, asked);
          }
        }
      }
    }
  }

  /** Scans the rows [start, stop) in both directions, by pages that begin with {@code asked}. */
  private static void requireRows(Snapshot snapshot, int start, int stop, int asked) {
    ByteRange range = ByteRange.between(rowKey(start), stop == ROWS ? null : rowKey(stop));
    ScanOptions options = ScanOptions.of(Set.of()).ofAbout(asked);
    List<Integer> expected = new ArrayList<>(IntStream.range(start, stop).boxed().toList());
    assertThat(ids(snapshot, range, options))
        .as("%s to %s by %s", start, stop, asked)
        .isEqualTo(expected);
    Collections.reverse(expected);
    assertThat(ids(snapshot, range, options.reversed()))
        .as("%s to %s by %s", stop, start, asked)
        .isEqualTo(expected);
  }

  private static List<Integer> ids(Snapshot snapshot, ByteRange range, ScanOptions options) {
    List<Integer> ids = new ArrayList<>();
    try (RowCursor cursor = snapshot.walk(TABLE, options.within(new TablePart(range)))) {
      for (StoredRow row = cursor.next(); row != null; row = cursor.next()) {
        ids.add((Integer) row.key().part(0));
      }
      assertThat(cursor.next()).isNull();
    }
    return ids;
  }

  private static byte[] rowKey(int id) {
    return TABLE.keySchema().encode(TABLE.keySchema().key(id));
  }
}
