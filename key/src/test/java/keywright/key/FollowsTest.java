package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import keywright.key.KeySchema.Following;
import keywright.key.RandomSchemas.Sample;
import keywright.testkit.Property;
import org.junit.jupiter.api.Test;

/** What a key says about the order of its columns is so. */
final class FollowsTest {

  @Test
  void aPartThatFollowsAColumnSortsAsItDoes() {
    Property.check("kw1", 700, RandomSchemas.kw1(8), FollowsTest::assertFollows);
    Property.check("text", 700, RandomSchemas.text(8), FollowsTest::assertFollows);
    Property.check("others", 1_500, RandomSchemas.foreign(8), FollowsTest::assertFollows);
  }

  @Test
  void whereConditionsHoldTheValuesToOneSignAPartFollowsAmongTheRowsThatMeetThem() {
    int[] only = new int[1];
    Property.check(
        "one sign", 1_500, RandomSchemas.foreign(8), sample -> only[0] += assertWithin(sample));
    assertThat(only[0]).as("parts that follow by virtue of conditions").isPositive();
  }

  private static int assertWithin(Sample sample) {
    KeySchema schema = sample.schema();
    int only = 0;
    for (Column column : schema.columns()) {
      int index = schema.columns().indexOf(column);
      if (index >= sample.columns().size()) {
        continue;
      }
      for (Condition.Operator operator : Condition.Operator.values()) {
        Object value = sample.rows().get(0).get(index);
        if (value == null) {
          continue;
        }
        List<Condition> conditions = List.of(new Condition.Compare(column.name(), operator, value));
        List<List<Object>> rows =
            sample.rows().stream()
                .filter(row -> Conditions.holds(conditions.get(0), column.type(), row.get(index)))
                .toList();
        Sample first =
            new Sample(sample.columns(), sample.parts().subList(0, 1), sample.format(), rows);
        if (RandomSchemas.isDeclarable(first)) {
          Following following = first.schema().follows(0, column.name(), conditions);
          only +=
              following != Following.NO && first.schema().follows(0, column.name()) == Following.NO
                  ? 1
                  : 0;
          assertPairs(first, column, following);
        }
      }
    }
    return only;
  }

  private static void assertPairs(Sample sample, Column column, Following following) {
    for (List<Object> a : sample.rows()) {
      for (List<Object> b : sample.rows()) {
        assertPair(sample.schema(), column, following, a, b);
      }
    }
  }

  private static void assertFollows(Sample sample) {
    KeySchema schema = sample.schema();
    for (int part = 0; part < schema.parts().size(); part++) {
      // Alone in its key, so that only its own bytes are compared.
      Sample alone =
          new Sample(
              sample.columns(), List.of(sample.parts().get(part)), sample.format(), sample.rows());
      if (!RandomSchemas.isDeclarable(alone)) {
        continue; // Its nulls are in their place only before others.
      }
      for (Column column : schema.columns()) {
        if (schema.follows(part, column.name()) == Following.NO || column.name().equals("r")) {
          continue;
        }
        KeySchema one = alone.schema();
        Following following = one.follows(0, column.name());
        assertThat(schema.follows(part, column.name())).isEqualTo(following);
        assertPairs(alone, column, following);
      }
    }
  }

  private static void assertPair(
      KeySchema schema, Column column, Following following, List<Object> a, List<Object> b) {
    int index = schema.columns().indexOf(column);
    Key x = RandomSchemas.key(schema, a);
    Key y = RandomSchemas.key(schema, b);
    if (x == null || y == null || a.get(index) == null || b.get(index) == null) {
      return;
    }
    int columns = Integer.signum(Values.compare(column.type(), a.get(index), b.get(index)));
    int keys = Integer.signum(java.util.Arrays.compareUnsigned(schema.encode(x), schema.encode(y)));
    boolean holds =
        switch (following) {
          case NO -> true;
          case FORWARDS -> keys == columns;
          case BACKWARDS -> keys == -columns;
          case WEAKLY_FORWARDS -> keys == columns || keys == 0;
          case WEAKLY_BACKWARDS -> keys == -columns || keys == 0;
        };
    assertThat(holds).as("%s %s for %s and %s", schema.parts(), following, a, b).isTrue();
  }

  private static Following follows(String columns, String key, KeyFormat format) {
    return KeySchema.parse(columns, key, format).follows(0, "a");
  }

  @Test
  void directionExpressionAndFormatDecide() {
    KeyFormat kw1 = KeyFormat.kw1();
    KeyFormat text = KeyFormat.text("_");
    assertThat(follows("a int", "a", kw1)).isEqualTo(Following.FORWARDS);
    assertThat(follows("a int", "a DESC", kw1)).isEqualTo(Following.BACKWARDS);
    assertThat(follows("a int", "9 - a", kw1)).isEqualTo(Following.BACKWARDS);
    assertThat(follows("a int", "9 - a DESC", kw1)).isEqualTo(Following.FORWARDS);
    assertThat(follows("a int", "lpad(9 - a, 3)", text)).isEqualTo(Following.BACKWARDS);
    assertThat(follows("a int", "reverse(lpad(a, 3))", kw1)).isEqualTo(Following.NO);
    assertThat(follows("a int", "mod(a, 3)", kw1)).isEqualTo(Following.NO);
    assertThat(follows("a int", "a", text)).isEqualTo(Following.NO);
    assertThat(follows("a text, b text", "a", text)).isEqualTo(Following.FORWARDS);
    assertThat(follows("a text, b text", "a, b", text)).isEqualTo(Following.NO);
    assertThat(follows("a text", "left(a, 3)", kw1)).isEqualTo(Following.WEAKLY_FORWARDS);
    assertThat(follows("a text", "right(a, 3)", kw1)).isEqualTo(Following.NO);
    assertThat(follows("a timestamp", "date_trunc('day', a) DESC", kw1))
        .isEqualTo(Following.WEAKLY_BACKWARDS);
    assertThat(follows("a date", "date_format(a, 'yyyy-MM-dd')", text))
        .isEqualTo(Following.FORWARDS);
    assertThat(follows("a timestamp", "date_format(a, 'yyyy-MM-dd')", text))
        .isEqualTo(Following.WEAKLY_FORWARDS);
    assertThat(follows("a date", "date_format(a, 'dd.MM.yyyy')", kw1)).isEqualTo(Following.NO);
    assertThat(follows("a int, b int", "b, a", kw1)).isEqualTo(Following.NO);
    assertThat(KeySchema.parse("a int", "random(3), a").follows(0, "random"))
        .isEqualTo(Following.FORWARDS);
  }
}
