package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import keywright.design.lint.Code;
import org.junit.jupiter.api.Test;

/** {@code docs/lint.md} has a row for each code, with its reason, its fix and its cost. */
class LintPageTest {
  private static final int CELLS = 6;

  @Test
  void everyCodeHasItsRow() throws IOException {
    List<List<String>> rows =
        Page.read(Repository.ROOT.resolve("docs/lint.md")).lines().stream()
            .filter(line -> line.startsWith("| KW"))
            .map(line -> List.of(line.substring(1, line.length() - 1).split("\\|", -1)))
            .toList();
    assertThat(rows)
        .extracting(row -> row.get(0).strip() + " " + row.get(1).strip())
        .containsExactlyElementsOf(
            Arrays.stream(Code.values()).map(code -> code.id() + " " + code.title()).toList());
    for (List<String> row : rows) {
      assertThat(row).hasSize(CELLS).noneMatch(String::isBlank);
      assertThat(row.get(2)).containsAnyOf("error", "warning", "info", "as KW");
    }
  }
}
