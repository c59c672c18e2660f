package keywright.ojai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ojai.Document;
import org.ojai.FieldPath;
import org.ojai.Value;
import org.ojai.exceptions.DecodingException;
import org.ojai.exceptions.EncodingException;
import org.ojai.json.Json;

/** The stored form restores documents exactly, and reads one path as the decoded document does. */
@Tag("large")
class StoredFormTest {
  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  @Test
  void aSmallDocumentHasTheBytesOfThePage() {
    assertThat(hex(DocumentWriter.encode(Map.of("a", true))))
        .isEqualTo("011000000009000000010161020100");
  }

  /** The frozen format: each type once, in an order of names that is not that of the bytes. */
  @Test
  void allTypesHaveTheirFrozenBytes() {
    String json =
        """
        {"z":null,"y":false,"x":"é","w":{"$numberByte":-1},"v":{"$numberShort":-2},"u":{"$numberInt":3},
         "t":{"$numberLong":-4},"s":{"$numberFloat":0.5},"r":1.5,"q":{"$decimal":"-12.30"},
         "p":{"$dateDay":"1970-01-02"},"o":{"$time":"00:00:01"},"n":{"$date":"1970-01-01T00:00:00.007Z"},
         "m":{"$interval":-8},"l":{"$binary":"AP8="},"k":[1,{"$numberInt":1}],"j":{}}
        """;
    Map<String, Object> document = JsonText.document(json);
    assertThat(hex(DocumentWriter.encode(document)))
        .isEqualTo(
            "0110000000a900000011"
                + "017a01"
                + "01790200"
                + "01780302c3a9"
                + "017704ff"
                + "017605fffe"
                + "01750600000003"
                + "017407fffffffffffffffc"
                + "0173083f000000"
                + "0172093ff8000000000000"
                + "01710a0000000202fb32"
                + "01700b00000001"
                + "016f0c000003e8"
                + "016e0d0000000000000007"
                + "016d0efffffffffffffff8"
                + "016c0f0200ff"
                + "016b110000001400000002093ff000000000000006000000010009"
                + "016a100000000400000000"
                + "896e685d524b443a2f281d16110d070300");
    assertThat(Exactly.text(DocumentBytes.document(DocumentWriter.encode(document))))
        .isEqualTo(Exactly.text(document));
  }

  @Test
  void documentsComeBackExactlyAndInTheirOrder() {
    for (int trial = 0; trial < Trials.of(2000); trial++) {
      long seed = Seeds.base() + trial;
      Map<String, Object> document = RandomDocuments.of(seed).document();
      byte[] stored = DocumentWriter.encode(document);
      String expected = Exactly.text(document);
      String reproduction = Seeds.reproduction(seed);
      Document decoded = DocumentBytes.document(stored);
      assertThat(Exactly.text(decoded)).as(reproduction).isEqualTo(expected);
      assertThat(Exactly.text(DocumentBytes.view(stored))).as(reproduction).isEqualTo(expected);
      assertThat(DocumentWriter.encode(decoded)).as(reproduction).isEqualTo(stored);
      assertThat(DocumentWriter.encode(decoded.asReader())).as(reproduction).isEqualTo(stored);
      assertThat(DocumentWriter.encode(DocumentBytes.view(stored)))
          .as(reproduction)
          .isEqualTo(stored);
    }
  }

  @Test
  void aPathReadsTheBytesAsItReadsTheDecodedDocument() {
    int found = 0;
    for (int trial = 0; trial < Trials.of(2000); trial++) {
      long seed = Seeds.base() + trial;
      RandomDocuments draw = RandomDocuments.of(seed);
      Map<String, Object> document = draw.document();
      Document decoded = Plain.document(document);
      Map<String, Object> view = DocumentBytes.mapView(DocumentWriter.encode(document));
      for (int path = 0; path < 5; path++) {
        FieldPath one = draw.path(document, false);
        Value expected = decoded.getValue(one);
        List<Object> values = new ArrayList<>();
        Paths.any(view, one, values::add);
        String text = values.isEmpty() ? "none" : Exactly.text(values.get(0));
        assertThat(text)
            .as("%s in %s: %s", one, document, Seeds.reproduction(seed))
            .isEqualTo(expected == null ? "none" : Exactly.text(expected.getObject()));
        found += values.size();
      }
    }
    assertThat(found).as("values that paths find").isGreaterThan(Trials.of(1000));
  }

  private static Projection wholeFields(String... names) {
    return new Projection(Arrays.stream(names).map(Plain::path).toList());
  }

  @Test
  void selectedFieldsAreReadAsFromTheDecodedDocument() {
    int found = 0;
    for (int trial = 0; trial < Trials.of(2000); trial++) {
      long seed = Seeds.base() + trial;
      RandomDocuments draw = RandomDocuments.of(seed);
      Map<String, Object> document = draw.document();
      document.remove("_id");
      StoredDocument stored = new StoredDocument("id", DocumentWriter.encode(document));
      List<String> names = new ArrayList<>(document.keySet());
      names.add("_id");
      names.add(draw.name());
      Collections.shuffle(names, new Random(seed));
      int count = draw.random().nextInt(1, 4);
      Projection projection =
          wholeFields(names.stream().limit(count).filter(n -> !n.isEmpty()).toArray(String[]::new));
      Document selected = projection.document(stored);
      assertThat(Exactly.text(selected))
          .as("%s of %s: %s", names, document, Seeds.reproduction(seed))
          .isEqualTo(Exactly.text(projection.of(stored)));
      found += selected.size();
      assertThat(Exactly.text(stored.copy()))
          .as(Seeds.reproduction(seed))
          .isEqualTo(Exactly.text(stored));
    }
    assertThat(found).as("fields that are selected").isGreaterThan(Trials.of(1000));
  }

  /** Any byte of a document is changed, or the bytes end early: a value or one error. */
  @Test
  void damagedBytesGiveAValueOrOneError() {
    int refused = 0;
    for (int trial = 0; trial < Trials.of(400); trial++) {
      long seed = Seeds.base() + trial;
      RandomDocuments draw = RandomDocuments.of(seed);
      byte[] stored = DocumentWriter.encode(draw.map(2));
      for (int change = 0; change < 60; change++) {
        byte[] damaged = stored.clone();
        int place = draw.random().nextInt(damaged.length);
        switch (draw.random().nextInt(3)) {
          case 0 -> damaged[place] = (byte) draw.random().nextInt();
          case 1 -> damaged = Arrays.copyOf(damaged, place);
          default -> {
            damaged[place] = (byte) (damaged[place] + draw.random().nextInt(-2, 3));
            place = draw.random().nextInt(damaged.length);
            damaged[place] ^= (byte) (1 << draw.random().nextInt(8));
          }
        }
        byte[] bytes = damaged;
        int isRefused = refuses(() -> DocumentBytes.document(bytes), seed);
        refused += isRefused;
        assertThat(refuses(() -> DocumentBytes.check(bytes), seed))
            .as(Seeds.reproduction(seed))
            .isEqualTo(isRefused);
        refuses(() -> DocumentBytes.copy("_id", "1", bytes), seed);
        assertThat(inPlace(bytes, draw.random()))
            .as(Seeds.reproduction(seed))
            .isEqualTo(selected(() -> new StoredDocument("1", bytes)));
        refuses(() -> wholeFields("a", "b").document(new StoredDocument("1", bytes)), seed);
        refuses(() -> Exactly.text(DocumentBytes.view(bytes)), seed);
        refuses(() -> DocumentBytes.mapView(bytes).get("a"), seed);
        refuses(
            () -> Paths.any(DocumentBytes.view(bytes), FieldPath.parseFrom("a[].b"), v -> false),
            seed);
      }
    }
    assertThat(refused).isGreaterThan(Trials.of(400) * 10);
  }

  /** What is read of a document that is a part of longer bytes, around which anything is. */
  private static String inPlace(byte[] stored, SplittableRandom random) {
    byte[] longer = new byte[stored.length + 1 + random.nextInt(40)];
    random.nextBytes(longer);
    int begin = random.nextInt(longer.length - stored.length) + 1;
    System.arraycopy(stored, 0, longer, begin, stored.length);
    ByteBuffer part = ByteBuffer.wrap(longer, begin, stored.length);
    return selected(() -> StoredDocument.in("1", part));
  }

  /** Fields, all fields, and the document as a map; or errors. */
  private static String selected(Supplier<StoredDocument> document) {
    Projection two = wholeFields("a", "b");
    Projection path = new Projection(List.of(FieldPath.parseFrom("a[].b")));
    List<Function<StoredDocument, Object>> reads =
        List.of(two::document, path::document, StoredDocument::document, found -> found);
    StringBuilder all = new StringBuilder();
    for (Function<StoredDocument, Object> read : reads) {
      try {
        all.append(Exactly.text(read.apply(document.get()))).append('\n');
      } catch (DecodingException e) {
        all.append(e.getMessage()).append('\n');
      }
    }
    return all.toString();
  }

  private static int refuses(Runnable read, long seed) {
    try {
      read.run();
      return 0;
    } catch (DecodingException e) {
      assertThat(e.getMessage())
          .as(Seeds.reproduction(seed))
          .startsWith("cannot read a stored document: ")
          .doesNotContain("\n");
      return 1;
    } catch (RuntimeException | Error e) {
      throw new AssertionError(Seeds.reproduction(seed), e);
    }
  }

  /** What decodes is written back to the same bytes, so no two forms stand for one document. */
  @Test
  void whatDecodesIsTheOnlyFormOfItsDocument() {
    byte[] stored = DocumentWriter.encode(JsonText.document("{\"b\":1,\"a\":2}"));
    byte[] swapped = stored.clone();
    int directory = stored.length - 2;
    swapped[directory] = stored[directory + 1];
    swapped[directory + 1] = stored[directory];
    assertThatThrownBy(() -> DocumentBytes.document(swapped))
        .isInstanceOf(DecodingException.class)
        .hasMessage(
            "cannot read a stored document: the offset 11 at offset 33 of 34 bytes, expected that"
                + " of another entry");
  }

  @Test
  void anotherVersionIsRefused() {
    assertThatThrownBy(() -> DocumentBytes.document(new byte[] {2, 16}))
        .hasMessage("cannot read a stored document: its version is 2, expected version 1");
    assertThatThrownBy(() -> DocumentBytes.document(new byte[0]))
        .hasMessage("cannot read a stored document: it is empty, expected version 1");
    assertThatThrownBy(() -> DocumentBytes.document(DocumentWriter.encode((Object) 5)))
        .hasMessage("cannot read a stored document: type 6 at offset 1 of 6 bytes, expected a map");
  }

  private static Map<String, Object> nested(int depth) {
    Map<String, Object> document = new LinkedHashMap<>();
    for (int level = 1; level < depth; level++) {
      document = new LinkedHashMap<>(Map.of("a", document));
    }
    return document;
  }

  @Test
  void limitsAreRefusedInOneLine() {
    assertThat(DocumentBytes.document(DocumentWriter.encode(nested(128))).size()).isEqualTo(1);
    assertThatThrownBy(() -> DocumentWriter.encode(nested(129)))
        .isInstanceOf(EncodingException.class)
        .hasMessage(
            "cannot use the document: containers are nested 129 deep, expected at most 128");
    assertThatThrownBy(
            () ->
                DocumentWriter.encode(
                    Map.of("a", ByteBuffer.allocate(6 << 20), "b", ByteBuffer.allocate(6 << 20))))
        .isInstanceOf(EncodingException.class)
        .hasMessage(
            "cannot store the document: it has more than 10485760 bytes, expected at "
                + "most that; store parts of the document as documents of their own");
    assertThatThrownBy(
            () -> DocumentWriter.encode(Map.of("a", new BigDecimal(BigInteger.TWO.pow(8192)))))
        .hasMessage(
            "cannot store a decimal: it has 1025 bytes without its scale, expected at most 1024");
    assertThatThrownBy(() -> DocumentWriter.encode(Map.of("a", "x\ud800")))
        .hasMessage(
            "cannot store a text: character 2 is the lone surrogate D800, expected valid Unicode");
    assertThatThrownBy(() -> JsonText.document("{\"a\":".repeat(129) + "1" + "}".repeat(129)))
        .isInstanceOf(DecodingException.class)
        .hasMessage(
            "cannot read the document: containers are nested 129 deep (line 1, column 641),"
                + " expected at most 128");
  }

  /** Containers nested in bytes deeper than a writer makes them, so deep that a stack would end. */
  @Test
  void deeplyNestedBytesAreRefusedWhereTheyAreRead() {
    int depth = 100_000;
    ByteBuffer bytes = ByteBuffer.allocate(2 + depth * 13);
    bytes.put((byte) 1);
    for (int level = 0; level < depth; level++) {
      int inside = 4 + (depth - level - 1) * 13 + 4;
      bytes.put((byte) 17).putInt(inside).putInt(level == depth - 1 ? 0 : 1);
    }
    byte[] stored = bytes.array();
    assertThat(refuses(() -> Exactly.text(DocumentBytes.view(stored)), 0)).isEqualTo(1);
  }

  @Test
  void documentsOfTheApiItselfAreEncoded() {
    Document document =
        Json.newDocument(
            "{\"a\":{\"b\":[1,2,{\"c\":{\"$dateDay\":\"2020-02-29\"}}]},\"_id\":\"x\"}");
    Document decoded = DocumentBytes.document(DocumentWriter.encode(document));
    assertThat(decoded).isEqualTo(document);
    assertThat(decoded.asJsonString()).isEqualTo(document.asJsonString());
    assertThat(decoded.getDate("a.b[2].c")).isEqualTo(document.getDate("a.b[2].c"));
    decoded.set("a.b[0]", 5);
    assertThat(decoded.getInt("a.b[0]")).isEqualTo(5);
  }
}
