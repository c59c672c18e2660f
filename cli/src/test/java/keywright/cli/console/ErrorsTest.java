package keywright.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import keywright.cli.Keywright;
import keywright.cli.Keywright.Outcome;
import keywright.cli.Main;
import org.junit.jupiter.api.Test;

class ErrorsTest {

  private static String failInside(String... more) {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() {
            throw new IllegalStateException("two\nlines");
          }

          @Override
          public int read(byte[] bytes, int offset, int length) {
            return read();
          }
        };
    String[] encode = {"key", "encode", "--columns", "a int", "--key", "a", "-"};
    String[] all = java.util.Arrays.copyOf(encode, encode.length + more.length);
    System.arraycopy(more, 0, all, encode.length, more.length);
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    assertThat(Main.run(broken, new ByteArrayOutputStream(), err, all)).isEqualTo(1);
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aDefectIsOneLineThatSaysHowToSeeMore() {
    assertThat(failInside())
        .isEqualTo(
            "keywright: internal error: java.lang.IllegalStateException: two\\nlines; this is a defect of Keywright; run the command with --debug to see where\n");
    assertThat(failInside("--debug")).contains("\tat keywright.cli.");
  }

  @Test
  void aMistakeShowsItsTraceOnRequestOnly() {
    Outcome outcome =
        Keywright.run("key", "encode", "--columns", "a int", "--key", "b", "1", "--debug");
    assertThat(outcome.err()).contains("\tat keywright.").contains("keywright: cannot ");
    assertThat(outcome.status()).isEqualTo(1);
  }

  @Test
  void noCommandAndAnUnknownOneAreWrongUsage() {
    Outcome none = Keywright.run();
    assertThat(none.err()).isEqualTo("keywright: found no command; see 'keywright --help'\n");
    assertThat(none.status()).isEqualTo(2);
    Outcome unknown = Keywright.run("lod");
    assertThat(unknown.err())
        .isEqualTo(
            "keywright: found 'lod', expected a command; did you mean load? See 'keywright --help'\n");
    assertThat(unknown.status()).isEqualTo(2);
    assertThat(Keywright.run("desc").err()).contains("; did you mean describe? See");
    assertThat(Keywright.run("admin", "stauts").err())
        .isEqualTo(
            "keywright: found 'stauts', expected a command; did you mean status? See 'keywright admin --help'\n");
    Outcome other = Keywright.run("vacuum");
    assertThat(other.err())
        .startsWith("keywright: found 'vacuum', expected one of the commands ")
        .contains("run, shell, load, ")
        .endsWith("; see 'keywright --help'\n");
    Outcome early = Keywright.run("--db", "memory:", "tables");
    assertThat(early.err())
        .isEqualTo(
            "keywright: found '--db', expected a command first; write options after the command; see"
                + " 'keywright --help'\n");
    assertThat(early.status()).isEqualTo(2);
  }

  @Test
  void theCommandsAreListedWithWholeSentences() {
    for (String help :
        List.of(Keywright.run("--help").out(), Keywright.run("key", "--help").out())) {
      String list = help.substring(help.indexOf("Commands:\n"), help.indexOf("\nExamples:"));
      assertThat(list.split("\n {2}(?=[a-z])"))
          .hasSizeGreaterThan(5)
          .allSatisfy(command -> assertThat(command.strip()).matches("(?s)Commands:|.*\\."));
    }
  }

  @Test
  void wrongUsageIsSaidInPlainWords() {
    assertThat(Keywright.run("scan", "t", "--limit", "x").err())
        .isEqualTo(
            "keywright: Invalid value for option '--limit': 'x' is not a whole number; see"
                + " 'keywright scan --help'\n");
    assertThat(Keywright.run("run", "one").err())
        .isEqualTo(
            "keywright: found 'one' without an option, expected -e before a statement; see 'keywright run --help'\n");
    assertThat(Keywright.run("load", "t", "f", "--map", "x").err())
        .startsWith("keywright: Value for option '--map' ");
  }

  @Test
  void whatIsMissingIsShownByAnExample() {
    assertThat(Keywright.run("key", "range", "payment", "customer_id = 123").err())
        .isEqualTo(
            "keywright: Missing required options: '--columns=COLUMNS', '--key=PARTS',"
                + " '--where=CONDITIONS'; for example: keywright key range --columns 'customer_id"
                + " int, paid_at timestamp, payment_id bigint' --key 'customer_id, paid_at DESC,"
                + " payment_id' --where \"customer_id = 123 AND paid_at >= '2017-01-01' AND paid_at"
                + " < '2017-01-02'\"; see 'keywright key range --help'\n");
    assertThat(Keywright.run("simulate").err())
        .contains("; for example: keywright simulate orders.cql --data orders.csv --compare; see ");
    assertThat(Keywright.run("run", "-e").err())
        .startsWith("keywright: Missing required parameter for option '--execute' (CQL); for ")
        .contains("for example: keywright run -f schema.cql; see");
    for (String command :
        List.of("load", "export", "scan", "regions", "splits", "scrub", "copy", "backup")) {
      assertThat(Keywright.run(command).err())
          .startsWith("keywright: Missing required ")
          .contains("; for example: keywright " + command + " ")
          .hasLineCount(1);
    }
  }

  @Test
  void helpOfAnUnknownCommandNamesTheCommands() {
    assertThat(Keywright.run("help", "lod").err())
        .startsWith("keywright: found 'lod', expected a command; did you mean load?");
    assertThat(Keywright.run("help", "vacuum").err())
        .startsWith("keywright: found 'vacuum', expected one of the commands demo, run, ");
    Outcome ofOption = Keywright.run("lod", "--help");
    assertThat(ofOption.err()).isEqualTo(Keywright.run("lod").err());
    assertThat(ofOption.status()).isEqualTo(2);
    assertThat(Keywright.run("admin", "stauts", "--help").err())
        .isEqualTo(Keywright.run("admin", "stauts").err());
  }

  @Test
  void aMistypedOptionIsRefusedWithASimilarOne() {
    for (String[] typed :
        new String[][] {{"run", "--ouput", "csv", "-e", "x"}, {"run", "--ouput=csv", "-e", "x"}}) {
      assertThat(Keywright.run(typed).err())
          .isEqualTo(
              "keywright: Unknown option: '%s'; did you mean --output? See 'keywright run --help'\n"
                  .formatted(typed[1]));
    }
    assertThat(Keywright.run("run", "--xyz", "-e", "x").err())
        .isEqualTo("keywright: Unknown option: '--xyz'; see 'keywright run --help'\n");
    assertThat(Keywright.run("tables", "--bd", "memory:").err())
        .contains("Unknown option: '--bd'; did you mean --db?");
  }

  @Test
  void valuesAreTakenAsTheyAre() {
    Outcome outcome =
        Keywright.run(
            "key",
            "encode",
            "--columns",
            "a text, b text",
            "--key",
            "a, b",
            "--format",
            "text",
            "--delimiter",
            "_",
            "--",
            "@file",
            "--x ${y} \"z\"");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out()).isEqualTo("@file_--x ${y} \"z\"\n");
  }

  @Test
  void aMissingConfigurationIsNamed() {
    String file = "no-such-site.xml";
    assertThat(Keywright.run("tables", "--db", "hbase:127.0.0.1:1/shop", "--config", file).err())
        .isEqualTo(
            "keywright: cannot open hbase:127.0.0.1:1/shop: found no file no-such-site.xml that can"
                + " be read, expected one like hbase-site.xml; name another by config=\n");
    assertThat(Keywright.run("tables", "--db", "rocksdb:nowhere", "--config", file).err())
        .startsWith("keywright: cannot open rocksdb:nowhere?config=" + file + ": ");
  }
}
