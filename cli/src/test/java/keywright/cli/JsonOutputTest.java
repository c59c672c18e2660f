package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import keywright.cli.console.Json;
import keywright.cli.console.JsonLinesWriter;
import keywright.cli.console.JsonWriter;
import keywright.cli.console.Output;
import keywright.cli.console.ResultWriter;
import keywright.key.Column;
import keywright.key.Type;
import keywright.key.Variant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** JSON as it is written: every text and every name is what another library reads back. */
class JsonOutputTest {

  private static String written(Consumer<Output> writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Output out = new Output(bytes, "test");
    writing.accept(out);
    out.flush();
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static String readBack(String json) throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      assertThat(parser.nextToken()).as(json).isEqualTo(JsonToken.VALUE_STRING);
      return parser.getText();
    }
  }

  @Test
  void everyCharacterOfATextIsReadBackAsItWas() throws IOException {
    for (int c = 0; c <= 0xFFFF; c++) {
      boolean isLoneSurrogate = Character.isSurrogate((char) c);
      String text = "a" + (char) c + "b";
      String json = written(out -> Json.string(out, text));
      assertThat(readBack(json)).as(json).isEqualTo(text);
      if ((c < ' ' && "\n\r\t".indexOf(c) < 0) || isLoneSurrogate) {
        assertThat(json).isEqualTo("\"a\\u%04xb\"".formatted(c));
      } else if (c >= ' ' && c != '"' && c != '\\') {
        assertThat(json).isEqualTo("\"" + text + "\"");
      }
    }
    String pair = "\uD83E\uDD8A";
    assertThat(written(out -> Json.string(out, pair))).isEqualTo("\"" + pair + "\"");
    String turned = "\uDD8A\uD83E";
    assertThat(written(out -> Json.string(out, turned))).isEqualTo("\"\\udd8a\\ud83e\"");
  }

  @Test
  void controlCharactersOfNamesAreEscaped() throws IOException {
    for (int c = 0; c < ' '; c++) {
      String name = "x" + (char) c + "\"\\";
      List<Column> columns = List.of(new Column(name, Type.parse("int"), true));
      for (String json :
          new String[] {
            written(out -> rows(new JsonWriter(out), columns, 7)).replaceAll("[\\[\\]\\n]", ""),
            written(out -> rows(new JsonLinesWriter(out), columns, 7))
          }) {
        try (JsonParser parser = new JsonFactory().createParser(json)) {
          assertThat(parser.nextToken()).isEqualTo(JsonToken.START_OBJECT);
          assertThat(parser.nextFieldName()).as(json).isEqualTo(name);
          assertThat(parser.nextIntValue(0)).isEqualTo(7);
          assertThat(parser.nextToken()).isEqualTo(JsonToken.END_OBJECT);
        }
      }
    }
  }

  private static void rows(ResultWriter writer, List<Column> columns, @Nullable Object... values) {
    writer.begin(columns);
    writer.row(values);
    writer.end();
  }

  @Test
  void nullsAreWrittenAndTheNullOfAVariantIsTold() {
    List<Column> columns = Column.parseList("a int, b text, v variant, l list<int>");
    @Nullable Object[] nulls = {null, null, null, null};
    @Nullable Object[] values = {1, "", Variant.NULL, Arrays.asList(1, 2)};
    assertThat(written(out -> rows(new JsonWriter(out), columns, nulls)))
        .isEqualTo("[\n  {\"a\": null, \"b\": null, \"v\": null, \"l\": null}\n]\n");
    assertThat(written(out -> rows(new JsonLinesWriter(out), columns, nulls)))
        .isEqualTo("{\"a\": null, \"b\": null, \"v\": null, \"l\": null}\n");
    assertThat(written(out -> rows(new JsonWriter(out), columns, values)))
        .isEqualTo("[\n  {\"a\": 1, \"b\": \"\", \"v\": null, \"l\": [1,2]}\n]\n");
    assertThat(written(out -> rows(new JsonLinesWriter(out), columns, values)))
        .isEqualTo("{\"a\": 1, \"b\": \"\", \"v\": {\"variant\":null}, \"l\": [1,2]}\n");
    assertThat(written(out -> Json.member(out, "n", null))).isEqualTo("\"n\": null");
    assertThat(written(out -> Json.member(out, "n", "\u001f"))).isEqualTo("\"n\": \"\\u001f\"");
  }
}
