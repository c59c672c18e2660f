package keywright.ojai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Test;
import org.ojai.exceptions.DecodingException;

/** Parts of documents contain their fields, and together they are the document again. */
class DividedDocumentTest {
  private static String hex(byte[] bytes) {
    return bytes == null ? "none" : HexFormat.of().formatHex(bytes);
  }

  @Test
  void partsHaveTheirFrozenBytes() {
    byte[] document = DocumentWriter.encode(JsonText.document("{\"b\":null,\"a\":true,\"c\":{}}"));
    byte[][] parts = DividedDocument.divide(document, List.of("a", "d", "c"));
    assertThat(parts).hasNumberOfRows(4);
    assertThat(hex(parts[0]))
        .isEqualTo("01100000000800000001" + "016201" + "00" + "0000000100000002");
    assertThat(hex(parts[1])).isEqualTo("01100000000900000001" + "01610201" + "00" + "00000001");
    assertThat(hex(parts[2])).isEqualTo("none");
    assertThat(hex(parts[3]))
        .isEqualTo("01100000001000000001" + "0163100000000400000000" + "00" + "00000002");
  }

  @Test
  void allPartsAreTheDocumentAndSomePartsHaveTheirFields() {
    int divided = 0;
    for (int trial = 0; trial < Trials.of(4000); trial++) {
      long seed = Seeds.base() + trial;
      SplittableRandom random = new SplittableRandom(seed);
      Map<String, Object> document = document(seed, random);
      byte[] stored = DocumentWriter.encode(document);
      List<String> fields = fields(document, random);
      byte[][] parts = DividedDocument.divide(stored, fields);
      String line = fields + " of " + document + ": " + Seeds.reproduction(Seeds.base());
      assertThat(DividedDocument.join(parts)).as(line).isEqualTo(stored);
      byte[][] some = parts.clone();
      boolean hasAny = false;
      for (int i = 0; i < some.length; i++) {
        some[i] = random.nextBoolean() ? null : some[i];
        hasAny |= some[i] != null;
      }
      Map<String, Object> expected = new LinkedHashMap<>();
      document.forEach(
          (name, value) -> {
            if (some[fields.indexOf(name) + 1] != null) {
              expected.put(name, value);
            }
          });
      byte[] joined = DividedDocument.join(some);
      assertThat(hex(joined))
          .as(line)
          .isEqualTo(hasAny ? hex(DocumentWriter.encode(expected)) : "none");
      for (int i = 1; i < parts.length; i++) {
        divided += parts[i] == null ? 0 : 1;
        String name = fields.get(i - 1);
        if (parts[i] != null) {
          assertThat(Exactly.text(DocumentBytes.mapView(parts[i]).get(name)))
              .as(line)
              .isEqualTo(Exactly.text(document.get(name)));
        }
      }
    }
    assertThat(divided).isGreaterThan(Trials.of(2000));
  }

  private static Map<String, Object> document(long seed, SplittableRandom random) {
    Map<String, Object> document = RandomDocuments.of(seed).document();
    // Names and values whose offsets need one, two and four bytes.
    for (int count = random.nextInt(4) == 0 ? random.nextInt(300) : 0; count > 0; count--) {
      document.put(
          "n" + random.nextInt(1000), "x".repeat(random.nextInt(50) == 0 ? 3000 : count % 7));
    }
    return document;
  }

  private static List<String> fields(Map<String, Object> document, SplittableRandom random) {
    List<String> names = new ArrayList<>(document.keySet());
    List<String> fields = new ArrayList<>();
    for (int count = random.nextInt(5); count > 0; count--) {
      String name =
          names.isEmpty() || random.nextInt(4) == 0
              ? "missing" + count
              : names.remove(random.nextInt(names.size()));
      fields.add(name);
    }
    return fields;
  }

  @Test
  void damagedPartsAreRefusedOrJoined() {
    byte[] document =
        DocumentWriter.encode(JsonText.document("{\"a\":{\"b\":[1,2]},\"c\":\"text\"}"));
    byte[][] parts = DividedDocument.divide(document, List.of("a"));
    SplittableRandom random = new SplittableRandom(Seeds.base());
    for (int trial = 0; trial < Trials.of(20_000); trial++) {
      byte[][] damaged = {parts[0].clone(), parts[1].clone()};
      byte[] one = damaged[random.nextInt(2)];
      one[random.nextInt(one.length)] = (byte) random.nextInt();
      if (random.nextInt(3) == 0) {
        damaged[1] = Arrays.copyOf(damaged[1], random.nextInt(damaged[1].length));
      }
      try {
        assertThat(DividedDocument.join(damaged)).isNotNull();
      } catch (DecodingException e) {
        assertThat(e.getMessage()).startsWith("cannot read a ");
      }
    }
    byte[] cut = Arrays.copyOf(parts[1], parts[1].length - 2);
    assertThatThrownBy(() -> DividedDocument.join(new byte[][] {parts[0], cut}))
        .isInstanceOf(DecodingException.class)
        .hasMessage(
            "cannot read a part of a stored document: found 2 bytes behind the document, expected places of fields of 4 bytes each");
  }

  private static byte[][] parts(String json) {
    return DividedDocument.divide(
        DocumentWriter.encode(JsonText.document(json)), List.of("a", "b"));
  }

  @Test
  void partsOfTwoDocumentsAreRefused() {
    byte[][] one = parts("{\"a\":1,\"b\":2,\"c\":3}");
    byte[][] other = parts("{\"c\":3,\"b\":2,\"d\":4,\"a\":1}");
    refused(
        "found a field at place 3, expected a place that the other parts of the document leave",
        one[0],
        other[1],
        one[2]);
    refused(
        "found a field at place 1, expected a place that the other parts of the document leave",
        null,
        moved(one[1], 1),
        one[2]);
    refused(
        "found a field at place 0, expected a place that the other parts of the document leave",
        parts("{\"c\":3}")[0],
        one[1],
        null);
    refused("found 2 fields, expected 1", null, parts("{\"c\":3,\"d\":4}")[0], null);
    refused(
        "found 0 places behind the document, expected the place of its field",
        one[0],
        parts("{\"c\":3}")[0],
        null);
    byte[] places = one[0].clone();
    places[places.length - 1] = 0;
    refused(
        "found the place 0 after the place 0, expected ascending places below 3",
        places,
        null,
        null);
  }

  private static byte[] moved(byte[] part, int place) {
    byte[] changed = part.clone();
    changed[changed.length - 1] = (byte) place;
    return changed;
  }

  private static void refused(String problem, byte[]... parts) {
    assertThatThrownBy(() -> DividedDocument.join(parts))
        .isInstanceOf(DecodingException.class)
        .hasMessage("cannot read a part of a stored document: " + problem);
  }
}
