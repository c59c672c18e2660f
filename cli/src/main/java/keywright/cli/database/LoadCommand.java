package keywright.cli.database;

import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.LongPredicate;
import keywright.cli.console.BadLineException;
import keywright.cli.console.CliException;
import keywright.cli.console.Console;
import keywright.cli.console.Errors;
import keywright.cli.console.NameMatch;
import keywright.cli.console.Rendering;
import keywright.cli.console.TimeLimit;
import keywright.cli.data.DocumentRowReader;
import keywright.cli.data.FileFormat;
import keywright.cli.data.HeaderMapping;
import keywright.cli.data.InputFile;
import keywright.cli.data.MappingOptions;
import keywright.cli.data.RowInput;
import keywright.cli.data.SkipBadOption;
import keywright.cql.client.CqlClient;
import keywright.key.ErrorCode;
import keywright.store.stop.Cancellation;
import keywright.table.BatchWriter;
import keywright.table.BulkLoad;
import keywright.table.Database;
import keywright.table.Table;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
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
      "  keywright load payment payment.csv.gz --bulk --memory 1g",
      "",
      "CSV is UTF-8 with a header, quoted as in RFC 4180; an unquoted empty field is null, \"\" is"
          + " the",
      "empty text. A file, or standard input, may be compressed by gzip. A name InvoiceId in the file",
      "means column invoice_id, unless a column is called InvoiceId; the command prints such names."
    })
public final class LoadCommand implements Callable<Integer> {
  /** From this size on, a sorted load of a file takes less time than a normal one. */
  private static final long LEAST_SORTED_BYTES = 8_000_000;

  private final Console console;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(index = "0", paramLabel = "TABLE", description = "The table, which must exist.")
  private String name = "";

  @Parameters(index = "1", paramLabel = "FILE", description = "The file; - is standard input.")
  private String fileName = "";

  @Mixin private MappingOptions mapping = new MappingOptions();

  @Option(names = "--format", paramLabel = "csv|jsonl", description = FileFormat.DESCRIPTION)
  private @Nullable FileFormat format;

  @Mixin private SkipBadOption skipBad = new SkipBadOption();

  @Option(
      names = "--bulk",
      negatable = true,
      description = {
        "Fill an empty table without reading it, which is faster.",
        "An embedded table gets all rows at the end of the load, or none. This is the default for files of 8 MB or more and an empty embedded table.",
        "On engines with single-row atomicity (HBase, Cassandra), no other process can write to the table until the load is finished."
      })
  private @Nullable Boolean bulk;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description =
          "About how much memory a bulk load of an embedded table uses to sort, such as 64m or 1g; it sorts the rest on disk. By default a quarter of Java's memory, at most 512m.")
  private @Nullable String memory;

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      description =
          "End the load if it takes longer, such as 30s, 10m or 2h. The message says which rows are loaded.")
  private @Nullable String timeout;

  /** Ends the load. */
  private Cancellation cancellation = Cancellation.NONE;

  @Mixin private ClientOption databaseOption = new ClientOption();

  public LoadCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    OptionalLong memoryBytes = MemorySize.parse(spec, "--memory", memory);
    if (timeout != null) {
      cancellation = Cancellation.after(TimeLimit.parse(spec, "--timeout", timeout));
    }
    InputFile file = new InputFile(fileName);
    if (databaseOption.isServer()) {
      databaseOption.requireNoServer(bulk != null && bulk, "--bulk");
      databaseOption.requireNoServer(memory != null, "--memory");
      send(file);
      return 0;
    }
    try (InputStream in = file.open(console);
        Database database = databaseOption.openExisting()) {
      Table table = database.table(NameMatch.resolve(database, name));
      HeaderMapping columns = mapping.toStored(table.definition(), console);
      if (!isBulk(table, file)) {
        loadRows(database, table, file, in, columns);
        return 0;
      }
      try {
        fill(database, table, file, in, columns, memoryBytes);
      } catch (TableException e) {
        if (bulk != null || e.code() == ErrorCode.STOPPED || e.code() == ErrorCode.CLOSED) {
          throw e;
        }
        console.say(
            "%s; Keywright now loads the file row by row"
                .formatted(Errors.oneLine(e.getMessage())));
        try (InputStream again = file.open(console)) {
          loadRows(database, table, file, again, columns);
        }
      }
    } catch (BadLineException e) {
      throw new CliException("cannot load " + file.label() + ": " + Errors.reason(e), e);
    } catch (IOException e) {
      throw new CliException("cannot read " + file.label() + ": " + Errors.reason(e), e);
    }
    return 0;
  }

  /** Sends the rows to a server as INSERTs. */
  private void send(InputFile file) {
    try (InputStream in = file.open(console);
        CqlClient client = databaseOption.openExistingClient(session -> session)) {
      String found = NameMatch.resolve(client, name);
      TableDefinition table =
          client
              .find(found)
              .orElseThrow(
                  () ->
                      new CliException(
                          "cannot load %s: found no table %s at %s, expected one of %s"
                              .formatted(
                                  file.label(),
                                  found,
                                  databaseOption.url(),
                                  String.join(", ", client.tables()))));
      HeaderMapping columns = mapping.toStored(table, console);
      RowInput rows =
          RowInput.open(
              in,
              file,
              format,
              columns,
              DocumentRowReader.documents(table).orElse(null),
              SentRows.VALUE_BYTES_MAX);
      LoadTarget target = new SentRows(client, found);
      FileLoad load =
          new FileLoad(console, table, file, rows, target, skipBad.lines(), cancellation);
      load.report(load.run(client::close));
    } catch (BadLineException e) {
      throw new CliException("cannot load " + file.label() + ": " + Errors.reason(e), e);
    } catch (IOException e) {
      throw new CliException("cannot read " + file.label() + ": " + Errors.reason(e), e);
    }
  }

  private boolean isBulk(Table table, InputFile file) {
    return bulk == null ? file.length() >= LEAST_SORTED_BYTES && table.canLoadSorted() : bulk;
  }

  private RowInput rows(
      Table table, InputFile file, InputStream in, HeaderMapping columns, int maxValueBytes)
      throws IOException {
    return RowInput.open(
        in,
        file,
        format,
        columns,
        DocumentRowReader.documents(table.definition()).orElse(null),
        maxValueBytes);
  }

  private void loadRows(
      Database database, Table table, InputFile file, InputStream in, HeaderMapping columns)
      throws IOException {
    BatchWriter writer = table.batchWriter();
    RowInput rows = rows(table, file, in, columns, writer.maxValueBytes());
    LoadTarget target = new LoadTarget.Compared(writer);
    FileLoad load =
        new FileLoad(
            console, table.definition(), file, rows, target, skipBad.lines(), cancellation);
    load.report(load.run(database::close));
  }

  private void fill(
      Database database,
      Table table,
      InputFile file,
      InputStream in,
      HeaderMapping columns,
      OptionalLong memoryBytes)
      throws IOException {
    RowInput rows = rows(table, file, in, columns, table.batchWriter().maxValueBytes());
    boolean[] said = {false};
    LongPredicate wait =
        millis -> {
          if (!said[0]) {
            said[0] = true;
            console.say(
                "%s: Keywright waits at most %s s until every process that has the database open knows of the load"
                    .formatted(
                        table.definition().name(), Rendering.number((millis + 999) / 1_000)));
          }
          return true;
        };
    boolean isSorted = false;
    Table limited = database.stoppedBy(cancellation).table(table.definition().name());
    try (BulkLoad bulkLoad =
        memoryBytes.isPresent()
            ? limited.bulkLoad(memoryBytes.getAsLong(), wait)
            : limited.bulkLoad(wait)) {
      isSorted = bulkLoad.isSorted();
      if (isSorted) {
        console.say(
            "%s: bulk load into the empty table: sorts the rows and index entries, and adds all of them at the end (--no-bulk adds them one after the other)"
                .formatted(table.definition().name()));
      }
      LoadTarget target = new LoadTarget.Filled(bulkLoad);
      FileLoad load =
          new FileLoad(
              console, table.definition(), file, rows, target, skipBad.lines(), cancellation);
      double seconds = load.run(database::close);
      long read = System.nanoTime();
      bulkLoad.finish();
      load.report(seconds + (System.nanoTime() - read) / 1e9);
    } finally {
      if (!isSorted) {
        BuildDisplay.sayUnfinished(console, database);
      }
    }
  }
}
