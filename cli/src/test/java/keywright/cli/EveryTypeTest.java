package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns of the types whose values are not of one length: written, found, sorted, printed. */
@Tag("large")
class EveryTypeTest {
  private static final String TABLE =
      """
      CREATE TABLE call (
        number varint, cost decimal, at time(s), device enum('mobile' = 2 AS 'm', 'fax' = 1 AS 'f'),
        mark binary(4), tags list<text>, matrix list<list<int>>, extra variant, exact time,
        PRIMARY KEY (device, number DESC));
      CREATE INDEX by_cost ON call (cost DESC, at);
      CREATE INDEX by_tags ON call (tags, extra);
      CREATE INDEX by_extra ON call (extra DESC, mark);
      CREATE INDEX by_time ON call (at, matrix, exact);
      INSERT INTO call (number, cost, at, device, mark, tags, matrix, extra, exact) VALUES
        (1, 1.50, '10:00', 'mobile', 0x00ff, ['a', 'b'], [[1], []], 'text', '23:59:59.5'),
        (100000000000000000000, -0.5, '10:00:01', 'mobile', 0x, [], [], [null, true, 1e3], '00:00'),
        (-256, 1e-400, '09:59:59', 'fax', 0x01, ['a'], [[-1, 2]], 9.90, '12:00'),
        (7, 10, '23:59:59', 'fax', 0xffffffff, ['it''s "quoted", \\'], [], false, '00:00:01');
      INSERT INTO call (number, device) VALUES (8, 'fax');
      """;

  @TempDir private Path directory;
  private Shop shop;

  @BeforeEach
  void createTable() {
    shop = new Shop(directory);
    shop.out("run", "-e", TABLE);
  }

  private String select(String rest) {
    return shop.out("run", "--output", "csv", "-e", "SELECT number FROM call " + rest)
        .replace("number\n", "")
        .replace('\n', ' ')
        .strip();
  }

  @Test
  void conditionsAndOrdersUseTheKeys() {
    assertThat(select("WHERE device = 'fax'")).isEqualTo("8 7 -256");
    assertThat(select("WHERE device = 'mobile' AND number > 1.5"))
        .isEqualTo("100000000000000000000");
    assertThat(select("WHERE device > 'fax' ORDER BY device, number DESC"))
        .isEqualTo("100000000000000000000 1");
    assertThat(select("WHERE cost = 1.500")).isEqualTo("1");
    assertThat(select("WHERE cost > 0 AND cost < 10 ORDER BY cost")).isEqualTo("-256 1");
    assertThat(select("WHERE at > '10:00:00.5' ORDER BY at")).isEqualTo("100000000000000000000 7");
    assertThat(select("WHERE at = '10:00:00.5'")).isEmpty();
    assertThat(select("WHERE tags = ['a', 'b']")).isEqualTo("1");
    assertThat(select("WHERE tags IN ([], ['a'])")).isEqualTo("100000000000000000000 -256");
    assertThat(select("WHERE tags > ['a'] AND tags < ['b'] ORDER BY tags")).isEqualTo("1");
    assertThat(select("WHERE extra = 9.9")).isEqualTo("-256");
    assertThat(select("WHERE extra >= false ORDER BY extra"))
        .isEqualTo("7 -256 1 100000000000000000000");
    assertThat(select("WHERE extra = [null, true, 1000]")).isEqualTo("100000000000000000000");
    assertThat(
            shop.out(
                "run",
                "--output",
                "csv",
                "-e",
                "SELECT min(tags), max(cost), max(device), min(at), max(extra) FROM call ALLOW FILTERING"))
        .endsWith("\n[],10,mobile,09:59:59,\"[null,true,1000]\"\n");
  }

  @Test
  void whatIsPrintedLoadsBackAsItIs() {
    String csv = shop.out("run", "--output", "csv", "-e", "SELECT * FROM call");
    assertThat(csv)
        .contains(
            "-256,1E-400,09:59:59,fax,01,\"[\"\"a\"\"]\",\"[[-1,2]]\",9.9,12:00:00.000000000");
    shop.out("run", "-e", "TRUNCATE call");
    shop.out("load", "call", shop.file("call.csv", csv));
    assertThat(shop.out("run", "--output", "csv", "-e", "SELECT * FROM call")).isEqualTo(csv);
    String json = shop.out("run", "--output", "json", "-e", "SELECT * FROM call");
    assertThat(json)
        .contains("\"tags\": [\"it's \\\"quoted\\\", \\\\\"], \"matrix\": [], \"extra\": false");
    shop.out("run", "-e", "TRUNCATE call");
    String lines = json.replaceAll("(?m)^\\[$|^\\]$|,$|^ +", "").strip();
    shop.out("load", "call", shop.file("call.json", lines));
    assertThat(shop.out("run", "--output", "json", "-e", "SELECT * FROM call")).isEqualTo(json);
    assertThat(shop.out("run", "--output", "csv", "-e", "SELECT * FROM call")).isEqualTo(csv);
  }

  @Test
  void aLineThatDoesNotFitIsNamed() {
    String columns = "{\"device\":\"fax\",\"number\":1,";
    assertThat(
            shop.refusal(
                "load", "call", shop.file("a.json", columns + "\"matrix\":[[1],[\"2\"]]}")))
        .contains(
            "matrix: element 2: element 1: found '2', expected a whole number from -2147483648 to"
                + " 2147483647");
    assertThat(shop.refusal("load", "call", shop.file("b.json", columns + "\"extra\":{\"a\":1}}")))
        .contains("extra: found '{\"a\":1}', expected null, true, false");
    assertThat(error("INSERT INTO call (number, device) VALUES (1, 'pager')"))
        .contains("cannot set device: found 'pager', expected one of 'fax', 'mobile'");
    assertThat(error("SELECT * FROM call WHERE device LIKE 'm%'")).contains("expected a text");
  }

  private String error(String statement) {
    return shop.run("run", "-e", statement).err();
  }

  @Test
  void keysOfThemAreEncodedDecodedAndRanged() {
    String[] schema = {
      "--columns", "a decimal, b list<int>, c enum('x y' = 1 AS 'xy')", "--key", "a DESC, b, c"
    };
    String hex =
        Keywright.run(
                "key", "encode", schema[0], schema[1], schema[2], schema[3], "9.99", "[1]", "x y")
            .out()
            .strip();
    assertThat(hex).isEqualTo("3f7efef59bff" + "028000000101" + "01");
    assertThat(
            Keywright.run("key", "decode", schema[0], schema[1], schema[2], schema[3], hex).out())
        .isEqualTo("9.99,[1],x y\n");
    assertThat(
            Keywright.run(
                    "key",
                    "range",
                    schema[0],
                    schema[1],
                    schema[2],
                    schema[3],
                    "--where",
                    "a = 9.99 AND b = [1]")
                .out())
        .contains("(9.99, [1])");
  }
}
