package keywright.design.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import keywright.key.ByteRange;
import keywright.key.Column;
import keywright.key.KeyException;
import keywright.key.KeyFormat;
import keywright.key.KeySchema;
import keywright.testkit.Gen;
import keywright.testkit.Gens;
import keywright.testkit.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Split points, against the regions that rows fall into when they are counted one by one. */
@Tag("large")
final class SplitPointsTest {
  private static final String COLUMNS = "id int, name text, at timestamp(s) NULL, u uuid";
  private static final Gen<Long> SEEDS = Gens.longs();

  /** Rows of a list. */
  private record Rows(List<Column> columns, List<@Nullable Object[]> rows) implements Arrivals {
    @Override
    public void forEach(Consumer<@Nullable Object[]> row) {
      rows.forEach(row);
    }
  }

  private static KeySchema schema(String key) {
    return KeySchema.parse(COLUMNS, key);
  }

  private static Rows rows(SplittableRandom random, int count) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    int ids = random.nextInt(1, 2 * count + 1);
    for (int i = 0; i < count; i++) {
      int id = random.nextInt(ids);
      String name = "x".repeat(random.nextInt(4)) + (random.nextBoolean() ? "\0" : "") + id % 7;
      // A column without any value is refused.
      Long at = random.nextInt(5) == 0 && i > 0 ? null : (Long) (long) (i / 3);
      rows.add(new @Nullable Object[] {id, name, at, new UUID(random.nextLong(), i)});
    }
    return new Rows(Column.parseList(COLUMNS), rows);
  }

  private static NavigableSet<byte[]> keys(KeySchema schema, Rows rows) {
    NavigableSet<byte[]> keys = new TreeSet<>(ByteRange.order());
    rows.rows().forEach(row -> keys.add(schema.rowKey(row)));
    return keys;
  }

  /** How many of {@code keys} lie in each region. */
  private static int[] counts(SplitPoints splits, Iterable<byte[]> keys) {
    int[] counts = new int[splits.regions()];
    for (byte[] key : keys) {
      counts[region(splits, key)]++;
    }
    return counts;
  }

  private static int region(SplitPoints splits, byte[] key) {
    int region = 0;
    for (int i = 1; i < splits.regions(); i++) {
      region += Arrays.compareUnsigned(splits.point(i), key) <= 0 ? 1 : 0;
    }
    return region;
  }

  private static void assertRising(SplitPoints splits) {
    for (int i = 1; i < splits.regions(); i++) {
      assertThat(splits.point(i)).isNotEmpty();
      assertThat(Arrays.compareUnsigned(splits.point(i - 1), splits.point(i))).isNegative();
    }
  }

  @Test
  void rowsFallIntoRegionsOfEqualNumbersOfKeys() {
    List<String> keys =
        List.of("id, name", "name, id DESC", "at, id", "at DESC, name", "u", "md5(id), id", "name");
    Property.check(
        "regions by rows are even",
        400,
        SEEDS,
        seed -> {
          SplittableRandom random = new SplittableRandom(seed);
          KeySchema schema = schema(keys.get(random.nextInt(keys.size())));
          Rows rows = rows(random, random.nextInt(1, 300));
          int regions = random.nextInt(2, 40);
          SplitPoints splits = SplitPoints.ofRows(schema, rows, regions, 1);
          NavigableSet<byte[]> distinct = keys(schema, rows);
          assertThat(splits.keys()).isEqualTo(distinct.size());
          assertThat(splits.rows()).isEqualTo(rows.rows().size());
          assertThat(splits.regions()).isEqualTo(Math.min(regions, distinct.size()));
          assertRising(splits);
          int[] counts = counts(splits, distinct);
          for (int region = 0; region < counts.length; region++) {
            assertThat(splits.keys(region)).isEqualTo(counts[region]);
          }
          Arrays.sort(counts);
          assertThat(counts[counts.length - 1] - counts[0]).isLessThanOrEqualTo(1);
          for (int region = 1; region < splits.regions(); region++) {
            byte[] point = splits.point(region);
            byte[] shorter = Arrays.copyOf(point, point.length - 1);
            assertThat(distinct.floor(point)).as("separates").isNotNull();
            byte[] before = distinct.lower(point);
            assertThat(before).isNotNull();
            assertThat(Arrays.compareUnsigned(before, point)).isNegative();
            assertThat(Arrays.compareUnsigned(shorter, before)).as("shortest").isNotPositive();
          }
        });
  }

  @Test
  void ofRowsTheFirstKeyOfEachRegionIsShown() {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      rows.add(new @Nullable Object[] {i, "n" + i, 0L, new UUID(0, 0)});
    }
    SplitPoints splits =
        SplitPoints.ofRows(schema("name, id"), new Rows(Column.parseList(COLUMNS), rows), 3, 1);
    assertThat(splits.start(0)).isEmpty();
    assertThat(splits.start(1)).isEqualTo("(n2, 2)");
    assertThat(splits.start(2)).isEqualTo("(n4, 4)");
    assertThat(splits.point(0)).isEmpty();
    assertThat(splits.point(1)).asString().isEqualTo("n2");
    assertThat(splits.isOfRows()).isTrue();
  }

  @Test
  void bucketsAreSplitExactlyBetweenThem() {
    for (String format : List.of("kw1", "hbase", "hbase-ordered", "fdb", "text")) {
      KeyFormat keyFormat = format.equals("text") ? KeyFormat.text("_") : KeyFormat.of(format);
      for (int n : new int[] {2, 3, 8, 16, 100, 256, 300}) {
        KeySchema schema =
            KeySchema.parse("id int, name text", "bucket(" + n + ", id), id, name", keyFormat);
        SplitPoints splits = SplitPoints.ofKey(schema, n);
        assertThat(splits.regions()).as(format).isEqualTo(n);
        assertRising(splits);
        for (int id = 0; id < 20 * n; id++) {
          Object bucket = schema.key(id, "x").part(0);
          assertThat(bucket).isNotNull();
          String start = "(" + schema.partType(0).format(bucket) + ")";
          int region = region(splits, schema.rowKey(id, "x"));
          assertThat(splits.start(region)).isEqualTo(region == 0 ? "" : start);
        }
        for (int region = 0; region < n; region++) {
          assertThat(splits.keys(region)).isEqualTo(1);
        }
      }
    }
  }

  @Test
  void theSaltOfPhoenixIsSplitAsABucket() {
    KeySchema salted = KeySchema.parse("id bigint", "phoenix_salt(4), id", KeyFormat.of("phoenix"));
    SplitPoints splits = SplitPoints.ofKey(salted, 4);
    assertThat(splits.regions()).isEqualTo(4);
    for (long id = 0; id < 100; id++) {
      byte[] rowKey = salted.rowKey(id);
      assertThat(region(splits, rowKey)).isEqualTo(rowKey[0]);
    }
  }

  @Test
  void fewerRegionsThanBucketsAreWholeBuckets() {
    SplitPoints splits = SplitPoints.ofKey(schema("bucket(16, id), at, id"), 5);
    assertThat(splits.regions()).isEqualTo(5);
    List<Integer> sizes = new ArrayList<>();
    for (int region = 0; region < 5; region++) {
      sizes.add(splits.keys(region));
    }
    assertThat(sizes).containsExactly(3, 3, 3, 3, 4);
    assertThat(splits.point(1)).containsExactly(3);
  }

  @Test
  void partsAfterABucketAreSplitToo() {
    SplitPoints known = SplitPoints.ofKey(schema("bucket(10, id), md5(id), id"), 40);
    assertThat(known.regions()).isEqualTo(40);
    assertThat(known.start(4)).isEqualTo("(1)");
    assertThat(known.point(4)).containsExactly(1);
    assertThat(known.start(6)).isEqualTo("(1, 8…)");
    assertThat(known.point(6)).containsExactly(1, '8');
    assertThat(known.partsUsed()).isEqualTo(2);
    SplitPoints unknown = SplitPoints.ofKey(schema("bucket(10, id), id"), 40);
    assertThat(unknown.regions()).isEqualTo(10);
    assertThat(unknown.partsUsed()).isEqualTo(1);
    assertThat(unknown.isOfRows()).isFalse();
  }

  @Test
  void rowsFallEvenlyIntoTheRegionsOfTheKeyAlone() {
    List<String> keys =
        List.of(
            "md5(id), id",
            "md5(id) DESC, id",
            "left(md5(id), 2), id",
            "reverse(lpad(id, 9))",
            "reverse_bytes(id)",
            "bit_reverse(id) DESC",
            "bucket(32, id) DESC, id",
            "reverse(lpad(at, 12)), id",
            "mod(id, 64), id",
            "u");
    SplittableRandom random = new SplittableRandom(5);
    List<byte[]> rowKeys = new ArrayList<>();
    for (String key : keys) {
      for (String format : List.of("kw1", "hbase")) {
        KeySchema schema;
        try {
          schema = KeySchema.parse(COLUMNS, key, KeyFormat.of(format));
        } catch (KeyException e) {
          continue; // DESC, nulls or types that the format has not.
        }
        rowKeys.clear();
        for (int id = 0; id < 30_000; id++) {
          rowKeys.add(
              schema.rowKey(id, "", (long) id, new UUID(random.nextLong(), random.nextLong())));
        }
        for (int regions : new int[] {3, 16, 32}) {
          SplitPoints splits = SplitPoints.ofKey(schema, regions);
          assertThat(splits.regions()).isEqualTo(regions);
          assertRising(splits);
          double even = (double) rowKeys.size() / regions;
          for (int count : counts(splits, rowKeys)) {
            String what = key + " as " + format + " in " + regions;
            double most = key.startsWith("mod") || key.startsWith("bucket") ? 1.35 : 1.15;
            assertThat(count / even).as(what).isBetween(2 - most - 0.05, most);
          }
        }
      }
    }
  }

  @Test
  void splitsOfTheKeyAloneAreShort() {
    SplitPoints splits = SplitPoints.ofKey(schema("md5(id), id"), 16);
    for (int region = 1; region < 16; region++) {
      assertThat(splits.point(region)).asString().isEqualTo(Integer.toHexString(region));
      assertThat(splits.start(region)).isEqualTo("(" + Integer.toHexString(region) + "…)");
    }
    SplitPoints thirds = SplitPoints.ofKey(schema("md5(id), id"), 3);
    assertThat(thirds.start(1)).isEqualTo("(55…)");
    assertThat(thirds.start(2)).isEqualTo("(aa…)");
    SplitPoints uuids = SplitPoints.ofKey(schema("u"), 4);
    assertThat(uuids.point(1)).containsExactly(0x40);
    assertThat(uuids.start(1)).isEqualTo("(40000000-0000-0000-0000-000000000000)");
    assertThat(SplitPoints.ofKey(schema("lpad(mod(id, 20), 1), id"), 16).regions()).isEqualTo(10);
  }

  @Test
  void whatNobodyKnowsIsRefused() {
    for (String key :
        List.of("at, id", "name", "id", "lpad(id, 9)", "date_trunc('hour', at), id")) {
      assertThatThrownBy(() -> SplitPoints.ofKey(schema(key), 4))
          .isInstanceOf(KeyException.class)
          .hasMessageStartingWith("cannot split (" + key + ") by the key alone: it is unknown how")
          .hasMessageEndingWith("; give rows with --data, or put bucket(16) in front");
    }
    for (int regions : new int[] {-1, 1, 10_001}) {
      assertThatThrownBy(() -> SplitPoints.ofKey(schema("md5(id)"), regions))
          .hasMessage("cannot split into " + regions + " regions: expected 2 to 10,000");
    }
    Rows none = new Rows(Column.parseList(COLUMNS), List.of());
    assertThatThrownBy(() -> SplitPoints.ofRows(schema("id"), none, 4, 1))
        .hasMessage("cannot split by rows: found no rows, expected at least one for each region");
  }

  @Test
  void tenThousandRegionsAreMadeAndNoMore() {
    SplitPoints splits = SplitPoints.ofKey(schema("md5(id), id"), SplitPoints.MOST_REGIONS);
    assertThat(splits.regions()).isEqualTo(10_000);
    assertRising(splits);
  }
}
