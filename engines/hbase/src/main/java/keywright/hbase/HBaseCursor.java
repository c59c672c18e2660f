package keywright.hbase;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import keywright.key.ByteRange;
import keywright.key.ErrorCode;
import keywright.store.RowCursor;
import keywright.store.RowReader;
import keywright.store.ScanOptions;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.UnreadableRowException;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a range, page by page: each page is a scan of its own that continues after the last row
 * of the one before. So nothing is held on a server between two pages, and a slow reader finds no
 * scanner expired.
 *
 * <p>The first page is asked for at once, of as many rows as will be wanted, as far as that is
 * known. Pages have {@link #MAX_ROWS} at most and end early at {@link #MAX_BYTES}; those of many
 * scans that are read alternately are smaller, so that all of them have {@link #MAX_ROWS_OF_ALL}.
 * Where more are wanted than one page has, the next is asked for when one has come.
 */
final class HBaseCursor implements RowCursor {
  private static final int GROWTH = 4;
  private static final int MAX_ROWS = 2_048;
  private static final int MAX_ROWS_OF_ALL = 32_768;
  private static final int MAX_BYTES = 2 * 1024 * 1024;
  private static final int MAX_BYTES_OF_ALL = 32 * 1024 * 1024;

  /**
   * A row that cannot be read.
   *
   * @param index that of the readable row after it
   */
  private record Unreadable(int index, UnreadableRowException exception) {}

  /** What a scan gave. */
  private static final class Page {
    static final Page BEFORE_FIRST = new Page(List.of(), List.of(), null, false, null);
    static final Page END = new Page(List.of(), List.of(), null, true, null);

    final List<StoredRow> rows;

    /** Those that are skipped, in order. */
    final List<Unreadable> unreadable;

    /** The last row key, after which the next page begins; null where there is none. */
    final byte @Nullable [] after;

    /** Whether that is all there is. */
    final boolean last;

    /** What is wrong with the row after these; null when nothing is. */
    final @Nullable RuntimeException failure;

    Page(
        List<StoredRow> rows,
        List<Unreadable> unreadable,
        byte @Nullable [] after,
        boolean last,
        @Nullable RuntimeException failure) {
      this.rows = rows;
      this.unreadable = unreadable;
      this.after = after;
      this.last = last;
      this.failure = failure;
    }
  }

  private final HBaseSnapshot snapshot;
  private final HBaseClient client;
  private final HBaseTable table;
  private final ByteRange range;
  private final boolean reverse;
  private final boolean[] read;
  private final ScanOptions options;
  private final RowReader reader;
  private final int maxRows;
  private final int maxBytes;

  private Page page;
  private int index;
  private int told;
  private int pageRows;
  private @Nullable CompletableFuture<Page> ahead;

  /** Whether more than what was asked for will be wanted. */
  private boolean goesOn;

  private boolean closed;

  HBaseCursor(
      HBaseSnapshot snapshot,
      HBaseClient client,
      HBaseTable table,
      ByteRange range,
      ScanOptions options) {
    this.snapshot = snapshot;
    this.client = client;
    this.table = table;
    this.range = range;
    this.reverse = options.reverse();
    this.read = table.reading(options.row().families());
    this.options = options;
    this.reader = new RowReader(table.layout(), snapshot.nowMillis(), options.row());
    this.maxRows = Math.min(MAX_ROWS, Math.max(1, MAX_ROWS_OF_ALL / options.scans()));
    this.maxBytes = Math.min(MAX_BYTES, Math.max(1, MAX_BYTES_OF_ALL / options.scans()));
    this.pageRows = Math.min(options.rows(), maxRows);
    this.goesOn = options.rows() > maxRows;
    this.page = range.isEmpty() ? Page.END : Page.BEFORE_FIRST;
    if (!range.isEmpty()) {
      ahead = ask(null);
    }
  }

  @Override
  public @Nullable StoredRow next() {
    snapshot.requireOpen();
    if (closed) {
      throw new StoreException(
          ErrorCode.CLOSED,
          "cannot read the next row: found the cursor closed, expected an open cursor; scan again");
    }
    tellUnreadable();
    while (index == page.rows.size()) {
      if (page.failure != null) {
        throw page.failure;
      }
      if (page.last) {
        return null;
      }
      turn();
      tellUnreadable();
    }
    return page.rows.get(index++);
  }

  /** Tells of the rows before the next one that were skipped. */
  private void tellUnreadable() {
    Consumer<UnreadableRowException> unreadable = options.unreadable();
    while (unreadable != null
        && told < page.unreadable.size()
        && page.unreadable.get(told).index() == index) {
      unreadable.accept(page.unreadable.get(told++).exception());
    }
  }

  /** Goes to the next page. */
  private void turn() {
    byte[] after = page.after;
    CompletableFuture<Page> coming = ahead;
    ahead = null;
    page =
        client.read(
            table.layout().name(),
            () -> coming == null ? ask(after) : coming,
            options.row().cancellation());
    index = 0;
    told = 0;
    pageRows = Math.min(maxRows, pageRows * GROWTH);
    if (goesOn && !page.last && page.failure == null) {
      ahead = ask(page.after);
    }
    goesOn = true;
  }

  /**
   * Asks for a page.
   *
   * @param after the row after which it begins, in the direction of the scan; null at the start
   */
  private CompletableFuture<Page> ask(byte @Nullable [] after) {
    Scan scan = table.scan(read).setReversed(reverse).setLimit(pageRows).setCaching(pageRows);
    scan.setMaxResultSize(maxBytes);
    byte[] start = range.start();
    byte[] stop = range.stop();
    if (reverse) {
      byte[] top = after != null ? after : stop;
      scan.withStartRow(top == null ? new byte[0] : top, top == null).withStopRow(start, true);
    } else {
      scan.withStartRow(after == null ? start : after, after == null);
      scan.withStopRow(stop == null ? new byte[0] : stop, false);
    }
    CompletableFuture<Page> answer = new CompletableFuture<>();
    table.calls().scan(scan, new Collector(pageRows, answer));
    return answer;
  }

  /**
   * Collects the rows of one page, in the threads of HBase's client: they have just read the bytes,
   * and the reader's thread has other things to do.
   */
  private final class Collector implements AdvancedScanResultConsumer {
    private final int limit;
    private final CompletableFuture<Page> answer;
    private final List<StoredRow> rows;
    private final List<Unreadable> unreadable = new ArrayList<>();
    private byte @Nullable [] after;
    private @Nullable RuntimeException failure;
    private int count;
    private long bytes;
    private boolean cut;

    Collector(int limit, CompletableFuture<Page> answer) {
      this.limit = limit;
      this.answer = answer;
      this.rows = new ArrayList<>(limit);
    }

    @Override
    public void onNext(Result[] results, ScanController controller) {
      try {
        for (Result result : results) {
          count++;
          byte[] rowKey = result.getRow();
          after = rowKey;
          bytes += HBaseTable.length(result);
          add(rowKey, result);
        }
      } catch (RuntimeException e) {
        failure = e;
      }
      if (bytes >= maxBytes || failure != null) {
        cut = true;
        controller.terminate();
      }
    }

    private void add(byte[] rowKey, Result result) {
      try {
        StoredRow row = options.checked(table.row(reader, null, rowKey, result));
        if (row != null) {
          rows.add(row);
        }
      } catch (UnreadableRowException e) {
        if (options.unreadable() == null) {
          throw e;
        }
        unreadable.add(new Unreadable(rows.size(), e));
      }
    }

    @Override
    public void onError(Throwable error) {
      answer.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
      answer.complete(new Page(rows, unreadable, after, !cut && count < limit, failure));
    }
  }

  @Override
  public void close() {
    closed = true;
    page = Page.END;
    index = 0;
  }
}
