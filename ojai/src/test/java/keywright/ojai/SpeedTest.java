package keywright.ojai;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ojai.Document;
import org.ojai.FieldPath;
import org.ojai.json.Json;

/**
 * The stored form beside the same document as JSON text that Jackson reads and writes as a tree.
 * Prints nanoseconds for a document of 50 fields; the ratios are those of one run.
 */
@Tag("nightly")
class SpeedTest {
  private static final int ROUNDS = 15;
  private static final int CALLS = 4000;

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

  @Test
  void theStoredFormKeepsUpWithJsonText() throws Exception {
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
      "one field of JSON text", "one field of stored bytes", "one condition on stored bytes",
          "JSON text to a tree",
      "stored bytes to a document", "a tree to JSON text", "a document to stored bytes",
          "JSON text to a document by the API"
    };
    for (int one = 0; one < names.length; one++) {
      System.out.printf("%-40s %8.0f ns%n", names[one], nanos[one]);
    }
    System.out.printf(
        "bytes: %d stored, %d of JSON; one field %.1f x, decode %.2f x, encode %.2f x the rate of"
            + " Jackson%n",
        stored.length, text.length, nanos[0] / nanos[1], nanos[3] / nanos[4], nanos[5] / nanos[6]);
    assertThat(nanos[0] / nanos[1]).isGreaterThan(3);
    assertThat(nanos[3] / nanos[4]).isGreaterThan(0.5);
    assertThat(nanos[5] / nanos[6]).isGreaterThan(0.5);
    assertThat(last).isNotNull();
  }
}
