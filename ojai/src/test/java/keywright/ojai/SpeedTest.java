package keywright.ojai;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keywright.testkit.Measurements;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ojai.Document;
import org.ojai.FieldPath;
import org.ojai.json.Json;

/**
 * The stored form beside the same document as JSON text that Jackson reads and writes as a tree.
 * Measures nanoseconds for a document of 50 fields; the ratios are those of one run.
 */
@Tag("nightly")
class SpeedTest {
  private static final int ROUNDS = 15;
  private static final int CALLS = 4000;
  private static final String FIELD_OF_TEXT = "one field of JSON text";
  private static final String FIELD_OF_BYTES = "one field of stored bytes";
  private static final String TEXT_TO_TREE = "JSON text to a tree";
  private static final String BYTES_TO_DOCUMENT = "stored bytes to a document";
  private static final String TREE_TO_TEXT = "a tree to JSON text";
  private static final String DOCUMENT_TO_BYTES = "a document to stored bytes";

  /** What is measured; its result keeps the calls from being left out. */
  @FunctionalInterface
  private interface Call {
    Object call() throws Exception;
  }

  private static Object last;

  private static Map<String, Object> sample() {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("_id", "user000001");
    for (int index = 1; document.size() < 50; index++) {
      String name = "field_" + index * 37 % 97;
      document.put(
          name,
          switch (index % 6) {
            case 0 -> index * 1000;
            case 1 -> "some text of the field " + index;
            case 2 -> index * 1.25;
            case 3 -> index % 2 == 0;
            case 4 -> 1_600_000_000_000L + index;
            default ->
                index % 12 == 5
                    ? Map.of("street", "Long Road " + index, "zip", index)
                    : List.of("x", "y", index);
          });
    }
    return document;
  }

  /** The median of the rounds, in nanoseconds a call. */
  private static double[] nanos(Call... calls) throws Exception {
    double[][] rounds = new double[calls.length][ROUNDS];
    for (int round = -ROUNDS; round < ROUNDS; round++) {
      for (int one = 0; one < calls.length; one++) {
        long start = System.nanoTime();
        for (int call = 0; call < CALLS; call++) {
          last = calls[one].call();
        }
        if (round >= 0) {
          rounds[one][round] = (System.nanoTime() - start) / (double) CALLS;
        }
      }
    }
    for (double[] one : rounds) {
      Arrays.sort(one);
    }
    return Arrays.stream(rounds).mapToDouble(one -> one[ROUNDS / 2]).toArray();
  }

  /** Prints the nanoseconds of each call. */
  public static void main(String[] arguments) throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    Document document = Plain.document(sample());
    byte[] stored = DocumentWriter.encode(document);
    JsonNode tree = mapper.valueToTree(sample());
    byte[] text = mapper.writeValueAsBytes(tree);
    FieldPath path = FieldPath.parseFrom("field_24");
    Projection projection = new Projection(List.of(path));
    Condition condition =
        ConditionJson.read("{\"$eq\":{\"field_24\":\"some text of the field 19\"}}");
    assertThat(projection.of(DocumentBytes.mapView(stored))).hasSize(1);
    String json = new String(text, java.nio.charset.StandardCharsets.UTF_8);
    double[] nanos =
        nanos(
            () -> mapper.readTree(text).get("field_24"),
            () -> projection.of(DocumentBytes.mapView(stored)),
            () -> condition.test(DocumentBytes.mapView(stored)),
            () -> mapper.readTree(text),
            () -> DocumentBytes.document(stored),
            () -> mapper.writeValueAsBytes(tree),
            () -> DocumentWriter.encode(document),
            () -> Json.newDocument(json));
    String[] names = {
      FIELD_OF_TEXT,
      FIELD_OF_BYTES,
      "one condition on stored bytes",
      TEXT_TO_TREE,
      BYTES_TO_DOCUMENT,
      TREE_TO_TEXT,
      DOCUMENT_TO_BYTES,
      "JSON text to a document by the API"
    };
    for (int one = 0; one < names.length; one++) {
      System.out.printf("%s: %.0f%n", names[one], nanos[one]);
    }
    System.out.printf("bytes stored: %d%nbytes of JSON text: %d%n", stored.length, text.length);
    if (last == null) {
      throw new IllegalStateException("nothing was called");
    }
  }

  @Test
  void theStoredFormKeepsUpWithJsonText() throws Exception {
    Map<String, Integer> nanos = Measurements.of(SpeedTest.class);
    nanos.forEach((name, number) -> System.out.printf("%-40s %8d%n", name, number));
    assertThat(rate(nanos, FIELD_OF_BYTES, FIELD_OF_TEXT)).isGreaterThan(3);
    assertThat(rate(nanos, BYTES_TO_DOCUMENT, TEXT_TO_TREE)).isGreaterThan(0.5);
    assertThat(rate(nanos, DOCUMENT_TO_BYTES, TREE_TO_TEXT)).isGreaterThan(0.5);
  }

  /** The rate of one call, divided by that of another. */
  private static double rate(Map<String, Integer> nanos, String one, String other) {
    return (double) nanos.get(other) / nanos.get(one);
  }
}
