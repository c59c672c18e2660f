package keywright.cql;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import keywright.key.Column;
import keywright.key.ErrorCode;
import keywright.key.Type;
import keywright.table.model.ChangeResult;
import keywright.table.model.Row;
import keywright.table.model.RowMapper;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * The result of a statement: rows with columns, or a message. Used by one thread, which must close
 * it.
 *
 * <p>The rows of a SELECT are read while the program iterates, so the program gets the first row
 * before the last row is read. Each value is of the {@link keywright.key.Type#valueClass} of its
 * column.
 */
public final class Result implements AutoCloseable, Iterable<Row> {
  private static final Type TEXT = Type.parse("text");
  static final Column APPLIED = new Column("[applied]", Type.parse("boolean"), false);
  private static final Column STATEMENT = new Column("[statement]", Type.parse("int"), false);

  private final List<Column> columns;
  private final Supplier<@Nullable Row> rows;
  private final Runnable close;
  private boolean ended;
  private boolean closed;
  private final String message;
  private final long count;
  private final boolean applied;
  private final Optional<String> nextPage;
  private final Reads reads;
  private final @Nullable Created created;

  private Result(
      List<Column> columns,
      Supplier<@Nullable Row> rows,
      Runnable close,
      String message,
      long count,
      boolean applied,
      Optional<String> nextPage,
      Reads reads,
      @Nullable Created created) {
    this.columns = List.copyOf(columns);
    this.rows = rows;
    this.close = close;
    this.message = message;
    this.count = count;
    this.applied = applied;
    this.nextPage = nextPage;
    this.reads = reads;
    this.created = created;
  }

  /**
   * The table or index that a statement created.
   *
   * @param table the name of the created table, or of the table of the created index
   * @param index the name of the created index; null if a table was created
   */
  public record Created(String table, @Nullable String index) {}

  /**
   * What a server has told of a result, besides its columns and rows.
   *
   * @param message as {@link Result#message}
   * @param count as {@link Result#count}
   * @param applied as {@link Result#wasApplied}
   * @param nextPage as {@link Result#nextPage}
   * @param created as {@link Result#created}
   */
  public record Received(
      String message,
      long count,
      boolean applied,
      Optional<String> nextPage,
      Optional<Created> created) {}

  /**
   * The result of a statement that a server has executed.
   *
   * @param columns the columns; empty for a statement that returns no rows
   * @param rows gives the next row; null after the last row
   * @param close is called when the result is closed
   * @param access gives the text of {@link #access} when it is asked for
   */
  public static Result received(
      List<Column> columns,
      Supplier<@Nullable Row> rows,
      Runnable close,
      Received received,
      Supplier<String> access) {
    Reads reads =
        new Reads() {
          @Override
          public String access() {
            return access.get();
          }

          @Override
          public String skipped() {
            return "";
          }
        };
    return new Result(
        columns,
        rows,
        close,
        received.message(),
        received.count(),
        received.applied(),
        received.nextPage(),
        reads,
        received.created().orElse(null));
  }

  /** Tells what was read for the rows that the program has received so far. */
  interface Reads {
    Reads NONE = new Done("", "");

    /** How rows are found, and how many were read so far; empty if that is unknown. */
    String access();

    /** A line about the skipped rows; empty if there are none. */
    String skipped();

    /** The reads of a result whose rows were all read. */
    record Done(String access, String skipped) implements Reads {}
  }

  static Result message(String message, long count) {
    return message(message, count, null);
  }

  static Result created(String message, Created created) {
    return message(message, 0, created);
  }

  private static Result message(String message, long count, @Nullable Created created) {
    return new Result(
        List.of(),
        () -> null,
        () -> {},
        message,
        count,
        true,
        Optional.empty(),
        Reads.NONE,
        created);
  }

  /** The rows of a SELECT. */
  static Result rows(
      List<Column> columns, Supplier<@Nullable Row> rows, Runnable close, Reads reads) {
    return new Result(columns, rows, close, "", -1, true, Optional.empty(), reads, null);
  }

  /**
   * The result of conditional writes: one row for each write, with the stored row if the condition
   * was not met.
   */
  static Result applied(List<ChangeResult> results, List<Column> shown) {
    boolean applied = results.stream().allMatch(ChangeResult::applied);
    boolean found = results.stream().anyMatch(result -> result.found().isPresent());
    List<Column> columns = new ArrayList<>();
    columns.add(APPLIED);
    columns.addAll(found ? shown : List.of());
    List<Row> rows = new ArrayList<>();
    for (ChangeResult result : results) {
      @Nullable Object[] row = new @Nullable Object[columns.size()];
      row[0] = result.applied();
      for (int i = 1; i < row.length && result.found().isPresent(); i++) {
        row[i] = StoredValue.shown(result.found().get(), columns.get(i));
      }
      rows.add(Row.of(names(columns), row));
    }
    return of(columns, rows, applied);
  }

  /** The result of a batch whose conditions were met. */
  static Result applied() {
    return of(List.of(APPLIED), List.of(Row.of(List.of(APPLIED.name()), true)), true);
  }

  /**
   * The result of a batch in which the condition of one statement was not met; statements count
   * from 1.
   */
  static Result notApplied(int statement, List<Column> shown, Optional<Row> found) {
    List<Column> columns = new ArrayList<>(List.of(APPLIED, STATEMENT));
    List<@Nullable Object> row = new ArrayList<>(List.of(false, statement));
    found.ifPresent(
        values -> {
          columns.addAll(shown);
          shown.forEach(column -> row.add(StoredValue.shown(values, column)));
        });
    return of(columns, List.of(Row.of(names(columns), row.toArray())), false);
  }

  /** A result of rows in memory, with the token of the next page and how the rows were found. */
  static Result page(List<Column> columns, List<Row> rows, Optional<String> nextPage, Reads reads) {
    return of(columns, rows, true, nextPage, reads);
  }

  private static Result of(List<Column> columns, List<Row> rows, boolean applied) {
    return of(columns, rows, applied, Optional.empty(), Reads.NONE);
  }

  private static Result of(
      List<Column> columns,
      List<Row> rows,
      boolean applied,
      Optional<String> nextPage,
      Reads reads) {
    Iterator<Row> iterator = rows.iterator();
    return new Result(
        columns,
        () -> iterator.hasNext() ? iterator.next() : null,
        () -> {},
        "",
        -1,
        applied,
        nextPage,
        reads,
        null);
  }

  private static List<String> names(List<Column> columns) {
    return columns.stream().map(Column::name).toList();
  }

  /** Columns of text that is never null. */
  static List<Column> texts(List<String> names) {
    return names.stream().map(name -> new Column(name, TEXT, false)).toList();
  }

  /** A result of rows of text in memory. */
  static Result text(List<String> columns, List<List<String>> rows) {
    return of(
        texts(columns), rows.stream().map(row -> Row.of(columns, row.toArray())).toList(), true);
  }

  /** A result with one column of lines. */
  static Result lines(String column, List<String> lines) {
    return text(List.of(column), lines.stream().map(List::of).toList());
  }

  /**
   * Whether the statement returns rows. The number of rows may be 0. A statement that does not
   * return rows has a {@link #message}.
   */
  public boolean hasRows() {
    return !columns.isEmpty();
  }

  /**
   * The name and the type of each column, in order; empty if the statement does not return rows.
   */
  public List<Column> columns() {
    return columns;
  }

  /**
   * Reads the next row.
   *
   * @return the row; null after the last row
   * @throws CqlException if the query exceeds one of its limits
   * @throws TableException if the result was closed before its last row
   */
  public @Nullable Row next() {
    if (ended) {
      return null;
    }
    if (closed) {
      throw new TableException(
          ErrorCode.CLOSED,
          "cannot read the next row: found the result closed, expected it open; execute the statement again");
    }
    Row row = rows.get();
    ended = row == null;
    return row;
  }

  /** An iterator over the rows that were not read yet. It may be called only once. */
  @Override
  public Iterator<Row> iterator() {
    return new Iterator<>() {
      private @Nullable Row ahead;

      @Override
      public boolean hasNext() {
        ahead = ahead == null ? Result.this.next() : ahead;
        return ahead != null;
      }

      @Override
      public Row next() {
        Row row = hasNext() ? ahead : null;
        ahead = null;
        if (row == null) {
          throw new NoSuchElementException();
        }
        return row;
      }
    };
  }

  /**
   * A stream of the rows that were not read yet. It may be called only once; closing the stream
   * closes the result.
   */
  public Stream<Row> stream() {
    return StreamSupport.stream(spliterator(), false).onClose(this::close);
  }

  /**
   * A stream of the rows that were not read yet, each as a record. It may be called only once;
   * closing the stream closes the result.
   *
   * @param recordClass a record class whose components are columns of the result, as {@link
   *     RowMapper} describes
   * @throws TableException as {@link RowMapper#of(Class, List)}, if the columns do not fit the
   *     record class
   */
  public <R extends Record> Stream<R> stream(Class<R> recordClass) {
    return stream().map(RowMapper.of(recordClass, columns)::map);
  }

  /** Reads the rows that were not read yet into a list, and closes the result. */
  public List<Row> toList() {
    try (Stream<Row> left = stream()) {
      return left.toList();
    }
  }

  /**
   * The message of the statement, such as {@code "1 row inserted"}; empty if the statement returns
   * rows.
   */
  public String message() {
    return message;
  }

  /**
   * Whether the changes of the statement were written. False if a row did not meet a condition
   * after IF; the result then has this stored row.
   */
  public boolean wasApplied() {
    return applied;
  }

  /** How many rows the statement has changed; -1 if the statement returns rows. */
  public long count() {
    return count;
  }

  /**
   * The token with which the next page is read; empty after the last page, and if the result is not
   * a page.
   */
  public Optional<String> nextPage() {
    return nextPage;
  }

  /**
   * A description of the way in which a SELECT finds its rows, and of the number of rows that it
   * has read so far, such as {@code partial key by index customer_payments, 12 entries, 12 rows}.
   * Empty for other statements.
   */
  public String access() {
    return reads.access();
  }

  /**
   * A line of text about the rows that were skipped so far because they cannot be decoded. Empty if
   * no row was skipped.
   */
  public String skipped() {
    return reads.skipped();
  }

  /** The table or index that the statement has created; empty if it has created neither. */
  public Optional<Created> created() {
    return Optional.ofNullable(created);
  }

  @Override
  public void close() {
    closed = true;
    close.run();
  }
}
