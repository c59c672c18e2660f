package keywright.cli.database;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Callable;
import java.util.function.LongPredicate;
import keywright.cli.console.BadLineException;
import keywright.cli.console.CliException;
import keywright.cli.console.Console;
import keywright.cli.console.NameMatch;
import keywright.cli.console.Rendering;
import keywright.cli.console.Usage;
import keywright.cli.data.DocumentRowReader;
import keywright.cli.data.FileFormat;
import keywright.cli.data.HeaderMapping;
import keywright.cli.data.InputFile;
import keywright.cli.data.MappingOptions;
import keywright.cli.data.RowInput;
import keywright.table.BatchWriter;
import keywright.table.BulkLoad;
import keywright.table.Database;
import keywright.table.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code keywright load}: loads the rows of a file into a table. */
@Command(
    name = "load",
    description = {
      "Load the rows of a CSV file with a header, or of a file with one JSON object per line.",
      "The names in the file are names of columns of the table, unless --map says otherwise. Loading a file again changes nothing, unless the key has random(n) and the file lacks its column."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright load payment payment.csv --map payment_date=paid_at --ignore staff_id",
      "  keywright load customer customers.jsonl --skip-bad 10",
      "  keywright load visit web1.log.csv.gz --set host=web1",
      "  keywright load payment old.csv --parse 'paid_at=MM-dd-yyyy HH:mm:ss'",
      "  keywright load orders orders.jsonl          documents, one on each line, if it is a document table",
      "",
      "CSV is UTF-8 with a header, quoted as in RFC 4180; an unquoted empty field is null, \"\" is"
          + " the",
      "empty text. A file, or standard input, may be compressed by gzip. A name InvoiceId in the file",
      "means column invoice_id, unless a column is called InvoiceId; the command prints such names."
    })
public final class LoadCommand implements Callable<Integer> {
  private final Console console;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(index = "0", paramLabel = "TABLE", description = "The table, which must exist.")
  private String name = "";

  @Parameters(index = "1", paramLabel = "FILE", description = "The file; - is standard input.")
  private String fileName = "";

  @Mixin private MappingOptions mapping = new MappingOptions();

  @Option(names = "--format", paramLabel = "csv|jsonl", description = FileFormat.DESCRIPTION)
  private @Nullable FileFormat format;

  @Option(
      names = "--skip-bad",
      paramLabel = "N",
      description = "Report and skip up to N wrong lines instead of stopping at the first.")
  private long skipBad;

  @Option(
      names = "--bulk",
      description =
          "Fill an empty table without checking for existing rows, which is faster; for engines with single-row atomicity (HBase, Cassandra). No other process can write to the table until the load is finished.")
  private boolean bulk;

  @Mixin private DatabaseOption databaseOption = new DatabaseOption();

  public LoadCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if (skipBad < 0) {
      throw Usage.wrong(spec, "cannot use --skip-bad " + skipBad + ": expected 0 or more");
    }
    InputFile file = new InputFile(fileName);
    try (InputStream in = file.open(console);
        Database database = databaseOption.openExisting()) {
      Table table = database.table(NameMatch.resolve(database, name));
      HeaderMapping columns = mapping.toStored(table.definition(), console);
      BatchWriter writer = table.batchWriter();
      RowInput rows =
          RowInput.open(
              in,
              file,
              format,
              columns,
              DocumentRowReader.documents(table.definition()).orElse(null),
              writer.maxValueBytes());
      if (bulk) {
        fill(database, table, file, rows);
      } else {
        LoadTarget target = new LoadTarget.Compared(writer);
        FileLoad load = new FileLoad(console, table, file, rows, target, skipBad);
        load.report(load.run(database::close));
      }
    } catch (BadLineException e) {
      throw new CliException("cannot load " + file.label() + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new CliException("cannot read " + file.label() + ": " + e.getMessage(), e);
    }
    return 0;
  }

  private void fill(Database database, Table table, InputFile file, RowInput rows) {
    boolean[] said = {false};
    LongPredicate wait =
        millis -> {
          if (!said[0]) {
            said[0] = true;
            console.say(
                "%s: waits %s s at most, until every process that has the database open knows of the load"
                    .formatted(
                        table.definition().name(), Rendering.number((millis + 999) / 1_000)));
          }
          return true;
        };
    try (BulkLoad bulkLoad = table.bulkLoad(wait)) {
      LoadTarget target = new LoadTarget.Filled(bulkLoad);
      FileLoad load = new FileLoad(console, table, file, rows, target, skipBad);
      double seconds = load.run(database::close);
      bulkLoad.finish();
      load.report(seconds);
    } finally {
      BuildDisplay.sayUnfinished(console, database);
    }
  }
}
