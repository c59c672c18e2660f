package keywright.cassandra;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import keywright.key.ErrorCode;
import keywright.key.Key;
import keywright.key.KeyBound;
import keywright.key.KeyRange;
import keywright.key.KeySpan;
import keywright.store.RowCursor;
import keywright.store.RowOptions;
import keywright.store.RowReader;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.stop.Cancellation;
import keywright.store.stop.StoppedException;
import org.jspecify.annotations.Nullable;

/** What exists at each read, and the moment that says what has expired. Thread-safe. */
final class CassandraSnapshot implements Snapshot {
  /** How many rows are asked for at once. */
  private static final int CONCURRENT = 128;

  /** Of a row that Cassandra cannot have. */
  private static final CompletableFuture<AsyncResultSet> NO_READ = new CompletableFuture<>();

  private final CassandraClient client;
  private final CassandraTables tables;
  private final long nowMillis;
  private volatile boolean closed;

  /** Cursors whose first pages are not sent for. */
  private final List<SliceCursor> opened = new ArrayList<>(0);

  private volatile boolean hasOpened;

  CassandraSnapshot(CassandraClient client, CassandraTables tables, long nowMillis) {
    this.client = client;
    this.tables = tables;
    this.nowMillis = nowMillis;
  }

  @Override
  public long nowMillis() {
    return nowMillis;
  }

  @Override
  public @Nullable StoredRow get(TableLayout layout, Key key, RowOptions options) {
    requireOpen();
    CassandraTable table = tables.table(layout);
    TableForm form = table.form();
    List<ByteBuffer> keyValues = form.readableKey(key);
    if (keyValues == null) {
      return null;
    }
    Reading read = form.reading(options);
    RowReader reader = new RowReader(layout, nowMillis, options);
    CompletableFuture<AsyncResultSet> answer =
        client.send(table.get(read, keyValues, options.settled()), options.cancellation());
    return row(form, reader, answer, read, key, options.cancellation());
  }

  /** Sends the reads of as many rows at once as the limit allows, the next when one has come. */
  @Override
  public List<@Nullable StoredRow> get(TableLayout layout, List<Key> keys, RowOptions options) {
    requireOpen();
    CassandraTable table = tables.table(layout);
    TableForm form = table.form();
    Reading read = form.reading(options);
    RowReader reader = new RowReader(layout, nowMillis, options);
    List<@Nullable StoredRow> rows = new ArrayList<>(keys.size());
    Deque<CompletableFuture<AsyncResultSet>> answers = new ArrayDeque<>();
    int sent = 0;
    for (Key key : keys) {
      while (sent < keys.size() && answers.size() < CONCURRENT) {
        List<ByteBuffer> keyValues = form.readableKey(keys.get(sent++));
        answers.add(
            keyValues == null
                ? NO_READ
                : client.send(
                    table.get(read, keyValues, options.settled()), options.cancellation()));
      }
      rows.add(row(form, reader, answers.remove(), read, key, options.cancellation()));
    }
    return rows;
  }

  private @Nullable StoredRow row(
      TableForm form,
      RowReader reader,
      CompletableFuture<AsyncResultSet> answer,
      Reading read,
      Key key,
      Cancellation cancellation) {
    Row row;
    try {
      row =
          answer == NO_READ
              ? null
              : CassandraClient.join(answer, cancellation, form.layout().name()).one();
    } catch (StoppedException e) {
      throw e;
    } catch (RuntimeException e) {
      throw tables.readFailed("read", form.layout(), e);
    }
    return row == null ? null : form.row(reader, row, read, key);
  }

  @Override
  public RowCursor scan(TableLayout layout, KeySpan span, ScanOptions options) {
    requireOpen();
    CassandraTable table = tables.table(layout);
    TableForm form = table.form();
    List<@Nullable Object> prefix = span.range().prefix();
    if (prefix.size() < form.partitionParts()) {
      throw new StoreException(
          ErrorCode.UNSUPPORTED,
          "cannot scan %s: found a range over several partitions, expected a range inside one partition"
              .formatted(layout.name()));
    }
    TableForm.Partition partition = form.partition(prefix);
    boolean isMissing =
        !form.canHave(partition.values())
            || (!options.part().isAll()
                && !options
                    .part()
                    .positions()
                    .contains(Tokens.position(client.token(partition.values()))));
    List<Supplier<BoundStatementBuilder>> statements =
        isMissing
            ? List.of()
            : table.slices(form.reading(options.row()), partition, span, options.reverse());
    return opened(new SliceCursor(this, client, tables, table, options, partition, statements));
  }

  /**
   * Sends for the first page of a cursor: of scans that are read alternately, when all of them are
   * open, or one is read. The driver then writes their requests to the network together.
   */
  private SliceCursor opened(SliceCursor cursor) {
    if (cursor.scans() <= 1) {
      cursor.send();
      return cursor;
    }
    synchronized (opened) {
      opened.add(cursor);
      hasOpened = true;
      if (opened.size() >= cursor.scans()) {
        sendOpened();
      }
    }
    return cursor;
  }

  /** Sends for the first pages of cursors that wait for others. */
  void sendOpened() {
    if (hasOpened) {
      synchronized (opened) {
        opened.forEach(SliceCursor::send);
        opened.clear();
        hasOpened = false;
      }
    }
  }

  @Override
  public RowCursor walk(TableLayout layout, @Nullable Key after, ScanOptions options) {
    requireOpen();
    if (options.reverse()) {
      throw new StoreException(
          "cannot scan %s in reverse: Cassandra returns partitions only in the order of their tokens; scan it forwards"
              .formatted(layout.name()));
    }
    CassandraTable table = tables.table(layout);
    TableForm form = table.form();
    Reading read = form.reading(options.row());
    List<Supplier<BoundStatementBuilder>> statements = new ArrayList<>();
    Tokens tokens = Tokens.of(options.part().positions());
    List<ByteBuffer> partition = after == null ? List.of() : form.partitionValues(after.parts());
    if (after != null && form.canHave(partition)) {
      KeyRange range = KeyRange.equalTo(TableForm.leading(after.parts(), form.partitionParts()));
      long token = client.token(partition);
      if (tokens.contains(token)) {
        KeySpan rest = new KeySpan(range, KeyBound.after(after.parts()), null);
        for (Slice slice : Slice.of(form, rest)) {
          statements.add(() -> table.rest(read, partition, slice));
        }
      }
      tokens = tokens.after(token);
    }
    if (!tokens.isEmpty()) {
      Tokens rest = tokens;
      statements.add(() -> table.walk(read, rest));
    }
    return opened(new SliceCursor(this, client, tables, table, options, null, statements));
  }

  void requireOpen() {
    client.requireOpen();
    if (closed) {
      throw new StoreException(
          ErrorCode.CLOSED,
          "cannot read from the snapshot: found it closed, expected an open snapshot; open another snapshot");
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
