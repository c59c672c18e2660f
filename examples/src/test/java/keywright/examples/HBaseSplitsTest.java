package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The split keys that are printed for the HBase shell, read as the shell reads them. */
class HBaseSplitsTest {
  private static final Pattern QUOTED = Pattern.compile("'([^']*)'");

  @Test
  void theShellReadsTheBytesThatWerePrintedInHex(@TempDir Path folder) {
    // A bucket for each byte: quotes, backslashes and what is no text too.
    String[] command = {
      "key", "splits", "--columns", "id bigint", "--key", "bucket(256), id", "--regions", "256"
    };
    List<String> printed = new CommandLine(folder).run(command).out().lines().toList();
    List<String> hex =
        printed.stream()
            .filter(line -> line.matches(" *[0-9]+ +\\([0-9]+\\) +[0-9a-f]+"))
            .map(line -> line.substring(line.lastIndexOf(' ') + 1))
            .toList();
    String shell = printed.get(printed.size() - 1);
    assertThat(shell).startsWith("create 't', 'f', SPLITS => [");
    List<String> read =
        QUOTED
            .matcher(shell.substring(shell.indexOf('[')))
            .results()
            .map(match -> HexFormat.of().formatHex(Bytes.toBytesBinary(match.group(1))))
            .toList();
    assertThat(read).hasSize(255).isEqualTo(hex);
  }
}
