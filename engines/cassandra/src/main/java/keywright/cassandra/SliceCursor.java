package keywright.cassandra;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import keywright.key.ErrorCode;
import keywright.store.RowCursor;
import keywright.store.RowReader;
import keywright.store.ScanOptions;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.UnreadableRowException;
import keywright.store.stop.StoppedException;
import org.jspecify.annotations.Nullable;

/**
 * Rows of several statements, one after another, read page by page. The first page is sent for at
 * once, or with those of the scans that are read together, with as many rows as will be wanted, as
 * far as that is known. Where more are wanted than one page has, the next page is sent for when one
 * has come.
 *
 * <p>Pages grow up to {@link #MAX_ROWS} and {@link #MAX_BYTES}; how long rows are is known from the
 * page before. Scans that are read together share the limits for all. Used by one thread.
 */
final class SliceCursor implements RowCursor {
  private static final int GROWTH = 4;

  /** Before the length of rows is known. */
  private static final int MAX_ROWS_AT_FIRST = 500;

  private static final int MAX_ROWS = 5_000;
  private static final int MAX_ROWS_OF_ALL = 32_768;
  private static final int MAX_BYTES = 1024 * 1024;
  private static final int MAX_BYTES_OF_ALL = 16 * 1024 * 1024;

  private final CassandraSnapshot snapshot;
  private final CassandraClient client;
  private final CassandraTables tables;
  private final CassandraTable table;
  private final ScanOptions options;

  /** Of all rows; null when it is read with each. */
  private final TableForm.@Nullable Partition partition;

  private final Reading read;
  private final RowReader reader;
  private final Iterator<Supplier<BoundStatementBuilder>> statements;
  private final int maxBytes;
  private int maxRows;
  private int pageRows;

  /** Of the page that was asked for last. */
  private @Nullable BoundStatement statement;

  /** The same until it is sent. */
  private @Nullable BoundStatement unsent;

  private @Nullable CompletableFuture<AsyncResultSet> coming;
  private @Nullable AsyncResultSet page;

  /** How many rows will be wanted after those of the pages that have come, as far as is known. */
  private long rowsLeft;

  /** Whether more rows are wanted than was known. */
  private boolean readsOn;

  private boolean closed;

  SliceCursor(
      CassandraSnapshot snapshot,
      CassandraClient client,
      CassandraTables tables,
      CassandraTable table,
      ScanOptions options,
      TableForm.@Nullable Partition partition,
      List<Supplier<BoundStatementBuilder>> statements) {
    this.snapshot = snapshot;
    this.client = client;
    this.tables = tables;
    this.table = table;
    this.options = options;
    this.partition = partition;
    this.read = table.form().reading(options.row());
    this.reader = new RowReader(table.layout(), snapshot.nowMillis(), options.row());
    this.statements = statements.iterator();
    this.maxRows = Math.min(MAX_ROWS_AT_FIRST, MAX_ROWS_OF_ALL / options.scans());
    this.maxBytes = Math.min(MAX_BYTES, MAX_BYTES_OF_ALL / options.scans());
    this.rowsLeft = options.rows();
    this.pageRows = Math.max(1, Math.min(options.rows(), maxRows));
    prepare();
  }

  /** How many scans are read alternately, with this one. */
  int scans() {
    return options.scans();
  }

  /** Sends for the page that was prepared, unless there is none. */
  void send() {
    BoundStatement next = unsent;
    unsent = null;
    if (next == null || closed) {
      return;
    }
    try {
      coming = client.send(next, options.row().cancellation());
    } catch (RuntimeException e) {
      coming = CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public @Nullable StoredRow next() {
    if (closed) {
      throw new StoreException(
          ErrorCode.CLOSED,
          "cannot read the next row: found the cursor closed, expected an open cursor; scan again");
    }
    snapshot.requireOpen();
    snapshot.sendOpened();
    while (true) {
      Row row = nextRow();
      if (row == null) {
        return null;
      }
      StoredRow found = stored(row);
      if (found != null) {
        return found;
      }
    }
  }

  /** The row as it is stored; null when it has expired, or cannot be read and is skipped. */
  private @Nullable StoredRow stored(Row row) {
    try {
      return options.checked(table.form().row(reader, row, read, partition));
    } catch (UnreadableRowException e) {
      if (options.unreadable() == null) {
        throw e;
      }
      options.unreadable().accept(e);
      return null;
    }
  }

  private @Nullable Row nextRow() {
    while (true) {
      Row row = page == null ? null : page.one();
      if (row != null) {
        return row;
      }
      if (coming == null) {
        readsOn = rowsLeft <= 0;
        ask();
      }
      if (coming == null) {
        return null;
      }
      turn(coming);
    }
  }

  /** Goes to the page that was asked for, and asks for the one after it. */
  private void turn(CompletableFuture<AsyncResultSet> asked) {
    AsyncResultSet come;
    try {
      come = CassandraClient.join(asked, options.row().cancellation(), table.layout().name());
    } catch (StoppedException e) {
      throw e;
    } catch (RuntimeException e) {
      throw e.getCause() instanceof StoreException refused
          ? refused
          : tables.readFailed("read", table.layout(), e);
    }
    page = come;
    coming = null;
    rowsLeft -= come.remaining();
    int bytes = come.getExecutionInfo().getResponseSizeInBytes();
    if (come.remaining() > 0 && bytes > 0) {
      long fitting = (long) maxBytes * come.remaining() / bytes;
      int most = Math.max(1, Math.min(MAX_ROWS, MAX_ROWS_OF_ALL / options.scans()));
      maxRows = (int) Math.max(1, Math.min(fitting, most));
    }
    pageRows = Math.min(maxRows, pageRows * GROWTH);
    if (readsOn || rowsLeft > 0) {
      ask();
    }
  }

  /** Asks for the page after the current one; for none when that is the last. */
  private void ask() {
    prepare();
    send();
  }

  private void prepare() {
    ByteBuffer state = page == null ? null : page.getExecutionInfo().getPagingState();
    int rows = rowsLeft > 0 ? (int) Math.min(pageRows, rowsLeft) : pageRows;
    BoundStatement next;
    try {
      if (state != null && statement != null) {
        next = statement.setPagingState(state).setPageSize(rows);
      } else if (statements.hasNext()) {
        next = statements.next().get().setPageSize(rows).build();
      } else {
        return;
      }
    } catch (StoreException e) {
      coming = CompletableFuture.failedFuture(e);
      return;
    }
    statement = next;
    unsent = next;
  }

  @Override
  public void close() {
    closed = true;
    page = null;
    coming = null;
  }
}
