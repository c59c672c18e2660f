package keywright.cli.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import keywright.cli.Keywright.Outcome;
import keywright.cli.Shop;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values as other programs write them, by {@code load --parse}. */
class WrittenFormTest {
  @TempDir private Path directory;
  private Shop shop;

  @BeforeEach
  void createTable() {
    shop = new Shop(directory);
    shop.out(
        "run",
        "-e",
        "CREATE TABLE paid (id int PRIMARY KEY, at timestamp(s), day date, fine timestamp, note text)");
  }

  private String rows() {
    return shop.out("run", "--output", "csv", "-e", "SELECT * FROM paid");
  }

  @Test
  void aTimeAndANumberAreReadAsTheFileWritesThem() {
    String csv =
        shop.file(
            "old.csv", "id,at,day\n000123,01-31-2017 16:06:30,31.1.2017\n7,12-01-2016 00:00:00,\n");
    Outcome load =
        shop.run(
            "load", "paid", csv, "--parse", "at=MM-dd-yyyy HH:mm:ss", "--parse", "day=d.M.yyyy");
    assertThat(load.status()).as(load.err()).isZero();
    String lines =
        """
        {"id": "0000000008", "fine": "2017-01-31 04:06:30.250 PM +0100"}
        {"id": 9, "fine": null}
        """;
    Outcome json =
        shop.runWith(
            lines,
            "load",
            "paid",
            "-",
            "--format",
            "jsonl",
            "--parse",
            "id=digits",
            "--parse",
            "fine=yyyy-MM-dd hh:mm:ss.SSS a Z");
    assertThat(json.status()).as(json.err()).isZero();
    assertThat(rows())
        .isEqualTo(
            """
            id,at,day,fine,note
            7,2016-12-01T00:00:00Z,,,
            8,,,2017-01-31T15:06:30.250Z,
            9,,,,
            123,2017-01-31T16:06:30Z,2017-01-31,,
            """);
  }

  @Test
  void aTimeInAnotherFormNamesTheOptionThatReadsIt() {
    String csv = shop.file("day.csv", "id,at,day\n1,2017-01-31,31/01/2017\n");
    assertThat(shop.run("load", "paid", csv).err())
        .contains("day: found '31/01/2017', expected ")
        .contains("; --parse 'day=PATTERN' reads another form, such as dd/MM/yyyy;");
    assertThat(shop.run("load", "paid", csv, "--parse", "day=dd/MM/yyyy").status()).isZero();
  }

  @Test
  void aNumberSince1970IsReadInTheUnitOfTheFile() {
    String csv =
        shop.file("log.csv", "id,at,fine\n1,1485878790000,1485878790.25\n2,-1000,-0.001\n");
    Outcome load =
        shop.run("load", "paid", csv, "--parse", "at=epoch_ms", "--parse", "fine=epoch_s");
    assertThat(load.status()).as(load.err()).isZero();
    assertThat(load.err()).doesNotContain("--parse");
    String lines =
        "{\"id\": 3, \"fine\": 1485878790250000}\n{\"id\": 4, \"fine\": \"1485878790250000\"}\n";
    Outcome json =
        shop.runWith(lines, "load", "paid", "-", "--format", "jsonl", "--parse", "fine=epoch_us");
    assertThat(json.status()).as(json.err()).isZero();
    assertThat(rows())
        .isEqualTo(
            """
            id,at,day,fine,note
            1,2017-01-31T16:06:30Z,,2017-01-31T16:06:30.250Z,
            2,1969-12-31T23:59:59Z,,1969-12-31T23:59:59.999Z,
            3,,,2017-01-31T16:06:30.250Z,
            4,,,2017-01-31T16:06:30.250Z,
            """);
  }

  @Test
  void aNumberInAnotherUnitThanTheColumnIsReportedOnce() {
    String csv = shop.file("log.csv", "id,fine\n1,1485878790\n2,1485878791\n3,0\n");
    assertThat(shop.run("load", "paid", csv).err())
        .containsOnlyOnce(
            "fine: 1485878790 is read as 1970-01-18T04:44:38.790Z; --parse 'fine=epoch_s' reads it as 2017-01-31T16:06:30Z")
        .containsOnlyOnce("--parse");
    String lines = "{\"id\": 3, \"at\": 1485878790000}\n";
    assertThat(shop.runWith(lines, "load", "paid", "-", "--format", "jsonl").err())
        .contains("--parse 'at=epoch_ms' reads it as 2017-01-31T16:06:30Z");
    String usual = shop.file("usual.csv", "id,fine,at\n1,1485878790000,1485878790\n2,0,5\n");
    assertThat(shop.run("load", "paid", usual).err()).doesNotContain("--parse");
  }

  @Test
  void aPatternIsUsedForNumbersInJson() {
    String lines = "{\"id\": 3, \"fine\": 20170131160630}\n{\"id\": 4, \"fine\": 1e3}\n";
    assertThat(
            shop.runWith(
                    lines,
                    "load",
                    "paid",
                    "-",
                    "--format",
                    "jsonl",
                    "--parse",
                    "fine=yyyyMMddHHmmss")
                .err())
        .contains("line 2: fine: found '1e3', expected a time written as yyyyMMddHHmmss");
    assertThat(rows()).contains("3,,,2017-01-31T16:06:30.000Z,");
  }

  @Test
  void digitsInATextAreNoNumberByDefault() {
    assertThat(shop.runWith("{\"id\": \"0008\"}\n", "load", "paid", "-", "--format", "jsonl").err())
        .contains("id: found '0008', expected");
    assertThat(rows()).isEqualTo("id,at,day,fine,note\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "at=MM-dd-yyyy HH:mm:ss | at | 2017-01-31 09:00:00 | at: found '2017-01-31 09:00:00',"
            + " expected a time written as MM-dd-yyyy HH:mm:ss, such as 12-31-2017 23:58:59",
        "day=MM-dd-yyyy | day | 02-31-2017 | day: found '02-31-2017', expected a time written as"
            + " MM-dd-yyyy, such as 12-31-2017",
        "at=MM-dd-yyyy HH:mm | at | 01-31-2017 24:00 | at: found '01-31-2017 24:00', expected a"
            + " time written as MM-dd-yyyy HH:mm, such as 12-31-2017 23:58",
        "fine=yyyyMMddHHmmss.SSSSSS | fine | 20170131090000.000001 | fine: found"
            + " '20170131090000.000001', expected a time with no more digits than type timestamp can store",
        "fine=epoch_s | fine | 1.0001 | fine: found '1.0001', expected a time with no more digits than type timestamp can store",
        "fine=epoch_s | fine | 1e9 | fine: found '1e9', expected a time written as epoch_s, such as 1514764739",
        "fine=epoch_ns | fine | 1.5 | fine: found '1.5', expected a time written as epoch_ns, such as 1514764739000000000",
        "fine=epoch_s | fine | 99999999999999999999 | fine: found '99999999999999999999', expected a time written as epoch_s, such as 1514764739",
        "id=digits | day | 2017-01-31 | id: found 'x7', expected decimal digits alone",
      })
  void whatIsNotWrittenSoIsRefusedWithItsLine(
      String form, String column, String value, String problem) {
    String id = form.startsWith("id") ? "x7" : "7";
    String csv = shop.file("bad.csv", "id," + column + "\n" + id + "," + value + "\n");
    assertThat(shop.refusal("load", "paid", csv, "--parse", form))
        .startsWith(
            "cannot load "
                + csv
                + ": line 2: "
                + problem
                + "; 0 rows before this line are loaded;");
    assertThat(rows()).isEqualTo("id,at,day,fine,note\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "at=HH:mm | found the pattern 'HH:mm', expected a java.time pattern of a date or a date"
            + " and time, such as 'MM-dd-yyyy HH:mm:ss'",
        "at=yyyy-MM-dd hh:mm | found the pattern 'yyyy-MM-dd hh:mm', expected a java.time pattern"
            + " of a date or a date and time, such as 'MM-dd-yyyy HH:mm:ss'; h is an hour from 1 to 12"
            + " and needs a (AM or PM), the hour from 0 to 23 is HH",
        "day=dd/mm/yyyy | found the pattern 'dd/mm/yyyy', expected a java.time pattern of a date"
            + " alone, such as 'MM-dd-yyyy'; m is the minute, the month is M",
        "day=YYYY-MM-dd | found the pattern 'YYYY-MM-dd', expected a java.time pattern of a date"
            + " alone, such as 'MM-dd-yyyy'; Y is the year of a week, the calendar year is yyyy",
        "at=yyyy-MM-dd VV | found the pattern 'yyyy-MM-dd VV', expected a java.time pattern of"
            + " a date or a date and time, such as 'MM-dd-yyyy HH:mm:ss'; a name of a time zone"
            + " (z, v, VV) cannot be read, only an offset: xxx for +01:00, X for Z",
        "day=MM-dd-yyyy HH:mm | found the pattern 'MM-dd-yyyy HH:mm', expected a java.time pattern"
            + " of a date alone, such as 'MM-dd-yyyy'",
        "at={ | found the pattern '{', expected a java.time pattern of a date or a date and"
            + " time, such as 'MM-dd-yyyy HH:mm:ss'",
        "id=MM | found 'MM', expected digits",
        "fine=epoch | found the pattern 'epoch', expected a java.time pattern of a date or a date"
            + " and time, such as 'MM-dd-yyyy HH:mm:ss'; for a number since 1970 epoch_s, epoch_ms,"
            + " epoch_us or epoch_ns",
        "day=epoch_s | found the pattern 'epoch_s', expected a java.time pattern of a date alone,"
            + " such as 'MM-dd-yyyy'; epoch_s and the like are for timestamps",
        "note=MM | note is text, expected a date, a timestamp or a whole number",
        "none=MM | paid has no column \"none\", only id, at, day, fine, note",
      })
  void aFormThatTheColumnCannotHaveIsRefused(String form, String problem) {
    String csv = shop.file("any.csv", "id\n7\n");
    assertThat(shop.refusal("load", "paid", csv, "--parse", form))
        .isEqualTo("cannot use --parse " + form + ": " + problem);
  }
}
