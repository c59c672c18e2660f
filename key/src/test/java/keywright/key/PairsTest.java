package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import keywright.key.AllPairs.Count;
import keywright.key.RandomSchemas.Sample;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The four laws over millions of pairs of keys: random ones, and all of small domains. */
final class PairsTest {
  private static final long PAIRS = Trials.of(10_000_000);
  private static final int ROWS = 96;

  private static final List<String> DIRECTIONS =
      List.of("", " DESC", " NULLS LAST", " DESC NULLS FIRST");

  @Test
  @Tag("no-mutants")
  void pairsOfRandomKeysKeepTheLaws() {
    SplittableRandom random = new SplittableRandom(Seeds.base());
    Count count = new Count();
    while (count.pairs < PAIRS) {
      Sample sample = RandomSchemas.kw1(ROWS).generate(random.split());
      try {
        AllPairs.check(sample.schema(), sample.keys(), count);
      } catch (AssertionError e) {
        throw new AssertionError(e.getMessage() + "\n" + Seeds.reproduction(Seeds.base()), e);
      }
    }
    assertThat(count.pairs).isGreaterThanOrEqualTo(PAIRS);
    // Keys far from each other would show little.
    assertThat(count.pairs - count.equal).as("unequal pairs").isGreaterThan(PAIRS / 100 * 85);
    assertThat(count.sameFirstPart).as("with equal first parts").isGreaterThan(PAIRS / 20);
    assertThat(count.sameFirstByte).as("with equal first bytes").isGreaterThan(PAIRS / 4);
  }

  /** A few values of a type, at the edges of its bytes. */
  private record Domain(String type, List<Object> values) {
    /** The values and null. */
    List<Object> withNull() {
      List<Object> all = new ArrayList<>(values);
      all.add(null);
      return all;
    }
  }

  private static final List<Domain> DOMAINS =
      List.of(
          new Domain("boolean", List.of(false, true)),
          new Domain("tinyint", List.of(-128, -1, 0, 127)),
          new Domain("smallint unsigned", List.of(0, 1, 255, 256, 65_535)),
          new Domain("double", List.of(Double.NEGATIVE_INFINITY, -0.0, 4.9e-324, Double.NaN)),
          new Domain("decimal(2,1)", List.of(-9.9, -0.1, 0, 9.9)),
          new Domain("text", List.of("", "\0", "\1", "\0\0", "a", "a\0", "\uffff", "\ud83d\udd25")),
          new Domain(
              "blob",
              Stream.of("", "00", "01", "fe", "ff", "0001", "00ff", "ff00")
                  .<Object>map(HexFormat.of()::parseHex)
                  .toList()),
          new Domain("char(2)", List.of("", "a", "ab", "\0a", "b", "\u00e9")),
          new Domain("digits(1)", List.of("0", "9")));

  /** Every pair of every two of them, in every direction, with nulls on either side. */
  @Test
  void everyProductOfTwoSmallDomainsKeepsTheLaws() {
    Count count = new Count();
    long expected = 0;
    for (Domain a : DOMAINS) {
      for (Domain b : DOMAINS) {
        long keys = (a.values.size() + 1L) * (b.values.size() + 1);
        for (String x : DIRECTIONS) {
          for (String y : DIRECTIONS) {
            KeySchema schema =
                KeySchema.parse(
                    "a " + a.type + " NULL, b " + b.type + " NULL", "a" + x + ", b" + y);
            List<Key> all = new ArrayList<>();
            for (Object v : a.withNull()) {
              for (Object w : b.withNull()) {
                all.add(schema.key(v, w));
              }
            }
            AllPairs.check(schema, all, count);
            expected += keys * (keys - 1) / 2;
          }
        }
      }
    }
    assertThat(count.pairs).isEqualTo(expected).isGreaterThan(900_000);
    assertThat(count.equal).isZero();
  }
}
