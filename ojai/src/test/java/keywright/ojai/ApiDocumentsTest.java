package keywright.ojai;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ojai.Document;
import org.ojai.FieldPath;
import org.ojai.Value;
import org.ojai.json.Json;
import org.ojai.json.JsonOptions;

/** The documents of the API's own tests, stored and read back. */
class ApiDocumentsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "business",
        "complex",
        "hybridFormat",
        "manyarray",
        "manydocs",
        "manymiscdocs",
        "multidocument",
        "test",
        "test0",
        "test1",
        "test2",
        "test3",
        "test4",
        "test5"
      })
  void documentsOfTheApisTestsComeBack(String name) throws Exception {
    List<Document> documents = new ArrayList<>();
    try (InputStream data =
        Document.class.getResourceAsStream("/org/ojai/test/data/" + name + ".json")) {
      Json.newDocumentStream(data).forEach(documents::add);
    }
    assertThat(documents).isNotEmpty();
    for (Document document : documents) {
      byte[] stored = DocumentWriter.encode(document);
      Document decoded = DocumentBytes.document(stored);
      assertThat(decoded).isEqualTo(document);
      assertThat(decoded.asJsonString(JsonOptions.WITH_TAGS))
          .isEqualTo(document.asJsonString(JsonOptions.WITH_TAGS));
      assertThat(Exactly.text(JsonText.document(document.asJsonString(JsonOptions.WITH_TAGS))))
          .isEqualTo(Exactly.text(decoded));
      for (var field : document) {
        FieldPath path = FieldPath.parseFrom('`' + field.getKey() + '`');
        Value value = field.getValue();
        assertThat(
                Paths.any(
                    DocumentBytes.view(stored),
                    path,
                    found -> Exactly.text(found).equals(Exactly.text(value.getObject()))))
            .isTrue();
      }
    }
  }
}
