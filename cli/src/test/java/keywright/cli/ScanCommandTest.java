package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScanCommandTest {
  @TempDir private Path directory;
  private Shop shop;

  @BeforeEach
  void createTable() {
    shop = new Shop(directory);
    shop.out(
        "run",
        "-e",
        """
        CREATE TABLE t (id int, day text, n int, PRIMARY KEY (lpad(id, 3)))
          WITH key_format = 'text' AND key_delimiter = '_';
        CREATE INDEX by_day ON t (day, lpad(id, 3)) WITH key_format = 'text' AND key_delimiter = '_';
        CREATE INDEX by_n ON t (n);
        INSERT INTO t (id, day, n) VALUES (1, '01-01', 7), (2, '01-02', 6), (3, '01-02', 5);
        """);
  }

  private String scan(String... arguments) {
    String[] all = new String[arguments.length + 3];
    all[0] = "scan";
    all[1] = "--output";
    all[2] = "csv";
    System.arraycopy(arguments, 0, all, 3, arguments.length);
    return shop.out(all);
  }

  @Test
  void textKeysAreShownAsTheyAreStored() {
    assertThat(scan("t")).isEqualTo("key\n001\n002\n003\n");
    assertThat(scan("by_day"))
        .isEqualTo("key,row_key\n01-01_001,001\n01-02_002,002\n01-02_003,003\n");
  }

  @Test
  void theStopIncludesAllThatItPrefixes() {
    assertThat(scan("by_day", "--start", "01-02", "--stop", "01-02"))
        .isEqualTo("key,row_key\n01-02_002,002\n01-02_003,003\n");
    assertThat(scan("by_day", "--stop", "01-02_002"))
        .isEqualTo("key,row_key\n01-01_001,001\n01-02_002,002\n");
    assertThat(scan("t", "--start", "002")).isEqualTo("key\n002\n003\n");
  }

  @Test
  void binaryKeysAreGivenAndShownInHexBesideTheirValues() {
    assertThat(scan("by_n", "--start", "2080000005", "--stop", "2080000006"))
        .isEqualTo(
            """
            key,decoded,row_key
            208000000580000003,"(5, 3)",003
            208000000680000002,"(6, 2)",002
            """);
    assertThat(scan("t", "--hex", "--start", "303032"))
        .isEqualTo("key,decoded\n303032,(2)\n303033,(3)\n");
    assertThat(shop.refusal("scan", "by_n", "--start", "20x"))
        .isEqualTo("cannot read key '20x': found 'x' at character 3, expected hex digits");
  }

  @Test
  void keysAreLimitedReversedAndShownWithTheirRows() {
    assertThat(scan("t", "--limit", "2")).isEqualTo("key\n001\n002\n");
    assertThat(scan("t", "--limit", "2", "--reverse")).isEqualTo("key\n003\n002\n");
    assertThat(scan("by_day", "--values", "--reverse", "--limit", "1"))
        .isEqualTo("key,row_key,id,day,n\n01-02_003,003,3,01-02,5\n");
  }

  @Test
  void anUnknownNameIsRefusedWithThoseThereAre() {
    assertThat(shop.refusal("scan", "x")).isEqualTo("cannot find table x; did you mean t?");
  }
}
