package keywright.cli.data;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import keywright.cli.console.BadLineException;
import keywright.cli.console.CliException;
import keywright.cli.console.Console;
import keywright.cli.console.Errors;
import keywright.design.rows.Arrivals;
import keywright.key.Column;
import keywright.key.KeyException;
import keywright.table.model.DocumentReader.JsonDocuments;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a file, in its order; it is read again whenever they are gone through. A wrong line
 * is skipped and reported, as long as no more are skipped than the user allows. A row is wrong,
 * too, if it is refused when the file is read first. So the rows are the same each time.
 */
final class FileArrivals implements Arrivals {
  private final Console console;
  private final InputFile file;
  private final @Nullable FileFormat format;
  private final HeaderMapping mapping;
  private final @Nullable JsonDocuments documents;
  private final List<Column> columns;
  private final Consumer<@Nullable Object[]> completed;
  private final long skipBad;

  /** The lines that were skipped when the file was read first. */
  private final Set<Long> skipped = new HashSet<>();

  private boolean isReadAgain;

  /**
   * @param completed computes the values of a row that follow from others
   * @param skipBad how many wrong lines are skipped each time that the file is read
   */
  FileArrivals(
      Console console,
      InputFile file,
      @Nullable FileFormat format,
      HeaderMapping mapping,
      @Nullable JsonDocuments documents,
      List<Column> columns,
      Consumer<@Nullable Object[]> completed,
      long skipBad) {
    this.console = console;
    this.file = file;
    this.format = format;
    this.mapping = mapping;
    this.documents = documents;
    this.columns = columns;
    this.completed = completed;
    this.skipBad = skipBad;
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  private void accept(Consumer<@Nullable Object[]> row, @Nullable Object[] values, long line) {
    completed.accept(values);
    try {
      row.accept(values);
    } catch (KeyException e) {
      throw KeyException.of("line %d: %s".formatted(line, e.getMessage()));
    }
  }

  @Override
  public void forEach(Consumer<@Nullable Object[]> row) {
    try (InputStream in = file.open(console)) {
      // Several threads cannot continue after a line whose end is not certain.
      if (skipBad == 0 && FileFormat.of(format, file.name()) == FileFormat.CSV) {
        readCsv(in, row);
      } else {
        readRows(in, row);
      }
    } catch (BadLineException e) {
      throw new CliException(
          "cannot read %s: %s%s".formatted(file.label(), Errors.reason(e), advice()), e);
    } catch (KeyException e) {
      throw KeyException.of(
          "%s %s%s".formatted(file.label(), e.getMessage(), isReadAgain ? "" : advice()));
    } catch (IOException e) {
      throw new CliException("cannot read " + file.label() + ": " + Errors.reason(e), e);
    } finally {
      isReadAgain = true;
    }
  }

  private String advice() {
    return "; " + SkipBadOption.advice(skipBad);
  }

  private void readRows(InputStream in, Consumer<@Nullable Object[]> row) throws IOException {
    @Nullable Object[] values = new @Nullable Object[columns.size()];
    RowInput rows = RowInput.open(in, file, format, mapping, documents, TextRows.MAX_VALUE_BYTES);
    boolean isMore = true;
    while (isMore) {
      try {
        Map<String, @Nullable Object> next = rows.next();
        isMore = next != null;
        if (next != null && !(isReadAgain && skipped.contains(rows.line()))) {
          for (int i = 0; i < values.length; i++) {
            values[i] = next.get(columns.get(i).name());
          }
          accept(row, values, rows.line());
        }
      } catch (BadLineException e) {
        skip(e.line(), e);
      } catch (KeyException e) {
        skip(rows.line(), e);
      }
    }
  }

  /** Skips a wrong line, or throws its error. */
  private void skip(long line, RuntimeException error) {
    if (isReadAgain ? !skipped.contains(line) : skipped.size() == skipBad) {
      throw error;
    }
    if (skipped.add(line)) {
      console.say("keywright: skipped " + file.label() + " " + Errors.oneLine(error.getMessage()));
    }
  }

  private void readCsv(InputStream in, Consumer<@Nullable Object[]> row) throws IOException {
    ParsedRows parsed = new ParsedRows();
    new ParallelCsv<List<ParsedRow>>(
            TextRows.textBytes(TextRows.MAX_VALUE_BYTES),
            parsed,
            some -> some.forEach(each -> accept(row, each.values, each.line)))
        .read(Gzip.plain(in), parsed::start);
  }

  /** The values of a row, and the line on which it starts. */
  private static final class ParsedRow {
    private final @Nullable Object[] values;
    private final long line;

    ParsedRow(@Nullable Object[] values, long line) {
      this.values = values;
      this.line = line;
    }
  }

  /** Parses rows on several threads, after one of them has read the header. */
  private final class ParsedRows implements ParallelCsv.Work<List<ParsedRow>> {
    private @Nullable CsvRowReader header;
    private int[] places = {};
    private final @Nullable Object[] constants = new @Nullable Object[columns.size()];

    void start(CsvReader csv) throws IOException {
      CsvRowReader rows = new CsvRowReader(csv, file.label(), mapping);
      places = rows.places(columns);
      for (int i = 0; i < constants.length; i++) {
        constants[i] = mapping.constants().get(columns.get(i).name());
      }
      header = rows;
    }

    @Override
    public List<ParsedRow> begin() {
      return new ArrayList<>();
    }

    @Override
    public void add(CsvReader csv, List<ParsedRow> rows) {
      CsvRowReader of = Objects.requireNonNull(header);
      rows.add(new ParsedRow(of.values(csv, places, constants), csv.line()));
    }
  }
}
