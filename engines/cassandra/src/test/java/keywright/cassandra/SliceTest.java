package keywright.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import keywright.key.Key;
import keywright.key.KeyBound;
import keywright.key.KeyRange;
import keywright.key.KeySchema;
import keywright.key.KeySpan;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.FamilyLayout;
import keywright.store.RowCursor;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Spans of a partition, read by Cassandra, against the bytes of the row keys. */
@Tag("large")
final class SliceTest {
  /** Parts of every kind: with columns of their own, up and down, and in the bytes behind them. */
  private static final List<String> KEYS =
      List.of(
          "p, a, b, c",
          "p, a DESC, b, c DESC",
          "p, b DESC, a, c",
          "p, c, a DESC, n",
          "p, a, n DESC, b",
          "p, n, a, b DESC",
          "p, u, a DESC, c",
          "p, c DESC, u DESC, n");

  private static final List<String> TEXTS =
      List.of("", "a", "ab", "a\u0000", "b", "é", "\uFFFF", "🔥");
  private static final int ROWS = 60;
  private static final int SPANS = 120;

  @Test
  void everySpanOfAPartitionIsWhatItsBytesAre() {
    SplittableRandom random = new SplittableRandom(Seeds.base());
    try (Engine engine = Engines.open(Keyspaces.url("slices"))) {
      for (int table = 0; table < KEYS.size(); table++) {
        TableLayout layout =
            new TableLayout(
                "t" + table,
                KeySchema.parse(
                    "p int, a int, b boolean, c text, n int null, u int null", KEYS.get(table)),
                List.of(FamilyLayout.of("d", List.of())));
        engine.createTable(layout);
        List<Key> keys = rows(engine, layout, random);
        for (int span = 0; span < SPANS; span++) {
          check(engine, layout, keys, span(layout, keys, random));
        }
      }
    }
  }

  private static Key key(TableLayout layout, SplittableRandom random) {
    Integer nullable = random.nextInt(3) == 0 ? null : random.nextInt(3);
    return layout
        .keySchema()
        .key(
            1,
            random.nextInt(-1, 3),
            random.nextBoolean(),
            TEXTS.get(random.nextInt(TEXTS.size())),
            nullable,
            nullable);
  }

  private static List<Key> rows(Engine engine, TableLayout layout, SplittableRandom random) {
    List<WriteBatch> batches = new ArrayList<>();
    List<Key> keys = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      Key key = key(layout, random);
      if (!keys.contains(key)) {
        keys.add(key);
        batches.add(new WriteBatch(0).put(layout, key, WriteBatch.ABSENT, 1, Map.of()));
      }
    }
    engine.writeEach(batches);
    keys.sort(layout.keySchema()::compare);
    return keys;
  }

  private static KeySpan span(TableLayout layout, List<Key> keys, SplittableRandom random) {
    List<Object> values = new ArrayList<>(pick(layout, keys, random).parts());
    int prefix = 1 + random.nextInt(values.size());
    Object next = prefix < values.size() ? values.get(prefix) : null;
    KeyRange range = KeyRange.equalTo(values.subList(0, prefix));
    if (next instanceof String text && random.nextBoolean()) {
      range = KeyRange.startingWith(range.prefix(), text);
    } else if (next != null && random.nextBoolean()) {
      KeyRange.Bound lower = new KeyRange.Bound(next, random.nextBoolean());
      Object other = pick(layout, keys, random).part(prefix);
      KeyRange.Bound upper = other == null ? null : new KeyRange.Bound(other, random.nextBoolean());
      range =
          new KeyRange(
              range.prefix(),
              random.nextBoolean() ? lower : null,
              upper,
              null,
              random.nextBoolean());
    }
    return new KeySpan(range, place(layout, keys, random), place(layout, keys, random));
  }

  private static Key pick(TableLayout layout, List<Key> keys, SplittableRandom random) {
    return random.nextInt(4) == 0 ? key(layout, random) : keys.get(random.nextInt(keys.size()));
  }

  private static KeyBound place(TableLayout layout, List<Key> keys, SplittableRandom random) {
    if (random.nextInt(3) == 0) {
      return null;
    }
    List<Object> values = pick(layout, keys, random).parts();
    return new KeyBound(values.subList(0, random.nextInt(values.size() + 1)), random.nextBoolean());
  }

  private static void check(Engine engine, TableLayout layout, List<Key> keys, KeySpan span) {
    List<Key> expected = new ArrayList<>(keys);
    expected.removeIf(
        key -> !layout.keySchema().bytes(span).contains(layout.keySchema().encode(key)));
    ScanOptions forwards = ScanOptions.of(Set.of());
    String what =
        "%s of %s; %s"
            .formatted(span, layout.keySchema().parts(), Seeds.reproduction(Seeds.base()));
    assertThat(read(engine, layout, span, forwards)).as(what).isEqualTo(expected);
    Collections.reverse(expected);
    assertThat(read(engine, layout, span, forwards.reversed())).as(what).isEqualTo(expected);
  }

  private static List<Key> read(
      Engine engine, TableLayout layout, KeySpan span, ScanOptions options) {
    List<Key> found = new ArrayList<>();
    try (Snapshot snapshot = engine.snapshot(0);
        RowCursor rows = snapshot.scan(layout, span, options)) {
      for (StoredRow row = rows.next(); row != null; row = rows.next()) {
        found.add(row.key());
      }
    }
    return found;
  }
}
