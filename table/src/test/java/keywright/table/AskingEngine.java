package keywright.table;

import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import keywright.key.ByteRange;
import keywright.key.Key;
import keywright.store.Capability;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.RowCursor;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.TimedWrite;
import keywright.store.UnansweredException;
import keywright.store.WriteBatch;
import keywright.store.Written;

/**
 * An engine that gives the answers that it was given. Whoever asks once more is unwound, with what
 * was asked: it is run again from its beginning when there is an answer.
 */
final class AskingEngine implements Engine {

  /** What an engine is asked. */
  sealed interface Request {}

  /** Rows by key, all of one moment. */
  record Get(TableLayout layout, List<Key> keys, RowOptions options, long nowMillis)
      implements Request {}

  /** The next row of a scan. */
  record Next(TableLayout layout, ByteRange range, ScanOptions options, long nowMillis)
      implements Request {}

  /** Conditional writes, each for itself. */
  record Batches(List<WriteBatch> batches) implements Request {}

  /** Timed writes. */
  record Timed(List<? extends TimedWrite> writes) implements Request {}

  /** Unwinds whoever asks. */
  static final class Asked extends Error {
    private static final long serialVersionUID = 1;
    final transient Request request;

    Asked(Request request) {
      super("asked", null, false, false);
      this.request = request;
    }
  }

  /** In place of an answer. */
  static final Object SILENCE = "silence";

  private final Iterator<Object> answers;

  AskingEngine(List<Object> answers) {
    this.answers = answers.iterator();
  }

  private Object ask(Request request) {
    if (!answers.hasNext()) {
      throw new Asked(request);
    }
    return answers.next();
  }

  @Override
  public Set<Capability> capabilities() {
    return MemoryEngine.ofSingleRows(1).capabilities();
  }

  @Override
  public int maxKeyLength() {
    return 1000;
  }

  @Override
  public Set<String> tables() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void createTable(TableLayout layout) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void addFamilies(TableLayout layout) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void dropTable(String name) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean write(WriteBatch batch) {
    Written written = writeEach(List.of(batch)).get(0);
    if (written == Written.UNANSWERED) {
      throw new UnansweredException("no answer");
    }
    return written == Written.DONE;
  }

  @Override
  @SuppressWarnings("unchecked")
  public List<Written> writeEach(List<WriteBatch> batches) {
    return (List<Written>) ask(new Batches(batches));
  }

  @Override
  public void writeTimed(List<? extends TimedWrite> writes) {
    if (ask(new Timed(writes)) == SILENCE) {
      throw new UnansweredException("no answer");
    }
  }

  @Override
  public void close() {}

  @Override
  public Snapshot snapshot(LongSupplier clock) {
    long nowMillis = clock.getAsLong();
    return new Snapshot() {
      @Override
      public long nowMillis() {
        return nowMillis;
      }

      @Override
      public StoredRow get(TableLayout layout, Key key, RowOptions options) {
        return get(layout, List.of(key), options).get(0);
      }

      @Override
      @SuppressWarnings("unchecked")
      public List<StoredRow> get(TableLayout layout, List<Key> keys, RowOptions options) {
        return (List<StoredRow>) ask(new Get(layout, keys, options, nowMillis));
      }

      @Override
      public RowCursor scan(TableLayout layout, ByteRange range, ScanOptions options) {
        return new RowCursor() {
          private ByteRange rest = range;

          @Override
          @SuppressWarnings("unchecked")
          public StoredRow next() {
            List<StoredRow> rows =
                (List<StoredRow>) ask(new Next(layout, rest, options, nowMillis));
            StoredRow row = rows.get(0);
            if (row != null) {
              byte[] last = row.rowKey();
              rest =
                  options.reverse()
                      ? ByteRange.between(range.start(), last)
                      : ByteRange.between(
                          java.util.Arrays.copyOf(last, last.length + 1), range.stop());
            }
            return row;
          }

          @Override
          public void close() {}
        };
      }

      @Override
      public void close() {}
    };
  }
}
