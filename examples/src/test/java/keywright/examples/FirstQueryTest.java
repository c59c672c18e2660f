package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("large")
class FirstQueryTest {
  @TempDir Path folder;

  /** On the tables that the page has made by then. */
  @Test
  void theProgramPrintsWhatThePageShows() throws IOException {
    Page page = Page.read(Repository.ROOT.resolve("docs/start.md"));
    CommandLine keywright = new CommandLine(folder);
    page.blocks().stream()
        .filter(block -> block.info().equals("console"))
        .forEach(block -> keywright.transcript(block.content()));

    String printed = Program.stdout(FirstQuery::main, "rocksdb:" + folder).strip();
    assertThat(printed).startsWith("2017-01-03T11:00:00Z /order\n");
    assertThat(page.blocks()).extracting(Page.Block::text).contains(printed);
  }
}
