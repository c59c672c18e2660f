package keywright.design.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import keywright.design.certificate.OrderCertificate.Counterexample;
import keywright.key.KeyException;
import keywright.key.KeyFormat;
import keywright.key.KeySchema;
import keywright.key.Type;
import org.junit.jupiter.api.Test;

/** Certificates: what they try, and what they find. */
final class OrderCertificateTest {
  private static final List<String> TYPES =
      List.of(
          "tinyint",
          "bigint unsigned",
          "double",
          "decimal(9,3)",
          "boolean",
          "text",
          "char(3)",
          "digits(20)",
          "blob",
          "uuid",
          "date",
          "timestamp",
          "varint",
          "decimal",
          "time",
          "enum('fax' = 3 AS 'f', 'mobile phone' = 1 AS 'sj', 'none' = 0)",
          "binary(3)",
          "list<text>",
          "list<inet>",
          "set<int>",
          "set<text>",
          "map<text, int>",
          "map<int, text>",
          "inet",
          "timeuuid",
          "variant");

  private static final String COLUMNS = "id bigint, name text, at timestamp, amount decimal(8,2)";

  private static final List<String> KEYS =
      List.of(
          "id, name",
          "name, id",
          "name DESC, at, id",
          "reverse(lpad(id, 9)), name",
          "right(md5(name), 4), lpad(id, 9)",
          "bucket(16), at DESC, id",
          "mod(id, 300), at, name",
          "date_format(at, 'yyyyMMdd'), amount, id",
          "999999999 - id, date_trunc(day, at), id, at",
          "lower(name), amount DESC, id");

  private static OrderCertificate of(String columns, String key, KeyFormat format) {
    return OrderCertificate.of(KeySchema.parse(columns, key, format), 20_000, 1);
  }

  @Test
  void kw1KeepsTheLawsForEveryType() {
    for (String type : TYPES) {
      OrderCertificate certificate =
          of("a " + type + " NULL, b text", "a DESC, b, a NULLS LAST", KeyFormat.kw1());
      assertThat(certificate.violation()).as(type).isEmpty();
      assertThat(certificate.randomPairs()).isEqualTo(20_000);
      assertThat(certificate.cornerPairs()).as(type).isGreaterThan(100);
    }
  }

  @Test
  void kw1KeepsTheLawsOfComputedParts() {
    for (String key : KEYS) {
      assertThat(of(COLUMNS, key, KeyFormat.kw1()).violation()).as(key).isEmpty();
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
  void otherFormatsKeepWhatIsPromisedOfThem() {
    for (String name : KeyFormat.names()) {
      KeyFormat format = name.equals("text") ? KeyFormat.text("_") : KeyFormat.of(name);
      for (String key : KEYS) {
        KeySchema schema;
        try {
          schema = KeySchema.parse(COLUMNS, key, format);
        } catch (KeyException e) {
          assertThat(e).hasMessageStartingWith("cannot use ");
          continue;
        }
        assertThat(OrderCertificate.of(schema, 20_000, 1).violation())
            .as("%s %s", format, key)
            .isEmpty();
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
    for (String declaration : TYPES) {
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
