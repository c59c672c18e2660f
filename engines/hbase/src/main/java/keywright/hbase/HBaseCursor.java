package keywright.hbase;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import keywright.key.ByteRange;
import keywright.store.RowCursor;
import keywright.store.RowReader;
import keywright.store.ScanOptions;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a range, page by page: each page is a scan of its own that goes on behind the last row of
 * the one before. So nothing is held on a server between two pages, and a slow reader finds no
 * scanner expired.
 *
 * <p>The first page is asked for at once, of as many rows as will be wanted, as far as that is
 * known; pages grow to {@link #MAX_ROWS}, and end early at {@link #MAX_BYTES}. Where more are
 * wanted than one page has, the next is asked for when one has come.
 */
final class HBaseCursor implements RowCursor {
  private static final int FIRST_ROWS_MAX = 1_024;
  private static final int GROWTH = 4;
  private static final int MAX_ROWS = 2_048;
  private static final int MAX_BYTES = 2 * 1024 * 1024;

  /** What a scan gave, and whether that is all there is. */
  private record Page(List<Result> rows, boolean last) {}

  private final HBaseSnapshot snapshot;
  private final HBaseClient client;
  private final HBaseTable table;
  private final ByteRange range;
  private final boolean reverse;
  private final boolean[] read;
  private final RowReader reader;

  private Page page;
  private int index;
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
    this.reader = new RowReader(table.layout(), snapshot.nowMillis(), options.row());
    this.page = new Page(List.of(), range.isEmpty());
    this.pageRows = Math.min(options.rows(), FIRST_ROWS_MAX);
    this.goesOn = options.rows() > FIRST_ROWS_MAX;
    if (!range.isEmpty()) {
      ahead = ask(null);
    }
  }

  @Override
  public @Nullable StoredRow next() {
    snapshot.requireOpen();
    if (closed) {
      throw new StoreException("cannot read: found the cursor closed, expected open");
    }
    while (true) {
      while (index < page.rows().size()) {
        Result result = page.rows().get(index++);
        StoredRow row = table.row(reader, null, result.getRow(), result);
        if (row != null) {
          return row;
        }
      }
      if (page.last()) {
        return null;
      }
      turn();
    }
  }

  /** Goes to the next page. */
  private void turn() {
    byte[] after = page.rows().isEmpty() ? null : page.rows().get(page.rows().size() - 1).getRow();
    CompletableFuture<Page> coming = ahead;
    ahead = null;
    page = client.read(table.layout().name(), () -> coming == null ? ask(after) : coming);
    index = 0;
    pageRows = Math.min(MAX_ROWS, pageRows * GROWTH);
    if (goesOn && !page.last()) {
      ahead = ask(page.rows().get(page.rows().size() - 1).getRow());
    }
    goesOn = true;
  }

  /**
   * Asks for a page.
   *
   * @param after the row behind which it begins, in the direction of the scan; null at the start
   */
  private CompletableFuture<Page> ask(byte @Nullable [] after) {
    Scan scan = table.scan(read).setReversed(reverse).setLimit(pageRows).setCaching(pageRows);
    scan.setMaxResultSize(MAX_BYTES);
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

  /** Collects the rows of one page, in the threads of HBase's client. */
  private static final class Collector implements AdvancedScanResultConsumer {
    private final int limit;
    private final CompletableFuture<Page> answer;
    private final List<Result> rows = new ArrayList<>();
    private long bytes;
    private boolean cut;

    Collector(int limit, CompletableFuture<Page> answer) {
      this.limit = limit;
      this.answer = answer;
    }

    @Override
    public void onNext(Result[] results, ScanController controller) {
      for (Result result : results) {
        rows.add(result);
        bytes += Result.getTotalSizeOfCells(result);
      }
      if (bytes >= MAX_BYTES) {
        cut = true;
        controller.terminate();
      }
    }

    @Override
    public void onError(Throwable error) {
      answer.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
      answer.complete(new Page(rows, !cut && rows.size() < limit));
    }
  }

  @Override
  public void close() {
    closed = true;
    page = new Page(List.of(), true);
  }
}
