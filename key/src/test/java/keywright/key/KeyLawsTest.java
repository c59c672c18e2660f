package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import keywright.key.RandomSchemas.Sample;
import keywright.testkit.Gen;
import keywright.testkit.Gens;
import keywright.testkit.Property;
import org.junit.jupiter.api.Test;

/** The four laws of the format, over random declarations and rows. */
final class KeyLawsTest {
  private static final BigDecimal HUGE = new BigDecimal("1e2000000000");

  @Test
  void rowKeysSortAsTheirValuesDo() {
    Property.check(
        "unsigned order of row keys equals the order of values",
        1_000,
        RandomSchemas.kw1(12),
        sample -> Order.assertKept(sample.schema(), sample.keys()));
  }

  @Test
  void noEncodedPartIsAPrefixOfAnother() {
    Property.check(
        "parts are prefix-free and a row key is its parts",
        800,
        RandomSchemas.kw1(10),
        sample -> {
          KeySchema schema = sample.schema();
          List<Key> keys = sample.keys();
          for (int part = 0; part < schema.parts().size(); part++) {
            for (Key a : keys) {
              for (Key b : keys) {
                assertNoPrefix(schema, part, a.part(part), b.part(part));
              }
            }
          }
          for (Key key : keys) {
            ByteArrayOutputStream joined = new ByteArrayOutputStream();
            for (int part = 0; part < schema.parts().size(); part++) {
              joined.writeBytes(encoded(schema, part, key.part(part)));
            }
            assertThat(schema.encode(key)).isEqualTo(joined.toByteArray());
          }
        });
  }

  private static byte[] encoded(KeySchema schema, int part, Object value) {
    return new Kw1Codec(List.of(schema.parts().get(part)), List.of(schema.expressions().get(part)))
        .encode(new Object[] {value});
  }

  private static void assertNoPrefix(KeySchema schema, int part, Object a, Object b) {
    byte[] x = encoded(schema, part, a);
    byte[] y = encoded(schema, part, b);
    boolean prefix = x.length <= y.length && Arrays.equals(x, Arrays.copyOf(y, x.length));
    assertThat(prefix)
        .as("%s of %s and %s: %s %s", schema.parts().get(part), a, b, hex(x), hex(y))
        .isEqualTo(Values.equal(schema.partType(part), a, b));
    assertThat(Arrays.equals(x, y)).isEqualTo(prefix);
  }

  @Test
  void decodingGivesTheKeyBackAndItsColumns() {
    Property.check("decoding undoes encoding", 1_000, RandomSchemas.kw1(6), this::assertRoundTrip);
    Property.check("so in text", 1_000, RandomSchemas.text(6), this::assertRoundTrip);
    Property.check("so in others", 1_000, RandomSchemas.foreign(6), this::assertRoundTrip);
  }

  private void assertRoundTrip(Sample sample) {
    KeySchema schema = sample.schema();
    for (List<Object> given : sample.rows()) {
      Key key = RandomSchemas.key(schema, given);
      if (key == null) {
        continue;
      }
      byte[] rowKey = schema.encode(key);
      Key decoded = schema.decode(rowKey);
      assertThat(decoded).isEqualTo(key);
      assertThat(decoded.hashCode()).isEqualTo(key.hashCode());
      assertThat(schema.encode(decoded)).isEqualTo(rowKey);
      Object[] row = RandomSchemas.row(schema, given);
      Object[] found = schema.columnValues(decoded);
      Object[] straight = schema.columnValues(rowKey);
      assertThat(found).hasSize(row.length);
      assertThat(straight).hasSize(row.length);
      for (int i = 0; i < row.length; i++) {
        Column column = schema.columns().get(i);
        assertThat(Values.equal(column.type(), straight[i], found[i])).as("%s", column).isTrue();
        if (schema.recovers(column.name())) {
          Object expected = row[i] == null ? null : column.type().convert(row[i]);
          assertThat(Values.equal(column.type(), found[i], expected))
              .as("%s of %s: %s", column, key, found[i])
              .isTrue();
        } else {
          assertThat(found[i]).isNull();
        }
      }
    }
  }

  @Test
  void aValueOfAnotherTypeIsConvertedOrNullWithoutAnException() {
    Gen<Type> types = random -> Type.parse(Values.TYPES.get(random.nextInt(Values.TYPES.size())));
    Property.check(
        "as convert does",
        20_000,
        random -> {
          Object value = Values.of(types.generate(random)).generate(random);
          return Map.entry(types.generate(random), value);
        },
        drawn -> assertConvertOrNull(drawn.getKey(), drawn.getValue()));
  }

  private static void assertConvertOrNull(Type type, Object value) {
    Object expected;
    try {
      expected = type.convert(value);
    } catch (KeyException e) {
      expected = null;
    }
    Object found = type.convertOrNull(value);
    assertThat(found == null).as("%s as %s", value, type).isEqualTo(expected == null);
    if (expected != null) {
      assertThat(Values.equal(type, found, expected)).as("%s as %s", value, type).isTrue();
    }
  }

  @Test
  void aKeyThatCanBeEncodedIsKnownAsSuch() {
    Property.check("in kw1", 500, RandomSchemas.kw1(6), KeyLawsTest::assertEncodes);
    Property.check("in text", 500, RandomSchemas.text(6), KeyLawsTest::assertEncodes);
    Property.check("in others", 500, RandomSchemas.foreign(6), KeyLawsTest::assertEncodes);
  }

  private static void assertEncodes(Sample sample) {
    KeySchema schema = sample.schema();
    for (List<Object> given : sample.rows()) {
      Key key;
      try {
        key = schema.key(RandomSchemas.row(schema, given));
      } catch (KeyException e) {
        continue; // There is no key.
      }
      assertThat(schema.encodes(key)).as("%s", key).isEqualTo(isEncoded(schema, key));
    }
  }

  private static boolean isEncoded(KeySchema schema, Key key) {
    try {
      byte[] unused = schema.encode(key);
      return true;
    } catch (KeyException e) {
      return false;
    }
  }

  @Test
  void numbersAndBytesThatKw1CannotHoldAreKnownAsSuch() {
    Map<String, Object> values =
        Map.of(
            "decimal", HUGE,
            "list<decimal>", List.of(HUGE),
            "set<decimal>", Set.of(HUGE),
            "map<int, decimal>", Map.of(1, HUGE),
            "binary(2)", new byte[] {1, 0},
            "list<binary(2)>", List.of(new byte[] {1, 0}));
    for (String type : values.keySet()) {
      KeySchema schema = KeySchema.parse("a " + type, "a");
      Key key = new Key(new Object[] {values.get(type)});
      assertThat(isEncoded(schema, key)).as(type).isFalse();
      assertThat(schema.encodes(key)).as(type).isFalse();
    }
    Key isNull = new Key(new Object[] {null});
    assertThat(KeySchema.parse("a int", "a").encodes(isNull)).isFalse();
    assertThat(KeySchema.parse("a int NULL", "a").encodes(isNull)).isTrue();
  }

  @Test
  void anyOtherBytesAreRefusedOrReencodeToThemselves() {
    Property.check("kw1 is canonical", 1_000, RandomSchemas.kw1(2), KeyLawsTest::assertCanonical);
    Property.check("so is text", 1_000, RandomSchemas.text(2), KeyLawsTest::assertCanonical);
    Property.check("so others", 1_000, RandomSchemas.foreign(2), KeyLawsTest::assertCanonical);
  }

  private static void assertCanonical(Sample sample) {
    KeySchema schema = sample.schema();
    SplittableRandom random = new SplittableRandom(sample.rows().hashCode());
    List<byte[]> candidates = new ArrayList<>();
    candidates.add(new byte[0]);
    for (int i = 0; i < 5; i++) {
      candidates.add(Gens.byteArrays(30).generate(random));
    }
    for (Key key : sample.keys()) {
      for (int i = 0; i < 12; i++) {
        candidates.add(Mutations.one(schema.encode(key), random));
      }
    }
    for (byte[] bytes : candidates) {
      Key key;
      try {
        key = schema.decode(bytes);
      } catch (KeyException e) {
        assertThat(e.getMessage()).startsWith("cannot read key ").contains(" of the row key");
        assertThat(e.offset()).as(e.getMessage()).isBetween(0, bytes.length);
        assertThat(e.getMessage()).contains("part " + (e.part() + 1) + " \"");
        assertThat(e.part()).isBetween(0, schema.parts().size() - 1);
        continue;
      }
      assertThat(hex(schema.encode(key))).as("bytes of %s", key).isEqualTo(hex(bytes));
      schema.readable(key);
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
