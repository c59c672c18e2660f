package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import keywright.key.OrderCertificate.Counterexample;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Test;

/** Certificates: what they try, and what they find. */
final class OrderCertificateTest {

  private static OrderCertificate of(String columns, String key, KeyFormat format) {
    return OrderCertificate.of(KeySchema.parse(columns, key, format), 20_000, 1);
  }

  @Test
  void kw1KeepsTheLawsForEveryType() {
    for (String type : Values.TYPES) {
      OrderCertificate certificate =
          of("a " + type + " NULL, b text", "a DESC, b, a NULLS LAST", KeyFormat.kw1());
      assertThat(certificate.violation()).as(type).isEmpty();
      assertThat(certificate.randomPairs()).isEqualTo(20_000);
      assertThat(certificate.cornerPairs()).as(type).isGreaterThan(100);
    }
  }

  @Test
  void kw1KeepsTheLawsForRandomDeclarations() {
    SplittableRandom random = new SplittableRandom(Seeds.base());
    for (int i = 0; i < 25; i++) {
      RandomSchemas.Sample sample = RandomSchemas.kw1(2).generate(random.split());
      try {
        assertThat(OrderCertificate.of(sample.schema(), 2_000, i).violation())
            .as(sample.toString())
            .isEmpty();
      } catch (KeyException e) {
        assertThat(e).hasMessageContaining("found no two rows");
      }
    }
  }

  @Test
  void aSmallDomainIsTriedCompletely() {
    OrderCertificate certificate = of("a tinyint", "a", KeyFormat.kw1());
    assertThat(certificate.cornerPairs()).isEqualTo(256 * 255 / 2);
    assertThat(of("a boolean NULL", "a", KeyFormat.kw1()).cornerPairs()).isEqualTo(3);
  }

  @Test
  void aTextPartThatDoesNotSortIsShownByTheSmallestPair() {
    KeySchema schema = KeySchema.parse("a int, b int", "a, b", KeyFormat.text("_"));
    OrderCertificate certificate = OrderCertificate.of(schema, 100_000, 1);
    assertThat(certificate.holds()).isTrue();
    Counterexample pair = certificate.unsorted(0).orElseThrow();
    byte[] first = schema.encode(pair.first());
    byte[] second = schema.encode(pair.second());
    assertThat(Integer.signum(Arrays.compareUnsigned(first, second)))
        .isNotEqualTo(Integer.signum(schema.compare(pair.first(), pair.second())));
    assertThat(first.length + second.length).isLessThan(12);
    OrderCertificate sorts = of("a int, b text", "lpad(a, 9), b", KeyFormat.text("_"));
    assertThat(sorts.unsorted(0)).isEmpty();
    assertThat(sorts.unsorted(1)).isEmpty();
  }

  @Test
  void textKeysKeepWhatIsPromisedOfThem() {
    SplittableRandom random = new SplittableRandom(Seeds.base());
    for (int i = 0; i < 25; i++) {
      RandomSchemas.Sample sample = RandomSchemas.text(2).generate(random.split());
      try {
        assertThat(OrderCertificate.of(sample.schema(), 2_000, i).violation())
            .as(sample.toString())
            .isEmpty();
      } catch (KeyException e) {
        assertThat(e).hasMessageContaining("found no two rows");
      }
    }
  }

  @Test
  void theSameSeedGivesTheSameCertificate() {
    KeySchema schema = KeySchema.parse("a int", "a", KeyFormat.text(""));
    assertThat(OrderCertificate.of(schema, 1_000, 7).unsorted(0))
        .isEqualTo(OrderCertificate.of(schema, 1_000, 7).unsorted(0));
  }

  @Test
  void aDeclarationThatTakesNoRowIsRefused() {
    assertThatThrownBy(() -> of("a decimal(38,0)", "99 - (1000 - lpad(a, 1))", KeyFormat.kw1()))
        .isInstanceOf(KeyException.class);
  }

  @Test
  void cornersAreDifferentValues() {
    for (String declaration : Values.TYPES) {
      Type type = Type.parse(declaration);
      Set<List<Byte>> bodies = new HashSet<>();
      List<Object> corners = Corners.of(type);
      for (Object corner : corners) {
        List<Byte> body = new ArrayList<>();
        for (byte b : type.toBytes(corner)) {
          body.add(b);
        }
        bodies.add(body);
      }
      assertThat(bodies).as(declaration).isNotEmpty().hasSameSizeAs(corners);
    }
  }
}
