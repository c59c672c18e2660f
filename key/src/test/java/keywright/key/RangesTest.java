package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Stream;
import keywright.key.RandomSchemas.Sample;
import keywright.testkit.Gen;
import keywright.testkit.Property;
import org.junit.jupiter.api.Test;

/** Ranges of random conditions against a pass over all rows. */
final class RangesTest {
  private static final long MOST_RANGES = 3_000;

  private record Query(Sample sample, List<Condition> conditions) {
    @Override
    public String toString() {
      return sample + "\n  WHERE " + conditions;
    }
  }

  private static Gen<Query> queries(Gen<Sample> samples) {
    return new Gen<>() {
      @Override
      public Query generate(SplittableRandom random) {
        Sample sample = samples.generate(random);
        KeySchema schema = sample.schema();
        List<Condition> conditions = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
          int column = random.nextInt(schema.columns().size());
          List<Object> values = new ArrayList<>();
          sample.rows().forEach(row -> values.add(RandomSchemas.row(schema, row)[column]));
          conditions.add(Conditions.of(schema.columns().get(column), values, random));
        }
        return new Query(sample, conditions);
      }

      @Override
      public Iterable<Query> shrink(Query query) {
        List<Query> smaller = new ArrayList<>();
        RandomSchemas.without(query.conditions)
            .forEach(conditions -> smaller.add(new Query(query.sample, conditions)));
        samples
            .shrink(query.sample)
            .forEach(sample -> smaller.add(new Query(sample, query.conditions)));
        return smaller;
      }
    };
  }

  @Test
  void rangesAndWhatIsLeftToFilterFindExactlyTheRowsThatMeetTheConditions() {
    Property.check("kw1", 1_000, queries(RandomSchemas.kw1(12)), RangesTest::assertExact);
    Property.check("text", 1_000, queries(RandomSchemas.text(12)), RangesTest::assertExact);
    Property.check("others", 2_000, queries(RandomSchemas.foreign(12)), RangesTest::assertExact);
  }

  private static void assertExact(Query query) {
    KeySchema schema = query.sample.schema();
    List<Object[]> rows = new ArrayList<>();
    List<byte[]> rowKeys = new ArrayList<>();
    for (List<Object> given : query.sample.rows()) {
      Key key = RandomSchemas.key(schema, given);
      if (key != null) {
        rows.add(RandomSchemas.row(schema, given));
        rowKeys.add(schema.encode(key));
      }
    }
    for (Object[] row : rows) {
      for (Condition condition : query.conditions) {
        assertThat(test(schema, condition, row))
            .as("%s for %s", condition, Arrays.deepToString(row))
            .isEqualTo(holds(schema, condition, row));
      }
    }
    assertExact(query, schema, schema.ranges(query.conditions), rows, rowKeys);
    assertExact(query, schema, schema.rangesInOrder(query.conditions), rows, rowKeys);
    for (int fixed = 0; fixed <= schema.parts().size(); fixed++) {
      for (long most : new long[] {3, 100, MOST_RANGES}) {
        KeyRanges expanded = schema.ranges(query.conditions, fixed, most);
        assertExact(query, schema, expanded, rows, rowKeys);
        assertExact(query, schema, expanded.unbounded(), rows, rowKeys);
      }
    }
    for (int most : new int[] {1, 4}) {
      KeyRanges few = schema.ranges(query.conditions).atMost(most);
      assertThat(few.count()).isLessThanOrEqualTo(most);
      assertExact(query, schema, few, rows, rowKeys);
    }
  }

  private static boolean test(KeySchema schema, Condition condition, Object[] row) {
    int column = schema.indexOf(condition.column());
    return column < 0 || condition.test(schema.columns().get(column).type(), row[column]);
  }

  /** A column that shrinking took away is no longer asked about. */
  private static boolean holds(KeySchema schema, Condition condition, Object[] row) {
    int column = schema.indexOf(condition.column());
    return column < 0
        || Conditions.holds(condition, schema.columns().get(column).type(), row[column]);
  }

  private static void assertExact(
      Query query, KeySchema schema, KeyRanges found, List<Object[]> rows, List<byte[]> rowKeys) {
    if (found.count() > MOST_RANGES) {
      return;
    }
    List<KeyRange> ranges = found.ranges();
    assertThat(found.count()).isGreaterThanOrEqualTo(ranges.size());
    List<ByteRange> bytes = ranges.stream().map(schema::bytes).toList();
    for (int i = 0; i + 1 < bytes.size(); i++) {
      assertThat(Arrays.compareUnsigned(bytes.get(i).stop(), bytes.get(i + 1).start()))
          .as("%s and %s are disjoint and in order", bytes.get(i), bytes.get(i + 1))
          .isLessThanOrEqualTo(0);
    }
    for (KeyRange range : ranges) {
      assertThat(range.prefix()).hasSize(found.fixedParts());
      schema.readableStart(range);
      schema.readableStop(range);
    }
    for (int i = 0; i < rows.size(); i++) {
      Object[] row = rows.get(i);
      byte[] rowKey = rowKeys.get(i);
      boolean inRange = bytes.stream().anyMatch(range -> range.contains(rowKey));
      boolean passes =
          found.residual().stream().allMatch(condition -> test(schema, condition, row));
      boolean expected =
          query.conditions.stream().allMatch(condition -> holds(schema, condition, row));
      assertThat(inRange && passes)
          .as(
              "row %s is found; in a range: %s, passes %s: %s",
              Arrays.deepToString(row), inRange, found.residual(), passes)
          .isEqualTo(expected);
    }
    if (found.isFullKey()) {
      for (ByteRange range : bytes) {
        Stream<byte[]> inside = rowKeys.stream().filter(range::contains);
        TreeSet<byte[]> distinct = new TreeSet<>(Arrays::compareUnsigned);
        inside.forEach(distinct::add);
        assertThat(distinct).as("keys in %s", range).hasSizeLessThanOrEqualTo(1);
      }
    }
    assertThat(found.stop().isEmpty() || found.fixedParts() < schema.parts().size()).isTrue();
    found.fanOuts();
  }
}
