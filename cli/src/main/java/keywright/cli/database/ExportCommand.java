package keywright.cli.database;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import keywright.cli.console.CliException;
import keywright.cli.console.Console;
import keywright.cli.console.CsvWriter;
import keywright.cli.console.Errors;
import keywright.cli.console.JsonLinesWriter;
import keywright.cli.console.LoadProgress;
import keywright.cli.console.NameMatch;
import keywright.cli.console.Output;
import keywright.cli.console.OutputFile;
import keywright.cli.console.Rendering;
import keywright.cli.console.ResultWriter;
import keywright.cli.data.DocumentRowReader;
import keywright.cli.data.FileFormat;
import keywright.cql.Result;
import keywright.cql.client.CqlClient;
import keywright.key.Column;
import keywright.table.Database;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.DocumentReader.JsonDocuments;
import keywright.table.model.DocumentTable;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code keywright export}: writes the rows of a table or a query to a file. */
@Command(
    name = "export",
    description = {
      "Write the rows of a table, or of a SELECT, to a CSV file with a header or to a file with one JSON object per line.",
      "All rows are as they were at the same moment; those of a server (--db cql:HOST:PORT) are read page by page, each page at its own moment. 'load' reads the file back without changes."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright export payment payment.csv",
      "  keywright export payment payment.jsonl --overwrite",
      "  keywright export 'SELECT * FROM payment WHERE customer_id = 123' 123.csv",
      "  keywright export payment payment.csv.gz     compressed by gzip, as the name says",
      "",
      "The file is written under a temporary name in the same folder, and renamed when it is complete."
    })
public final class ExportCommand implements Callable<Integer> {
  private static final int ROWS_BETWEEN_REPORTS = 512;
  private static final Pattern SELECT =
      Pattern.compile("\\s*SELECT\\b.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final Console console;

  @Parameters(index = "0", paramLabel = "TABLE|SELECT", description = "The table, or a query.")
  private String source = "";

  @Parameters(index = "1", paramLabel = "FILE", description = "The file; - is standard output.")
  private String fileName = "";

  @Option(names = "--format", paramLabel = "csv|jsonl", description = FileFormat.DESCRIPTION)
  private @Nullable FileFormat format;

  @Option(names = "--overwrite", description = "Replace the file if it exists.")
  private boolean overwrite;

  @Mixin private SkipUnreadableOption unreadable = new SkipUnreadableOption();
  @Mixin private ClientOption databaseOption = new ClientOption();

  public ExportCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    FileFormat wanted = FileFormat.of(format, fileName);
    unreadable.requireNoServer(databaseOption);
    if (fileName.equals("-")) {
      try (CqlClient client = databaseOption.openExistingClient(unreadable::on)) {
        export(client, null, wanted);
      }
      return 0;
    }
    try (OutputFile file = OutputFile.of(fileName, overwrite);
        CqlClient client = databaseOption.openExistingClient(unreadable::on)) {
      export(client, file, wanted);
    }
    return 0;
  }

  /**
   * @param file null for standard output
   */
  private void export(CqlClient client, @Nullable OutputFile file, FileFormat wanted) {
    boolean isQuery = SELECT.matcher(source).matches();
    String table = isQuery ? "query" : NameMatch.resolve(client, source);
    Database database = client.unwrap(Database.class).orElse(null);
    long estimated =
        isQuery || database == null ? -1 : database.table(table).estimatedRows().orElse(-1);
    TableDefinition definition = isQuery ? null : client.find(table).orElse(null);
    JsonDocuments documents =
        definition == null || wanted != FileFormat.JSONL
            ? null
            : DocumentRowReader.documents(definition).orElse(null);
    String query =
        isQuery
            ? source
            : "SELECT %s FROM %s"
                .formatted(items(definition, documents != null), NameMatch.quotedQualified(table));
    try (Result rows = client.execute(query);
        LoadProgress display = LoadProgress.ofRows(console, table, estimated)) {
      requireNamesOnce(rows.columns());
      Row row = rows.next(); // What is refused is refused before anything is out.
      Output out = file == null ? console.out() : file.open();
      ResultWriter writer =
          wanted == FileFormat.JSONL ? new JsonLinesWriter(out) : new CsvWriter(out);
      writer.begin(rows.columns());
      long count = 0;
      for (; row != null; row = rows.next()) {
        if (documents == null) {
          writer.row(row.values().toArray());
        } else {
          out.line(document(table, documents, row));
        }
        count++;
        if (count % ROWS_BETWEEN_REPORTS == 0) {
          display.at(count, count);
        }
      }
      writer.end();
      if (file != null) {
        file.complete();
      }
      display.at(count, count);
      display.close();
      report(table, count, display.seconds());
      SkipUnreadableOption.say(console, rows);
    }
  }

  private static String document(String table, JsonDocuments documents, Row row) {
    try {
      return documents.json(row);
    } catch (IllegalArgumentException e) {
      throw new CliException("cannot export %s: %s".formatted(table, Errors.reason(e)), e);
    }
  }

  /**
   * The columns of the table. The documents of a document table are in their stored form.
   *
   * @param withDerived whether derived columns are among them; {@code load} does not accept these,
   *     because they are computed from their document
   */
  private static String items(@Nullable TableDefinition definition, boolean withDerived) {
    if (definition == null) {
      return "*"; // The query says that there is no such table.
    }
    boolean hasDocuments = DocumentTable.of(definition).isPresent();
    if (!hasDocuments && definition.columns().stream().noneMatch(ColumnDefinition::isDerived)) {
      return "*";
    }
    return definition.allColumns().stream()
        .map(Column::name)
        .filter(
            name ->
                withDerived
                    || definition.column(name).filter(ColumnDefinition::isDerived).isEmpty())
        .map(
            name ->
                hasDocuments && name.equals(DocumentTable.DOCUMENT)
                    ? "CAST(document AS blob) AS document"
                    : NameMatch.quoted(name))
        .collect(Collectors.joining(", "));
  }

  /**
   * Refuses two columns of the same name, because only names distinguish the values in the file.
   */
  private void requireNamesOnce(List<Column> columns) {
    Set<String> names = new HashSet<>();
    for (Column column : columns) {
      if (!names.add(column.name())) {
        throw new CliException(
            "cannot export %s: found two columns named %s, expected different names; give one of them another name with AS"
                .formatted(source.strip(), column.name()));
      }
    }
  }

  private void report(String table, long count, double seconds) {
    console.say(
        "%s: %s exported to %s, in %s s (%s rows/s)"
            .formatted(
                table,
                Rendering.counted(count, "row", "rows"),
                fileName.equals("-") ? "standard output" : fileName,
                String.format(Locale.ROOT, "%.1f", seconds),
                Rendering.number(Math.round(count / Math.max(1e-3, seconds)))));
  }
}
