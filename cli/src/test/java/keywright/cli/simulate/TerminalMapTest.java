package keywright.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import keywright.cli.SampleSimulations;
import keywright.cli.console.Terminals;
import keywright.cli.console.Text;
import keywright.design.simulate.KeySpaceMap;
import org.junit.jupiter.api.Test;

final class TerminalMapTest {
  private static final KeySpaceMap BY_TIME = SampleSimulations.all().get(0).map();
  private static final KeySpaceMap BY_WORD = SampleSimulations.all().get(1).map();

  private static final String LEGEND =
      "                            . any  : 9.5%  + 14%  * 22%  # 33%  @ 50% of a column's writes";

  private static List<String> lines(KeySpaceMap map, boolean isColoured) {
    return new TerminalMap(map, 60, 4, isColoured).lines();
  }

  @Test
  void keysInTheOrderOfTimeAreADiagonal() {
    assertThat(lines(BY_TIME, false))
        .containsExactly(
            "    2024-01-01 00:00:00, 0 |@@@@@@@@                       |",
            "       2024-01-01 00:16:40 |        @@@@@@@@               |",
            "       2024-01-01 00:33:20 |               #@@@@@@@@       |",
            "       2024-01-01 00:50:00 |                       @@@@@@@@|",
            "                      rows  1                         4,000",
            LEGEND);
  }

  @Test
  void spreadKeysAreDrawnInAllBands() {
    assertThat(lines(BY_WORD, false))
        .containsExactly(
            "  \"quoted\" & 'quoted' \\ {… |*######*######**+++++++++++++++|",
            "        <!--<script>, 2009 |++++++++++++++++###############|",
            "   line\\nline\\u2028line, 9 |###############*+++++++++++++++|",
            "               plain, 2005 |+++++++++++++++*###############|",
            "                      rows  1                         4,000",
            LEGEND);
  }

  @Test
  void colouredLinesHoldTwoStretchesOfKeysAndEndUncoloured() {
    List<String> lines = lines(BY_TIME, true);
    assertThat(lines).hasSize(6);
    assertThat(lines.subList(0, 4))
        .allMatch(line -> line.endsWith("m▀\u001B[0m"))
        .allMatch(line -> line.replaceAll("\u001B\\[[0-9;]*m", "").length() == 2 + 24 + 1 + 31);
    assertThat(lines.get(0)).contains("\u001B[48;5;234m\u001B[38;5;230m▀");
  }

  @Test
  void noLineIsLongerThanTheTerminal() {
    for (int width : new int[] {50, 80, 200}) {
      assertThat(new TerminalMap(BY_TIME, width, 10, false).lines().subList(0, 11))
          .allMatch(line -> Text.width(line) <= width)
          .noneMatch(line -> line.endsWith(" "));
    }
  }

  @Test
  void colourIsForTerminalsThatWantIt() {
    assertThat(Terminals.allowsColour(Map.of("TERM", "xterm-256color"))).isTrue();
    assertThat(Terminals.allowsColour(Map.of("TERM", "xterm-256color", "NO_COLOR", ""))).isTrue();
    assertThat(Terminals.allowsColour(Map.of("TERM", "xterm-256color", "NO_COLOR", "1"))).isFalse();
    assertThat(Terminals.allowsColour(Map.of("TERM", "dumb"))).isFalse();
    assertThat(Terminals.allowsColour(Map.of())).isFalse();
  }

  @Test
  void textIsCutAtTheColumnsOfATerminal() {
    assertThat(Text.cut("abcdef", 6)).isEqualTo("abcdef");
    assertThat(Text.cut("abcdefg", 6)).isEqualTo("abcde…");
    assertThat(Text.cut("日本語です", 6)).isEqualTo("日本…");
    assertThat(Text.width("日本語です")).isEqualTo(10);
  }
}
