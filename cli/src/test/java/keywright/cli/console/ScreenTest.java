package keywright.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import keywright.key.Column;
import keywright.key.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScreenTest {
  private static final List<Column> COLUMNS =
      List.of(
          new Column("id", Type.parse("int"), false),
          new Column("Ärger", Type.parse("text"), false));

  @TempDir Path folder;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final Output out = new Output(bytes, "test");

  private String printed() {
    out.flush();
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private Screen screen(int width, int height, String pager) {
    return Screen.of(() -> width, () -> height, Map.of("PAGER", pager));
  }

  private void print(Screen screen, Output to, Object[]... rows) {
    ResultWriter writer = screen.writer(OutputFormat.TABLE, to);
    writer.begin(COLUMNS);
    for (Object[] row : rows) {
      writer.row(row);
    }
    writer.end();
  }

  @Test
  void aRowWiderThanTheTerminalHasOneLineForEachValue() {
    String narrow =
        """
        id  Ärger
        --  -----------
         1  twelve wide
        """;
    print(screen(15, 24, ""), out, new Object[] {1, "twelve wide"});
    assertThat(printed()).isEqualTo(narrow);
    bytes.reset();
    print(screen(14, 24, ""), out, new Object[] {1, "twelve wide"}, new Object[] {2, ""});
    assertThat(printed())
        .isEqualTo(
            """
            -[ row 1 ]------------------------------
            id    | 1
            Ärger | twelve wide
            -[ row 2 ]------------------------------
            id    | 2
            Ärger |
            """);
  }

  @Test
  void expandedIsOnOffOrByTheWidth() {
    Screen screen = Screen.none();
    print(screen, out, new Object[] {1, "x".repeat(1_000)});
    assertThat(printed()).startsWith("id  Ärger\n");
    bytes.reset();
    screen.expanded(Screen.Expanded.ON);
    print(screen, out, new Object[] {1, null});
    assertThat(printed())
        .isEqualTo("-[ row 1 ]------------------------------\nid    | 1\nÄrger | NULL\n");
    bytes.reset();
    screen.writer(OutputFormat.CSV, out).begin(COLUMNS);
    assertThat(printed()).isEqualTo("id,Ärger\n");
  }

  /** The rows after those that are measured are printed in the same way. */
  @Test
  void allRowsOfAResultArePrintedInOneWay() {
    Object[][] rows = new Object[1_500][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new Object[] {i, i == 999 ? "as wide as it gets" : "a"};
    }
    print(screen(15, 24, ""), out, rows);
    assertThat(printed().lines()).hasSize(4_500).doesNotContain(" 1400  a");
    bytes.reset();
    rows[999][1] = "a";
    rows[1_400][1] = "as wide as it gets";
    print(screen(15, 24, ""), out, rows);
    assertThat(printed().lines()).hasSize(1_502).contains("1400  as wide as it gets");
  }

  @Test
  void aResultLongerThanTheTerminalGoesToThePager() throws IOException {
    Path paged = folder.resolve("paged");
    Screen screen = screen(80, 6, "cat > '" + paged + "'");
    try (PagedOutput result = screen.open(out)) {
      print(screen, result.output(), new Object[] {1, "a"}, new Object[] {2, "b"});
    }
    assertThat(printed().lines()).hasSize(4);
    assertThat(paged).doesNotExist();

    bytes.reset();
    try (PagedOutput result = screen.open(out)) {
      print(
          screen,
          result.output(),
          new Object[] {1, "a"},
          new Object[] {2, "b"},
          new Object[] {3, "ü"});
    }
    assertThat(printed()).isEmpty();
    assertThat(Files.readString(paged)).startsWith("id  Ärger\n").endsWith("\n 3  ü\n");

    screen.paged(false);
    try (PagedOutput result = screen.open(out)) {
      result.output().print("1\n2\n3\n4\n5\n6\n7\n");
    }
    assertThat(printed().lines()).hasSize(7);
  }

  @Test
  void aLineThatTheTerminalBreaksCountsForEachOfItsLines() throws IOException {
    Path paged = folder.resolve("paged");
    Screen screen = screen(10, 6, "cat > '" + paged + "'");
    try (PagedOutput result = screen.open(out)) {
      result.output().line("ä".repeat(40));
    }
    assertThat(paged).doesNotExist();
    try (PagedOutput result = screen.open(out)) {
      result.output().line("ä".repeat(41));
    }
    assertThat(paged).hasSize(83);
  }

  /** A pager that is left early ends the result; it is no error. */
  @Test
  void theRestOfAResultIsNotWrittenWhenThePagerIsLeft() {
    Screen screen = screen(80, 6, "head -c 1 > /dev/null");
    long lines = 0;
    try (PagedOutput result = screen.open(out)) {
      for (; !result.isLeft() && lines < 10_000_000; lines++) {
        result.output().line("a line of a result without an end");
      }
    }
    assertThat(lines).isLessThan(10_000_000);
    assertThat(printed()).isEmpty();
  }

  @Test
  void aPagerThatDoesNotExistIsNamed() {
    Screen screen = screen(80, 6, "no-such-pager -R 2> /dev/null");
    PagedOutput result = screen.open(out);
    result.output().print("1\n2\n3\n4\n5\n6\n7\n");
    assertThatThrownBy(result::close)
        .isInstanceOf(CliException.class)
        .hasMessage(
            "cannot run the pager 'no-such-pager -R 2> /dev/null': found no such command; set PAGER, or turn it off with \\pager off");
  }

  @Test
  void aPagerNeedsATerminalAndACommand() {
    assertThat(screen(80, 24, "").isPaged()).isFalse();
    assertThat(Screen.of(() -> 80, () -> 24, Map.of("TERM", "dumb")).isPaged()).isFalse();
    assertThat(Screen.of(() -> 80, () -> 24, Map.of("TERM", "xterm", "PATH", "")).isPaged())
        .isFalse();
    assertThat(screen(80, 24, "more").isPaged()).isTrue();
    assertThatThrownBy(() -> screen(80, 24, "").paged(true))
        .hasMessageContaining("found no less and no PAGER");
    assertThatThrownBy(() -> Screen.none().paged(true)).hasMessageContaining("is no terminal");
  }
}
