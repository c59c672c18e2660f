package keywright.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import keywright.key.ErrorCode;
import keywright.store.RowCursor;
import keywright.store.RowReader;
import keywright.store.ScanOptions;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.UnreadableRowException;
import org.jspecify.annotations.Nullable;

/** Rows of several statements, one after another, read page by page. Used by one thread. */
final class SliceCursor implements RowCursor {
  private static final int PAGE_ROWS = 500;

  private final CassandraSnapshot snapshot;
  private final CassandraClient client;
  private final CassandraTables tables;
  private final CassandraTable table;
  private final ScanOptions options;
  private final Reading read;
  private final RowReader reader;
  private final Iterator<Supplier<BoundStatementBuilder>> statements;
  private @Nullable Iterator<Row> rows;
  private boolean closed;

  SliceCursor(
      CassandraSnapshot snapshot,
      CassandraClient client,
      CassandraTables tables,
      CassandraTable table,
      ScanOptions options,
      List<Supplier<BoundStatementBuilder>> statements) {
    this.snapshot = snapshot;
    this.client = client;
    this.tables = tables;
    this.table = table;
    this.options = options;
    this.read = table.form().reading(options.row());
    this.reader = new RowReader(table.layout(), snapshot.nowMillis(), options.row());
    this.statements = statements.iterator();
  }

  @Override
  public @Nullable StoredRow next() {
    if (closed) {
      throw new StoreException(
          ErrorCode.CLOSED, "cannot read: found the cursor closed, expected open");
    }
    snapshot.requireOpen();
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
      return options.checked(table.form().row(reader, row, read, null));
    } catch (UnreadableRowException e) {
      if (options.unreadable() == null) {
        throw e;
      }
      options.unreadable().accept(e);
      return null;
    }
  }

  private @Nullable Row nextRow() {
    try {
      while (rows == null || !rows.hasNext()) {
        if (!statements.hasNext()) {
          return null;
        }
        int page = Math.max(1, Math.min(options.rows(), PAGE_ROWS));
        ResultSet found =
            client.read(
                "read", table.layout().name(), statements.next().get().setPageSize(page).build());
        rows = found.iterator();
      }
      return rows.next();
    } catch (StoreException e) {
      throw e;
    } catch (RuntimeException e) {
      throw tables.readFailed("read", table.layout(), e);
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
