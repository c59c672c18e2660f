package keywright.store.contract;

import static keywright.store.WriteBatch.ANY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import keywright.key.ByteRange;
import keywright.store.EngineRegions;
import keywright.store.Region;
import keywright.store.RowCursor;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import keywright.store.Written;
import org.junit.jupiter.api.Test;

/** Tables in several regions; an engine that has none makes whole tables. */
abstract class RegionCases extends CheckpointCases {
  private static final List<byte[]> SPLITS = List.of(new byte[] {'c'}, new byte[] {'m', 0});

  private boolean hasRegions() {
    return engine.regions().isPresent();
  }

  private EngineRegions regions() {
    return EngineRegions.of(engine, ROWS.name());
  }

  @Test
  void anEngineWithoutRegionsRefusesToListThem() {
    assumeFalse(hasRegions());
    refused(() -> regions().of(ROWS), "regions of rows", "in one place");
  }

  @Test
  void aTableIsSplitWhereItWasAskedTo() {
    assumeTrue(hasRegions());
    regions().createTable(COUNTS, SPLITS, Map.of());
    List<Region> regions = regions().of(COUNTS);
    assertThat(regions)
        .extracting(Region::range)
        .containsExactly(
            ByteRange.between(new byte[0], SPLITS.get(0)),
            ByteRange.between(SPLITS.get(0), SPLITS.get(1)),
            ByteRange.between(SPLITS.get(1), null));
    assertThat(regions).extracting(Region::id).doesNotHaveDuplicates();
    assertThat(regions).extracting(Region::server).noneMatch(String::isEmpty);
    assertThat(regions().of(ROWS)).extracting(Region::range).containsExactly(ByteRange.all());
    TableLayout unknown = new TableLayout("unknown", ROWS.keySchema(), ROWS.families());
    refused(() -> regions().of(unknown), "regions of table unknown", "rows");
  }

  @Test
  void rowsAreWrittenAndReadAcrossSplits() {
    assumeTrue(hasRegions());
    regions().createTable(COUNTS, SPLITS, Map.of());
    List<String> words = List.of("a", "c", "cc", "m", "ma", "z");
    List<WriteBatch> batches =
        words.stream()
            .map(word -> COUNTS.keySchema().key(word))
            .map(key -> new WriteBatch(now).put(COUNTS, key, ANY, 1, cells(1, 1)))
            .toList();
    assertThat(engine.writeEach(batches)).containsOnly(Written.DONE);
    try (Snapshot snapshot = engine.snapshot(now);
        RowCursor cursor =
            scan(engine, snapshot, COUNTS, ByteRange.all(), ScanOptions.of(Set.of()));
        RowCursor back =
            scan(engine, snapshot, COUNTS, ByteRange.all(), ScanOptions.of(Set.of()).reversed())) {
      assertThat(all(cursor)).extracting(row -> row.key().part(0)).isEqualTo(words);
      assertThat(all(back))
          .extracting(row -> row.key().part(0))
          .containsExactly("z", "ma", "m", "cc", "c", "a");
    }
  }
}
