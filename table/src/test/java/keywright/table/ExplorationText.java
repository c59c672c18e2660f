package keywright.table;

import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import keywright.store.Cell;
import keywright.store.RowHead;
import keywright.store.RowStamp;
import keywright.store.RowWrite;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TimedWrite;
import keywright.store.WriteBatch;

/**
 * What is asked, answered and written in an {@link Exploration}, in words that tell all of it
 * apart.
 */
final class ExplorationText {
  private ExplorationText() {}

  /** What an engine answers to a question that changes nothing. */
  @SuppressWarnings("unchecked")
  static String answer(Object answer) {
    if (answer instanceof List<?> rows) {
      return rows((List<StoredRow>) rows);
    }
    return answer instanceof StoreException ? "failure" : String.valueOf(answer);
  }

  private static String rows(List<StoredRow> rows) {
    StringBuilder text = new StringBuilder();
    for (StoredRow row : rows) {
      text.append(row == null ? "none; " : row.key() + show(row.head()) + show(row.cells()) + "; ");
    }
    return text.toString();
  }

  private static String show(RowWrite.Put put) {
    RowHead head = put.head();
    return (head == null ? "@" + put.newVersion() : show(head)) + show(put.cells());
  }

  private static String show(RowHead head) {
    return "@" + head.version() + "/" + head.nonce() + (head.mark().isLive() ? "" : head.mark());
  }

  private static String show(Collection<Cell> cells) {
    StringBuilder text = new StringBuilder(" ");
    for (Cell cell : cells) {
      Object value = cell.value();
      boolean bytes = value instanceof byte[];
      text.append(cell.columnId()).append('=');
      text.append(bytes ? HexFormat.of().formatHex((byte[]) value) : value).append(' ');
    }
    return text.toString();
  }

  static String show(Object write) {
    return write instanceof WriteBatch batch ? show(batch) : show((TimedWrite) write);
  }

  private static String show(TimedWrite write) {
    return (write instanceof TimedWrite.Put ? "put " : "delete ")
        + write.layout().name()
        + " "
        + write.key()
        + "@"
        + write.timestamp();
  }

  static String show(WriteBatch batch) {
    StringBuilder text = new StringBuilder();
    for (RowWrite write : batch.writes()) {
      RowStamp expected = new RowStamp(write.expectedVersion(), write.expectedNonce());
      text.append(write.layout().name()).append(write.key()).append(" if ").append(expected);
      text.append(write instanceof RowWrite.Put put ? " put " + show(put) : " delete ");
    }
    return text.toString();
  }

  static String show(AskingEngine.Request request) {
    if (request instanceof AskingEngine.Batches batches) {
      return show(batches.batches().get(0));
    }
    if (request instanceof AskingEngine.Timed timed) {
      return timed.writes().stream().map(ExplorationText::show).toList().toString();
    }
    if (request instanceof AskingEngine.Next next) {
      return "for the next row of " + next.layout().name();
    }
    if (request instanceof AskingEngine.Made made) {
      return made.layout() == null
          ? "to drop " + made.dropped()
          : "to make " + made.layout().name();
    }
    if (request instanceof AskingEngine.All all) {
      return "for " + all.layout().name();
    }
    return request instanceof AskingEngine.Get get
        ? "for " + get.layout().name() + get.keys()
        : String.valueOf(request);
  }
}
