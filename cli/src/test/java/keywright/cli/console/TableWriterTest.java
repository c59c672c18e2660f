package keywright.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import keywright.key.Column;
import org.junit.jupiter.api.Test;

final class TableWriterTest {

  private static String table(String columns, Object[]... rows) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Output out = new Output(bytes, "a table");
    TableWriter writer = new TableWriter(out, "  ");
    writer.begin(Column.parseList(columns));
    for (Object[] row : rows) {
      writer.row(row);
    }
    writer.end();
    out.flush();
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aLineEndsWithItsLastValue() {
    assertThat(
            table(
                "name text, indexes text, rows int, note text",
                new Object[] {"orders", "by_day", 7, "late "},
                new Object[] {"visits", "", 12345, ""},
                new Object[] {"", "", 1, ""}))
        .isEqualTo(
            """
              name    indexes   rows  note
              ------  -------  -----  -----
              orders  by_day       7  late\\s
              visits           12345
                                   1
            """
                .replace("\\s", " "));
    assertThat(table("a text, b text", new Object[] {"", ""})).endsWith("-  -\n\n");
  }
}
