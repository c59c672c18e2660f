package keywright.cli;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import keywright.key.KeyException;
import keywright.table.BatchWriter;
import keywright.table.BulkLoad;
import keywright.table.Database;
import keywright.table.Table;
import keywright.table.TableException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code keywright load}: rows from a file. */
@Command(
    name = "load",
    description = {
      "Insert the rows of a CSV file with a header, or of a file with one JSON object on each"
          + " line.",
      "Names in the file are columns of the table. Loading a file again changes nothing."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright load payment payment.csv --map payment_date=paid_at --ignore staff_id",
      "  keywright load customer customers.jsonl --skip-bad 10",
      "  zcat payment.csv.gz | keywright load payment -",
      "",
      "CSV is UTF-8 with a header, quoted as in RFC 4180; an unquoted empty field is null, \"\" is"
          + " the",
      "empty text."
    })
final class LoadCommand implements Callable<Integer> {
  private static final int ROWS_BETWEEN_REPORTS = 512;

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
      description = "Report and skip up to N bad lines instead of stopping at the first.")
  private long skipBad;

  @Option(
      names = "--bulk",
      description =
          "Fill a table that has no rows without reading it, where the engine changes one row at a"
              + " time: nobody else writes to the table until the load is finished.")
  private boolean bulk;

  @Mixin private DatabaseOption databaseOption = new DatabaseOption();

  LoadCommand(Console console) {
    this.console = console;
  }

  /** What has been read so far. */
  private static final class Progress {
    long rows;
    long skipped;

    /** Lines that were refused only when their rows were written, with others after them. */
    final List<BadLineException> refused = new ArrayList<>();

    boolean isOutOfOrder;
    double seconds;
  }

  @Override
  public Integer call() throws IOException {
    if (skipBad < 0) {
      throw Usage.wrong(spec, "cannot use --skip-bad " + skipBad + ": expected 0 or more");
    }
    InputFile file = new InputFile(fileName);
    try (CountingStream in = new CountingStream(file.open(console));
        Database database = databaseOption.openExisting()) {
      Table table = database.table(Names.resolve(database, name));
      RowReader rows = RowReader.open(in, file, format, mapping.to(table.definition()));
      if (bulk) {
        fill(database, table, rows, in, file);
      } else {
        BatchWriter writer = table.batchWriter();
        Progress progress = load(table, new Written(writer), rows, in, file);
        report(table, progress, counted(writer));
      }
    } catch (BadLineException e) {
      throw new CliException("cannot load " + file.label() + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new CliException("cannot read " + file.label() + ": " + e.getMessage(), e);
    }
    return 0;
  }

  /** Where rows go. */
  private interface Target {
    void add(Map<String, @Nullable Object> row, Consumer<RuntimeException> refused);

    void flush();
  }

  private record Written(BatchWriter writer) implements Target {
    @Override
    public void add(Map<String, @Nullable Object> row, Consumer<RuntimeException> refused) {
      writer.add(row, refused);
    }

    @Override
    public void flush() {
      writer.flush();
    }
  }

  private record Filled(BulkLoad load) implements Target {
    @Override
    public void add(Map<String, @Nullable Object> row, Consumer<RuntimeException> refused) {
      load.add(row);
    }

    @Override
    public void flush() {
      load.flush();
    }
  }

  private void fill(
      Database database, Table table, RowReader rows, CountingStream in, InputFile file)
      throws IOException {
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
    try (BulkLoad load = table.bulkLoad(wait)) {
      Progress progress = load(table, new Filled(load), rows, in, file);
      load.finish();
      report(table, progress, "loaded without reading");
    } finally {
      BuildDisplay.sayUnfinished(console, database);
    }
  }

  private Progress load(
      Table table, Target target, RowReader rows, CountingStream in, InputFile file)
      throws IOException {
    String tableName = table.definition().name();
    Progress progress = new Progress();
    try (LoadProgress display = LoadProgress.ofFile(console, tableName, file.length())) {
      BadLineException stoppedBy = null;
      while (stoppedBy == null) {
        try {
          Map<String, @Nullable Object> row = rows.next();
          if (row == null) {
            break;
          }
          progress.rows++;
          add(target, row, rows.line(), progress);
          stoppedBy = skipRefused(progress, file);
        } catch (BadLineException e) {
          stoppedBy = skip(e, progress, file) ? null : e;
        }
        if (progress.rows % ROWS_BETWEEN_REPORTS == 0) {
          display.at(progress.rows, in.count());
        }
      }
      target.flush();
      BadLineException refused = skipRefused(progress, file);
      stoppedBy = stoppedBy == null ? refused : stoppedBy;
      display.at(progress.rows, in.count());
      display.close();
      if (stoppedBy != null) {
        throw stopped(stoppedBy, progress, file);
      }
      progress.seconds = display.seconds();
    }
    return progress;
  }

  private static void add(
      Target target, Map<String, @Nullable Object> row, long line, Progress progress) {
    try {
      target.add(
          row,
          e -> progress.refused.add(new BadLineException(line, String.valueOf(e.getMessage()))));
    } catch (TableException | KeyException e) {
      progress.rows--;
      throw new BadLineException(line, String.valueOf(e.getMessage()));
    }
  }

  /** Skips lines that were only refused with their stored rows; gives the first that may not be. */
  private @Nullable BadLineException skipRefused(Progress progress, InputFile file) {
    BadLineException first = null;
    for (BadLineException bad : progress.refused) {
      progress.rows--;
      if (first == null && !skip(bad, progress, file)) {
        first = bad;
      }
    }
    progress.refused.clear();
    progress.isOutOfOrder |= first != null;
    return first;
  }

  private boolean skip(BadLineException bad, Progress progress, InputFile file) {
    if (progress.skipped >= skipBad) {
      return false;
    }
    progress.skipped++;
    console.say("keywright: skipped " + file.label() + " " + Errors.oneLine(bad.getMessage()));
    return true;
  }

  private CliException stopped(BadLineException bad, Progress progress, InputFile file) {
    return new CliException(
        "cannot load %s: %s; %s %s %s loaded; mend it and load again, which is safe, or use --skip-bad %d"
            .formatted(
                file.label(),
                bad.getMessage(),
                progress.rows == 1 ? "1 row" : Rendering.number(progress.rows) + " rows",
                progress.isOutOfOrder ? "of the file" : "before it",
                progress.rows == 1 ? "is" : "are",
                Math.max(10, progress.skipped * 10)),
        bad);
  }

  private static String counted(BatchWriter writer) {
    return "%s inserted, %s overwrote another, %s unchanged"
        .formatted(
            Rendering.number(writer.inserted()),
            Rendering.number(writer.overwritten()),
            Rendering.number(writer.unchanged()));
  }

  private void report(Table table, Progress progress, String written) {
    console.say(
        "%s: %s read, %s, %s skipped, in %s s (%s rows/s)"
            .formatted(
                table.definition().name(),
                progress.rows == 1 ? "1 row" : Rendering.number(progress.rows) + " rows",
                written,
                Rendering.number(progress.skipped),
                String.format(Locale.ROOT, "%.1f", progress.seconds),
                Rendering.number(Math.round(progress.rows / Math.max(1e-3, progress.seconds)))));
  }

  /** Counts the bytes read, for the progress bar. */
  private static final class CountingStream extends FilterInputStream {
    private long count;

    CountingStream(InputStream in) {
      super(in);
    }

    long count() {
      return count;
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      count += read < 0 ? 0 : 1;
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, length);
      count += Math.max(0, read);
      return read;
    }
  }
}
