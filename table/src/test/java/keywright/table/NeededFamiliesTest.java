package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import keywright.key.Key;
import keywright.key.KeyPart;
import keywright.key.KeySpan;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.RowCursor;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.contract.ForwardingEngine;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.ScrubOptions;
import keywright.table.model.ScrubReport;
import keywright.table.model.TableDefinition;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An index is built, and its entries are checked, without the families that hold none of it. */
class NeededFamiliesTest {
  private static final int ROWS = 20;

  /** Notes which families of table t are read. */
  private static final class Noting extends ForwardingEngine {
    private final Set<String> scanned = new TreeSet<>();
    private final Set<String> got = new TreeSet<>();

    Noting(Engine engine) {
      super(engine);
    }

    private static void note(TableLayout layout, RowOptions options, Set<String> read) {
      if (layout.name().equals("t")) {
        read.addAll(options.families());
      }
    }

    @Override
    public Snapshot snapshot(LongSupplier clock) {
      Snapshot view = engine.snapshot(clock);
      return new Snapshot() {
        @Override
        public long nowMillis() {
          return view.nowMillis();
        }

        @Override
        public StoredRow get(TableLayout layout, Key key, RowOptions options) {
          note(layout, options, got);
          return view.get(layout, key, options);
        }

        @Override
        public List<StoredRow> get(TableLayout layout, List<Key> keys, RowOptions options) {
          note(layout, options, got);
          return view.get(layout, keys, options);
        }

        @Override
        public RowCursor scan(TableLayout layout, KeySpan span, ScanOptions options) {
          note(layout, options.row(), scanned);
          return view.scan(layout, span, options);
        }

        @Override
        public RowCursor walk(TableLayout layout, Key after, ScanOptions options) {
          note(layout, options.row(), scanned);
          return view.walk(layout, after, options);
        }

        @Override
        public void close() {
          view.close();
        }
      };
    }
  }

  private static TableDefinition table() {
    return TableDefinition.of(
            "t",
            Payments.columns("id int, state int, photo text", "d").stream()
                .map(column -> column.name().equals("photo") ? column.inFamily("big") : column)
                .toList(),
            KeyPart.parseList("id"))
        .withFamilies(List.of(FamilyDefinition.of("d"), FamilyDefinition.of("big")));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatHoldsNothingOfAnIndexIsNotReadForIt(boolean isOneRowAtATime) {
    Noting engine = new Noting(isOneRowAtATime ? MemoryEngine.ofSingleRows(1) : new MemoryEngine());
    try (Database database = Database.over(engine, Payments.CLOCK, 1)) {
      database.createTable(table(), false);
      for (int i = 0; i < ROWS; i++) {
        database.table("t").put(Map.of("id", i, "state", i % 3, "photo", "p" + i));
      }
      engine.scanned.clear();
      assertThat(database.createIndex("t", IndexDefinition.of("by_state", "state, id"), true))
          .isTrue();
      assertThat(engine.scanned).containsExactly("d");
      engine.got.clear();
      ScrubReport report = database.scrub("t", ScrubOptions.CHECK);
      assertThat(report.findings()).isEmpty();
      assertThat(report.rows()).isEqualTo(ROWS);
      assertThat(report.entries()).isEqualTo(ROWS);
      assertThat(engine.got).doesNotContain("big");
    }
  }
}
